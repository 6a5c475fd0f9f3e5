import { normalizeReference } from '@usance/domain/fingerprint'
import { type PaymentEvent, type PaymentStatus, paymentMachine } from '@usance/domain/states/payment'
import { paymentIs } from '@usance/wire/payment/in-state'
import type { Selectable } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx, together } from '../../database/database.ts'
import type { PaymentTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { refuseWithBank } from './bank-has.ts'
import type { FromBank } from './paying-account.ts'

export type PaymentRow = Selectable<PaymentTable>

/** A payment the caller may see, locked; a foreign one is missing. The order is always locked before its payment. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const seen = await tx.selectFrom('payment').select('orderId').where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  // Asked together, carried out one after the other.
  const [, payment] = await together(
    seen.orderId
      ? tx.selectFrom('financeOrder').select('id').where('id', '=', seen.orderId).forNoKeyUpdate().executeTakeFirst()
      : undefined,
    tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  )
  return payment
}

/** What a reference is compared by; it comes and goes with the reference. */
const keyOf = ({ bankRef }: { bankRef?: string | null }) =>
  bankRef === undefined ? {} : { refKey: bankRef === null ? null : normalizeReference(bankRef) }

/** The state to which an event moves a payment. Throws what its state says where the event may not happen in it. */
export function nextOf({ status }: Pick<PaymentRow, 'status'>, event: PaymentEvent): PaymentStatus {
  const next = paymentMachine.next(status, event)
  if (!next.ok) throw new Refused(paymentIs[status])
  return next.value
}

/** Moves a locked payment by an event of its life. Throws PAYMENT_WITH_BANK for one that would be cancelled though the bank has it. */
export async function movePayment(
  context: UseCaseContext,
  payment: Pick<PaymentRow, 'id' | 'no' | 'status'>,
  event: PaymentEvent,
  patch: Partial<{
    valueDate: string | null
    bankRef: string | null
    failReason: string
    instructedBy: string
    instructedOn: string
    paidBy: string | null
    amount: string
    dueDate: string
    toAccountId: string | null
    fromAccountId: string | null
    fromBank: FromBank
  }> = {},
  /** What the log keeps beside, such as what the payment no longer shows. */
  told: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<PaymentStatus> {
  const status = nextOf(payment, event)
  if (status === 'CANCELLED') await refuseWithBank(context.tx, payment.id)
  await context.tx
    .updateTable('payment')
    .set((eb) => ({ status, ...patch, ...keyOf(patch), version: eb('version', '+', 1), updatedAt: context.now.toISOString() }))
    .where('id', '=', payment.id)
    .execute()
  await audit(context, {
    event: `PAYMENT_${event.toUpperCase()}`,
    objectType: 'PAYMENT',
    objectId: payment.id,
    objectNo: payment.no,
    before: { status: payment.status, ...told.before },
    after: { status, ...patch, ...told.after },
  })
  return status
}
