import { collectionMachine } from '@usance/domain/states/collection'
import { advancedStatuses } from '@usance/domain/states/finance-order'
import { paymentMachine, paymentStatuses } from '@usance/domain/states/payment'
import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { funding, only } from '../audience.ts'
import { call } from '../call.ts'
import { Timing } from '../cut-off/calls.ts'
import { AccountNumber, AmountText, DateText, Id, IdempotencyKey, KnownCurrency, requiredText } from '../fields.ts'
import { NotBookedAs, NotReturnOf, NotTheSameAs } from '../repayment/calls.ts'
import { paymentIs } from './in-state.ts'

const base = '/{p}-financial-transaction/payment/client'
const id = z.object({ id: Id })
const BankRef = requiredText(64)

const Account = z.object({
  payeeName: z.string(),
  payeeBankName: z.string(),
  payeeBankNameEn: z.string().nullable(),
  payeeAcctNo: z.string(),
  payeeBankNo: z.string(),
  payeeCurrency: z.string(),
})

export const PaymentDetail = z.object({
  id: z.string(),
  no: z.string(),
  type: z.string(),
  status: z.string(),
  orderId: z.string().nullable(),
  orderNo: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  dueDate: z.string().nullable(),
  valueDate: z.string().nullable(),
  bankRef: z.string().nullable(),
  /** Why it failed or came back; kept as history where it is sent again. */
  failReason: z.string().nullable(),
  /** Why unidentified money goes back, and the receipt it came as. */
  reason: z.string().nullable(),
  receiptNo: z.string().nullable(),
  payeeName: z.string(),
  funderName: z.string(),
  payee: Account.nullable(),
  payer: Account.nullable(),
  instructedBy: z.string().nullable(),
  paidBy: z.string().nullable(),
  createdAt: z.string(),
  /** When the money would move if it went to the bank now; null once it is there. */
  timing: Timing.nullable(),
  /** Until when nothing may be paid to the payee's account, and since when it is known. */
  coolingUntil: z.string().nullable(),
  /** When the payee's account took the place of another or was added, and from when it may be paid; null for one that is long known. */
  newAccount: only(funding, z.object({ since: z.string(), isChanged: z.boolean(), payableFrom: z.string() }).nullable()),
  /** The file that took it to the bank, and what the bank said. */
  bankFile: z
    .object({
      id: z.string(),
      no: z.string(),
      status: z.string(),
      executionDate: z.string(),
      outcome: z.string(),
      bankStatus: z.string().nullable(),
      reasonCode: z.string().nullable(),
      reasonText: z.string().nullable(),
      reportedAt: z.string().nullable(),
      /** Nothing follows from what the bank said: a person records what became of the payment. */
      isUnclear: z.boolean(),
    })
    .nullable(),
  /** Documents of its order that the bank has for other orders that ended: it is not sent meanwhile. Staff read which orders these are. */
  withBank: z.array(
    z.object({
      docNo: z.string(),
      other: only(['PLATFORM'], z.object({ orderId: z.string(), orderNo: z.string(), fileNo: z.string() })),
    }),
  ),
  /** The transfers by which its money may be out, where there are several; the payment is paid, or on its way, by its own one. */
  transfers: z.array(
    z.object({
      /** Null where no file carried it. */
      fileNo: z.string().nullable(),
      day: z.string().nullable(),
      amount: z.string(),
      outcome: z.string().nullable(),
      bankStatus: z.string().nullable(),
      isOwn: z.boolean(),
      /** The bank reported it first after the payment was recorded by hand: it may be that very movement, or a second one. */
      isUnclear: z.boolean(),
    }),
  ),
  operations: z.array(z.string()),
  /** How the amount comes about: each figure with its sign, in the order they are subtracted. */
  makeUp: z.array(z.object({ label: z.string(), amount: z.string() })),
  /** What of a drafted remittance is still owed, and will be paid, where fees were credited since; null for the whole amount. */
  owedNow: z.string().nullable(),
  /** The invoices whose reserve the release pays out; their sums make up the amount. */
  releases: z.array(z.object({ docNo: z.string(), amount: z.string() })),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

/**
 * The reason why the supplier's reserve is not paid out yet. That a receipt may be taken back (REVERSAL) is for settlement and the funder:
 * to others the order is under review.
 */
const releaseBlocks = ['LOSS', 'REVERSAL', 'UNDER_REVIEW', 'CLAIM', 'OVERDUE', 'DISPUTE', 'COSTS', 'DILUTION', 'DATE'] as const

/** Money going out: funding, reserve, refunds, and what the funder owes the platform. */
export const paymentCalls = {
  detail: call({
    method: 'POST',
    path: `${base}/detail`,
    access: { permission: ['payment.management.view', 'payment.financing.view', 'payment.release-refund.view'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'payment', of: 'seen' } },
    title: 'A payment with its accounts and what may be done with it',
    body: id,
    answer: PaymentDetail,
  }),
  instruct: call({
    method: 'POST',
    path: `${base}/instruct`,
    access: { permission: ['payment.management.instruct', 'payment.release-refund.add'] },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': {
        kind: 'payment',
        of: 'seen',
        on: paymentMachine.from('submit'),
        otherwise: paymentIs,
        permission: {
          FUNDING: 'payment.management.instruct',
          FEE_REMIT: 'payment.management.instruct',
          RELEASE: 'payment.release-refund.add',
          REFUND: 'payment.release-refund.add',
          RECEIPT_RETURN: 'payment.release-refund.add',
        },
      },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', shows: ['body.executionDate'], event: 'PAYMENT_SUBMIT' },
    title: 'Send a payment into approval',
    // With the day on which the maker was told the money moves: when it is another by now, the maker looks again.
    body: id.extend({ executionDate: DateText.optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('IN_APPROVE'), dueDate: z.string() }),
  }),
  markPaid: call({
    method: 'POST',
    path: `${base}/markPaid`,
    access: { permission: 'payment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'payment', of: 'seen', on: paymentMachine.from('pay'), otherwise: paymentIs },
    },
    act: { by: { PLATFORM: 'either' }, second: { notSenderOf: 'body.id', norApprover: true }, event: 'PAYMENT_PAY' },
    title: 'Record that the bank has paid',
    body: id.extend({ valueDate: DateText, bankRef: BankRef, idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('PAID') }),
  }),
  fail: call({
    method: 'POST',
    path: `${base}/fail`,
    access: { permission: 'payment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'payment', of: 'seen', on: paymentMachine.from('fail'), otherwise: paymentIs },
    },
    act: { by: { PLATFORM: 'either' }, second: { notSenderOf: 'body.id', ever: true }, event: 'PAYMENT_FAIL' },
    title: 'Record that the bank could not pay',
    body: id.extend({ reason: requiredText(500), notBookedAs: NotBookedAs, idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('FAILED') }),
  }),
  takeBack: call({
    method: 'POST',
    path: `${base}/takeBack`,
    access: { permission: 'payment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'payment', of: 'seen', on: paymentMachine.from('return'), otherwise: paymentIs },
    },
    act: { by: { PLATFORM: 'either' }, second: { notSenderOf: 'body.id', ever: true }, event: 'PAYMENT_RETURN' },
    title: 'Record that a payment did not arrive, or was recorded in error',
    // The day on which the money was back; of a payment that never left, its own value date.
    body: id.extend({
      returnedOn: DateText,
      reason: requiredText(500),
      /** The number of the file whose transfer came back, null for one that no file carried; required where the bank has several. */
      file: requiredText(60).nullable().optional(),
      notBookedAs: NotBookedAs,
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ status: z.enum(paymentStatuses) }),
  }),
  sameTransfer: call({
    method: 'POST',
    path: `${base}/sameTransfer`,
    access: { permission: 'payment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'payment', of: 'seen', on: ['PAID'], otherwise: paymentIs },
    },
    act: { by: { PLATFORM: 'either' }, second: { notSenderOf: 'body.id', ever: true }, event: 'PAYMENT_SAME_TRANSFER' },
    title: 'Record that an unclear transfer is the movement by which a payment was recorded as paid',
    body: id.extend({ file: requiredText(60), reason: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('PAID') }),
  }),
  releasable: call({
    method: 'POST',
    path: `${base}/releasable`,
    access: { permission: 'payment.release-refund.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.orderNo': ofCallersRows },
    title: 'Reserves of paid invoices that may be paid out, and refunds that wait',
    body: z.object({ orderNo: z.string().max(60).optional() }),
    answer: z.object({
      /** More waits than is listed: the number of an order finds it. */
      more: z.boolean(),
      releases: z.array(
        z.object({
          orderId: z.string(),
          orderNo: z.string(),
          /** The invoice whose reserve it is. */
          itemId: z.string(),
          docNo: z.string(),
          supplierName: z.string(),
          currency: z.string(),
          amount: z.string(),
          from: z.string(),
          blockedBy: z.enum(releaseBlocks).nullable(),
        }),
      ),
      refunds: z.array(
        z.object({
          repaymentId: z.string(),
          no: z.string(),
          payerName: z.string().nullable(),
          currency: z.string(),
          amount: z.string(),
          /** What buyers have paid on invoices of a pool beyond the drawing: the supplier's. */
          ofPool: z.boolean(),
          /**
           * Why it stays with the funder: a receipt of its order may be taken back (to others than settlement and the funder, the order is under
           * review), or the pool is short, or has a drawing overdue or lost.
           */
          blockedBy: z.enum(['REVERSAL', 'UNDER_REVIEW', 'POOL_SHORT', 'POOL_IN_ARREARS']).nullable(),
        }),
      ),
      remittances: z.array(
        z.object({
          funderId: z.string(),
          funderName: z.string(),
          currency: z.string(),
          amount: z.string(),
          /** Why it is not drafted: the platform has no account in the currency. */
          blockedBy: z.enum(['NO_ACCOUNT']).nullable(),
        }),
      ),
    }),
  }),
  addRelease: call({
    method: 'POST',
    path: `${base}/addRelease`,
    access: { permission: 'payment.release-refund.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.orderId': { kind: 'financeOrder', of: 'seen', on: advancedStatuses },
      'body.itemId': { kind: 'financeOrderItem', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'PAYMENT_DRAFTED' },
    title: 'Draft the payment of the reserve of a paid invoice, or of all paid invoices of an order, to the supplier',
    body: z.object({ orderId: Id, itemId: Id.optional(), amount: AmountText.optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  addRefund: call({
    method: 'POST',
    path: `${base}/addRefund`,
    access: { permission: 'payment.release-refund.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.repaymentId': { kind: 'repayment', of: 'seen' },
      'body.accountId': { kind: 'bankAccount', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'PAYMENT_DRAFTED' },
    title: 'Draft the return of a surplus to its payer, or the payment of the surplus of a pool to its supplier',
    body: z.object({
      repaymentId: Id,
      accountId: Id.optional(),
      /** Which of the two, where a receipt left both; the payer's first. */
      ofPool: z.boolean().optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  addReturn: call({
    method: 'POST',
    path: `${base}/addReturn`,
    access: { permission: 'payment.release-refund.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.collectionId': {
        kind: 'collection',
        of: 'seen',
        on: collectionMachine.from('refund'),
        otherwise: 'RECEIPT_NOT_TO_RETURN',
      },
      'body.notTheSameAs': { kind: 'collection', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'PAYMENT_DRAFTED' },
    title: 'Draft the return of what nobody could match of a receipt to its sender',
    body: z.object({
      collectionId: Id,
      payeeName: requiredText(140),
      payeeAccount: AccountNumber,
      payeeBankCode: requiredText(35),
      reason: requiredText(300),
      notTheSameAs: NotTheSameAs,
      notReturnOf: NotReturnOf,
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  addRemittance: call({
    method: 'POST',
    path: `${base}/addRemittance`,
    access: { permission: 'payment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.funderId': { kind: 'funder', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'PAYMENT_DRAFTED' },
    title: 'Draft the payment of what a funder owes the platform',
    body: z.object({ funderId: Id, currency: KnownCurrency, idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
}
