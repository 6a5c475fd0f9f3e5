import { notOfOrder, refuseFinancedAnew } from '../../books/servicing/invoice-payments.ts'
import { kindOf } from '../../books/servicing/load-order.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { beforeFunding } from './before-funding.ts'
import { refuseMoneyOfAnother } from './paying-buyer.ts'
import { virtualPayer } from './virtual-account.ts'

/**
 * Asks of a matched receipt that waits again what was asked at its match: the order is funded since before the receipt, the money is of who
 * owes, and the named invoices are still those of the order, held by nobody else. Throws VALUE_DATE_BEFORE_FUNDING, PAYER_IS_ANOTHER,
 * INVOICE_NOT_OF_ORDER or INVOICE_FINANCED_ANEW. The transaction sees every company.
 */
export async function refuseUnpayable(tx: Tx, repayment: RepaymentRow): Promise<void> {
  const { orderId, collectionId, invoiceIds, feeBillIds, payerBuyerId, payerRole } = repayment
  if (!orderId || !collectionId) return
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  if (!order.fundingDate) throw new Refused('ILLEGAL_TRANSITION')
  if (repayment.valueDate < order.fundingDate) throw beforeFunding('orderId', order.fundingDate)
  const [gone] = await notOfOrder(tx, order, invoiceIds)
  if (gone) throw new Refused('INVOICE_NOT_OF_ORDER', { docNo: await numberOf(tx, gone) })
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  const isOfBuyer = payerRole === 'BUYER'
  await refuseMoneyOfAnother(tx, await virtualPayer(tx, receipt), {
    companyId: isOfBuyer ? (payerBuyerId ?? order.buyerId) : order.supplierId,
    path: 'orderId',
  })
  if (isOfBuyer && kindOf(order.type) === 'PURCHASE')
    await refuseFinancedAnew(tx, { orderId, invoiceIds, feeBillIds, payerBuyerId })
}

const numberOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('invoice').select('invoiceNo').where('id', '=', id).executeTakeFirstOrThrow()).invoiceNo
