import { leftOf, maxAdvanceOf } from '@usance/domain/eligibility'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { invoiceDocuments, orderDocuments } from './price.ts'

/** The items of an order that hold their documents, each with its document as it is now. The transaction sees every company. */
async function itemsNow(tx: Tx, orderId: string) {
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(['i.docType', 'i.invoiceId', 'i.purchaseOrderId', 'i.docNo', 'i.buyerId', 'i.supplierId', 'o.currency'])
    .select(['i.applyAmount', 'i.eligible', 'i.advanceRate'])
    .where('i.orderId', '=', orderId)
    .where('i.active', '=', true)
    .orderBy('i.seq')
    .execute()
  const [supplierId] = items.map((item) => item.supplierId)
  if (!supplierId) return []
  const find = (ids: (string | null)[], among: typeof invoiceDocuments) =>
    among(
      tx,
      supplierId,
      ids.flatMap((id) => id ?? []),
      { orderId },
    )
  const found = [
    ...(await find(
      items.map((item) => item.invoiceId),
      invoiceDocuments,
    )),
    ...(await find(
      items.map((item) => item.purchaseOrderId),
      orderDocuments,
    )),
  ]
  return items.flatMap(({ applyAmount, eligible, advanceRate, currency, ...item }) => {
    const known = found.find(({ document }) => document.docId === (item.invoiceId ?? item.purchaseOrderId))
    if (!known) return []
    const [applied, wasLeft] = [amountOf(applyAmount, currency), amountOf(eligible, currency)]
    const { document } = known
    return [{ ...item, document, applied, wasLeft, left: leftOf(document), advanceRate: Exact.parseDecimal(advanceRate) }]
  })
}

/**
 * Whether more or less is left of an invoice of an order than when it was priced, counting reductions and payments that wait. The
 * transaction sees every company.
 */
export const isOtherLeft = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await itemsNow(tx, orderId)).some(({ invoiceId, left, wasLeft }) => invoiceId !== null && !M.equals(left, wasLeft))

type Uncarried = { error: 'INVOICE_NOT_ELIGIBLE' | 'ADVANCE_ABOVE_DOCUMENT'; docId: string; docNo: string }

/**
 * The first document of an order that no longer carries what is advanced on it: it is disputed or not confirmed any more, or too little
 * is left of it, counting reductions and payments that wait. Undefined where all carry theirs, and for drawings, which their pool
 * carries. `buyerId` looks at the documents of one of several buyers. The transaction sees every company.
 */
export async function uncarriedOf(tx: Tx, orderId: string, buyerId?: string): Promise<Uncarried | undefined> {
  for (const item of await itemsNow(tx, orderId)) {
    if (buyerId !== undefined && item.buyerId !== buyerId) continue
    const { docNo, document, left, wasLeft, applied, advanceRate } = item
    const { docId } = document
    if (document.docStatus !== 'CONFIRMED') return { error: 'INVOICE_NOT_ELIGIBLE', docId, docNo }
    if (M.exceeds(wasLeft, left) && M.exceeds(applied, maxAdvanceOf(left, advanceRate)))
      return { error: 'ADVANCE_ABOVE_DOCUMENT', docId, docNo }
  }
  return undefined
}

/**
 * Refuses to go on with an order of which a document no longer carries its advance (decision 152). No amounts are told: the party that
 * confirms the right may be a buyer.
 */
export async function refuseUncarried(tx: Tx, orderId: string, buyerId?: string): Promise<void> {
  const found = await uncarriedOf(tx, orderId, buyerId)
  if (found) throw new Refused(found.error, { docId: found.docId, docNo: found.docNo })
}
