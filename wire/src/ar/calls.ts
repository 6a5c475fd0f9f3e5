import { buckets } from '@usance/domain/buckets'
import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { DateText, KnownCurrency, pageOf, wholeNumber } from '../fields.ts'

const base = '/{p}-financial-transaction/ar/management'
/** A bucket of days past due, or everything past due. */
const narrowedTo = [...buckets, 'OVERDUE'] as const

/** One currency, one buyer or ALL, any day; without a day the business date. */
const Asked = z.object({
  currency: KnownCurrency,
  buyerCode: z.union([z.string().max(60), z.array(z.string().max(60)).max(200)]).default('ALL'),
  asOf: DateText.optional(),
  dateBegin: DateText.optional(),
  dateEnd: DateText.optional(),
})
export type ArBucket = (typeof narrowedTo)[number]
const narrowing = {
  bucket: z.enum(narrowedTo).optional(),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
}
const Paged = Asked.extend({
  pageNum: wholeNumber(1, 100_000).default(1),
  pageSize: wholeNumber(1, 1000).default(20),
  ...narrowing,
  /** What narrows the rows, as every paged call takes it; it goes before the same names beside it. */
  filterFields: z.object(narrowing).optional(),
})

/** A page of the orders behind a figure; without a size the first of them, as many as the call says. */
const OrdersAsked = Asked.extend({
  pageNum: wholeNumber(1, 100_000).optional(),
  pageSize: wholeNumber(1, 1000).optional(),
})

const Bucket = z.object({ bucket: z.enum(buckets), amount: z.string(), count: z.number() })
const Point = z.object({
  date: z.string(),
  amount: z.string(),
  ratePct: z.string().nullish(),
  outstanding: z.string().optional(),
  invoiced: z.string().optional(),
})
const BuyerAmount = z.object({
  buyerCode: z.string(),
  buyerName: z.string(),
  amount: z.string(),
  sharePct: z.string().nullable(),
  ratePct: z.string().nullish(),
  invoiced: z.string().optional(),
  daysToPay: z.string().nullish(),
  daysLate: z.string().nullish(),
})
/** The rows behind a figure as a sheet: these columns under these titles, and words for the codes in them. */
const Exported = Asked.extend({
  ...narrowing,
  rows: z.enum(['owed', 'payments', 'dilution']),
  columnList: z
    .array(z.object({ key: z.string().max(80), title: z.string().max(200) }))
    .min(1)
    .max(12),
  words: z.record(z.string().max(80), z.string().max(200)).default({}),
})
const ofInvoice = {
  id: z.string(),
  invoiceNo: z.string(),
  buyerName: z.string(),
  buyerCode: z.string(),
  currency: z.string(),
  amount: z.string(),
}
/** A funder finds no invoice that it has given away since. */
const foundInvoice = { invoiceId: z.string().nullable() }
const OwedRow = z.object({
  ...ofInvoice,
  supplierName: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  outstanding: z.string(),
  overdueDays: z.number(),
  bucket: z.string(),
  /** Of a receivable that the funder who asks has given away since, nothing is told of today. */
  financeStatus: z.string().nullable(),
})
const PaymentRow = z.object({
  ...ofInvoice,
  ...foundInvoice,
  payDate: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  daysLate: z.number(),
  daysToPay: z.number(),
})
const ReductionRow = z.object({
  ...ofInvoice,
  ...foundInvoice,
  refNo: z.string().nullable(),
  type: z.string(),
  reason: z.string().nullable(),
  adjustmentDate: z.string(),
})

/** Figures of the caller's own trade; a buyer without any has none. */
const ofBuyers = { 'body.buyerCode': ofCallersRecords, 'body.buyerCode[]': ofCallersRecords } as const
const figureOf =
  <B extends typeof Asked>(body: B) =>
  <A extends z.ZodType>(path: string, title: string, answer: A) =>
    call({
      method: 'POST',
      path: `${base}/${path}`,
      access: { permission: 'dashboard.ar.view' },
      scope: 'company',
      effect: 'read',
      names: ofBuyers,
      title,
      body,
      answer,
    })
const read = figureOf(Asked)
const readOrders = figureOf(OrdersAsked)
export type ArPaged = z.input<typeof Paged>
export type ArOrdersAsked = z.input<typeof OrdersAsked>
/** A call that answers the rows behind a figure. */
export type ArTable<R extends z.ZodType> = ReturnType<typeof table<R>>
const table = <R extends z.ZodType>(path: string, title: string, row: R) =>
  call({
    method: 'POST',
    path: `${base}/${path}`,
    access: { permission: 'dashboard.ar.view' },
    scope: 'company',
    effect: 'read',
    names: ofBuyers,
    title,
    body: Paged,
    answer: pageOf(row).extend({ sum: z.string().describe('of the amounts of all rows, not of the page alone') }),
  })
const choices = <A extends z.ZodType>(path: string, title: string, answer: A) =>
  call({
    method: 'GET',
    path: `${base}/${path}`,
    access: { permission: 'dashboard.ar.view' },
    scope: 'company',
    effect: 'read',
    title,
    answer,
  })

const figures = {
  queryBuyerList: read(
    'queryBuyerList',
    'Buyers with receivables in a currency',
    z.array(z.object({ buyerCode: z.string(), buyerName: z.string() })),
  ),
  queryTradeInfoCount: read(
    'queryTradeInfoCount',
    'Numbers of buyers, open and overdue invoices, and open purchase orders',
    z.object({
      buyers: z.number(),
      openInvoices: z.number(),
      overdueInvoices: z.number(),
      /** Null on a past day: which purchase orders were open on it is kept nowhere. */
      openPurchaseOrders: z.number().nullable(),
    }),
  ),
  queryDueBalance: read(
    'queryDueBalance',
    'What is owed, by days past due',
    z.object({ total: z.string(), overdue: z.string(), buckets: z.array(Bucket) }),
  ),
  queryDueBalanceCount: read(
    'queryDueBalanceCount',
    'Open invoices by days past due',
    z.object({ buckets: z.array(z.object({ bucket: z.enum(buckets), count: z.number() })) }),
  ),
  queryHistoryDueBalance: read('queryHistoryDueBalance', 'What was owed at each of the last twelve month ends', z.array(Point)),
  queryAccountReceivaleByBuyer: read('queryAccountReceivaleByBuyer', 'What is owed by each buyer', z.array(BuyerAmount)),
  queryAccountReceivaleByDate: read('queryAccountReceivaleByDate', 'Invoiced and still owed by month of issue', z.array(Point)),
  queryPaymentHistoryByBuyer: read('queryPaymentHistoryByBuyer', 'Paid by each buyer, and how punctually', z.array(BuyerAmount)),
  queryPaymentHistoryByDate: read(
    'queryPaymentHistoryByDate',
    'Paid by month',
    z.object({
      total: z.string(),
      onTimePct: z.string().nullable(),
      daysToPay: z.string().nullable(),
      daysLate: z.string().nullable(),
      dso: z.string().nullable(),
      series: z.array(Point),
    }),
  ),
  queryDilutionByBuyer: read(
    'queryDilutionByBuyer',
    'Dilution of the last twelve months by buyer',
    z.object({ reductions: z.string(), invoiced: z.string(), ratePct: z.string().nullable(), buyers: z.array(BuyerAmount) }),
  ),
  queryDilutionByDate: read('queryDilutionByDate', 'Dilution of the last twelve months by month', z.array(Point)),
  queryDilutionCount: read('queryDilutionCount', 'Invoices with a reduction', z.object({ count: z.number() })),
  queryFinancingBalanceAmount: readOrders(
    'queryFinancingBalanceAmount',
    'Principal outstanding of funded orders',
    z.object({
      amount: z.string(),
      /** The orders it is made of, the largest first: the page asked for, or the first five hundred. */
      orders: z.array(z.object({ id: z.string(), orderNo: z.string(), maturity: z.string(), principal: z.string() })),
      count: z.number().describe('of all orders, not of the page alone'),
    }),
  ),
  queryRepaymentDueInNext7DaysAmount: readOrders(
    'queryRepaymentDueInNext7DaysAmount',
    'Principal and projected interest that fall due within seven days',
    z.object({
      amount: z.string(),
      principal: z.string(),
      interest: z.string(),
      /** What falls due of an order on a day, the earliest first: the page asked for, or the first hundred. */
      orders: z.array(
        z.object({ id: z.string(), orderNo: z.string(), maturity: z.string(), principal: z.string(), interest: z.string() }),
      ),
      count: z.number().describe('of all due dates, not of the page alone'),
    }),
  ),
  availableForFinanceAmount: read(
    'availableForFinanceAmount',
    'What could be financed now, within every limit',
    z.object({
      amount: z.string().nullable().describe('none for a day that has passed'),
      eligible: z.string().nullable(),
      cappedByBuyers: z.string().nullable(),
      facilityHeadroom: z.string().nullable(),
    }),
  ),
}

/** The receivables dashboard: every figure opens to the rows behind it and ties to the ledger. */
export const arCalls = {
  queryDashboard: read(
    'queryDashboard',
    'Every figure of the dashboard at one moment, each under the name of its own call',
    z.object({
      queryBuyerList: figures.queryBuyerList.answer,
      queryTradeInfoCount: figures.queryTradeInfoCount.answer,
      queryDueBalance: figures.queryDueBalance.answer,
      queryDueBalanceCount: figures.queryDueBalanceCount.answer,
      queryHistoryDueBalance: figures.queryHistoryDueBalance.answer,
      queryAccountReceivaleByBuyer: figures.queryAccountReceivaleByBuyer.answer,
      queryAccountReceivaleByDate: figures.queryAccountReceivaleByDate.answer,
      queryPaymentHistoryByBuyer: figures.queryPaymentHistoryByBuyer.answer,
      queryPaymentHistoryByDate: figures.queryPaymentHistoryByDate.answer,
      queryDilutionByBuyer: figures.queryDilutionByBuyer.answer,
      queryDilutionByDate: figures.queryDilutionByDate.answer,
      queryDilutionCount: figures.queryDilutionCount.answer,
      queryFinancingBalanceAmount: figures.queryFinancingBalanceAmount.answer,
      queryRepaymentDueInNext7DaysAmount: figures.queryRepaymentDueInNext7DaysAmount.answer,
      availableForFinanceAmount: figures.availableForFinanceAmount.answer,
    }),
  ),
  ...figures,
  queryDueBalanceTable: table('queryDueBalanceTable', 'Open invoices with what is owed and the days past due', OwedRow),
  queryPaymentHistoryTable: table('queryPaymentHistoryTable', 'Payments, one row each', PaymentRow),
  queryDilutionByBuyerTable: table('queryDilutionByBuyerTable', 'Reductions, one row each, by buyer', ReductionRow),
  queryDilutionByDateTable: table('queryDilutionByDateTable', 'Reductions, one row each, by date', ReductionRow),
  exportRows: call({
    method: 'POST',
    path: `${base}/excel/export`,
    access: { permission: 'dashboard.ar.export' },
    scope: 'company',
    effect: 'read',
    names: ofBuyers,
    title: 'Every row behind a figure as xlsx',
    body: Exported,
    answer: z.any(),
    kind: 'file',
    isLong: true,
  }),
  queryCurrencyList: choices('queryCurrencyList', 'Currencies with any invoice', z.array(z.string())),
  queryBuyerCodeList: choices(
    'queryBuyerCodeList',
    'Buyers with any invoice',
    z.array(z.object({ buyerCode: z.string(), buyerName: z.string() })),
  ),
}
