import { addDays, daysBetween } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import type { Seat } from '../../testing/world.ts'
import type { Town } from './town.ts'

// The figures of the receivables dashboard worked out again, the plain way, from invoices, reductions, payments and postings.

type Owned = { supplierId: string; buyerId: string | null; funderId: string | null; visible: boolean; amount: bigint }
type Row = Owned & { id: string; buyerCode: string; issueDate: string; dueDate: string; docStatus: string }
/** `received` names the funder that a payment came to, where it came to one. */
type Move = {
  invoiceId: string
  date: string
  amount: bigint
  kind: 'PAYMENT' | 'WAIVER' | 'REDUCTION'
  type: string
  received: string | null
}
/** From a day on a funder holds a receivable, or has given it away, in the order in which it happened. */
type Turn = { invoiceId: string; funderId: string; holds: boolean; fromDay: string }
type Facts = {
  rows: Row[]
  moves: Move[]
  turns: Turn[]
  postings: (Owned & { valueDate: string })[]
  free: (Owned & { date: string })[]
  /** Invoices on financings that their buyers know of: a buyer's own tell what it has still to pay, whatever others paid and
   *  whatever the financing costs. */
  owing: { invoiceId: string; buyerId: string; amount: bigint; fundingDate: string; endedOn: string | null }[]
}

/** A row as the database has it: its amount is text. */
type Stored<Part extends Exclude<keyof Facts, 'turns'>> = Omit<Facts[Part][number], 'amount'> & { amount: string }

/** Everything of one currency that the figures are made of, in minor units times ten to the four. */
async function factsOf(town: Town, currency: string): Promise<Facts> {
  const big = (text: string) => BigInt(text.replace('.', ''))
  const rows = await town.rows<
    Stored<'rows'>
  >(sql`select i.id, i.supplier_id, i.buyer_id, i.funder_id, b.code as buyer_code, i.issue_date, i.due_date, i.amount::text, i.doc_status, i.buyer_visible as visible
    from invoice i join company b on b.id = i.buyer_id where i.currency = ${currency}`)
  const moves = await town.rows<
    Stored<'moves'>
  >(sql`select p.invoice_id, p.pay_date as date, p.amount::text, case when p.waived then 'WAIVER' else 'PAYMENT' end as kind, '' as type, r.funder_id as received
      from invoice_payment p left join repayment r on r.id = p.repayment_id where p.currency = ${currency}
    union all select invoice_id, adjustment_date, amount::text, 'REDUCTION', type, null from invoice_adjustment where currency = ${currency} and status = 'PASSED'`)
  const turns = await town.rows<Turn>(sql`select invoice_id, funder_id, holds, from_day from receivable_holder order by id`)
  // What is in use of a funder's money, and the reserves that nothing claims any more: together the principal outstanding.
  const postings = await town.rows<
    Stored<'postings'>
  >(sql`select p.order_id, o.supplier_id, o.buyer_id, o.funder_id, p.value_date, o.disclosed as visible,
      (case p.side when 'D' then p.amount else -p.amount end)::text as amount
    from posting p join finance_order o on o.id = p.order_id where p.book = 'F' and p.currency = ${currency} and p.account in ('1100','1150','1300','2000')`)
  // What was released and is gone with its receipt is owed by the supplier beside the principal.
  const free = await town.rows<Stored<'free'>>(sql`
    select a.order_id, o.supplier_id, o.buyer_id, o.funder_id, o.disclosed as visible, r.value_date as date, a.amount::text from allocation a join repayment r on r.id = a.repayment_id
      join finance_order o on o.id = a.order_id where a.component = 'RESERVE' and not a.reversed and o.currency = ${currency}
    union all select d.order_id, o.supplier_id, o.buyer_id, o.funder_id, o.disclosed, d.value_date, (d.rebate - d.rebate_to_principal)::text from discount_release d
      join finance_order o on o.id = d.order_id where not d.reversed and o.currency = ${currency}
    union all select y.order_id, o.supplier_id, o.buyer_id, o.funder_id, o.disclosed, y.value_date, (-y.amount)::text from payment y
      join finance_order o on o.id = y.order_id where y.type = 'RELEASE' and y.status = 'PAID' and o.currency = ${currency}
    union all select p.order_id, o.supplier_id, o.buyer_id, o.funder_id, o.disclosed, p.value_date,
      (case p.side when 'C' then p.amount else -p.amount end)::text from posting p join journal j on j.id = p.journal_id
      join finance_order o on o.id = p.order_id
      where j.event = 'RESERVE_SHORT' and p.book = 'F' and p.account = '2000' and p.currency = ${currency}`)
  const owing = await town.rows<
    Stored<'owing'>
  >(sql`select i.invoice_id, i.buyer_id, i.apply_amount::text as amount, o.funding_date, o.settled_on as ended_on
    from finance_order_item i join finance_order o on o.id = i.order_id
    where i.invoice_id is not null and o.funding_date is not null and o.disclosed and o.currency = ${currency}`)
  const numbers = <One extends { amount: string }>(all: readonly One[]) => all.map((row) => ({ ...row, amount: big(row.amount) }))
  return {
    rows: numbers(rows),
    moves: numbers(moves),
    turns,
    postings: numbers(postings),
    free: numbers(free),
    owing: numbers(owing),
  }
}

type Side = { seat: Seat; name: string; column: 'supplierId' | 'buyerId' | 'funderId' | null }
const sidesOf = ({ portal: { seats } }: Town): Side[] => [
  { name: 'supplier', seat: seats.alderMaker, column: 'supplierId' },
  { name: 'buyer', seat: seats.cedarChecker, column: 'buyerId' },
  { name: 'funder', seat: seats.elmChecker, column: 'funderId' },
  { name: 'operations', seat: seats.operations, column: null },
]

const buckets: [string, (days: number) => boolean][] = [
  ['NOT_DUE', (days) => days <= 0],
  ['D1_30', (days) => days >= 1 && days <= 30],
  ['D31_60', (days) => days >= 31 && days <= 60],
  ['D61_90', (days) => days >= 61 && days <= 90],
  ['D90_PLUS', (days) => days >= 91],
]

/** An amount as the portal writes it, from minor units times ten to the four. */
function textIn(currency: string, amount: bigint): string {
  const scale = currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0')
  const decimals = digits.slice(-4, -4 + scale || undefined)
  return `${sign}${digits.slice(0, -4)}${scale ? `.${decimals.slice(0, scale)}` : ''}`
}

const isOwn = ({ seat, column }: Side, row: Owned): boolean =>
  column === null || (row[column] === seat.companyId && (column !== 'buyerId' || row.visible))

/** What one reader sees at one day: the invoices, what is owed on each, and the payments and reductions that it is told of. */
function seenBy(facts: Facts, side: Side, asOf: string, today: string) {
  const { companyId } = side.seat
  const holds = (invoiceId: string, day: string) =>
    facts.turns.findLast((turn) => turn.invoiceId === invoiceId && turn.funderId === companyId && turn.fromDay <= day)?.holds ??
    false
  const isFunder = side.column === 'funderId'
  const stands = (row: Row) => (isFunder && asOf < today ? holds(row.id, asOf) : isOwn(side, row))
  const counted = facts.rows.filter((row) => !['DRAFT', 'CANCELLED'].includes(row.docStatus) && row.issueDate <= asOf)
  const visible = counted.filter(stands)
  const ids = new Map(visible.map((row) => [row.id, row]))
  const moves = facts.moves.filter((move) => ids.has(move.invoiceId) && move.date <= asOf)
  // What a funder is told of payments and reductions goes by who held the receivable on their day, and on a day on which it changed hands
  // by who received them.
  const changesOn = ({ invoiceId, date }: Move) =>
    facts.turns.some((turn) => turn.invoiceId === invoiceId && turn.funderId === companyId && turn.fromDay === date)
  const told = !isFunder
    ? moves
    : facts.moves.filter(
        (move) =>
          move.date <= asOf &&
          counted.some((row) => row.id === move.invoiceId) &&
          (changesOn(move) && move.received !== null ? move.received === companyId : holds(move.invoiceId, move.date)),
      )
  const owed = new Map(visible.map((row) => [row.id, row.amount]))
  for (const move of moves) {
    const signed = move.kind === 'REDUCTION' && move.type === 'DEBIT_NOTE' ? -move.amount : move.amount
    owed.set(move.invoiceId, owed.get(move.invoiceId)! - signed)
  }
  return { visible, owed, told }
}

/** What is financed for one reader at one day: for a buyer what it owes on its financed invoices, for others what the books hold. */
function financedFor(facts: Facts, side: Side, asOf: string, owed: ReadonlyMap<string, bigint>): bigint {
  if (side.column === 'buyerId')
    return facts.owing
      .filter(
        (one) => one.buyerId === side.seat.companyId && one.fundingDate <= asOf && (one.endedOn === null || one.endedOn > asOf),
      )
      .map((one) => ({ applied: one.amount, left: owed.get(one.invoiceId) ?? 0n }))
      .reduce((total, { applied, left }) => total + (left <= 0n ? 0n : left < applied ? left : applied), 0n)
  const postings = facts.postings.filter((one) => isOwn(side, one) && one.valueDate <= asOf)
  const free = facts.free.filter((one) => isOwn(side, one) && one.date <= asOf)
  return [...postings, ...free].reduce((total, one) => total + one.amount, 0n)
}

/** Every figure of one reader at one day that is not what the facts add up to, as text. */
async function wrongFiguresOf(town: Town, facts: Facts, currency: string, side: Side, asOf: string): Promise<string[]> {
  const text = (amount: bigint) => textIn(currency, amount)
  const { visible, owed, told } = seenBy(facts, side, asOf, town.day)
  const open = visible.map((row) => ({ ...row, owed: owed.get(row.id)! })).filter((row) => row.owed > 0n)
  const sum = (all: readonly { owed: bigint }[]) => all.reduce((total, one) => total + one.owed, 0n)
  const wrong: string[] = []
  const same = (what: string, shown: unknown, truth: unknown) => {
    if (JSON.stringify(shown) !== JSON.stringify(truth))
      wrong.push(
        `${what} for ${side.name} in ${currency} at ${asOf}: shown ${JSON.stringify(shown)}, true ${JSON.stringify(truth)}`,
      )
  }
  const body = { currency, asOf }
  const ask = (call: (typeof arCalls)[keyof typeof arCalls]) => town.ask(side.seat, call, { body })

  const due = await ask(arCalls.queryDueBalance)
  same('Due balance', due.total, text(sum(open)))
  for (const [bucket, holds] of buckets) {
    const inside = open.filter((row) => holds(daysBetween(row.dueDate, asOf)))
    const shown = due.buckets.find((one: any) => one.bucket === bucket)
    same(`Bucket ${bucket}`, [shown.amount, shown.count], [text(sum(inside)), inside.length])
  }
  same(
    'By buyer',
    (await ask(arCalls.queryAccountReceivaleByBuyer)).map((one: any) => [one.buyerCode, one.amount]).sort(),
    [...new Set(open.map((row) => row.buyerCode))]
      .map((code) => [code, text(sum(open.filter((row) => row.buyerCode === code)))])
      .sort(),
  )
  const history = await ask(arCalls.queryHistoryDueBalance)
  same('History, last point', history.at(-1).amount, text(sum([...owed.values()].map((one) => ({ owed: one })))))
  const paid = told.filter((move) => move.kind === 'PAYMENT')
  same('Paid', (await ask(arCalls.queryPaymentHistoryByDate)).total, text(paid.reduce((total, one) => total + one.amount, 0n)))
  const yearAgo = `${Number(asOf.slice(0, 4)) - 1}${asOf.slice(4)}`
  const reduced = told.filter((move) => move.kind === 'REDUCTION' && move.type !== 'DEBIT_NOTE' && move.date > yearAgo)
  const invoiced = visible.filter((row) => row.issueDate > yearAgo).reduce((total, one) => total + one.amount, 0n)
  const dilution = await ask(arCalls.queryDilutionByBuyer)
  same(
    'Dilution',
    [dilution.reductions, dilution.invoiced],
    [text(reduced.reduce((total, one) => total + one.amount, 0n)), text(invoiced)],
  )
  same('Diluted invoices', (await ask(arCalls.queryDilutionCount)).count, new Set(reduced.map((one) => one.invoiceId)).size)
  const principal = financedFor(facts, side, asOf, owed)
  same('Financing balance', (await ask(arCalls.queryFinancingBalanceAmount)).amount, text(principal))
  return wrong
}

/** Every figure of the dashboard that differs from the books, for one side, today or some time ago. */
export async function wrongFigures(town: Town): Promise<string[]> {
  const { roll } = town
  const currency = roll.pick(['USD', 'USD', 'JPY', 'KWD', 'CNY', 'EUR'])
  const asOf = roll.chance(0.5) ? town.day : addDays(town.day, -roll.between(1, 45))
  return wrongFiguresOf(town, await factsOf(town, currency), currency, roll.pick(sidesOf(town)), asOf)
}
