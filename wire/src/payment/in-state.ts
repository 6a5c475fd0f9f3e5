import type { PaymentStatus } from '@usance/domain/states/payment'
import type { ErrorName } from '../errors.ts'

/** What an act on a payment is refused with by the state that forbids it: each says what to do with the payment. */
export const paymentIs = {
  DRAFT: 'PAYMENT_IS_DRAFT',
  IN_APPROVE: 'PAYMENT_IS_IN_APPROVE',
  INSTRUCTED: 'PAYMENT_IS_INSTRUCTED',
  PAID: 'PAYMENT_IS_PAID',
  FAILED: 'PAYMENT_IS_FAILED',
  CANCELLED: 'PAYMENT_IS_CANCELLED',
} as const satisfies Record<PaymentStatus, ErrorName>
