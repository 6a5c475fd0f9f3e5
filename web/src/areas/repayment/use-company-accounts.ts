import { useQuery } from '@tanstack/react-query'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { useEffect, useState } from 'react'
import { send } from '../../http/client.ts'

/** How long typing and choosing must rest before accounts are asked for. */
export const pauseMs = 100

/** A value once it has rested; three changes in a row are one. */
function useRested<Value>(value: Value): Value {
  const [rested, rest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => rest(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** The accounts of one company; a failure leaves an empty list, so nothing stale can be chosen. */
export function useCompanyAccounts(companyCode: string) {
  const code = useRested(companyCode)
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
