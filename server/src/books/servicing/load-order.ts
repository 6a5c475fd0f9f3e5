import type { Calendar } from '@usance/domain/calendar'
import type { Deal } from '@usance/domain/ledger/journal'
import type { LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import { type ItemLife, type OrderLife, principalLeft, type RatePeriod } from '@usance/domain/servicing/life'
import type { OrderPosition, PaidCosts } from '@usance/domain/servicing/plan-repayment'
import { heldOf } from '@usance/domain/servicing/released'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { calendarsOf } from './calendars.ts'
import { feesToCharge } from './load-fee.ts'
import { ratesAhead } from './rates-ahead.ts'
import { owedOnItemsOf, reservesOf } from './reserves.ts'
import { type FundedTerms, servicingTerms } from './terms.ts'

export type OrderRow = Awaited<ReturnType<typeof orderRows>>[number]
export type Financing = {
  row: OrderRow
  kind: 'PURCHASE' | 'LOAN'
  terms: FundedTerms
  deal: Deal
  life: OrderLife
  paid: Map<string, PaidCosts>
  /** Invoice of each item; a purchase order has none. */
  invoiceOf: Map<string, string | null>
  /** Who owes each item; nobody by itself where a pool stands for many. */
  buyerOf: Map<string, string | null>
}

const orderRows = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('financeOrder')
    .select([
      'id',
      'orderNo',
      'type',
      'productId',
      'supplierId',
      'buyerId',
      'poolId',
      'funderId',
      'currency',
      'status',
      'fundingDate',
      'requestedFundingDate',
      'maturity',
      'recourse',
      'disclosed',
      'principalOutstanding',
      'financeAmount',
      'arpOfOrderId',
      'fundedTerms',
      'version',
    ])
    .select(
      sql<boolean>`exists (select from payment p where p.order_id = finance_order.id and p.type = 'RELEASE' and p.status = 'PAID')`.as(
        'hasReleased',
      ),
    )
    .where('id', '=', anyOf(ids))
    .execute()

/** The platform's own company, in whose book its fees are. */
export async function platformIdOf(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
  return row.id
}

/** The parties and kind of deal behind the journals of an order. */
export const dealOf = (
  row: Pick<OrderRow, 'id' | 'supplierId' | 'buyerId' | 'funderId' | 'recourse' | 'disclosed'>,
  platformId: string,
  itemId?: string,
): Deal => ({
  parties: {
    funder: row.funderId,
    platform: platformId,
    supplier: row.supplierId,
    ...(row.buyerId ? { buyer: row.buyerId } : {}),
  },
  orderId: row.id,
  ...(itemId ? { itemId } : {}),
  recourse: row.recourse,
  disclosed: row.disclosed,
})

/** Whether an order buys receivables or lends against something that is none yet. */
export const kindOf = (type: string): 'PURCHASE' | 'LOAN' =>
  type === 'RECEIVABLE_PURCHASE' || type === 'PAYABLES_FINANCE' ? 'PURCHASE' : 'LOAN'

/** Rows by what they belong to, in the order they came. */
export function rowsBy<R>(rows: readonly R[], idOf: (row: R) => string | null): (id: string) => R[] {
  const found = new Map<string | null, R[]>()
  for (const row of rows) {
    const known = found.get(idOf(row))
    if (known) known.push(row)
    else found.set(idOf(row), [row])
  }
  return (id) => found.get(id) ?? []
}

/** Rows by the order they belong to, in the order they came. */
export const byOrder = <R extends { orderId: string | null }>(rows: readonly R[]): ((orderId: string) => R[]) =>
  rowsBy(rows, ({ orderId }) => orderId)

/** What is stored of the lives of some orders, by order, and the platform's own company. Asked at once. */
async function storedLives(tx: Tx, ids: readonly string[]) {
  const [rows, items, periods, allocations, releases, receipts, platformId] = await Promise.all([
    orderRows(tx, ids),
    tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', anyOf(ids)).orderBy('seq').execute(),
    tx.selectFrom('ratePeriod').selectAll().where('orderId', '=', anyOf(ids)).orderBy('fromDate').execute(),
    tx
      .selectFrom('allocation as a')
      .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
      .select(['a.orderId', 'a.itemId', 'a.component', 'a.amount', 'r.valueDate'])
      .where('a.orderId', '=', anyOf(ids))
      .where('a.reversed', '=', false)
      .where('a.component', 'in', ['PRINCIPAL', 'INTEREST', 'PENALTY'])
      .orderBy('r.valueDate')
      .orderBy('a.createdAt')
      .execute(),
    tx
      .selectFrom('discountRelease')
      .selectAll()
      .where('orderId', '=', anyOf(ids))
      .where('reversed', '=', false)
      .orderBy('valueDate')
      .orderBy('createdAt')
      .execute(),
    tx
      .selectFrom('repayment')
      .select(['orderId', 'valueDate'])
      .where('orderId', '=', anyOf(ids))
      .where('status', '=', 'POSTED')
      .where('cutsInterest', '=', true)
      .execute(),
    platformIdOf(tx),
  ])
  return {
    rows,
    itemsOf: byOrder(items),
    periodsOf: byOrder(periods),
    allocationsOf: byOrder(allocations),
    releasesOf: byOrder(releases),
    receiptsOf: byOrder(receipts),
    platformId,
  }
}
type StoredLives = Awaited<ReturnType<typeof storedLives>>
type Funded = { row: OrderRow; terms: FundedTerms; fundedOn: LocalDate }

/** Funded orders with all that happened to them, as the rules of servicing take them. A handful of queries, asked at once, however many there are. */
export async function loadFinancings(tx: Tx, ids: readonly string[]): Promise<Map<string, Financing>> {
  if (ids.length === 0) return new Map()
  const stored = await storedLives(tx, ids)
  const found = new Map<string, Financing>()
  for (const row of stored.rows) {
    if (!row.fundedTerms || !row.fundingDate) continue
    const terms = row.fundedTerms as FundedTerms
    const own = stored.itemsOf(row.id)
    const paidParts = stored.allocationsOf(row.id)
    const paidOf = (itemId: string, component: string) =>
      M.sum(
        paidParts
          .filter((one) => one.itemId === itemId && one.component === component)
          .map((one) => amountOf(one.amount, row.currency)),
        row.currency,
      )
    found.set(row.id, {
      row,
      kind: kindOf(row.type),
      terms,
      deal: dealOf(row, stored.platformId),
      life: lifeOf({ row, terms, fundedOn: row.fundingDate }, stored, await calendarsOf(tx, terms.calendars)),
      paid: new Map(own.map((item) => [item.id, { interest: paidOf(item.id, 'INTEREST'), penalty: paidOf(item.id, 'PENALTY') }])),
      invoiceOf: new Map(own.map((item) => [item.id, item.invoiceId])),
      buyerOf: new Map(own.map((item) => [item.id, item.buyerId])),
    })
  }
  return found
}

/** The life of a funded order: its terms, rates and items, and what receipts have cut and paid. */
function lifeOf({ row, terms, fundedOn }: Funded, stored: StoredLives, calendars: readonly Calendar[]): OrderLife {
  const { id, currency } = row
  const money = (text: string) => amountOf(text, currency)
  const [paidParts, released] = [stored.allocationsOf(id), stored.releasesOf(id)]
  return {
    orderId: id,
    currency,
    terms: servicingTerms(terms, calendars),
    rates: stored.periodsOf(id).map((one) => ({ from: one.fromDate, rate: parseDecimal(one.rate) })),
    // What pays neither principal nor interest makes none of it due: fees, bills and reserve round nothing, but where earlier versions booked it.
    cuts: [...new Set([...paidParts, ...stored.receiptsOf(id)].map((one) => one.valueDate))],
    items: stored.itemsOf(id).map((item): ItemLife => {
      const fixed = terms.items[item.id]!
      return {
        itemId: item.id,
        number: item.docNo,
        fundedOn,
        maturity: item.maturity,
        interestTo: fixed.interestTo,
        ...(fixed.leastTo ? { leastTo: fixed.leastTo } : {}),
        ...(fixed.graceEnd ? { graceEnd: fixed.graceEnd } : {}),
        advance: money(item.applyAmount),
        charged: { client: money(fixed.client), fund: money(fixed.fund) },
        principalPaid: paidParts
          .filter((one) => one.itemId === item.id && one.component === 'PRINCIPAL')
          .map((one) => ({ on: one.valueDate, amount: money(one.amount) })),
        released: released
          // The line may only show that an earlier rebate has paid principal.
          .filter((one) => one.itemId === item.id && !(M.isZero(money(one.client)) && M.isZero(money(one.fund))))
          .map((one) => ({
            on: one.valueDate,
            client: money(one.client),
            fund: money(one.fund),
            ...(one.paymentId === null ? {} : { atFunding: true as const }),
          })),
      }
    }),
  }
}

/** The balance of accounts of one order in the funder's book, on their debit side. */
export const funderBalances = async (tx: Tx, orderId: string, currency: string): Promise<(account: string) => Money> =>
  (await funderBalancesOf(tx, [{ id: orderId, currency }]))({ id: orderId, currency })

/** The same of some orders, by order. */
async function funderBalancesOf(
  tx: Tx,
  orders: readonly { id: string; currency: string }[],
): Promise<(order: { id: string; currency: string }) => (account: string) => Money> {
  const rows = await tx
    .selectFrom('ledgerBalance')
    .select(['orderId', 'currency', 'account', 'balance'])
    .where('orderId', '=', anyOf(orders.map(({ id }) => id)))
    .where('book', '=', 'F')
    .execute()
  const rowsOf = byOrder(rows)
  return ({ id, currency }) => {
    const own = rowsOf(id).filter((row) => row.currency === currency)
    return (account) => amountOf(own.find((row) => row.account === account)?.balance ?? '0', currency)
  }
}

/** The items of an order whose principal is paid. */
const paidItems = ({ life }: Pick<Financing, 'life'>): Set<string> =>
  new Set(life.items.filter((item) => M.isZero(principalLeft(item))).map((item) => item.itemId))

/**
 * Reserve of paid items of some purchases that the funder still holds, by order: it is the supplier's and bears nothing any more. What
 * was released of items that are open again counts below zero, so that they are secured by their reserve as if nothing had been released.
 */
async function freeReservesOf(tx: Tx, purchases: readonly Financing[]): Promise<(order: Financing) => Money> {
  const asked = purchases.filter((one) => one.row.hasReleased || paidItems(one).size > 0).map(({ row }) => row.id)
  const reservesIn = byOrder(asked.length > 0 ? await reservesOf(tx, asked) : [])
  return (order) => {
    const { id, currency } = order.row
    const isPaid = paidItems(order)
    const none = M.zero(currency)
    return M.sum(
      reservesIn(id).map((one) => heldOf(isPaid.has(one.itemId) ? one : { ...one, fed: none })),
      currency,
    )
  }
}

/** The fees that an order owed the funder on a day, by account. */
async function feesOn(tx: Tx, { id, currency }: Financing['row'], on: LocalDate): Promise<(account: string) => Money> {
  const rows = await tx
    .selectFrom('posting')
    .select(['account', sql<string>`sum(case side when 'D' then amount else -amount end)`.as('balance')])
    .where('orderId', '=', id)
    .where('account', 'in', ['1220', '1230'])
    .where('book', '=', 'F')
    .where('valueDate', '<=', on)
    .groupBy('account')
    .execute()
  return (account) => amountOf(rows.find((row) => row.account === account)?.balance ?? '0', currency)
}

/**
 * Everything a repayment decides on: the life of the order and what its books hold now. A receipt pays no fee that was charged after its
 * day (`on`): otherwise the fee would be paid before it was owed.
 */
export async function positionOf(tx: Tx, financing: Financing, on?: LocalDate): Promise<OrderPosition> {
  const position = (await positionsOf(tx, [financing]))(financing)
  if (!on) return position
  const onDay = await feesOn(tx, financing.row, on)
  return {
    ...position,
    feesDue: M.atLeastZero(M.min(position.feesDue, onDay('1220'))),
    buyerFees: M.atLeastZero(M.min(position.buyerFees, onDay('1230'))),
  }
}

/** The same of some orders with all their fees, by order, in as many queries as one takes. */
async function positionsOf(tx: Tx, financings: readonly Financing[]): Promise<(financing: Financing) => OrderPosition> {
  const purchases = financings.filter(({ kind }) => kind === 'PURCHASE')
  const isSplit = ({ kind, life }: Financing) => kind === 'PURCHASE' && life.items.length > 1
  const rowsOf = (some: readonly Financing[]) => some.map(({ row }) => row)
  const balances = await funderBalancesOf(tx, rowsOf(financings))
  const freeOf = await freeReservesOf(tx, purchases)
  const owesOf = await owedOnItemsOf(tx, rowsOf(purchases.filter(isSplit)))
  return (financing) => {
    const { life, paid, kind, row } = financing
    const balance = balances(row)
    return {
      order: life,
      paid,
      feesDue: balance('1220'),
      buyerFees: balance('1230'),
      receivable:
        kind === 'PURCHASE'
          ? { face: balance('1100'), claim: balance('1300'), reserve: M.subtract(M.negate(balance('2000')), freeOf(financing)) }
          : null,
      ...(isSplit(financing) ? { owes: owesOf(row.id) } : {}),
    }
  }
}

/** The items of the invoices that a payment names. */
export const namedItems = ({ invoiceOf }: Pick<Financing, 'invoiceOf'>, invoiceIds: readonly string[]): Set<string> =>
  new Set([...invoiceOf].flatMap(([itemId, invoiceId]) => (invoiceId && invoiceIds.includes(invoiceId) ? [itemId] : [])))

/** A funded order, locked against every other change of its money until the transaction ends. */
export async function lockFinancing(tx: Tx, orderId: string): Promise<Financing | undefined> {
  await tx.selectFrom('financeOrder').select('id').where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst()
  return (await loadFinancings(tx, [orderId])).get(orderId)
}

type FeesAhead = Record<'SUPPLIER' | 'BUYER', Money>

/** The fees at settlement of some orders that their next receipts make due, by order and by those who owe them to the funder. */
export async function feesAheadOf(
  tx: Tx,
  orders: readonly { id: string; currency: string }[],
): Promise<(orderId: string) => FeesAhead> {
  const currencyOf = new Map(orders.map(({ id, currency }) => [id, currency]))
  const ahead = await tx
    .selectFrom('orderFee as f')
    .innerJoin('financeOrder as o', 'o.id', 'f.orderId')
    .select(['f.id', 'f.orderId', 'f.payer', 'f.amount', 'f.tax', 'o.currency'])
    .where('f.orderId', '=', anyOf([...currencyOf.keys()]))
    .where('f.timing', '=', 'SETTLEMENT')
    .where('f.charged', '=', false)
    .execute()
  const charges = await feesToCharge(tx, ahead)
  const sumOf = (orderId: string, payer: string) =>
    M.sum(
      charges.filter(({ fee }) => fee.orderId === orderId && fee.payer === payer).flatMap(({ amount, tax }) => [amount, tax]),
      currencyOf.get(orderId)!,
    )
  return (orderId) => ({ SUPPLIER: sumOf(orderId, 'SUPPLIER'), BUYER: sumOf(orderId, 'BUYER') })
}

/** The fees at settlement of an order that its next receipt makes due. */
export const feesAhead = async (tx: Tx, order: { id: string; currency: string }): Promise<FeesAhead> =>
  (await feesAheadOf(tx, [order]))(order.id)

/**
 * What a repayment decides on, with the fees that the next receipt makes due and the resets of the coming days: what a quote and a preview
 * must count on.
 */
export const positionAhead = async (tx: Tx, financing: Financing, on?: LocalDate): Promise<OrderPosition> =>
  aheadOf(await positionOf(tx, financing, on), {
    fees: await feesAhead(tx, financing.row),
    rates: (await ratesAhead(tx, [financing]))(financing),
  })

/** The same of some orders now, by order, in as many queries as one takes. */
export async function positionsAhead(tx: Tx, financings: readonly Financing[]): Promise<(financing: Financing) => OrderPosition> {
  const positionNow = await positionsOf(tx, financings)
  const more = await feesAheadOf(
    tx,
    financings.map(({ row }) => row),
  )
  const ratesOf = await ratesAhead(tx, financings)
  return (financing) => aheadOf(positionNow(financing), { fees: more(financing.row.id), rates: ratesOf(financing) })
}

const aheadOf = (position: OrderPosition, { fees, rates }: { fees: FeesAhead; rates: readonly RatePeriod[] }): OrderPosition => ({
  ...position,
  order: { ...position.order, rates },
  feesDue: M.add(position.feesDue, fees.SUPPLIER),
  buyerFees: M.add(position.buyerFees, fees.BUYER),
})
