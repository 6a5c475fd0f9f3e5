import { useQuery } from '@tanstack/react-query'
import { contractCalls } from '@usance/wire/contract/calls'
import { send } from '../../../http/client.ts'

/** One contract with its text and signatures. */
export const useContract = (id: string | undefined) =>
  useQuery({
    queryKey: ['contract', id],
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: () => send(contractCalls.detail, { body: { id: id! } }, { quiet: true }),
  })
