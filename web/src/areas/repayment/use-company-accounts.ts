import { useQuery } from '@tanstack/react-query'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { send } from '../../http/client.ts'
import { useDebounced } from '../../list/appended.ts'

/** How long typing and choosing must rest before accounts are asked for. */
const pauseMs = 100

/** The accounts of one company; a failure leaves an empty list, so nothing stale can be chosen. */
export function useCompanyAccounts(companyCode: string) {
  const code = useDebounced(companyCode, pauseMs)
  const answer = useQuery({
    queryKey: ['company-accounts', code],
    queryFn: () => send(bankAccountCalls.queryBatchBankAccountList, { body: { companyCodes: [code] } }, { quiet: true }),
    enabled: code !== '',
    retry: false,
  })
  const company = answer.isError || code !== companyCode ? undefined : answer.data?.[0]
  return {
    accounts: company?.companyRoleFunder?.companyFunderBankAccountDtos ?? [],
    loading: answer.isLoading || code !== companyCode,
    failed: answer.isError,
  }
}
