import type { paymentCalls } from '@usance/wire/payment/calls'
import { audit } from '../../audit/record.ts'
import { lockPayment } from '../../books/servicing/payment-row.ts'
import { anyOf } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { transfersOut } from './transfers-out.ts'

/**
 * Records that a transfer which the bank reported first after its payment was recorded by hand is that very movement: nothing is booked, and
 * the payment is paid by that transfer from then on (decision 262). The act declares that nobody who ever sent the payment does.
 */
export const sameTransfer: Handler<typeof paymentCalls.sameTransfer> = async (request) => {
  const { tx, body } = request
  const payment = await lockPayment(tx, body.id)
  const { id, no, amount, status } = payment
  const all = await transfersOut(tx, payment)
  const isByHand = status === 'PAID' && all.some((one) => one.isOwn && one.itemIds.length === 0)
  const own = all.find((one) => one.isOwn)
  const unclear = isByHand ? all.filter((one) => one.isUnclear && one.amount === own?.amount) : []
  const named = unclear.find(({ fileNos }) => fileNos.some((no) => no === body.file))
  if (!named) throw faultyField('file', 'TRANSFER_NOT_UNCLEAR', { files: unclear.map(({ fileNo }) => fileNo).join(', ') || '-' })
  const told = await tx
    .updateTable('paymentFileItem')
    .set({ unclear: false })
    .where('id', '=', anyOf(named.itemIds))
    .returning('instructedOn')
    .execute()
  const instructedOn =
    told
      .flatMap((one) => one.instructedOn ?? [])
      .sort()
      .at(0) ?? null
  // It was paid by its earlier instruction.
  if (instructedOn !== null) await tx.updateTable('payment').set({ instructedOn }).where('id', '=', id).execute()
  await audit(request, {
    event: 'PAYMENT_SAME_TRANSFER',
    objectType: 'PAYMENT',
    objectId: id,
    objectNo: no,
    after: { file: named.fileNo, amount, reason: body.reason },
  })
  return { status: 'PAID' }
}
