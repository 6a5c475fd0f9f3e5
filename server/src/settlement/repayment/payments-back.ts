import type { LocalDate } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { StatementLine } from '../../bank-statement/receipt-lines.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { numbersIn } from '../../database/numbers-in-text.ts'
import { grouped, type Sum } from './receipt-index.ts'

/**
 * A transfer of a payment, with the amount that it was sent at: a payment may be priced anew and sent again. OUT: paid as the books show
 * it, or with the bank. BACK: it came back, as the books record; FILED: as its file records, which may be the same return. GONE: not carried
 * out. UNSENT: the payment as it would be sent next.
 */
type Transfer = { amount: string } & ({ state: 'BACK' | 'FILED' | 'GONE' | 'UNSENT' } | { state: 'OUT'; since: LocalDate })

export type NamedPayment = { no: string; currency: string; transfers: readonly Transfer[] }

/** A funder's own payments whose number a line names, as a bank tells it of a transfer that it sends back. */
export async function paymentsNamed(tx: Tx, funderId: string, lines: readonly StatementLine[]): Promise<NamedPayment[]> {
  const numbers = [...new Set(lines.flatMap(paymentsIn))]
  if (numbers.length === 0) return []
  const { rows } = await sql<{ no: string; currency: string } & Transfer>`
    with named as (select * from payment where funder_id = ${funderId} and no = any(${numbers}::text[]))
    select n.no, n.currency, n.amount::text as amount, case when n.status in ('PAID', 'INSTRUCTED') then 'OUT' else 'UNSENT' end as state,
      coalesce(n.value_date, n.instructed_on, n.due_date, n.created_at::date) as since
    from named n
    union all
    select n.no, n.currency, i.amount::text, case when i.status in ('PENDING', 'ACCEPTED') then 'OUT'
        when i.status = 'REJECTED' and i.bank_status is distinct from 'RJCT' then 'FILED' else 'GONE' end,
      coalesce(i.instructed_on, i.execution_date)
    from named n join payment_file_item i on i.payment_id = n.id join payment_file f on f.id = i.file_id
    where not i.live and f.taken_at is not null
    union all
    select n.no, n.currency, x.amount::text, 'BACK', null
    from named n join journal j on j.source_type = 'PAYMENT' and j.source_id = n.id::text
      cross join lateral (select sum(case p.side when 'D' then p.amount else -p.amount end) as amount
        from posting p where p.journal_id = j.id and p.book = 'F' and p.account in ('1000', '1010')) x
    where j.reversal_of is not null and j.memo ? 'returnedOn' and x.amount > 0`.execute(tx)
  return [...grouped(rows, ({ no }) => no)].map(([no, transfers]) => {
    const { currency } = transfers[0]!
    return { no, currency, transfers: transfers.map((one) => ({ ...one, amount: amountText(one.amount, currency) })) }
  })
}

const paymentsIn = ({ bankRef, text }: { bankRef: string; text: string }): string[] =>
  [bankRef, text].flatMap((one) => numbersIn('PAY', one))

/**
 * Tells of the credits of a file, line by line, which payment each brings back: named in the line, with the amount of a transfer of it.
 * It is known where the books show neither that transfer nor its return, and each return that is recorded accounts for one line. Where
 * the payment was sent again at the same amount, a line of before that day is an earlier transfer's, and one of that day is if an
 * earlier one did come back.
 */
export function paymentsBack(payments: readonly NamedPayment[]) {
  const accounted = new Map<string, number>()
  return (line: Sum & { text: string; valueDate: LocalDate }): { no: string; isKnown: boolean } | undefined => {
    const numbers = paymentsIn(line)
    const fitting = ({ no, currency, transfers }: NamedPayment) =>
      numbers.includes(no) && currency === line.currency ? transfers.filter(({ amount }) => amount === line.amount) : []
    const payment = payments.find((one) => fitting(one).length > 0)
    if (!payment) return undefined
    const { no } = payment
    const transfers = fitting(payment)
    const count = (state: Transfer['state']) => transfers.filter((one) => one.state === state).length
    const back = Math.max(count('BACK'), count('FILED'))
    const recorded = back + count('GONE')
    const since = transfers
      .flatMap((one) => (one.state === 'OUT' ? one.since : []))
      .sort()
      .at(0)
    if (since === undefined && recorded === 0) return { no, isKnown: true }
    const mayBeEarlier = since === undefined || line.valueDate < since ? recorded : line.valueDate === since ? back : 0
    const key = [no, line.amount].join('|')
    const before = accounted.get(key) ?? 0
    if (before >= mayBeEarlier) return { no, isKnown: false }
    accounted.set(key, before + 1)
    return { no, isKnown: true }
  }
}
