import { collectionMachine, collectionStatuses } from '@usance/domain/states/collection'
import { advancedStatuses } from '@usance/domain/states/finance-order'
import { repaymentMachine } from '@usance/domain/states/repayment'
import { z } from 'zod'
import { byCode, ofCallersRows, ownFile } from '../act.ts'
import { funding, only } from '../audience.ts'
import { call } from '../call.ts'
import { AmountText, CurrencyCode, DateText, Id, IdempotencyKey, namedOnce, requiredText, text } from '../fields.ts'
import { Allocated, Payoff, Preview } from './plan.ts'

const base = '/{p}-financial-transaction/repayment/client'
const id = z.object({ id: Id })
const PayerRole = z.enum(['BUYER', 'SUPPLIER'])
const FundSource = z.enum(['INTEREST', 'COLLECTION'])
/** The earlier receipt that whoever uses this one has found to be other money; needed where the receipt names one. */
export const NotTheSameAs = Id.optional()
/** So many numbers are named at most of what money may be, the likeliest ones: so many answers suffice (decision 273). */
export const mostAlike = 20
/** The numbers of the payments of which whoever uses a receipt has found that it does not bring them back; needed where it names some. */
export const NotReturnOf = z.array(requiredText(60)).max(mostAlike).default([])
/** The numbers of the receipts that were found to be other money than a payment; needed where one may be its return. */
export const NotBookedAs = z.array(requiredText(60)).max(mostAlike).default([])
const billOfOrder = { judged: 'a fee bill of the order, refused beside its field' } as const
/** So many orders one receipt pays at a time at most, and so many invoices or fee bills are named of one of them. */
export const mostParts = 100
export const mostNamed = 200
const Part = z.object({
  orderId: Id,
  amount: AmountText,
  invoiceIds: z.array(Id).max(mostNamed).default([]),
  /** Fee bills that the buyer names; they are paid before all else. */
  feeBillIds: z.array(Id).max(mostNamed).default([]),
  /** Which buyer pays, where the order has several, as a drawing on a pool has, and the sender is none of them. */
  buyerCode: text(60).optional(),
})

/** An earlier receipt that one may be the same money as. */
const MaybeSameAs = z.object({ id: z.string(), no: z.string(), valueDate: z.string() }).nullable()

/** Payments that a receipt may bring back, each with the day on which it went out. */
const MaybeReturnOf = z.array(z.object({ id: z.string(), no: z.string(), valueDate: z.string() }))
export type MaybeReturnOf = z.infer<typeof MaybeReturnOf>

const RepaymentDetail = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  orderId: z.string().nullable(),
  orderNo: z.string().nullable(),
  payerRole: z.string(),
  fundSource: z.string(),
  amount: z.string(),
  surplus: z.string(),
  currency: z.string(),
  valueDate: z.string(),
  /** Why its receipt was matched to its order. The reason may name other orders that the receipt pays. */
  matchReason: only(funding, z.string().nullable()),
  reversalReason: z.string().nullable(),
  /** Whether taking it back waits for approval. Its parties are told once it is decided. */
  reversalInApproval: z.boolean(),
  collectionNo: z.string().nullable(),
  bankRef: z.string().nullable(),
  payerName: z.string().nullable(),
  /** The earlier receipt that its receipt may be the same money as. */
  maybeSameAs: MaybeSameAs,
  /** The payments that its receipt may bring back. */
  maybeReturnOf: only(funding, MaybeReturnOf),
  /** Whether the payment provider reports that its receipt went back. */
  reportedBack: only(funding, z.boolean()),
  allocations: z.array(Allocated.extend({ source: z.string(), reversed: z.boolean() })),
  /** The outcome for the discount on principal repaid early: the rebate to the supplier, and the break costs. */
  rebate: only(['SUPPLIER', ...funding], z.string()),
  breakCosts: only(['SUPPLIER', ...funding], z.string()),
  /** The fee, with its tax, that was owed for repaying principal early by it; it stands as long as the repayment does. */
  earlyFee: only(['SUPPLIER', ...funding], z.string()),
  /** The most that it may be submitted again with: what its receipt has for it. Null for whoever may not submit it again. */
  mostAgain: only(['PLATFORM'], z.string().nullable()),
  operations: z.array(z.string()),
})

const StatementRow = z.object({
  bankRef: z.string(),
  valueDate: z.string().nullable(),
  amount: z.string(),
  currency: z.string().nullable(),
  payerName: z.string().nullable(),
  text: z.string(),
  /** NEW can be booked, KNOWN is booked already, OUT leaves the account, PENDING is not final, FAULTY says why in reason. */
  state: z.enum(['NEW', 'KNOWN', 'OUT', 'PENDING', 'FAULTY', 'BOOKED']),
  reason: z.string().nullable(),
  no: z.string().nullable(),
  /** The file whose transfer it brings back, where the books show another transfer of the payment or none. */
  fileNo: z.string().optional(),
  matchReason: z.string().nullable(),
  maybeSameAs: MaybeSameAs,
  maybeReturnOf: MaybeReturnOf,
})
export type StatementRow = z.infer<typeof StatementRow>
const statementFile = z.object({
  bankAccountId: Id,
  fileKey: requiredText(200),
  /** The titles and lines of `toDeclare` of which the person who imports has looked and says that they are as described there. */
  declared: z.array(requiredText(199)).max(1000).default([]),
})
const StatementAnswer = z.object({
  format: z.string(),
  statements: z.array(
    z.object({
      number: z.string().nullable(),
      account: z.string().nullable(),
      addsUp: z.boolean().nullable(),
      entries: z.number(),
    }),
  ),
  counts: z.object({
    NEW: z.number(),
    KNOWN: z.number(),
    OUT: z.number(),
    PENDING: z.number(),
    FAULTY: z.number(),
    BOOKED: z.number(),
  }),
  /**
   * What a person has to say of a bank's list before its rows can be booked: that the columns of these titles tell nothing of side, status,
   * day, currency or account, that these lines are no bookings and tell nothing of those below them, and that all amounts without a sign in the column `unsigned` are money received.
   */
  toDeclare: z.object({ columns: z.array(z.string()), lines: z.array(z.string()), unsigned: z.string().nullable() }),
  rows: z.array(StatementRow),
})
export type StatementAnswer = z.infer<typeof StatementAnswer>

/** Money coming in: receipts, what they are matched to, what they pay, and how that is taken back. */
export const repaymentCalls = {
  recordReceipt: call({
    method: 'POST',
    path: `${base}/recordReceipt`,
    access: { permission: 'repayment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.bankAccountId': { kind: 'funderAccount', of: 'seen' },
      'body.funderCode': byCode,
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'COLLECTION_RECEIVED' },
    title: 'Record money that arrived on a collection account',
    body: z.object({
      bankAccountId: Id,
      /** The funder whose account it is meant to be: one of any other is refused. */
      funderCode: requiredText(60).optional(),
      bankRef: requiredText(64),
      valueDate: DateText,
      amount: AmountText,
      currency: CurrencyCode,
      payerName: text(200).optional(),
      payerAccount: text(60).optional(),
      rawText: text(500).optional(),
      /** Which money the account takes in; offered again when the receipt is matched. */
      fundSource: FundSource.default('COLLECTION'),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({
      id: z.string(),
      no: z.string(),
      status: z.string(),
      matchReason: z.string().nullable(),
      maybeSameAs: MaybeSameAs,
      maybeReturnOf: MaybeReturnOf,
    }),
  }),
  recall: call({
    method: 'POST',
    path: `${base}/recall`,
    access: { permission: 'repayment.management.reverse' },
    scope: 'company',
    effect: 'write',
    names: { 'body.id': { kind: 'collection', of: 'seen' } },
    act: { by: { PLATFORM: 'either' }, second: { notMakerOf: 'body.id' }, event: 'COLLECTION_RECALLED' },
    title: 'Record that the bank took a receipt back, of which nothing is matched',
    body: id.extend({
      /** The day for which the bank debited it. */
      valueDate: DateText,
      bankRef: requiredText(64),
      reason: requiredText(300),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ status: z.literal('REFUNDED'), no: z.string() }),
  }),
  dismissReversal: call({
    method: 'POST',
    path: `${base}/dismissReversal`,
    access: { permission: 'repayment.management.reverse' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'collection', of: 'seen', on: collectionStatuses },
    },
    act: { by: { PLATFORM: 'either' }, second: { notMakerOf: 'body.id' }, event: 'COLLECTION_REVERSAL_DISMISSED' },
    title: 'Record that a deposit is there although the provider reported that it went back',
    body: id.extend({ reason: requiredText(300), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string() }),
  }),
  previewStatement: call({
    method: 'POST',
    path: `${base}/previewStatement`,
    access: { permission: 'repayment.management.add' },
    scope: 'company',
    effect: 'read',
    names: {
      'body.fileKey': ownFile,
      'body.bankAccountId': { kind: 'funderAccount', of: 'seen' },
    },
    title: 'What a bank statement would book, line by line, before anything is booked',
    body: statementFile,
    answer: StatementAnswer,
  }),
  importStatement: call({
    method: 'POST',
    path: `${base}/importStatement`,
    access: { permission: 'repayment.management.add' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.fileKey': ownFile,
      'body.bankAccountId': { kind: 'funderAccount', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'STATEMENT_IMPORTED' },
    title: 'Book the new credits of a bank statement as receipts',
    body: statementFile.extend({ acceptDifference: z.boolean().default(false), idempotencyKey: IdempotencyKey }),
    answer: StatementAnswer,
  }),
  virtualAccounts: call({
    method: 'POST',
    path: '/{p}-financial-transaction/virtualAccount/client/list',
    access: { permission: 'repayment.airwallex-management.view' },
    scope: 'company',
    effect: 'read',
    title: 'The numbers under which payers are known on collection accounts',
    body: z.object({}),
    answer: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          payerName: z.string(),
          funderName: z.string(),
          bankAccount: z.string(),
          /** Its account was switched off: payers get its last four characters. */
          isOff: z.boolean(),
          currency: z.string(),
          received: z.number(),
        }),
      ),
    }),
  }),
  addVirtualAccount: call({
    method: 'POST',
    path: '/{p}-financial-transaction/virtualAccount/backend/add',
    access: { permission: 'repayment.airwallex-management.sync' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.payerCompanyCode': byCode,
      'body.bankAccountId': { kind: 'funderAccount', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'VIRTUAL_ACCOUNT_ADDED' },
    title: 'Give a payer a number of its own on a collection account',
    body: z.object({ bankAccountId: Id, payerCompanyCode: requiredText(60), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), number: z.string() }),
  }),
  accounts: call({
    method: 'POST',
    path: `${base}/accounts`,
    access: { permission: 'repayment.management.add' },
    scope: 'company',
    effect: 'read',
    title: 'The collection accounts of funders',
    body: z.object({}),
    answer: z.object({
      accounts: z.array(
        z.object({
          id: z.string(),
          companyCode: z.string(),
          companyName: z.string(),
          bankAccount: z.string(),
          currency: z.string(),
          /** It was switched off; what the bank credits to it all the same is recorded. */
          isOff: z.boolean(),
        }),
      ),
    }),
  }),
  candidates: call({
    method: 'POST',
    path: `${base}/candidates`,
    access: { permission: 'repayment.management.match' },
    scope: 'company',
    effect: 'read',
    names: { 'body.collectionId': { kind: 'collection', of: 'seen' } },
    title: 'Orders a receipt could pay, the likeliest first',
    body: z.object({ collectionId: Id, search: z.string().max(60).optional() }),
    answer: z.object({
      left: z.string(),
      /** More orders or conversions fit than are listed: the search finds them. */
      more: z.boolean(),
      fundSource: FundSource,
      maybeReturnOf: MaybeReturnOf,
      /** Conversions whose proceeds fall short of what they pay off, with what is still missing. */
      topUps: z.array(z.object({ orderId: z.string(), orderNo: z.string(), supplierName: z.string(), missing: z.string() })),
      orders: z.array(
        z.object({
          orderId: z.string(),
          orderNo: z.string(),
          supplierName: z.string(),
          buyerName: z.string().nullable(),
          /** Where the order has several, or is a drawing on a pool: one of them is who paid. */
          buyers: z.array(z.object({ code: z.string(), name: z.string() })),
          /** The one of them that sent the receipt, as far as that is known. */
          payer: z.string().nullable(),
          currency: z.string(),
          status: z.string(),
          maturity: z.string().nullable(),
          owed: z.string(),
          reason: z.string().nullable(),
          invoices: z.array(
            z.object({
              id: z.string(),
              invoiceNo: z.string(),
              outstanding: z.string(),
              dueDate: z.string(),
              buyerCode: z.string(),
              /** Whether the text of the receipt has its number as a word of its own. */
              isNamed: z.boolean(),
            }),
          ),
          /** The open fee bills of its buyer, and whether the text of the receipt has the number. */
          feeBills: z.array(
            z.object({ id: z.string(), no: z.string(), openAmount: z.string(), dueOn: z.string(), isNamed: z.boolean() }),
          ),
        }),
      ),
    }),
  }),
  topUp: call({
    method: 'POST',
    path: `${base}/topUp`,
    access: { permission: 'repayment.management.match' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.collectionId': { kind: 'collection', of: 'seen' },
      'body.orderId': { kind: 'financeOrder', of: 'seen' },
      'body.notTheSameAs': { kind: 'collection', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'REPAYMENT_SUBMIT' },
    title: 'Keep a receipt of the supplier for a conversion whose proceeds fall short',
    body: z.object({
      collectionId: Id,
      orderId: Id,
      amount: AmountText,
      notTheSameAs: NotTheSameAs,
      notReturnOf: NotReturnOf,
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), no: z.string(), status: z.string() }),
  }),
  preview: call({
    method: 'POST',
    path: `${base}/preview`,
    access: { permission: ['repayment.management.match', 'repayment.management.approve'] },
    scope: 'company',
    effect: 'read',
    names: {
      'body.buyerCode': { judged: 'a buyer of the order, refused beside its field' },
      'body.orderId': { kind: 'financeOrder', of: 'seen' },
      'body.invoiceIds[]': { kind: 'invoice', of: 'seen' },
      'body.feeBillIds[]': billOfOrder,
    },
    title: 'What an amount would pay of an order, before anything is booked',
    body: z.object({
      orderId: Id,
      amount: AmountText,
      valueDate: DateText,
      payerRole: PayerRole.default('BUYER'),
      fundSource: FundSource.default('COLLECTION'),
      buyerCode: text(60).optional(),
      /** Invoices that the payer names; they are paid first. */
      invoiceIds: z.array(Id).max(mostNamed).default([]),
      feeBillIds: z.array(Id).max(mostNamed).default([]),
    }),
    answer: Preview,
  }),
  previewMatched: call({
    method: 'POST',
    path: `${base}/previewMatched`,
    access: { permission: ['repayment.management.match', 'repayment.management.approve'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.no': ofCallersRows },
    title: 'What a repayment in approval will pay once it is passed',
    body: z.object({ no: requiredText(60) }),
    answer: z.object({
      amount: z.string(),
      currency: z.string(),
      valueDate: z.string(),
      /** None where it pays nothing of an order, or has been decided. */
      plan: Preview.nullable(),
    }),
  }),
  match: call({
    method: 'POST',
    path: `${base}/match`,
    access: { permission: 'repayment.management.match' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.parts[].buyerCode': { judged: 'a buyer of the order, refused beside its field' },
      'body.parts[].invoiceIds[]': { kind: 'invoice', of: 'seen' },
      'body.parts[].feeBillIds[]': billOfOrder,
      'body.collectionId': { kind: 'collection', of: 'seen', on: collectionMachine.from('match') },
      'body.parts[].orderId': { kind: 'financeOrder', of: 'seen', on: advancedStatuses },
      'body.notTheSameAs': { kind: 'collection', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'COLLECTION_MATCHED' },
    title: 'Match a receipt to orders and send the repayments into approval',
    body: z.object({
      collectionId: Id,
      payerRole: PayerRole.default('BUYER'),
      fundSource: FundSource.default('COLLECTION'),
      reason: text(500).optional(),
      parts: namedOnce(z.array(Part).min(1).max(mostParts), ({ orderId }) => orderId, 'orderId'),
      notTheSameAs: NotTheSameAs,
      notReturnOf: NotReturnOf,
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ repayments: z.array(z.object({ id: z.string(), no: z.string(), status: z.string() })) }),
  }),
  resubmit: call({
    method: 'POST',
    path: `${base}/resubmit`,
    access: { permission: 'repayment.management.match' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'repayment', of: 'seen', on: repaymentMachine.from('edit') },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'REPAYMENT_SUBMIT' },
    title: 'Correct a repayment that was sent back, and submit it again',
    body: id.extend({ amount: AmountText.optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string() }),
  }),
  detail: call({
    method: 'POST',
    path: `${base}/detail`,
    access: { permission: ['repayment.management.view', 'repayment.repaymentDetail.view'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'repayment', of: 'seen' } },
    title: 'A repayment with what it paid',
    body: id,
    answer: RepaymentDetail,
  }),
  reverse: call({
    method: 'POST',
    path: `${base}/reverse`,
    access: { permission: 'repayment.management.reverse' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': {
        kind: 'repayment',
        of: 'seen',
        on: repaymentMachine.from('reverse'),
        unless: ['LOSS_TAKEN_SINCE', 'RESERVE_RELEASED', 'PAYOUT_UNDER_WAY'],
      },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'APPROVAL_STARTED' },
    title: 'Ask settlement and funder to take a posted repayment back',
    body: id.extend({ reason: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('IN_APPROVE') }),
  }),
  payoff: call({
    method: 'POST',
    path: `${base}/payoff`,
    access: { permission: 'repayment.repaymentDetail.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.orderId': { kind: 'financeOrder', of: 'seen' } },
    title: 'What settles an order on a day',
    body: z.object({ orderId: Id, asOf: DateText.optional() }),
    answer: Payoff,
  }),
}
