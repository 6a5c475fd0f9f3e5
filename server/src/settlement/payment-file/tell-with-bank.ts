import { platformIdOf } from '../../books/servicing/load-order.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { tellBarred } from '../../finance/pool/tell-barred.ts'
import { financedBeside } from '../../finance/pool/with-bank.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'
import type { ReportLine } from '../../payment-file/read-pain002.ts'
import { linkTo } from '../payment/mark-paid.ts'

/** What a bank said of a transfer of a payment, which the file holds or not. */
type Said = {
  context: UseCaseContext
  payment: Parameters<typeof linkTo>[0] & { id: string; status?: string; orderId?: string | null }
  item: { fileId: string; amount: string; currency: string }
  current: { live: boolean }
  line: Pick<ReportLine, 'status' | 'reasonCode' | 'reasonText'>
}

/**
 * Tells all of settlement that the bank has a payment by a file that no longer holds it, or by two: whoever read the report may be the
 * only one who knows. The transaction sees every company.
 */
export async function tellWithBank(said: Said): Promise<void> {
  if (said.current.live || said.payment.status === 'CANCELLED') return tellUnclear(said)
  await notify(said.context.tx, { event: 'PAYMENT_WITH_BANK_AFTER_ALL', ...(await about(said)) })
}

/** Tells all of settlement that the bank said of a payment what nothing follows from, or that it may have a cancelled one. The transaction sees every company. */
export async function tellUnclear(said: Said): Promise<void> {
  const { reasonCode, reasonText } = said.line
  const told = await about(said)
  const reason = [reasonCode, reasonText].filter(Boolean).join(' ')
  const { tx } = said.context
  if (said.payment.status !== 'CANCELLED')
    return notify(tx, { event: 'PAYMENT_REPORT_UNCLEAR', ...told, params: { ...told.params, reason } })
  const { orderId } = said.payment
  const { orderNos, isOut, barredIds } = orderId
    ? await financedBeside(tx, orderId)
    : { orderNos: [], isOut: false, barredIds: [] }
  if (orderNos.length === 0)
    return notify(tx, { event: 'PAYMENT_WITH_BANK_CANCELLED', ...told, params: { ...told.params, reason } })
  const event = isOut ? 'DOCUMENT_FINANCED_TWICE' : 'DOCUMENT_WITH_BANK'
  await notify(tx, { event, ...told, params: { ...told.params, reason, orders: orderNos.join(', ') } })
  for (const barredId of barredIds) await tellBarred(said.context, barredId)
}

async function about({ context: { tx }, payment, item: { fileId, amount, currency }, line: { status } }: Said) {
  return {
    userIds: await staffOfRole(tx, 'Settlement'),
    inCompany: await platformIdOf(tx),
    params: { no: payment.no, fileNo: await fileNo(tx, fileId), amount: amountText(amount, currency), currency, status },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link: linkTo(payment),
  }
}

async function fileNo(tx: Tx, id: string): Promise<string> {
  const { no } = await tx.selectFrom('paymentFile').select('no').where('id', '=', id).executeTakeFirstOrThrow()
  return no
}
