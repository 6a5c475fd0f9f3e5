import { useQuery } from '@tanstack/react-query'
import { referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../../../http/client.ts'

/** The entries of the dictionary that are in use. */
export const useDictionary = () =>
  useQuery({ queryKey: ['dictionary'], queryFn: () => send(referenceCalls.dictionary, { body: {} }), staleTime: 30_000 })
