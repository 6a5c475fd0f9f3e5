import { useQuery } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { send } from '../../http/client.ts'

/** The collection accounts of funders. */
export const useCollectionAccounts = () =>
  useQuery({
    queryKey: ['collection-accounts'],
    queryFn: () => send(repaymentCalls.accounts, { body: {} }, { quiet: true }),
  })
