import { useQuery } from '@tanstack/react-query'
import { companyCalls } from '@usance/wire/company/calls'
import { send } from '../../../http/client.ts'

/** One company as the staff see it. */
export const useCompany = (id: string | undefined) =>
  useQuery({
    queryKey: ['company', id],
    queryFn: () => send(companyCalls.anyDetail, { body: { id: id! } }, { quiet: true }),
    enabled: !!id,
    staleTime: 0,
  })
