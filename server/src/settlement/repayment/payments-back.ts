import { normalizeReference } from '@usance/domain/fingerprint'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { StatementLine } from '../../bank-statement/receipt-lines.ts'
import { amountText } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { numbersIn } from '../../database/numbers-in-text.ts'
import { type BookedSum, grouped, lineKey, type Sum } from './receipt-index.ts'

/**
 * A transfer of a payment, with the amount that it was sent at: a payment may be priced anew and sent again. OUT: paid as the books show
 * it, or with the bank. BACK: it came back, as the books record; FILED: as its file records, which may be the same return; NAMED: on a day that
 * somebody named, beside what the books record. GONE: not carried out. UNSENT: the payment as it would be sent next. What files carried again
 * under one reference is one transfer.
 */
type Transfer = { amount: string; fileNo: string | null } & (
  | { state: 'BACK' | 'FILED' | 'GONE' | 'UNSENT' }
  | { state: 'OUT' | 'NAMED'; since: LocalDate }
)

/** A line of an imported statement that brings a payment back; `isOwn` where it is of the account whose statement is read. */
type ReturnLine = BookedSum & { valueDate: LocalDate; isOwn: boolean; dayAsWritten: boolean }

export type NamedPayment = {
  id: string
  no: string
  currency: string
  transfers: readonly Transfer[]
  /** The lines that were imported, the first one first. */
  lines: readonly ReturnLine[]
}

/**
 * SQL: the returns of a payment `p` that the books record, as a table: the amount that came back to the funder's bank, its day and its
 * reference. `p` has its id as the text `id_text`: row-level security lets no index compare what is still to be made a text.
 */
export const returnsBooked = (p: string): RawBuilder<unknown> => sql`(
  select j.came_back::numeric as amount, j.value_date, j.back_ref as ref_key
  from journal j where j.source_type = 'PAYMENT' and j.source_id = ${sql.ref(`${p}.id_text`)} and j.came_back::numeric > 0)`

/** A funder's own payments whose number a line names, as a bank tells it of a transfer that it sends back. */
export async function paymentsNamed(
  tx: Tx,
  { funderId, rowIds }: { funderId: string; rowIds: readonly string[] },
  lines: readonly StatementLine[],
): Promise<NamedPayment[]> {
  const numbers = [...new Set(lines.flatMap(paymentsIn))]
  if (numbers.length === 0) return []
  const { rows } = await sql<{ id: string; no: string; currency: string } & Transfer>`
    with named as materialized (select *, id::text as id_text from payment where funder_id = ${funderId} and no = any(${numbers}::text[]))
    select n.id, n.no, n.currency, n.amount::text as amount, case when n.status in ('PAID', 'INSTRUCTED') then 'OUT' else 'UNSENT' end as state,
      coalesce(n.value_date, n.instructed_on, n.due_date, n.created_at::date) as since, null as file_no
    from named n
    union all
    (select distinct on (n.id, i.end_to_end_id, i.amount) n.id, n.no, n.currency, i.amount::text, told.state,
      coalesce(i.returned_on, i.instructed_on, i.execution_date), f.no
    from named n join payment_file_item i on i.payment_id = n.id join payment_file f on f.id = i.file_id
      cross join lateral (select case when i.status in ('PENDING', 'ACCEPTED') then 'OUT' when i.returned_on is not null then 'NAMED'
        when i.status = 'REJECTED' and i.bank_status is distinct from 'RJCT' then 'FILED' else 'GONE' end as state) told
    where not i.live and f.taken_at is not null
    order by n.id, i.end_to_end_id, i.amount, array_position(array['OUT', 'NAMED', 'FILED', 'GONE'], told.state), i.created_at)
    union all
    select n.id, n.no, n.currency, b.amount::text, 'BACK', null, null from named n cross join lateral ${returnsBooked('n')} b`.execute(
    tx,
  )
  const imported = grouped(await linesOf(tx, rows, rowIds), ({ paymentId }) => paymentId)
  return [...grouped(rows, ({ id }) => id)].map(([id, transfers]) => {
    const { no, currency } = transfers[0]!
    const amounts = transfers.map((one) => ({ ...one, amount: amountText(one.amount, currency) }))
    return { id, no, currency, transfers: amounts, lines: imported.get(id) ?? [] }
  })
}

async function linesOf(tx: Tx, payments: readonly { id: string }[], rowIds: readonly string[]) {
  const lines = await tx
    .selectFrom('paymentReturnLine')
    .select(['paymentId', 'bankAccountId', 'refKey', 'valueDate', 'amount', 'currency', 'dayAsWritten'])
    .where('paymentId', '=', anyOf([...new Set(payments.map(({ id }) => id))]))
    .orderBy('seq')
    .execute()
  return lines.map(({ paymentId, bankAccountId, refKey, valueDate, amount, currency, dayAsWritten }) => ({
    paymentId,
    bankRef: refKey,
    valueDate,
    dayAsWritten,
    amount: amountText(amount, currency),
    currency,
    isOwn: rowIds.includes(bankAccountId),
  }))
}

/** A line that brings a payment back and that no statement told before. */
export type NewReturn = { paymentId: string; line: BookedSum & { valueDate: LocalDate } }

/** Keeps the lines of a statement that bring payments back. The account must be locked. */
export async function keepReturns(
  tx: Tx,
  account: { id: string; companyId: string },
  returns: readonly NewReturn[],
): Promise<void> {
  if (returns.length === 0) return
  const lines = returns.map(({ paymentId, line: { bankRef, valueDate, amount, currency } }) => ({
    paymentId,
    funderId: account.companyId,
    bankAccountId: account.id,
    refKey: normalizeReference(bankRef),
    valueDate,
    amount,
    currency,
  }))
  await tx
    .insertInto('paymentReturnLine')
    .values(lines)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const paymentsIn = ({ bankRef, text }: { bankRef: string; text: string }): string[] =>
  [bankRef, text].flatMap((one) => numbersIn('PAY', one))

/**
 * Tells of the credits of a file, line by line, which payment each brings back: named in the line, with the amount of a transfer of it.
 * It is known where the books show neither that transfer nor its return, and each return that is recorded accounts for one line of all
 * statements: those that were imported count as if they stood before the first of the file, and one that is read again is not
 * another one. Where the payment was sent again at the same amount, a line of before that day is an earlier transfer's, and one of that day
 * is if an earlier one did come back; so is one through the day that somebody named for the return of another transfer.
 */
export function paymentsBack(payments: readonly NamedPayment[]) {
  const unaccounted = new Map<string, LastDay[]>()
  const tell = ({ no, transfers }: NamedPayment, line: { amount: string; valueDate: LocalDate }): Line => {
    const fitting = transfers.filter(({ amount }) => amount === line.amount)
    const since = fitting
      .flatMap((one) => (one.state === 'OUT' ? one.since : []))
      .sort()
      .at(0)
    const recorded = recordedOf(fitting, since)
    if (since === undefined && recorded.length === 0) return { no, isKnown: true, isReturn: false }
    const key = [no, line.amount].join('|')
    const left = unaccounted.get(key) ?? recorded
    unaccounted.set(key, left)
    const found = left.findIndex((until) => until === null || line.valueDate <= until)
    if (found < 0) return { no, isKnown: false, isReturn: true, ...fileOf(fitting) }
    left.splice(found, 1)
    return { no, isKnown: true, isReturn: true }
  }
  const isOf = ({ currency, transfers }: NamedPayment, line: Sum) =>
    currency === line.currency && transfers.some(({ amount }) => amount === line.amount)
  // A reference may count anew in each statement: the line of another payment, or of none, is another one.
  const entryOf = (no: string, line: Sum & { valueDate: LocalDate }) => [no, line.valueDate, lineKey(line)].join('|')
  const imported = new Map<string, Line>()
  /** Those of earlier versions, which took the day as the file writes it. */
  const asWritten = new Map<string, Line>()
  for (const payment of payments)
    for (const line of payment.lines) {
      if (!isOf(payment, line)) continue
      const told = tell(payment, line)
      if (line.isOwn) imported.set(entryOf(payment.no, line), told)
      if (line.isOwn && line.dayAsWritten) asWritten.set(entryOf(payment.no, line), told)
    }
  return (line: Sum & { text: string; valueDate: LocalDate; written: StatementLine['written'] }): Told | undefined => {
    const numbers = paymentsIn(line)
    const payment = payments.find((one) => numbers.includes(one.no) && isOf(one, line))
    if (!payment) return undefined
    const earlier = asEarlier(line)
    const before = imported.get(entryOf(payment.no, line)) ?? (earlier && asWritten.get(entryOf(payment.no, earlier)))
    if (before) return before
    const { isReturn, ...told } = tell(payment, line)
    const { bankRef, valueDate, amount } = line
    const found = { paymentId: payment.id, line: { bankRef, valueDate, amount, currency: payment.currency } }
    return isReturn ? { ...told, found } : told
  }
}

/** A line as earlier versions kept it, where that is another one. */
const asEarlier = <L extends Sum>({ written, ...line }: L & { written: StatementLine['written'] }) =>
  written?.valueDate ? { ...line, bankRef: written.bankRef, valueDate: written.valueDate } : undefined

/** The last day of a line that may be a recorded return; null where a line of any day may. */
type LastDay = LocalDate | null

/**
 * The recorded returns of the transfers of one amount, the one that may be the fewest lines first: each line takes the first that it may
 * be, and leaves the others to later lines. `since`: when the first that is out was sent.
 */
function recordedOf(fitting: readonly Transfer[], since: LocalDate | undefined): LastDay[] {
  const ofState = (state: Transfer['state']) => fitting.filter((one) => one.state === state)
  const [back, filed] = [ofState('BACK'), ofState('FILED')]
  const own = back.length > filed.length ? back : filed
  const named = fitting.flatMap((one) => (one.state === 'NAMED' ? one.since : [])).sort()
  if (since === undefined) return [...ofState('GONE'), ...own, ...named].map(() => null)
  return [...ofState('GONE').map(() => addDays(since, -1)), ...own.map(() => since), ...named.map((day) => maxDate(day, since))]
}

/** Where the payment stands at another amount, what the bank has is the transfer of a file. */
function fileOf(fitting: readonly Transfer[]): { fileNo?: string } {
  const out = fitting.filter(({ state }) => state === 'OUT')
  const fileNo = out.every((one) => one.fileNo !== null) ? out[0]?.fileNo : null
  return fileNo ? { fileNo } : {}
}

type Line = { no: string; isKnown: boolean; isReturn: boolean; fileNo?: string }

/** What a line is of the payment that it brings back, and the line to keep where no statement told it before. */
type Told = { no: string; isKnown: boolean; fileNo?: string; found?: NewReturn }
