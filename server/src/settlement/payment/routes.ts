import { paymentCalls } from '@usance/wire/payment/calls'
import { routes } from '../../http/context.ts'
import { instructPayment } from './instruct-payment.ts'
import { failPayment, markPaid } from './mark-paid.ts'
import { readPayment } from './read-payment.ts'
import { addRefund, addRelease, addRemittance, listReleasable } from './release-and-refund.ts'
import { addReturn } from './return-receipt.ts'
import { sameTransfer } from './same-transfer.ts'
import { takePaymentBack } from './take-back-payment.ts'

export const paymentRoutes = routes(paymentCalls, {
  detail: readPayment,
  instruct: instructPayment,
  markPaid,
  fail: failPayment,
  takeBack: takePaymentBack,
  sameTransfer,
  releasable: listReleasable,
  addRelease,
  addRefund,
  addReturn,
  addRemittance,
})
