import { useQuery } from '@tanstack/react-query'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { send } from '../../../http/client.ts'

/** The caller's own enabled accounts that take a currency; nothing until one is chosen. */
export const usePayees = (currency: string) =>
  useQuery({
    queryKey: ['payees', currency],
    queryFn: () => send(bankAccountCalls.accountByCurrencyList, { query: { currency } }, { quiet: true }),
    enabled: currency !== '',
  })
