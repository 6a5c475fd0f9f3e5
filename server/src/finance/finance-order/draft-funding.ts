import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import { audit } from '../../audit/record.ts'
import { bankHasOf } from '../../books/servicing/bank-has.ts'
import { conversionFigures } from '../../books/servicing/convert-order.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { fundingAccount } from '../../books/servicing/paying-account.ts'
import { paymentGoesOut } from '../../books/servicing/payment-counts.ts'
import { movePayment } from '../../books/servicing/payment-row.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { tellBarred } from '../pool/tell-barred.ts'

/** Prepares the payment of a right-confirmed order: the net amount to the account the supplier named. Drafted once. */
export async function draftFunding(context: UseCaseContext, orderId: string): Promise<{ id: string; no: string }> {
  const { tx, today, actor } = context
  await elevate(tx)
  const order = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (order.status !== 'RIGHT_CONFIRMED') throw new Refused('ILLEGAL_TRANSITION')
  const earlier = await tx
    .selectFrom('payment')
    .select(['id', 'no'])
    .where('orderId', '=', orderId)
    .where('type', '=', 'FUNDING')
    .where(paymentGoesOut('payment'))
    .executeTakeFirst()
  if (earlier) return earlier
  const amount = order.arpOfOrderId
    ? (await conversionFigures(tx, order, order.requestedFundingDate, { mayBeShort: true })).cash
    : order.netAmount
  const payment = { id: newId(), no: await nextNumber(tx, 'PAY', today) }
  await tx
    .insertInto('payment')
    .values({
      ...payment,
      type: 'FUNDING',
      orderId,
      supplierId: order.supplierId,
      funderId: order.funderId,
      payeeCompanyId: order.supplierId,
      ...(await fundingAccount(tx, order.funderId, order.currency)),
      toAccountId: order.payeeBankAccountId,
      amount,
      currency: order.currency,
      dueDate: order.requestedFundingDate,
      createdBy: actor.userId,
    })
    .execute()
  await audit(context, {
    event: 'PAYMENT_DRAFTED',
    objectType: 'PAYMENT',
    objectId: payment.id,
    objectNo: payment.no,
    after: { order: order.orderNo, amount, currency: order.currency },
  })
  await notify(tx, {
    event: 'PAYMENT_DRAFTED',
    companyIds: [await platformIdOf(tx)],
    params: { no: payment.no, orderNo: order.orderNo },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link: `/payment/management?no=${payment.no}`,
  })
  // What the bank has of a document that was entered anew bars the payment from its first day.
  await tellBarred(context, orderId)
  return payment
}

/** Takes the payment of an order out of its approval, if it is in one. */
export async function cancelFundingFlow(context: UseCaseContext, orderId: string): Promise<void> {
  const waiting = await context.tx
    .selectFrom('payment')
    .select('id')
    .where('orderId', '=', orderId)
    .where('type', '=', 'FUNDING')
    .where('status', '=', 'IN_APPROVE')
    .executeTakeFirst()
  if (waiting) await cancelFlow(context, 'PAYMENT', waiting.id)
}

/** The number of a file by which the bank has the funding of an order, though it was declared failed; null where it has not. */
export async function fundingWithBank(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select(bankHasOf('payment.id').as('no'))
    .where('orderId', '=', orderId)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'IN_APPROVE', 'FAILED'])
    .executeTakeFirst()
  return row?.no ?? null
}

/** Cancels the payment of an order that is taken back or expires; one already with the bank cannot be. */
export async function cancelFunding(context: UseCaseContext, orderId: string): Promise<void> {
  const { tx } = context
  const live = await tx
    .selectFrom('payment')
    .select(['id', 'no', 'status'])
    .where('orderId', '=', orderId)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'PAID', 'FAILED'])
    .forUpdate()
    .executeTakeFirst()
  if (!live) return
  if (live.status === 'INSTRUCTED' || live.status === 'PAID') throw new Refused('ILLEGAL_TRANSITION')
  if (live.status === 'IN_APPROVE') await cancelFlow(context, 'PAYMENT', live.id)
  await movePayment(context, live, 'cancel')
}
