import { useQuery } from '@tanstack/react-query'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'

/** Why no account of a currency can be chosen: none was added, or one waits to be switched on or was switched off. */
export function NoPayee({ currency }: { currency: string }) {
  const text = useText()
  const ahead = useQuery({
    queryKey: ['payees', currency, 'ahead'],
    queryFn: () => send(bankAccountCalls.accountsAhead, { query: { currency } }, { quiet: true }),
    staleTime: 0,
  })
  if (!ahead.data) return ahead.isLoadingError ? <Failed error={ahead.error} onRetry={() => void ahead.refetch()} /> : null
  const waiting = ahead.data
  if (waiting.length === 0) return <p className="muted">{text('finance.noPayee')}</p>
  return waiting.map(({ id, bankAccount, coolingUntil, isOff }) => {
    const account = `…${bankAccount.slice(-4)}`
    return (
      <p key={id} className="muted">
        {isOff
          ? text('finance.payeeOff', { account })
          : coolingUntil
            ? text('finance.payeeFrom', { account, at: formatDateTime(coolingUntil) })
            : text('finance.payeeWaits', { account })}
      </p>
    )
  })
}
