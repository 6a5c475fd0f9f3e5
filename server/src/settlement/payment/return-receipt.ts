import { collectionMachine } from '@usance/domain/states/collection'
import type { paymentCalls } from '@usance/wire/payment/calls'
import { isValidBIC } from 'ibantools'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'

/** Whether the money of a receipt is being sent back; it can then pay nothing any more. */
export const isOnItsWayBack = async (tx: Tx, collectionId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('type', '=', 'RECEIPT_RETURN')
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirst()) !== undefined

const plain = (account: string) => account.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * Drafts the return of a receipt that nobody could match, from the account it came in on. It goes back to where it came
 * from: when the bank named the account of the sender, no other is taken.
 */
export const addReturn: Handler<typeof paymentCalls.addReturn> = async (request) => {
  const { tx, today, actor, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.collectionId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow()
  accepted(collectionMachine.next(receipt.status as 'UNIDENTIFIED', 'refund'))
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
        amount: receipt.amount,
        currency: receipt.currency,
        dueDate: today,
        createdBy: actor.userId,
      })
      .execute()
  } catch (error) {
    if (violatedIndex(error) === 'payment_one_return') throw new Refused('ILLEGAL_TRANSITION')
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
      amount: receipt.amount,
      currency: receipt.currency,
      reason: body.reason,
    },
  })
  return payment
}

/** The bank has sent the money back: the receipt is closed. */
export async function receiptReturned(context: UseCaseContext, collectionId: string): Promise<void> {
  const { tx } = context
  const receipt = await tx
    .selectFrom('collection')
    .selectAll()
    .where('id', '=', collectionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const status = accepted(collectionMachine.next(receipt.status as 'UNIDENTIFIED', 'refund'))
  await tx
    .updateTable('collection')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', receipt.id)
    .execute()
  await audit(context, {
    event: 'COLLECTION_REFUNDED',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    before: { status: receipt.status },
    after: { status },
  })
}
