import { dilute as splitDilution } from '@usance/domain/dilution'
import type { JournalKey } from '@usance/domain/ledger/journal'
import { dilute, payBesideFunder } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { asBooked } from '@usance/domain/servicing/pay-by-invoice'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { debtOfInvoice } from './debt-of-invoice.ts'
import { diluteLoss } from './dilute-loss.ts'
import { type Financing, funderBalances, lockFinancing } from './load-order.ts'
import { dealWith, owedByBuyer } from './owed-by.ts'
import { itemDebts, owedOnItems } from './reserves.ts'
import { restoreItems } from './restore-items.ts'
import { tellingClaims } from './tell-claims.ts'

/**
 * L6: a passed adjustment lowers a financed receivable, or one that was lost. It reduces first what the invoice owes beyond the funder's
 * part. A reduction of that part is charged to the reserve, and the rest is a claim on the supplier. Expects the invoice to be lowered
 * already. Returns what reserve and supplier bear, or null where the funder's part is not reduced.
 */
export async function applyDilution(
  context: UseCaseContext,
  invoiceId: string,
  amount: string,
  adjustmentId: string,
): Promise<{ absorbed: string; claim: string; orderId: string } | null> {
  const { tx, today, actor } = context
  await elevate(tx)
  const holder = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select(['o.id', 'i.id as itemId', 'i.buyerId'])
    .where('i.invoiceId', '=', invoiceId)
    .where('o.fundingDate', 'is not', null)
    .where('o.status', '<>', 'CONVERTED')
    .orderBy('i.active', 'desc')
    .orderBy('o.fundingDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!holder) return null
  const financing = (await lockFinancing(tx, holder.id))!
  const { row } = financing
  if (financing.kind === 'LOAN') return null
  if (row.status === 'WRITTEN_OFF') {
    const { absorbed, claim } = await diluteLoss(tx, financing, {
      sourceType: 'ADJUSTMENT',
      sourceId: adjustmentId,
      invoiceId,
      today,
      by: actor.userId,
    })
    if (M.isZero(absorbed) && M.isZero(claim)) return null
    return keepSplit(context, row, adjustmentId, { absorbed, claim })
  }
  const note = amountOf(amount, row.currency)
  const adjusted = M.min(note, await lostBy(tx, row, holder.itemId, note))
  const source = { sourceType: 'ADJUSTMENT', sourceId: adjustmentId, seq: 0 }
  const split = await tellingClaims(context, row, () =>
    bookDilution(context, financing, { ...holder, invoiceId, adjusted, source }),
  )
  if (!split) return null
  if (!split.added) return { absorbed: M.toDecimal(split.absorbed), claim: M.toDecimal(split.claim), orderId: row.id }
  return keepSplit(context, row, adjustmentId, split)
}

/** What the funder owned behind an item before a note lowered its invoice, beyond what the buyer still owes. */
async function lostBy(
  tx: Tx,
  { id, currency }: { id: string; currency: string },
  itemId: string,
  note: M.Money,
): Promise<M.Money> {
  const debts = await itemDebts(tx, id, currency)
  const item = debts.find((one) => one.itemId === itemId)
  if (!item) return M.zero(currency)
  const own = debts.filter(({ buyer }) => buyer === item.buyer)
  const before = new Map(own.map((one) => [one.itemId, one === item ? { ...one, debt: M.add(one.debt, note) } : one]))
  const owned = asBooked(new Map(own.map((one) => [one.itemId, one.owes])), item.owned, own, before).get(itemId)
  return M.atLeastZero(M.subtract(owned ?? M.zero(currency), item.debt))
}

/** What a financed receivable is lowered by, and the source of its journal. */
type Lowered = {
  invoiceId: string
  buyerId: string | null
  adjusted: M.Money
  /** Its buyer paid this to the supplier itself; otherwise it was credited. */
  isPaid?: boolean
  source: Omit<JournalKey, 'eventType'>
}

/** L6 in the books of a running order. Returns who bears it, and nothing where nothing of the funder's part is lost. */
async function bookDilution(
  { tx, today, actor }: UseCaseContext,
  financing: Financing,
  { invoiceId, buyerId, adjusted, isPaid, source }: Lowered,
): Promise<{ absorbed: M.Money; claim: M.Money; added: boolean } | null> {
  const { row, life } = financing
  const deal = buyerId ? dealWith(financing.deal, buyerId) : financing.deal
  const balance = await funderBalances(tx, row.id, row.currency)
  const owedBy = await owedByBuyer(tx, financing)
  const face = owedBy ? owedBy.find((one) => one.buyer === buyerId)!.amount : balance('1100')
  if (M.isZero(face) || M.isZero(adjusted)) return null
  // Only unfilled reserve goes with the receivable; money that the funder holds already is the supplier's.
  const unfilled = M.subtract(M.add(balance('1100'), balance('1300')), amountOf(row.principalOutstanding, row.currency))
  const reserve = M.min(M.negate(balance('2000')), M.atLeastZero(unfilled))
  const { absorbed, claim } = splitDilution({ face, reserve }, adjusted, {
    on: today,
    calendars: life.terms.calendars,
  })
  const lower = isPaid ? payBesideFunder : dilute
  const added = await post(tx, lower({ eventType: 'DILUTION', ...source }, deal, { absorbed, excess: claim }), {
    valueDate: today,
    postedOn: today,
    orderId: row.id,
    invoiceId,
    by: actor.userId,
  })
  if (added) await keepClaims(tx, financing, { on: today, reason: 'DILUTION' })
  return { absorbed, claim, added }
}

/**
 * L6 with the funding: what the invoices of an order lost after it was priced (passed adjustments, payments) was bought at the
 * price that the bank was told. The reserve bears it, the rest is a claim on the supplier. Locks the order; sees every company.
 */
export const diluteAtFunding = (
  context: UseCaseContext,
  order: { id: string; currency: string },
  paymentId: string,
): Promise<void> =>
  tellingClaims(context, order, () =>
    diluteItems(context, order.id, {
      ownedOf: ({ bought }) => bought,
      sourceOf: ({ seq }) => ({ sourceType: 'PAYMENT', sourceId: paymentId, seq }),
    }),
  )

/**
 * L6 with the return of receivables: what the invoices of a purchase lost while their supplier had them back (passed adjustments,
 * payments to the supplier) is no longer owed to the funder that holds them again. The reserve bears it, the rest is a claim on the
 * supplier. What an earlier return took off for a payment that is taken back by now is owed again. Locks the order; sees every
 * company.
 */
export async function diluteWhatWasTakenBack(context: UseCaseContext, orderId: string): Promise<void> {
  const financing = (await lockFinancing(context.tx, orderId))!
  if (financing.kind === 'LOAN') return
  await tellingClaims(context, financing.row, async () => {
    await restoreItems(context, financing)
    await diluteWhatIsNotOwed(context, financing)
  })
}

/**
 * L6 for a running purchase whose part of an invoice has grown beyond what is owed on it: a credit note was borne by the part that the
 * supplier had taken back, and the supplier's payment is taken back or pays other debts now. The reserve bears the note then, and the
 * rest is a claim. Before a buyer's receipt (`ahead`) only where it would pay more on an invoice than is owed there. The order is locked.
 */
export async function diluteWhatIsNotOwed(
  context: UseCaseContext,
  { kind, row: { id, currency } }: Pick<Financing, 'row' | 'kind'>,
  ahead?: M.Money,
): Promise<void> {
  const { tx } = context
  if (kind === 'LOAN') return
  const items = await itemsOf(tx, id)
  const mayPayMore = ({ debt }: Item) => !ahead || M.exceeds(ahead, debt)
  if (!items.some(mayPayMore)) return
  const owned = await owedOnItems(tx, id, currency)
  const ownedOf = ({ itemId }: Item) => owned.get(itemId) ?? M.zero(currency)
  if (!items.some((item) => mayPayMore(item) && M.exceeds(ownedOf(item), item.debt))) return
  await diluteItems(context, id, {
    ownedOf,
    sourceOf: ({ itemId }, { version }) => ({ sourceType: 'ORDER_ITEM', sourceId: itemId, seq: version }),
  })
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** The items of a purchase, with what was bought of each invoice, what is owed on it, and its reductions since it was priced. */
async function itemsOf(tx: Tx, orderId: string) {
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select(['v.id as invoiceId', 'v.currency', 'v.adjustedAmount', debtOfInvoice.as('debt')])
    .select(['i.id as itemId', 'i.buyerId', 'i.seq', 'i.applyAmount', 'i.reserve', 'i.adjustments'])
    .where('i.orderId', '=', orderId)
    .orderBy('i.seq')
    .execute()
  return items.map(({ applyAmount, reserve, adjustedAmount, adjustments, debt, ...item }) => {
    const of = (amount: string | null) => amountOf(amount ?? '0', item.currency)
    return {
      ...item,
      bought: M.add(of(applyAmount), of(reserve)),
      debt: M.atLeastZero(of(debt)),
      reduced: M.atLeastZero(M.subtract(of(adjustedAmount), of(adjustments))),
    }
  })
}

/** Lowers each item of an order to what its invoice still owes, note by note, and by what is left from a source of its own. */
async function diluteItems(
  context: UseCaseContext,
  orderId: string,
  { ownedOf, sourceOf }: { ownedOf: (item: Item) => M.Money; sourceOf: (item: Item, row: Financing['row']) => Lowered['source'] },
): Promise<void> {
  const { tx } = context
  for (const item of await itemsOf(tx, orderId)) {
    const { invoiceId, buyerId } = item
    const lost = M.atLeastZero(M.subtract(ownedOf(item), item.debt))
    if (M.isZero(lost)) continue
    const lower = async (adjusted: M.Money, sourceIn: (row: Financing['row']) => Lowered['source'], isPaid = false) => {
      const financing = (await lockFinancing(tx, orderId))!
      const source = sourceIn(financing.row)
      const split = await bookDilution(context, financing, { invoiceId, buyerId, adjusted, isPaid, source })
      return { row: financing.row, split }
    }
    let left = lost
    for (const { id, amount, seq } of await notesSince(tx, invoiceId, { most: M.min(lost, item.reduced) })) {
      const { row, split } = await lower(amount, () => ({ sourceType: 'ADJUSTMENT', sourceId: id, seq }))
      if (split) await keepSplit(context, row, id, split)
      left = M.subtract(left, amount)
    }
    if (M.isPositive(left)) await lower(left, (row) => sourceOf(item, row), true)
  }
}

type PartOfNote = {
  id: string
  amount: M.Money
  /** The number of its next journal: a part of it may have been booked before. */
  seq: number
}

/**
 * The latest passed reductions of an invoice that come to a sum, in the order in which they passed, each with its part of it. A
 * reduction counts as far as nobody has borne it yet.
 */
async function notesSince(tx: Tx, invoiceId: string, { most }: { most: M.Money }): Promise<PartOfNote[]> {
  const rows = await tx
    .selectFrom('invoiceAdjustment as a')
    .select(['a.id', sql<string>`a.amount - a.absorbed_by_reserve - a.charged_to_supplier`.as('unborne')])
    .select(
      sql<number>`(select coalesce(max(split_part(j.key, ':', 4)::int) + 1, 0) from journal j
        where j.event = 'DILUTION' and j.source_type = 'ADJUSTMENT' and j.source_id = a.id::text and j.reversal_of is null)`.as(
        'seq',
      ),
    )
    .where('a.invoiceId', '=', invoiceId)
    .where('a.status', '=', 'PASSED')
    .where('a.type', '<>', 'DEBIT_NOTE')
    .where(sql<boolean>`a.amount > a.absorbed_by_reserve + a.charged_to_supplier`)
    .orderBy('a.passedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  let left = most
  const parts = rows.map(({ id, unborne, seq }) => {
    const part = M.min(left, amountOf(unborne, most.currency))
    left = M.subtract(left, part)
    return { id, amount: part, seq }
  })
  return parts.filter(({ amount }) => M.isPositive(amount)).reverse()
}

/** Adds to the adjustment who bore it or a part of it, and tells a supplier that owes a part of a loss now. */
async function keepSplit(
  { tx }: UseCaseContext,
  row: Financing['row'],
  adjustmentId: string,
  { absorbed, claim }: { absorbed: M.Money; claim: M.Money },
) {
  const split = { absorbed: M.toDecimal(absorbed), claim: M.toDecimal(claim), orderId: row.id }
  await tx
    .updateTable('invoiceAdjustment')
    .set((eb) => ({
      absorbedByReserve: eb('absorbedByReserve', '+', split.absorbed),
      chargedToSupplier: eb('chargedToSupplier', '+', split.claim),
    }))
    .where('id', '=', adjustmentId)
    .execute()
  if (!M.isPositive(claim) || row.status !== 'WRITTEN_OFF') return split
  await notify(tx, {
    event: 'LOSS_DILUTED',
    companyIds: [row.supplierId, row.funderId],
    params: { orderNo: row.orderNo, amount: split.claim, currency: row.currency },
    objectType: 'FINANCE_ORDER',
    objectId: row.id,
    link: `/finance/finance-order/${row.id}/detail`,
  })
  return split
}
