import { useQuery } from '@tanstack/react-query'
import { companyCalls } from '@usance/wire/company/calls'
import { send } from '../../../http/client.ts'

/** The caller's own company. */
export const useOwnCompany = () =>
  useQuery({ queryKey: ['own-company'], queryFn: () => send(companyCalls.detail, {}, { quiet: true }), staleTime: 0 })
