import type { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { passesOf } from '../../approval/workflow/passes.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import {
  type DirectPaymentRow,
  directPaymentHash,
  lockDirectPayment,
  moveDirectPayment,
  refuseFinanced,
} from './direct-payment.ts'
import { titleOf } from './report.ts'

/**
 * Whether a payment was confirmed by the supplier, and by others than who asks to take it back: then the supplier alone agrees to that
 * (decision 182). The transaction sees every company.
 */
async function isConfirmedByColleague(tx: Tx, { id, supplierId }: DirectPaymentRow, askedBy: string): Promise<boolean> {
  const passes = await passesOf(tx, { businessType: 'DIRECT_PAYMENT', businessId: id })
  const passed = passes.filter(({ companyId }) => companyId === supplierId)
  return passed.length > 0 && passed.every(({ userId, onBehalfOfId }) => userId !== askedBy && onBehalfOfId !== askedBy)
}

/** The supplier asks to take back a payment that was confirmed in error; a second person decides. */
export const takePaymentBack: Handler<typeof directPaymentCalls.takeBack> = async (request) => {
  const { tx, actor, body } = request
  const { invoice, payment } = await lockDirectPayment(tx, body.id)
  if (payment.supplierId !== actor.companyId) throw new Refused('NOT_FOUND')
  refuseFinanced(invoice.financeStatus)
  await elevate(tx)
  const status = await moveDirectPayment(request, payment, 'takeBack', { takeBackReason: body.reason })
  await audit(request, {
    event: 'DIRECT_PAYMENT_TAKE_BACK',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { directPaymentId: payment.id, no: payment.no, comment: `${payment.no}: ${body.reason}` },
  })
  await startFlow(request, {
    businessType: 'DIRECT_PAYMENT_REVERSAL',
    businessId: payment.id,
    businessNo: payment.no,
    title: await titleOf(request, invoice, payment.reference),
    contentHash: await directPaymentHash(tx, payment.id),
    amount: payment.amount,
    currency: payment.currency,
    supplierId: payment.supplierId,
    answeredBy: (await isConfirmedByColleague(tx, payment, actor.userId)) ? 'SUPPLIER' : undefined,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  return { id: payment.id, no: payment.no, status }
}
