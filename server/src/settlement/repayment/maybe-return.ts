import { normalizeReference } from '@usance/domain/fingerprint'
import { sameReferenceDays } from '@usance/domain/receipt-identity'
import { type MaybeReturnOf, mostAlike } from '@usance/wire/repayment/calls'
import { type RawBuilder, sql } from 'kysely'
import { wasHandedOut } from '../../books/servicing/bank-has.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { numbersIn } from '../../database/numbers-in-text.ts'
import { faultyField } from '../../http/refused.ts'
import { mayReturn } from '../payment/may-return.ts'
import { returnsBooked } from './payments-back.ts'
import { grouped } from './receipt-index.ts'
import { referencesIn, shortReference } from './references-in-text.ts'
import { rowsOfAccount } from './rows-of-account.ts'
import { plainSql } from './suggest.ts'

/** A receipt as it is compared with the payments of its funder. */
type Receipt = {
  id: string
  bankRef: string
  valueDate: string
  amount: string
  currency: string
  payerCompanyId: string | null
  /** The sender as the bank writes it: a bank that returns a transfer may tell of it here. */
  payerName: string | null
  /** The account that the bank gives for the sender; some banks write here what they send back. */
  payerAccount: string | null
  rawText: string | null
}

const wordsOf = ({ bankRef, rawText, payerName, payerAccount }: Receipt) => [
  bankRef,
  rawText ?? '',
  payerName ?? '',
  payerAccount ?? '',
]

type Found = MaybeReturnOf[number] & {
  /** The receipt names the payment by its number, or by the bank's reference. */
  isNamed: boolean
  isBack: boolean
  daysOff: number
}

/** The likeliest first: those that words name, then those that came back, then others; the nearest by day first. */
function byLikelihood<T extends Found>(ones: readonly T[]): T[] {
  const rank = ({ isNamed, isBack }: Found) => (isNamed ? 0 : isBack ? 1 : 2)
  return [...ones].sort((a, b) => rank(a) - rank(b) || a.daysOff - b.daysOff || a.no.localeCompare(b.no))
}

/** As many as are named at most. */
const likeliest = (ones: readonly Found[]): Found[] => byLikelihood(ones).slice(0, mostAlike)

/** Of receipts of one account the likeliest of the payments that each may bring back. The transaction sees every company. */
export async function maybeReturnsOf(
  tx: Tx,
  account: { funderId: string; rowIds: readonly string[] },
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<string, MaybeReturnOf>> {
  const all = [...(await returnsOf(tx, account, receipts))]
  return new Map(
    all.map(([receiptId, found]) => [receiptId, likeliest(found).map(({ id, no, valueDate }) => ({ id, no, valueDate }))]),
  )
}

/** Of such receipts the payments alone that their texts name: no statement books them by itself. */
export async function returnsNamed(
  tx: Tx,
  account: { funderId: string; rowIds: readonly string[] },
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<string, MaybeReturnOf>> {
  const found = await returnsOf(tx, account, receipts)
  return new Map(
    [...found].flatMap(([id, payments]) => {
      const named = likeliest(payments.filter(({ isNamed }) => isNamed))
      return named.length > 0 ? [[id, named]] : []
    }),
  )
}

/**
 * Of receipts of one account the payments that each may bring back, though it is booked as money of its own: the text names the number of
 * the payment or the bank's reference of it, whatever the amount; or the amount is the same, and the text has that reference within a
 * word, or it had gone out from this account to the same company or to the account that the receipt names in the last 30 days. A sender that
 * nobody knows may be the bank itself, and one that is known may be the bank that returns it (decision 299).
 * Only a payment that was taken back counts, or that may be, or that is on its way: the bank may send it back before it has reported
 * (decision 274). What a funding that stays paid brings back is a receipt (decision 146).
 * The receipts are compared at once, by keys: with the transfers of payments that they name, or of which some amount is one of theirs.
 * The transaction sees every company.
 */
async function returnsOf(
  tx: Tx,
  { funderId, rowIds }: { funderId: string; rowIds: readonly string[] },
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<string, readonly Found[]>> {
  if (receipts.length === 0) return new Map()
  const asked = receipts.map((one) => ({
    id: one.id,
    day: one.valueDate,
    amount: one.amount,
    currency: one.currency,
    payer: one.payerCompanyId,
    account: normalizeReference(one.payerAccount ?? ''),
    numbers: [...new Set(wordsOf(one).flatMap((words) => numbersIn('PAY', words)))],
    references: [...new Set(wordsOf(one).flatMap(referencesIn))],
    words: normalizeReference(wordsOf(one).join(' ')),
  }))
  const numbers = [...new Set(asked.flatMap((one) => one.numbers))]
  const references = [...new Set(asked.flatMap((one) => one.references))]
  // As the keys of amounts are written.
  const amounts = sql`${[...new Set(asked.map(({ amount }) => amount))]}::numeric(20, 4)[]::text[]`
  const { rows } = await sql<Found & { receiptId: string; isOut: boolean }>`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as x (id uuid, day date, amount numeric, currency text, payer uuid,
        account text, numbers text[], "references" text[], words text)),
    near as materialized (
      select id from payment where funder_id = ${funderId} and no = any(${numbers}::text[])
      union select id from payment where funder_id = ${funderId} and ref_key is not null and ref_key = any(${references}::text[])
      union select source_id::uuid from journal where back_ref is not null and back_ref = any(${references}::text[])
      union select id from payment where funder_id = ${funderId} and amount_key = any(${amounts})
      union select payment_id from payment_file_item where amount_key = any(${amounts})
      union select source_id::uuid from journal where came_back = any(${amounts})),
    transfer as materialized (${transfersOf(sql`select p.* from near cross join lateral
      (select * from payment where id = near.id and funder_id = ${funderId} offset 0) p`)}),
    paired as (
      select a.id as receipt_id, t.*, a.day - t.day as days_off, true as is_named
      from asked a cross join lateral unnest(a.numbers) as named (no) join transfer t on t.no = named.no
      where t.day <= a.day
      union all
      select a.id, t.*, a.day - t.day, true
      from asked a cross join lateral unnest(a."references") as named (key) join transfer t on t.ref_key = named.key
      where t.day <= a.day
      union all
      select a.id, t.*, a.day - t.day, told.is_named
      from asked a join transfer t on t.amount = a.amount and t.currency = a.currency
        cross join lateral (select * from payment where id = t.id offset 0) p
        cross join lateral (select coalesce(length(t.ref_key) > ${shortReference} and position(t.ref_key in a.words) > 0, false) as is_named) told
      where t.day <= a.day and (told.is_named
        or (a.day <= t.day + ${sameReferenceDays}::int
          and (p.from_account_id is null or p.from_account_id = ${anyOf(rowIds)})
          and (a.payer is null or p.payee_company_id is null or p.payee_company_id = a.payer or ${isPaidTo(sql`a.account`)}))))
    select distinct on (x.receipt_id, x.no) x.receipt_id, x.id, x.no, x.day as value_date, x.is_back or ${isMatchedToIts} as is_back, x.days_off,
      bool_or(x.is_named) over (partition by x.receipt_id, x.no) as is_named, p.status = 'INSTRUCTED' as is_out
    from paired x cross join lateral (select * from payment where id = x.id offset 0) p
    -- What goes back of a receipt itself is no money that comes back.
    where p.collection_id is distinct from x.receipt_id
      and not exists (select from repayment r where r.id = p.repayment_id and r.collection_id = x.receipt_id)
    order by x.receipt_id, x.no, is_back desc, x.day`.execute(tx)
  // Most receipts resemble no payment: whether one may come back is asked of those alone that are resembled.
  const open = await mayComeBackOf(
    tx,
    rows.filter(({ isBack, isOut }) => !isBack && !isOut),
  )
  return grouped(
    rows.filter(({ id, isBack, isOut }) => isBack || isOut || open.has(id)),
    ({ receiptId }) => receiptId,
  )
}

/**
 * SQL: the transfers of some payments, each with its amount and its day: paid as the books show it, handed out with a file, back as the
 * books record it, or instructed and held by no file: somebody may have told the bank by hand. `is_back` where it is known, or was
 * recorded, that it is with the bank no more. A payment that failed so and was sent again is of the day on which it was drafted: when it
 * was instructed first stands nowhere.
 */
const transfersOf = (payments: RawBuilder<unknown>) => sql`
  with told as materialized (select *, id::text as id_text from (${payments}) p)
  select p.id, p.no, p.currency, p.amount, p.value_date as day, p.ref_key, false as is_back
  from told p where p.status = 'PAID'
  union all
  select p.id, p.no, p.currency, i.amount, coalesce(i.instructed_on, i.execution_date), null,
    not (i.status in ('PENDING', 'ACCEPTED') or (i.live and i.status = 'SENT'))
  from told p join payment_file_item i on i.payment_id = p.id join payment_file f on f.id = i.file_id
  where f.taken_at is not null
  union all
  select p.id, p.no, p.currency, b.amount, b.value_date, b.ref_key, true
  from told p cross join lateral ${returnsBooked('p')} b
  union all
  select p.id, p.no, p.currency, p.amount, p.instructed_on, null, false
  from told p where p.status = 'INSTRUCTED' and not exists (select from payment_file_item i where i.payment_id = p.id and i.live)
  union all
  select p.id, p.no, p.currency, p.amount,
    least(p.instructed_on, case when p.status in ('INSTRUCTED', 'PAID') then p.created_at::date end), null, true
  from told p where p.fail_reason is not null and not ${wasHandedOut('p.id')} and not exists (select from ${returnsBooked('p')} b)`

/** SQL: the payment `p` goes to the account of a number, as texts of banks are compared. */
const isPaidTo = (account: RawBuilder<unknown>) => sql`(${account} <> '' and ${account} in (${plainSql(sql`p.payee_account`)},
  (select ${plainSql(sql`b.bank_account`)} from bank_account b where b.id = p.to_account_id)))`

/** Which of some payments may come back. */
async function mayComeBackOf(tx: Tx, payments: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set()
  const rows = await tx
    .selectFrom('payment as p')
    .select('p.id')
    .where('p.id', '=', anyOf([...new Set(payments.map(({ id }) => id))]))
    .where(mayReturn('p'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** SQL: the receipt is matched to the order of the payment: that alone keeps the funding paid, and its match is judged by who passes it. */
const isMatchedToIts = sql`exists (select from repayment r where r.collection_id = x.receipt_id and r.order_id = p.order_id
  and r.status not in ('REVERSED', 'REFUSED'))`

/** The payments that a booked receipt may bring back. */
export async function maybeReturnOf(
  tx: Tx,
  receipt: Receipt & { bankAccountId: string; funderId: string },
): Promise<MaybeReturnOf> {
  const rowIds = await rowsOfAccount(tx, { id: receipt.bankAccountId })
  return (await maybeReturnsOf(tx, { funderId: receipt.funderId, rowIds }, [receipt])).get(receipt.id) ?? []
}

/** The same of the receipt with an id, none where it has no receipt. */
export async function maybeReturnOfReceipt(tx: Tx, id: string | null): Promise<MaybeReturnOf> {
  const receipt = id === null ? undefined : await tx.selectFrom('collection').selectAll().where('id', '=', id).executeTakeFirst()
  return receipt ? maybeReturnOf(tx, receipt) : []
}

/** A booked receipt that may be the return of a payment. */
type BookedReturn = { paymentId: string; no: string }

type Sent = Pick<PaymentRow, 'id' | 'no' | 'funderId'>
/** A booked receipt beside the payment that it may bring back, and when it was booked. */
type BookedAlike = Found & BookedReturn & { bookedAt: string }

/**
 * Refuses to record that payments of one funder are not paid while a receipt is booked that may be the same money, unless the caller says
 * that it is other money. One that the bank took back counts no more, and none is that came in before the first transfer went out. Returns
 * the receipts that were told apart, each with its payment. Throws RETURN_MAYBE_BOOKED.
 */
export async function refuseBookedReturns(
  tx: Tx,
  payments: readonly Sent[],
  notBookedAs: readonly string[],
): Promise<BookedReturn[]> {
  const booked = await bookedReturns(tx, payments)
  const numbers = [...new Set(booked.map(({ no }) => no))]
  if (numbers.some((no) => !notBookedAs.includes(no)))
    throw faultyField('notBookedAs', 'RETURN_MAYBE_BOOKED', { receipts: numbers.join(', ') })
  return booked
}

/** The likeliest of the booked receipts that may be money of payments of one funder that came back. The transaction sees every company. */
export async function bookedReturns(tx: Tx, payments: readonly Sent[]): Promise<BookedReturn[]> {
  const ranked = byLikelihood(await bookedAlike(tx, payments))
  const told = [...new Set(ranked.map(({ no }) => no))].slice(0, mostAlike)
  return ranked.filter(({ no }) => told.includes(no)).map(({ no, paymentId }) => ({ no, paymentId }))
}

/**
 * By payment, instructed and held by no file, the booked receipts that may bring back what somebody told the bank of it by hand, and that
 * nobody told apart from it. What was booked before the payment was drafted brings nothing of it back. Once a file has the payment, none of
 * them names it any more (decision 300). The transaction sees every company.
 */
export async function returnsToTell(
  tx: Tx,
  payments: readonly (Sent & Pick<PaymentRow, 'createdAt'>)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found: BookedAlike[] = []
  for (const [, some] of grouped(payments, ({ funderId }) => funderId)) found.push(...(await bookedAlike(tx, some)))
  const open = byLikelihood(found.filter(({ isBack }) => !isBack))
  const apart = await toldApartBy(tx, open)
  const asked = new Map(payments.map((payment) => [payment.id, payment]))
  const untold = open.filter(({ id, no, paymentId, bookedAt }) => {
    const payment = asked.get(paymentId)
    const isLater = payment !== undefined && payment.createdAt < bookedAt
    return isLater && !apart.has([id, payment.no].join('|')) && !apart.has([paymentId, no].join('|'))
  })
  return new Map([...grouped(untold, ({ paymentId }) => paymentId)].map(([id, some]) => [id, some.map(({ no }) => no)]))
}

/** What the log keeps as told apart: a receipt from the number of a payment, or a payment from the number of a receipt. */
async function toldApartBy(tx: Tx, booked: readonly (Found & BookedReturn)[]): Promise<ReadonlySet<string>> {
  if (booked.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select l.object_id || '|' || trim(told.no) as key
    from audit_log l cross join lateral string_to_table(coalesce(l.after ->> 'notReturnOf', l.after ->> 'notBookedAs', ''), ',') as told (no)
    where (l.object_type = 'COLLECTION' and l.event = 'COLLECTION_TOLD_APART' and l.object_id = any(${booked.map(({ id }) => id)}::text[]))
      or (l.object_type = 'PAYMENT' and l.event = 'PAYMENT_TOLD_APART' and l.object_id = any(${booked.map(({ paymentId }) => paymentId)}::text[]))`.execute(
    tx,
  )
  return new Set(rows.map(({ key }) => key))
}

async function bookedAlike(tx: Tx, payments: readonly Sent[]): Promise<BookedAlike[]> {
  const funderId = payments[0]?.funderId
  const ids = payments.map(({ id }) => id)
  const { first, amounts, references } = await sentAs(tx, ids)
  if (funderId === undefined || first === null) return []
  const words = plainSql(sql`concat_ws(' ', bank_ref, raw_text, payer_name, payer_account)`)
  const named = [...payments.map(({ no }) => normalizeReference(no)), ...references]
  const near = await tx
    .selectFrom('collection')
    .selectAll()
    .where('funderId', '=', funderId)
    .where('valueDate', '>=', first)
    .where('status', '<>', 'REFUNDED')
    .where((eb) =>
      eb.or([
        eb('amount', '=', sql<string>`any(${amounts}::numeric[])`),
        sql<boolean>`exists (select from unnest(${named}::text[]) as told (name) where position(told.name in ${words}) > 0)`,
      ]),
    )
    .orderBy('no')
    .execute()
  const alike: BookedAlike[] = []
  for (const [bankAccountId, receipts] of grouped(near, (one) => one.bankAccountId)) {
    const rowIds = await rowsOfAccount(tx, { id: bankAccountId })
    const returns = await returnsOf(tx, { funderId, rowIds }, receipts)
    for (const one of receipts)
      for (const found of returns.get(one.id) ?? [])
        if (ids.includes(found.id)) alike.push({ ...found, id: one.id, no: one.no, paymentId: found.id, bookedAt: one.createdAt })
  }
  return alike
}

/** The day of the first transfer of payments, null where there was none; the amounts of their transfers, and the references of the bank. */
async function sentAs(
  tx: Tx,
  ids: readonly string[],
): Promise<{ first: string | null; amounts: string[]; references: string[] }> {
  const { rows } = await sql<{ first: string | null; amounts: string[]; references: string[] }>`
    select min(t.day) as first, coalesce(array_agg(distinct t.amount::text), '{}') as amounts,
      coalesce(array_agg(distinct t.ref_key) filter (where length(t.ref_key) > ${shortReference}), '{}') as "references"
    from (${transfersOf(sql`select * from payment where id = ${anyOf(ids)}`)}) t`.execute(tx)
  return rows[0] ?? { first: null, amounts: [], references: [] }
}
