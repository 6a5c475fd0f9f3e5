import { dilute as splitDilution } from '@usance/domain/dilution'
import type { JournalKey } from '@usance/domain/ledger/journal'
import { dilute, payBesideFunder } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { diluteLoss } from './dilute-loss.ts'
import { type Financing, funderBalances, lockFinancing } from './load-order.ts'
import { dealWith, owedByBuyer } from './owed-by.ts'
import { owedOnItems } from './reserves.ts'
import { restoreItems } from './restore-items.ts'

/**
 * L6: a passed adjustment lowers a financed receivable, or one that was lost. The reserve bears it, the rest is a claim on the
 * supplier. Called by whoever passes the adjustment; answers what was borne by whom, nothing when no funder holds the invoice.
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
    .select(['o.id', 'i.buyerId'])
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
  const source = { sourceType: 'ADJUSTMENT', sourceId: adjustmentId, seq: 0 }
  const split = await bookDilution(context, financing, { ...holder, invoiceId, adjusted: amountOf(amount, row.currency), source })
  if (!split) return null
  if (!split.added) return { absorbed: M.toDecimal(split.absorbed), claim: M.toDecimal(split.claim), orderId: row.id }
  return keepSplit(context, row, adjustmentId, split)
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

/** L6 in the books of a running order. Returns who bears it, and nothing where the funder owns none of the receivable. */
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
  if (M.isZero(face)) return null
  if (M.exceeds(adjusted, face)) throw new Refused('OVER_ALLOCATION')
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
export const diluteAtFunding = (context: UseCaseContext, orderId: string, paymentId: string): Promise<void> =>
  diluteItems(context, orderId, {
    ownedOf: ({ bought }) => bought,
    sourceOf: ({ seq }) => ({ sourceType: 'PAYMENT', sourceId: paymentId, seq }),
  })

/**
 * L6 with the return of receivables: what the invoices of a purchase lost while their supplier had them back (passed adjustments,
 * payments to the supplier) is no longer owed to the funder that holds them again. The reserve bears it, the rest is a claim on the
 * supplier. What an earlier return took off for a payment that is taken back by now is owed again. Locks the order; sees every
 * company.
 */
export async function diluteWhatWasTakenBack(context: UseCaseContext, orderId: string): Promise<void> {
  const financing = (await lockFinancing(context.tx, orderId))!
  if (financing.kind === 'LOAN') return
  await restoreItems(context, financing)
  const owned = await owedOnItems(context.tx, orderId, financing.row.currency)
  await diluteItems(context, orderId, {
    ownedOf: ({ itemId, bought }) => owned.get(itemId) ?? bought,
    sourceOf: ({ itemId }) => ({ sourceType: 'ORDER_ITEM', sourceId: itemId, seq: financing.row.version }),
  })
}

type Item = { itemId: string; seq: number; bought: M.Money }

/** Lowers each item of an order to what its invoice still owes, note by note, and by what is left from a source of its own. */
async function diluteItems(
  context: UseCaseContext,
  orderId: string,
  { ownedOf, sourceOf }: { ownedOf: (item: Item) => M.Money; sourceOf: (item: Item) => Lowered['source'] },
): Promise<void> {
  const { tx } = context
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select(['v.id as invoiceId', 'v.currency', 'v.outstanding', 'v.adjustedAmount'])
    .select(['i.id as itemId', 'i.buyerId', 'i.seq', 'i.applyAmount', 'i.reserve', 'i.adjustments'])
    .where('i.orderId', '=', orderId)
    .orderBy('i.seq')
    .execute()
  for (const { itemId, invoiceId, buyerId, seq, currency, ...item } of items) {
    const of = (amount: string | null) => amountOf(amount ?? '0', currency)
    const bought = M.add(of(item.applyAmount), of(item.reserve))
    const lost = M.atLeastZero(M.subtract(ownedOf({ itemId, seq, bought }), of(item.outstanding)))
    if (M.isZero(lost)) continue
    const lower = async (adjusted: M.Money, source: Lowered['source'], isPaid = false) => {
      const financing = (await lockFinancing(tx, orderId))!
      const split = await bookDilution(context, financing, { invoiceId, buyerId, adjusted, isPaid, source })
      return { row: financing.row, split }
    }
    let left = lost
    for (const { id, amount } of await notesSince(tx, invoiceId, {
      most: M.min(lost, M.atLeastZero(M.subtract(of(item.adjustedAmount), of(item.adjustments)))),
    })) {
      const { row, split } = await lower(amount, { sourceType: 'ADJUSTMENT', sourceId: id, seq: 0 })
      if (split) await keepSplit(context, row, id, split)
      left = M.subtract(left, amount)
    }
    if (M.isPositive(left)) await lower(left, sourceOf({ itemId, seq, bought }), true)
  }
}

/** The latest passed reductions of an invoice that come to a sum, in the order in which they passed, each with its part of it. */
async function notesSince(tx: Tx, invoiceId: string, { most }: { most: M.Money }): Promise<{ id: string; amount: M.Money }[]> {
  const rows = await tx
    .selectFrom('invoiceAdjustment')
    .select(['id', 'amount'])
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'PASSED')
    .where('type', '<>', 'DEBIT_NOTE')
    .where('absorbedByReserve', '=', '0')
    .where('chargedToSupplier', '=', '0')
    .orderBy('passedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let left = most
  const parts = rows.map(({ id, amount }) => {
    const part = M.min(left, amountOf(amount, most.currency))
    left = M.subtract(left, part)
    return { id, amount: part }
  })
  return parts.filter(({ amount }) => M.isPositive(amount)).reverse()
}

/** Shows on the adjustment who bore it, and tells a supplier that owes a part of it. */
async function keepSplit(
  { tx }: UseCaseContext,
  row: Financing['row'],
  adjustmentId: string,
  { absorbed, claim }: { absorbed: M.Money; claim: M.Money },
) {
  const split = { absorbed: M.toDecimal(absorbed), claim: M.toDecimal(claim), orderId: row.id }
  const isLost = row.status === 'WRITTEN_OFF'
  await tx
    .updateTable('invoiceAdjustment')
    .set({ absorbedByReserve: split.absorbed, chargedToSupplier: split.claim })
    .where('id', '=', adjustmentId)
    .execute()
  if (M.isPositive(claim))
    await notify(tx, {
      event: isLost ? 'LOSS_DILUTED' : 'RECOURSE_CLAIM_OPENED',
      companyIds: [row.supplierId, row.funderId],
      params: { orderNo: row.orderNo, amount: split.claim, currency: row.currency },
      objectType: 'FINANCE_ORDER',
      objectId: row.id,
      link: `/finance/finance-order/${row.id}/detail`,
    })
  return split
}
