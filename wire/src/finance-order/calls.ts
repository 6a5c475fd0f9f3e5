import { z } from 'zod'
import { call } from '../call.ts'
import { AmountText, CurrencyCode, DateText, FileRef, Id, IdempotencyKey, pageOf, text } from '../fields.ts'

const base = '/{p}-financial-transaction/financeOrder/client'
const view = 'finance.finance-order.view'
const detail = 'finance.finance-order.detail'
const common = { method: 'POST', scope: 'company' } as const

/** What a supplier asks to be priced. A document without an amount takes as much as it may. */
export const TrialRequest = z.object({
  financingProductId: Id,
  funderCode: text(60).optional(),
  buyerCode: text(60).optional(),
  currency: CurrencyCode,
  fundingDate: DateText,
  items: z
    .array(z.object({ docType: z.enum(['INVOICE', 'PO']), docId: Id, applyAmount: AmountText.optional() }))
    .min(1)
    .max(200),
  /** Converts this purchase order financing into the purchase of its invoices. */
  arpOfOrderId: Id.optional(),
  /** The order being priced again: its own locks do not stand in its way. */
  orderId: Id.optional(),
})
export type TrialRequest = z.input<typeof TrialRequest>

const Money = z.string()
/** How one figure came about, for the reader who asks. */
export const Figure = z.object({
  key: z.string(),
  docId: z.string().optional(),
  feeCode: z.string().optional(),
  formula: z.string(),
  inputs: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
  dayCount: z
    .object({
      code: z.string(),
      name: z.string(),
      definition: z.string(),
      from: z.string(),
      to: z.string(),
      days: z.number(),
      fraction: z.string(),
    })
    .optional(),
  fixing: z
    .object({
      type: z.string(),
      effectiveDate: z.string(),
      revision: z.number(),
      percentRate: z.string(),
      resetDate: z.string(),
      lookbackBd: z.number(),
    })
    .optional(),
  rounding: z.object({ mode: z.string(), scale: z.number() }).nullable(),
  unrounded: z.string(),
  result: z.string(),
  unit: z.string(),
})
export type Figure = z.infer<typeof Figure>

export const TrialAnswer = z.object({
  items: z.array(
    z.object({
      docType: z.string(),
      docId: z.string(),
      number: z.string(),
      /** Whose debt it is; a drawing on a pool has no one debtor. */
      buyerCode: z.string().optional(),
      buyerName: z.string().optional(),
      face: Money,
      adjustments: Money,
      paid: Money,
      netReceivable: Money,
      eligible: Money,
      reasons: z.array(z.string()),
      advanceRate: z.string(),
      maxAdvance: Money,
      applyAmount: Money,
      dueDate: z.string(),
      maturity: z.string(),
      interestTo: z.string(),
      days: z.number(),
      baseRate: z.string(),
      margin: z.string(),
      rate: z.string(),
      interest: Money,
      net: Money,
      reserve: Money,
      fees: z.array(z.object({ code: z.string(), payer: z.string(), timing: z.string(), amount: Money, tax: Money })),
    }),
  ),
  total: z.object({
    face: Money,
    netReceivable: Money,
    eligible: Money,
    maxAdvance: Money,
    applyAmount: Money,
    interest: Money,
    feesAtFunding: Money,
    feesAtSettlement: Money,
    net: Money,
    reserve: Money,
    allInApr: z.string().nullable(),
    cashToSupplier: Money,
    topUp: Money,
  }),
  fees: z.array(
    z.object({
      code: z.string(),
      basis: z.string(),
      payer: z.string(),
      timing: z.string(),
      beneficiary: z.string(),
      base: z.string(),
      value: z.string(),
      amount: Money,
      tax: Money,
    }),
  ),
  /** A limit that names a buyer counts the documents of that buyer alone. */
  limits: z.array(
    z.object({ type: z.string(), available: Money, buyerCode: z.string().optional(), buyerName: z.string().optional() }),
  ),
  warnings: z.array(z.object({ code: z.string(), docId: z.string().optional(), detail: z.string().optional() })),
  explain: z.array(Figure),
  interestMethod: z.string(),
  pricingHash: z.string(),
  validUntil: z.string(),
})
export type TrialAnswer = z.infer<typeof TrialAnswer>

/** The accepted price beside the one of today, for an order whose funding date has passed. */
export const Repricing = z.object({
  /** False while the day the order was priced for has not passed, or nothing waits for payment. */
  needed: z.boolean(),
  /** Why the order cannot be priced today, as the name of a refusal. */
  problem: z.string().nullable(),
  /** True when every term is as accepted: the payment goes on without asking anybody. */
  same: z.boolean(),
  terms: z.array(
    z.object({
      key: z.enum(['fundingDate', 'rate', 'advance', 'interest', 'fees', 'net', 'reserve', 'maturity']),
      unit: z.enum(['date', 'percent', 'money']),
      before: z.string(),
      after: z.string(),
      changed: z.boolean(),
    }),
  ),
  pricingHash: z.string().nullable(),
  /** Contracts state the rate and maturity; with others they are signed again. */
  signAgain: z.boolean(),
  askedAt: z.string().nullable(),
  mayAccept: z.boolean(),
  mayAsk: z.boolean(),
})
export type Repricing = z.infer<typeof Repricing>

const OrderBody = TrialRequest.extend({
  id: Id.optional(),
  version: z.number().int().optional(),
  pricingHash: text(80).optional(),
  payeeBankAccountId: Id.optional(),
  contractIds: z.array(Id).max(20).optional(),
  attachments: z
    .array(FileRef.extend({ groupKey: text(60).optional() }))
    .max(40)
    .default([]),
  remark: text(500).optional(),
  saveType: z.enum(['DRAFT', 'SUBMIT']),
  /** `update` changes only documents and payee of an order that has passed approval. */
  mode: z.enum(['edit', 'update']).default('edit'),
  idempotencyKey: IdempotencyKey,
})
const Saved = z.object({ id: z.string(), orderNo: z.string(), status: z.string(), version: z.number() })

const Document = z.looseObject({ id: z.string(), selectable: z.boolean(), reasons: z.array(z.string()) })
const DocumentQuery = z.object({
  pageNum: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(100),
  financingProductId: Id,
  buyerCode: text(60).optional(),
  currency: CurrencyCode,
  dueDateBegin: DateText.optional(),
  dueDateEnd: DateText.optional(),
  ids: z.array(Id).max(200).optional(),
  arpOfOrderId: Id.optional(),
  orderId: Id.optional(),
})

const Party = z.object({ code: z.string(), name: z.string() })
export const OrderDetail = z.object({
  id: z.string(),
  orderNo: z.string(),
  type: z.string(),
  status: z.string(),
  version: z.number(),
  currency: z.string(),
  supplier: Party,
  financingProductId: z.string(),
  buyerCode: z.string().nullable(),
  buyerName: z.string().nullable(),
  baseRateType: z.string().nullable(),
  /** Null where a pool, or several buyers, stand behind the order. */
  buyer: Party.nullable(),
  /** The parts of an order of several buyers, for those who see the whole of it. */
  buyers: z.array(
    Party.extend({
      documents: z.number(),
      faceAmount: Money,
      financeAmount: Money,
      principalOutstanding: Money,
      confirmedAt: z.string().nullable(),
      confirmedBy: z.string().nullable(),
    }),
  ),
  funder: Party,
  product: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameCn: z.string(),
    interestMethod: z.string(),
    advanceRate: z.string(),
    dayCount: z.string(),
    graceDays: z.number(),
  }),
  faceAmount: Money,
  financeAmount: Money,
  netAmount: Money,
  interestAmount: Money,
  feeAmount: Money,
  reserveAmount: Money,
  principalOutstanding: Money,
  rate: z.string().nullable(),
  requestedFundingDate: z.string(),
  fundingDate: z.string().nullable(),
  maturity: z.string().nullable(),
  settledOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  disclosed: z.boolean(),
  recourse: z.boolean(),
  rightConfirmParty: z.string(),
  remark: z.string().nullable(),
  warnings: z.array(z.string()),
  arpOf: z.object({ id: z.string(), orderNo: z.string() }).nullable(),
  conversions: z.array(z.object({ id: z.string(), orderNo: z.string(), status: z.string() })),
  /** Null for a buyer: prices between supplier and funder are not its business. */
  pricing: TrialAnswer.nullable(),
  request: TrialRequest.nullable(),
  payeeBankAccountId: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      docType: z.string(),
      docId: z.string(),
      docNo: z.string(),
      buyerCode: z.string().nullable(),
      buyerName: z.string().nullable(),
      face: Money,
      applyAmount: Money,
      reserve: Money,
      interest: Money,
      maturity: z.string(),
      dueDate: z.string(),
      principalOutstanding: Money,
      active: z.boolean(),
    }),
  ),
  fees: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      basis: z.string(),
      amount: Money,
      tax: Money,
      payer: z.string(),
      beneficiary: z.string(),
      timing: z.string(),
    }),
  ),
  contracts: z.array(z.object({ id: z.string(), no: z.string(), name: z.string(), nameCn: z.string(), status: z.string() })),
  attachments: z.array(z.object({ groupKey: z.string(), objectKey: z.string(), fileName: z.string() })),
  currentNode: z.string().nullable(),
  /** Whether the order has ever been in approval, as far as the caller may know. */
  hasApproval: z.boolean(),
  operations: z.array(z.string()),
  timeline: z.array(z.object({ event: z.string(), at: z.string(), by: z.string().nullable(), comment: z.string().nullable() })),
})
export type OrderDetail = z.infer<typeof OrderDetail>

const byId = z.object({ id: Id })
const AttachmentGroup = z.object({
  groupKey: z.string(),
  attachmentCh: z.string(),
  attachmentEn: z.string(),
  explainCh: z.string(),
  explainEn: z.string(),
  require: z.number(),
  files: z.array(
    z.object({ objectKey: z.string(), fileName: z.string(), fileSource: z.string(), createTime: z.string(), id: z.string() }),
  ),
})
const Account = z.object({
  payeeName: z.string(),
  payeeBankName: z.string(),
  payeeBankNameEn: z.string().nullable(),
  payeeAcctNo: z.string(),
  payeeBankNo: z.string(),
  payeeCurrency: z.string(),
})

/** Finance orders from choosing a product to right confirmation; paths and odd spellings are the specification's. */
export const financeOrderCalls = {
  repricing: call({
    ...common,
    path: `${base}/repricing`,
    access: { permission: [detail, 'payment.management.view'] },
    effect: 'read',
    title: 'What the price of a confirmed order would be today, beside the accepted one',
    body: byId,
    answer: Repricing,
  }),
  acceptPrice: call({
    ...common,
    path: `${base}/acceptPrice`,
    access: { permission: 'finance.finance-order.edit' },
    effect: 'write',
    title: 'Accept the price of today for an order whose funding date has passed',
    body: byId.extend({ pricingHash: text(80), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string(), fundingDate: z.string() }),
  }),
  askForPrice: call({
    ...common,
    path: `${base}/askForPrice`,
    access: { permission: 'payment.management.instruct' },
    effect: 'write',
    title: 'Ask the supplier to accept the price of today',
    body: byId.extend({ idempotencyKey: IdempotencyKey }),
    answer: z.object({ askedAt: z.string() }),
  }),
  revocation: call({
    ...common,
    path: `${base}/revocation`,
    access: { permission: 'finance.finance-order.withdraw' },
    effect: 'write',
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
    title: 'Products with an accepted price for this supplier',
    body: z.object({
      buyerCode: text(60).optional(),
      currency: CurrencyCode.optional(),
      docType: z.enum(['INVOICE', 'PO']).optional(),
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
        limits: z.array(z.object({ type: z.string(), currency: z.string(), available: Money })),
      }),
    ),
  }),
  availableFinanceFunder: call({
    ...common,
    path: `${base}/availableFinanceFunder`,
    access: { permission: view },
    effect: 'read',
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
    title: 'Buyers of this supplier by name',
    body: z.object({ buyerName: text(200).optional() }),
    answer: z.array(z.object({ buyerName: z.string(), buyerCode: z.string(), baseRateType: z.string().nullable() })),
  }),
  invoiceList: call({
    ...common,
    path: `${base}/invoiceList`,
    access: { permission: view },
    effect: 'read',
    title: 'Invoices with what each could bring, and why not',
    body: DocumentQuery,
    answer: pageOf(Document),
  }),
  poList: call({
    ...common,
    path: `${base}/poList`,
    access: { permission: view },
    effect: 'read',
    title: 'Purchase orders with what each could bring, and why not',
    body: DocumentQuery,
    answer: pageOf(Document),
  }),
  poListSimple: call({
    ...common,
    path: `${base}/poListSimple`,
    access: { permission: view },
    effect: 'read',
    title: 'Purchase orders by number, amount and currency',
    body: z.object({ buyerCode: text(60).optional(), currency: CurrencyCode.optional() }),
    answer: z.array(z.object({ id: z.string(), poNo: z.string(), amount: Money, currency: z.string() })),
  }),
  poItemList: call({
    ...common,
    path: `${base}/poItemList`,
    access: { permission: view },
    effect: 'read',
    title: 'The lines of purchase orders',
    body: z.object({ poIds: z.array(Id).max(100) }),
    answer: z.array(z.looseObject({ id: z.string(), purchaseOrderId: z.string(), line: z.number() })),
  }),
  trialCalculation: call({
    ...common,
    path: `${base}/trialCalculation`,
    access: { permission: ['finance.finance-order.add', 'finance.finance-order.edit', 'finance.finance-order.arp'] },
    effect: 'read',
    title: 'What the order would cost and bring, with how each figure came about',
    body: TrialRequest,
    answer: TrialAnswer,
  }),
  createOrder: call({
    ...common,
    path: `${base}/createOrder`,
    access: { permission: ['finance.finance-order.add', 'finance.finance-order.arp'] },
    effect: 'write',
    title: 'Save a draft, or submit an order at the price the supplier has seen',
    body: OrderBody,
    answer: Saved,
  }),
  editOrder: call({
    ...common,
    path: `${base}/editOrder`,
    access: { permission: ['finance.finance-order.edit', 'finance.finance-order.update'] },
    effect: 'write',
    title: 'Change a draft or a returned order; with mode update the documents and payee of a passed one',
    body: OrderBody,
    answer: Saved,
  }),
  detail: call({
    ...common,
    path: `${base}/detail`,
    access: { permission: detail },
    effect: 'read',
    title: 'One finance order',
    query: byId,
    answer: OrderDetail,
  }),
  detailForEdit: call({
    ...common,
    path: `${base}/detailForEdit`,
    access: { permission: detail },
    effect: 'read',
    title: 'One finance order with what its form needs',
    query: byId,
    answer: OrderDetail,
  }),
  financingProduct: call({
    ...common,
    path: `${base}/financingProduct`,
    access: { permission: detail },
    effect: 'read',
    title: 'The product of an order',
    query: byId,
    answer: OrderDetail.shape.product,
  }),
  financingOrderApproveList: call({
    ...common,
    path: `${base}/financingOrderApproveList/{id}`,
    access: { permission: detail },
    effect: 'read',
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
    title: 'What is paid out on an order',
    params: byId,
    answer: z.object({
      approvedAmount: Money,
      advance: Money,
      interest: Money,
      fees: z.array(z.object({ code: z.string(), amount: Money, tax: Money })),
      net: Money,
      payments: z.array(
        z.object({
          id: z.string(),
          no: z.string(),
          type: z.string(),
          amount: Money,
          currency: z.string(),
          valueDate: z.string().nullable(),
          bankRef: z.string().nullable(),
          status: z.string(),
        }),
      ),
    }),
  }),
  fundingAccountInfos: call({
    ...common,
    path: `${base}/fundingAccountInfos/{id}`,
    access: { permission: detail },
    effect: 'read',
    title: 'The accounts money moves between',
    params: byId,
    answer: z.object({ payee: Account.nullable(), payer: Account.nullable() }),
  }),
  repaymentInfo: call({
    ...common,
    path: `${base}/repaymentInfo`,
    access: { permission: detail },
    effect: 'read',
    title: 'What is due when, and what has been repaid',
    query: byId,
    answer: z.object({
      schedule: z.array(
        z.object({
          item: z.string(),
          dueDate: z.string(),
          principalDue: Money,
          /** Costs still owed at maturity, or today when that has passed; null for a buyer, whose business they are not. */
          interestDue: Money.nullable(),
          feeDue: Money.nullable(),
          penaltyDue: Money.nullable(),
          paid: Money,
          outstanding: Money,
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
          fundSource: z.string(),
          status: z.string(),
          allocations: z.array(z.object({ component: z.string(), amount: Money })),
        }),
      ),
      /** What would settle the order today; null before it is funded, and for a buyer. */
      payoff: z
        .object({
          asOf: z.string(),
          total: Money,
          parts: z.object({ principal: Money, interest: Money, penalty: Money, fees: Money, earlyFee: Money }),
        })
        .nullable(),
    }),
  }),
  rightConfirmation: call({
    ...common,
    path: `${base}/rightConfirmation`,
    access: { permission: 'finance.finance-order.confirm' },
    effect: 'write',
    title: 'The named party confirms the debt and its assignment, or declines',
    query: byId,
    body: z.object({
      accept: z.boolean().default(true),
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
    answer: z.array(
      z.object({
        currency: z.string(),
        limit: Money,
        used: Money,
        /** The part of `used` that orders on their way hold, not yet funded. */
        locked: Money,
        available: Money,
        financing: Money,
        overdue: Money,
        /** Principal that matures from today to seven days on. */
        dueNext7Days: Money,
        ordersByStatus: z.record(z.string(), z.number()),
      }),
    ),
  }),
}
