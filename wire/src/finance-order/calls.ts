import { financeOrderMachine } from '@usance/domain/states/finance-order'
import { z } from 'zod'
import { byCode, ofCallersRecords, paperOn } from '../act.ts'
import { only } from '../audience.ts'
import { call } from '../call.ts'
import { CurrencyCode, DateText, Id, IdempotencyKey, KnownCurrency, Money, pageOf, text } from '../fields.ts'
import { AttachmentGroup, PaperRef } from '../paper/calls.ts'
import { Account, agreeing, FinancingSummary, FundingInfo, OrderDetail } from './order.ts'
import { mayBePriced, mostDocuments, priced, pricedAgain, Repricing, TrialAnswer, TrialRequest } from './trial.ts'

const base = '/{p}-financial-transaction/financeOrder/client'
const view = 'finance.finance-order.view'
const detail = 'finance.finance-order.detail'
/** So many are listed of a supplier's buyers and of its confirmed orders; a search finds the others. */
export const mostBuyersListed = 50
export const mostOrdersListed = 200
const common = { method: 'POST', scope: 'company' } as const

// The edited order is its `id`. The browser never chooses the order whose locks the price ignores.
const OrderBody = TrialRequest.omit({ orderId: true }).extend({
  id: Id.optional(),
  version: z.number().int().optional(),
  pricingHash: text(80).optional(),
  payeeBankAccountId: Id.optional(),
  contractIds: z.array(Id).max(20).optional(),
  attachments: z.array(PaperRef).max(40).default([]),
  remark: text(500).optional(),
  saveType: z.enum(['DRAFT', 'SUBMIT']),
  /** `update` changes only documents and payee of an order that has passed approval. */
  mode: z.enum(['edit', 'update']).default('edit'),
  idempotencyKey: IdempotencyKey,
})
const Saved = z.object({ id: z.string(), orderNo: z.string(), status: z.string(), version: z.number() })

const Document = z.object({
  id: z.string(),
  docType: z.enum(['INVOICE', 'PO']),
  invoiceNo: z.string().optional(),
  poNo: z.string().optional(),
  number: z.string(),
  buyerName: z.string(),
  buyerCode: z.string(),
  issueDate: z.string().nullable(),
  dueDate: z.string(),
  maturity: z.string(),
  currency: z.string(),
  amount: Money,
  net: Money,
  eligible: Money,
  maxAdvance: Money,
  tenorDays: z.number(),
  selectable: z.boolean(),
  reasons: z.array(z.string()),
})
/** A purchase order and how it comes to what is left to finance. */
const PurchaseDocument = Document.extend({ invoiced: Money, financed: Money, available: Money, shippedPct: z.number() })
const DocumentQuery = z.object({
  pageNum: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(100),
  financingProductId: Id,
  buyerCode: text(60).optional(),
  currency: CurrencyCode,
  /** The day on which the order is to be paid; today where none is chosen. */
  fundingDate: DateText.optional(),
  dueDateBegin: DateText.optional(),
  dueDateEnd: DateText.optional(),
  ids: z.array(Id).max(mostDocuments).optional(),
  arpOfOrderId: Id.optional(),
  orderId: Id.optional(),
})

/** Documents are offered for the caller's own order while it may be edited or converted. */
const chosenFor = {
  'body.financingProductId': ofCallersRecords,
  'body.ids[]': { kind: 'document', of: 'supplier' },
  'body.buyerCode': ofCallersRecords,
  'body.orderId': pricedAgain,
  'body.arpOfOrderId': { kind: 'financeOrder', of: 'supplier' },
} as const

const byId = z.object({ id: Id })

/** Finance orders from choosing a product to right confirmation; paths and odd spellings are the specification's. */
export const financeOrderCalls = {
  repricing: call({
    ...common,
    path: `${base}/repricing`,
    access: { permission: [detail, 'payment.management.view'] },
    effect: 'read',
    names: { 'body.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'What the price of a confirmed order would be today, beside the accepted one',
    body: byId,
    answer: Repricing,
  }),
  acceptPrice: call({
    ...common,
    path: `${base}/acceptPrice`,
    access: { permission: 'finance.finance-order.edit' },
    effect: 'write',
    names: {
      'body.id': { kind: 'financeOrder', of: 'supplier', on: ['RIGHT_CONFIRMED'] },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', shows: ['body.pricingHash'], event: 'FINANCE_ORDER_REPRICED' },
    title: 'Accept the price of today for an order whose funding date has passed',
    body: byId.extend({ pricingHash: text(80), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string(), fundingDate: z.string() }),
  }),
  askForPrice: call({
    ...common,
    path: `${base}/askForPrice`,
    access: { permission: 'payment.management.instruct' },
    effect: 'write',
    names: {
      'body.id': { kind: 'financeOrder', of: 'seen', on: ['RIGHT_CONFIRMED'] },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'FINANCE_ORDER_PRICE_ASKED' },
    title: 'Ask the supplier to accept the price of today',
    body: byId.extend({ idempotencyKey: IdempotencyKey }),
    answer: z.object({ askedAt: z.string() }),
  }),
  revocation: call({
    ...common,
    path: `${base}/revocation`,
    access: { permission: 'finance.finance-order.withdraw' },
    effect: 'write',
    names: {
      'query.id': { kind: 'financeOrder', of: 'supplier', on: financeOrderMachine.from('revoke') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'FINANCE_ORDER_REVOKED' },
    title: 'Withdraw an order before the bank has the payment',
    query: byId,
    body: z.object({ idempotencyKey: IdempotencyKey.optional() }),
    answer: z.object({ status: z.string() }),
  }),
  availableFinanceProductList: call({
    ...common,
    path: `${base}/availableFinanceProductList`,
    access: { permission: view },
    effect: 'read',
    names: { 'body.arpOfOrderId': { kind: 'financeOrder', of: 'supplier' } },
    title: 'Products with an accepted price for this supplier; for a conversion those that its loan can be converted to',
    body: z.object({
      currency: KnownCurrency.optional(),
      docType: z.enum(['INVOICE', 'PO']).optional(),
      arpOfOrderId: Id.optional(),
    }),
    answer: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        nameCn: z.string(),
        type: z.string(),
        currencies: z.array(z.string()),
        advanceRate: z.string(),
        interestMethod: z.string(),
        minTenor: z.number(),
        maxTenor: z.number(),
        baseRateType: z.string().nullable(),
        margin: z.string(),
        funderCode: z.string(),
        funderName: z.string(),
        recourse: z.boolean(),
        disclosed: z.boolean(),
      }),
    ),
  }),
  availableFinanceFunder: call({
    ...common,
    path: `${base}/availableFinanceFunder`,
    access: { permission: view },
    effect: 'read',
    names: { 'body.financingProductId': ofCallersRecords },
    title: 'Funders of a product',
    body: z.object({ financingProductId: Id }),
    answer: z.array(
      z.object({ funderCode: z.string(), funderName: z.string(), available: z.string().nullable(), currency: z.string() }),
    ),
  }),
  availableBuye: call({
    ...common,
    path: `${base}/availableBuye`,
    access: { permission: view },
    effect: 'read',
    names: { 'body.buyerCode': ofCallersRecords },
    title: 'Buyers of this supplier by name, so many at a time, and the one that is chosen whatever its name',
    body: z.object({ buyerName: text(200).optional(), buyerCode: text(60).optional() }),
    answer: z.array(z.object({ buyerName: z.string(), buyerCode: z.string(), baseRateType: z.string().nullable() })),
  }),
  invoiceList: call({
    ...common,
    path: `${base}/invoiceList`,
    access: { permission: view },
    effect: 'read',
    names: chosenFor,
    title: 'Invoices with what each could bring, and why not',
    body: DocumentQuery,
    answer: pageOf(Document),
  }),
  poList: call({
    ...common,
    path: `${base}/poList`,
    access: { permission: view },
    effect: 'read',
    names: chosenFor,
    title: 'Purchase orders with what each could bring, and why not',
    body: DocumentQuery,
    answer: pageOf(PurchaseDocument),
  }),
  poListSimple: call({
    ...common,
    path: `${base}/poListSimple`,
    access: { permission: view },
    effect: 'read',
    names: { 'body.buyerCode': ofCallersRecords },
    title: 'Purchase orders by number, amount and currency, the newest first and so many at a time',
    body: z.object({ buyerCode: text(60).optional(), currency: KnownCurrency.optional(), poNo: text(80).optional() }),
    answer: z.array(z.object({ id: z.string(), poNo: z.string(), amount: Money, currency: z.string() })),
  }),
  poItemList: call({
    ...common,
    path: `${base}/poItemList`,
    access: { permission: view },
    effect: 'read',
    names: { 'body.poIds[]': { kind: 'purchaseOrder', of: 'seen' } },
    title: 'The lines of purchase orders',
    body: z.object({ poIds: z.array(Id).max(100) }),
    answer: z.array(
      z.object({
        id: z.string(),
        purchaseOrderId: z.string(),
        line: z.number(),
        sku: z.string().nullable(),
        description: z.string(),
        qty: z.string(),
        unit: z.string(),
        unitPrice: z.string(),
        amount: Money,
        shippedQty: z.string(),
      }),
    ),
  }),
  trialCalculation: call({
    ...common,
    path: `${base}/trialCalculation`,
    access: mayBePriced,
    effect: 'read',
    title: 'What the order would cost and bring, with how each figure came about',
    names: { ...priced, 'body.buyerCode': byCode, 'body.funderCode': byCode },
    body: TrialRequest,
    answer: TrialAnswer,
  }),
  createOrder: call({
    ...common,
    path: `${base}/createOrder`,
    access: {
      permission: ['finance.finance-order.add', 'finance.finance-order.arp'],
      meant: { at: 'body.arpOfOrderId', given: 'finance.finance-order.arp', missing: 'finance.finance-order.add' },
    },
    effect: 'write',
    names: {
      'body.funderCode': byCode,
      'body.buyerCode': byCode,
      'body.financingProductId': { kind: 'product', of: 'seen' },
      'body.items[].docId': { kind: 'document', of: 'supplier' },
      'body.contractIds[]': { kind: 'contract', of: 'seen' },
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { judged: 'a new order has no id yet; one that is sent is left out' },
      'body.arpOfOrderId': { kind: 'financeOrder', of: 'supplier' },
      'body.payeeBankAccountId': { kind: 'bankAccount', of: 'company' },
    },
    act: {
      by: { SUPPLIER: 'making' },
      second: 'approval',
      shows: ['body.pricingHash'],
      event: 'FINANCE_ORDER_CREATED',
    },
    title: 'Save a draft, or submit an order at the price the supplier has seen',
    body: OrderBody,
    answer: Saved,
  }),
  editOrder: call({
    ...common,
    path: `${base}/editOrder`,
    access: {
      permission: ['finance.finance-order.edit', 'finance.finance-order.update'],
      meant: { at: 'body.mode', is: { edit: 'finance.finance-order.edit', update: 'finance.finance-order.update' } },
    },
    effect: 'write',
    names: {
      'body.funderCode': byCode,
      'body.buyerCode': byCode,
      'body.financingProductId': { kind: 'product', of: 'seen' },
      'body.items[].docId': { kind: 'document', of: 'supplier' },
      'body.contractIds[]': { kind: 'contract', of: 'seen' },
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': {
        kind: 'financeOrder',
        of: 'supplier',
        on: [...financeOrderMachine.from('edit'), ...financeOrderMachine.from('update')],
      },
      'body.arpOfOrderId': { kind: 'financeOrder', of: 'supplier' },
      'body.payeeBankAccountId': { kind: 'bankAccount', of: 'company' },
    },
    act: {
      by: { SUPPLIER: 'making' },
      second: 'approval',
      shows: ['body.pricingHash'],
      event: ['FINANCE_ORDER_EDITED', 'FINANCE_ORDER_UPDATED'],
    },
    title: 'Change a draft or a returned order; with mode update the documents and payee of a passed one',
    body: OrderBody,
    answer: Saved,
  }),
  detail: call({
    ...common,
    path: `${base}/detail`,
    // The confirming party reads the order that it confirms.
    access: { permission: [detail, 'finance.finance-order.confirm'] },
    effect: 'read',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'One finance order',
    query: byId,
    answer: OrderDetail,
  }),
  detailForEdit: call({
    ...common,
    path: `${base}/detailForEdit`,
    access: { permission: detail },
    effect: 'read',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'One finance order with what its form needs',
    query: byId,
    answer: OrderDetail,
  }),
  financingProduct: call({
    ...common,
    path: `${base}/financingProduct`,
    access: { permission: detail },
    effect: 'read',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'The product of an order',
    query: byId,
    answer: OrderDetail.shape.product,
  }),
  financingOrderApproveList: call({
    ...common,
    path: `${base}/financingOrderApproveList/{id}`,
    access: { permission: detail },
    effect: 'read',
    names: { 'params.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'The approval history of an order',
    params: byId,
    answer: z.array(
      z.object({
        updateTime: z.string(),
        assigneeName: z.string(),
        operation: z.string(),
        auditComment: z.string().nullable(),
        nodeName: z.string(),
        round: z.number(),
      }),
    ),
  }),
  fundingInfo: call({
    ...common,
    path: `${base}/fundingInfo/{id}`,
    access: { permission: detail },
    effect: 'read',
    names: { 'params.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'What is paid out on an order',
    params: byId,
    answer: FundingInfo,
  }),
  fundingAccountInfos: call({
    ...common,
    path: `${base}/fundingAccountInfos/{id}`,
    access: { permission: detail },
    effect: 'read',
    names: { 'params.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'The accounts money moves between',
    params: byId,
    answer: z.object({ payee: Account.nullable(), payer: Account.nullable() }),
  }),
  repaymentInfo: call({
    ...common,
    path: `${base}/repaymentInfo`,
    access: { permission: detail },
    effect: 'read',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'What is due when, and what has been repaid',
    query: byId,
    answer: z.object({
      schedule: z.array(
        z.object({
          item: z.string(),
          dueDate: z.string(),
          /** What is financed of the document; a buyer reads what it owes on its invoice instead. */
          principalDue: only(agreeing, Money),
          /** Costs still owed at maturity, or today when that has passed; null for a buyer, whose business they are not. */
          interestDue: Money.nullable(),
          feeDue: Money.nullable(),
          penaltyDue: Money.nullable(),
          /** Principal that was repaid; to a buyer what it has paid on its invoice. */
          paid: Money,
          /** The part of the document that was neither paid nor is owed any more; a buyer sees its own debt alone. */
          waived: Money,
          outstanding: only(agreeing, Money),
          /** What a buyer owes on the whole invoice, of which its funder may have advanced a part. */
          invoice: only(['BUYER'], z.object({ amount: Money, reduced: Money, outstanding: Money })),
          /** The supplier's reserve of the document, and the part of it paid out; null for a buyer. */
          reserve: z.object({ free: Money, paidOut: Money }).nullable(),
          status: z.string(),
          inGrace: z.boolean(),
        }),
      ),
      repayments: z.array(
        z.object({
          id: z.string(),
          no: z.string(),
          valueDate: z.string(),
          amount: Money,
          /** The payer; nobody for a waiver. The funder bears waived principal, the supplier a buyer's waived debt. */
          payerRole: z.string(),
          fundSource: z.string(),
          status: z.string(),
          allocations: z.array(z.object({ component: z.string(), amount: Money })),
        }),
      ),
      /** The buyers' debt on documents whose financing is paid; it belongs to the supplier and is collected by the funder. */
      stillOwed: z.array(z.object({ item: z.string(), buyer: z.string(), amount: Money })),
      /** What would settle the order today; null before it is funded, and for a buyer. */
      payoff: z
        .object({
          asOf: z.string(),
          total: Money,
          /** The payoff by a conversion of the whole rest, without the early fee; null for an order that cannot be converted. */
          onConversion: Money.nullable(),
          parts: z.object({ principal: Money, interest: Money, penalty: Money, fees: Money, earlyFee: Money }),
        })
        .nullable(),
      /** After a write-off: the funder's loss that has not come back, or what supplier or buyer still owe. Null when nothing is left. */
      afterLoss: z.object({ what: z.enum(['DEBT', 'LOSS']), principal: Money, costs: Money, total: Money }).nullable(),
    }),
  }),
  rightConfirmation: call({
    ...common,
    path: `${base}/rightConfirmation`,
    access: { permission: 'finance.finance-order.confirm' },
    effect: 'write',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen', on: financeOrderMachine.from('confirmRight') } },
    act: {
      by: { SUPPLIER: 'checking', BUYER: 'checking' },
      second: { notMakerOf: 'query.id' },
      shows: ['the order, its documents and its contracts'],
      event: ['FINANCE_ORDER_RIGHT_CONFIRMED', 'FINANCE_ORDER_PART_CONFIRMED', 'FINANCE_ORDER_REJECTED'],
    },
    title: 'The named party confirms the debt and its assignment, or declines',
    query: byId,
    body: z.object({
      accept: z.boolean().default(true),
      /** The version of the order as it was shown; a party that names it confirms no other. */
      version: z.number().int().optional(),
      comment: text(500).optional(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: z.object({ status: z.string() }),
  }),
  detailAttachment: call({
    ...common,
    path: `${base}/detailAttachment`,
    access: { permission: detail },
    effect: 'read',
    names: { 'query.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'The files of an order by group',
    query: byId,
    answer: z.array(AttachmentGroup),
  }),
  detailAttachmentForEdit: call({
    ...common,
    method: 'GET',
    path: `${base}/detailAttachmentForEdit/{id}`,
    access: { permission: detail },
    effect: 'read',
    names: { 'params.id': { kind: 'financeOrder', of: 'seen' } },
    title: 'The files of an order by group, for its form',
    params: byId,
    answer: z.array(AttachmentGroup),
  }),
  summaryCompany: call({
    ...common,
    path: `${base}/summaryCompany`,
    access: { permission: view },
    effect: 'read',
    title: 'Limits and financing of the company by currency',
    body: z.object({}),
    answer: z.array(FinancingSummary),
  }),
}
