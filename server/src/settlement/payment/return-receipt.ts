import * as M from '@usance/domain/money'
import { collectionMachine } from '@usance/domain/states/collection'
import type { paymentCalls } from '@usance/wire/payment/calls'
import { isValidBIC } from 'ibantools'
import { audit } from '../../audit/record.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import { mayBeSent } from '../../books/servicing/payment-counts.ts'
import { elevate, type Tx, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { settleReceipt } from '../repayment/repayment-row.ts'
import { refuseReportedBack } from '../repayment/reported-back.ts'
import { refuseUntoldApart } from '../repayment/same-receipt.ts'

const plain = (account: string) => account.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * Drafts the return of what nobody could match of a receipt, from the account it came in on. It goes back to where it came
 * from: when the bank named the account of the sender, no other is taken. A receipt may go back in several returns, one after another.
 */
export const addReturn: Handler<typeof paymentCalls.addReturn> = async (request) => {
  const { tx, today, actor, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.collectionId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow()
  if (!collectionMachine.can.refund(receipt.status)) throw new Refused('RECEIPT_NOT_TO_RETURN')
  await refuseReturnUnderWay(tx, receipt.id)
  const left = await leftOf(tx, receipt)
  if (!M.isPositive(left)) throw new Refused('RECEIPT_NOT_TO_RETURN')
  await refuseReportedBack(tx, receipt.id)
  await refuseUntoldApart(request, receipt, body)
  const amount = M.toDecimal(left)
  if (receipt.payerAccount && plain(receipt.payerAccount) !== plain(body.payeeAccount))
    throw faultyField('payeeAccount', 'NOT_THE_SENDER')
  if (!isValidBIC(body.payeeBankCode)) throw faultyField('payeeBankCode', 'BANK_CODE_INVALID')
  const payment = { id: newId(), no: await nextNumber(tx, 'PAY', today) }
  try {
    await tx
      .insertInto('payment')
      .values({
        ...payment,
        type: 'RECEIPT_RETURN',
        collectionId: receipt.id,
        funderId: receipt.funderId,
        payeeCompanyId: receipt.payerCompanyId,
        payeeName: body.payeeName,
        payeeAccount: body.payeeAccount,
        payeeBankCode: body.payeeBankCode,
        reason: body.reason,
        fromAccountId: receipt.bankAccountId,
        fromBank: await bankOfReceipt(tx, receipt.bankAccountId),
        amount,
        currency: receipt.currency,
        dueDate: today,
        createdBy: actor.userId,
      })
      .execute()
  } catch (error) {
    if (violatedIndex(error) === 'payment_one_return') throw new Refused('RETURN_UNDER_WAY')
    throw error
  }
  await audit(request, {
    event: 'PAYMENT_DRAFTED',
    objectType: 'PAYMENT',
    objectId: payment.id,
    objectNo: payment.no,
    after: {
      type: 'RECEIPT_RETURN',
      receipt: receipt.no,
      amount,
      currency: receipt.currency,
      reason: body.reason,
    },
  })
  return payment
}

/** Refuses while money of a receipt is on its way back: what is left then goes back after it. Throws RETURN_UNDER_WAY. */
export async function refuseReturnUnderWay(tx: Tx, collectionId: string): Promise<void> {
  const underWay = await tx
    .selectFrom('payment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('type', '=', 'RECEIPT_RETURN')
    .where(mayBeSent('payment'))
    .executeTakeFirst()
  if (underWay) throw new Refused('RETURN_UNDER_WAY')
}

/** A receipt is booked as collected; one that an earlier version took in on an account for payments goes back as it was booked. */
export async function bankOfReceipt(tx: Tx, accountId: string): Promise<'1010' | null> {
  const { purpose } = await tx.selectFrom('bankAccount').select('purpose').where('id', '=', accountId).executeTakeFirstOrThrow()
  return purpose === 'PAYMENT' ? null : '1010'
}

/** The bank has sent what was left back: the receipt is closed unless repayments of it are under way, or more of it is free by now. */
export async function receiptReturned(context: UseCaseContext, collectionId: string): Promise<void> {
  await context.tx.selectFrom('collection').select('id').where('id', '=', collectionId).forUpdate().executeTakeFirstOrThrow()
  await settleReceipt(context, collectionId)
}
