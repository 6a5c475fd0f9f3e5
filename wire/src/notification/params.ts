import type { NoticeEvent } from './events.ts'

/**
 * The params of each event besides its link: for messages on screen, mails and webhooks. Other params are not sent. Every
 * notified company reads all of them, so none of the funding leg is among them (decision 072).
 */
export const noticeParams = {
  APPROVAL_WAITING: ['businessNo', 'businessType', 'nodeName'],
  APPROVAL_OVERDUE: ['businessNo', 'businessType', 'nodeName'],
  APPROVAL_OVERDUE_OF_COLLEAGUES: ['businessNo', 'businessType', 'nodeName'],
  APPROVAL_WITHOUT_DECIDER: ['businessNo', 'businessType', 'nodeName'],
  APPROVAL_PASSED: ['businessNo', 'businessType', 'comment'],
  APPROVAL_REJECTED: ['businessNo', 'businessType', 'comment'],
  APPROVAL_REJECTED_OF_LEAVER: ['businessNo', 'businessType', 'comment'],
  APPROVAL_REFUSED: ['businessNo', 'businessType', 'comment'],
  APPROVAL_WITHDRAWN: ['businessNo', 'businessType'],
  DELEGATION_RECEIVED: ['from', 'companyRole', 'fromDate', 'toDate'],
  DELEGATION_ENDED: ['person', 'fromDate', 'toDate'],
  BUYER_WATCH: ['buyer', 'signal', 'date', 'now', 'before', 'signalCn'],
  NEWS_PUBLISHED: ['title', 'titleCn'],
  NEWS_IMPORTED: ['count'],
  CUSTOMER_REQUESTED: ['company', 'customer'],
  USER_CHANGED: ['company', 'no'],
  USER_CHANGE_ASKED: ['company', 'no', 'by'],
  USER_REMOVED: ['company', 'by'],
  WEBHOOK_STOPPED: ['url'],
  USER_SIGNING_ENDED: ['company', 'person'],
  API_KEYS_STAY: ['count'],
  INVOICE_SUBMIT: ['invoiceNo', 'amount', 'currency'],
  INVOICE_CONFIRM: ['invoiceNo', 'amount', 'currency'],
  INVOICE_RETURN: ['invoiceNo', 'comment'],
  INVOICE_DISPUTE: ['invoiceNo', 'comment'],
  INVOICE_RESOLVE: ['invoiceNo', 'comment'],
  INVOICE_RESOLUTION_PROPOSED: ['invoiceNo', 'comment'],
  INVOICE_CANCEL: ['invoiceNo', 'amount', 'currency'],
  INVOICE_ADJUSTED: ['invoiceNo', 'comment'],
  INVOICE_PAPERS_CHANGED: ['invoiceNo'],
  INVOICE_SIGN_RAISED: ['invoiceNo', 'supplier'],
  INVOICE_ADJUSTMENT_SUBMITTED: ['invoiceNo', 'refNo', 'amount', 'currency'],
  INVOICE_ADJUSTMENT_PASSED: ['refNo', 'invoiceNo', 'comment'],
  INVOICE_ADJUSTMENT_REJECTED: ['refNo', 'invoiceNo', 'comment'],
  INVOICE_ADJUSTMENT_REFUSED: ['refNo', 'invoiceNo', 'comment'],
  INVOICE_ADJUSTMENT_WITHDRAWN: ['refNo', 'invoiceNo', 'comment'],
  DIRECT_PAYMENT_REPORTED: ['no', 'invoiceNo', 'amount', 'currency'],
  DIRECT_PAYMENT_CONFIRMED: ['no', 'invoiceNo', 'amount', 'currency'],
  DIRECT_PAYMENT_REFUSED: ['no', 'invoiceNo', 'amount', 'currency', 'comment'],
  DIRECT_PAYMENT_TAKEN_BACK: ['no', 'invoiceNo', 'amount', 'currency', 'comment'],
  PURCHASE_ORDER_SUBMIT: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_CONFIRM: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_RETURN: ['poNo', 'comment'],
  PURCHASE_ORDER_UPDATE: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_UPLOAD: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_EDIT: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_CANCEL: ['poNo', 'comment'],
  PURCHASE_ORDER_CLOSE: ['poNo', 'amount', 'currency'],
  PURCHASE_ORDER_REOPEN: ['poNo', 'amount', 'currency'],
  FINANCE_ORDER_SUBMITTED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_IN_APPROVE: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_PASSED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_REJECTED: ['orderNo', 'comment'],
  FINANCE_ORDER_REFUSED: ['orderNo', 'comment'],
  FINANCE_ORDER_RIGHT_CONFIRMED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_PRICE_ASKED: ['orderNo', 'date', 'amount', 'currency'],
  FINANCE_ORDER_PRICE_ACCEPTED: ['orderNo', 'amount', 'date', 'currency'],
  FINANCE_ORDER_FUNDING: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_FUNDED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_MATURING: ['orderNo', 'maturity', 'days'],
  FINANCE_ORDER_OVERDUE: ['orderNo', 'principal', 'currency'],
  FINANCE_ORDER_SETTLED: ['orderNo'],
  FINANCE_ORDER_OWED_TO_SUPPLIER: ['orderNo'],
  FINANCE_ORDER_REST_OPEN: ['orderNo', 'principal', 'currency'],
  FINANCE_ORDER_REST_OF_BOTH: ['orderNo', 'principal', 'amount', 'currency'],
  FINANCE_ORDER_BILLS_OPEN: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_TOP_UP_LEFT: ['orderNo', 'no', 'amount', 'currency'],
  FINANCE_ORDER_CONVERTED: ['orderNo', 'principal', 'currency'],
  FINANCE_ORDER_WAIVED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_COSTS_FROM_RESERVE: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_RESERVE_SHORT: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_REMAINDER_WAIVED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_WRITTEN_OFF: ['orderNo', 'no', 'principal', 'currency'],
  FINANCE_ORDER_REVOKED: ['orderNo', 'amount', 'currency'],
  FINANCE_ORDER_EXPIRED: ['orderNo'],
  FINANCE_ORDER_HELD_BY_BANK: ['orderNo'],
  FINANCE_ORDER_FREE_OF_BANK: ['orderNo'],
  FINANCE_ORDER_BARRED_BY_BANK: ['orderNo', 'docNo'],
  FINANCE_ORDER_NOTICE_ENDED: ['orderNo'],
  FINANCE_ORDER_PAPERS_CHANGED: ['orderNo'],
  CONTRACT_TO_SIGN: ['contractNo', 'name', 'orderNo', 'nameCn'],
  CONTRACT_SIGNED: ['party', 'contractNo'],
  CONTRACT_COMPLETED: ['contractNo', 'party'],
  CONTRACT_ACCOUNT_CLOSED: ['account', 'bankName', 'count'],
  VIRTUAL_ACCOUNT_CLOSED: ['account', 'bankName'],
  PAYMENT_DRAFTED: ['no', 'orderNo'],
  PAYMENT_FUNDING_PAID: ['no', 'amount', 'currency'],
  PAYMENT_RELEASE_PAID: ['no', 'amount', 'currency'],
  PAYMENT_REFUND_PAID: ['no', 'amount', 'currency'],
  PAYMENT_FEE_REMIT_PAID: ['no', 'amount', 'currency'],
  PAYMENT_RECEIPT_RETURN_PAID: ['no', 'amount', 'currency'],
  PAYMENT_OWED_BACK: ['no', 'amount', 'currency'],
  PAYMENT_OWED_TO_FUNDER: ['no', 'company', 'amount', 'currency'],
  BANK_ACCOUNT_ADDED: ['bankName', 'account'],
  BANK_ACCOUNT_ENABLE: ['account', 'bankName'],
  BANK_ACCOUNT_DISABLE: ['account', 'bankName'],
  PAYMENT_FAILED: ['no', 'reason'],
  PAYMENT_RETURNED: ['no', 'amount', 'currency', 'reason'],
  PAYMENT_RELEASE_LOST: ['no', 'amount', 'currency', 'orderNo'],
  PAYMENT_WITH_BANK_AFTER_ALL: ['no', 'fileNo', 'amount', 'currency', 'status'],
  PAYMENT_REPORT_UNCLEAR: ['no', 'fileNo', 'amount', 'currency', 'status', 'reason'],
  PAYMENT_WITH_BANK_CANCELLED: ['no', 'fileNo', 'amount', 'currency', 'status', 'reason'],
  DOCUMENT_WITH_BANK: ['no', 'fileNo', 'orders', 'amount', 'currency', 'status', 'reason'],
  DOCUMENT_FINANCED_TWICE: ['no', 'fileNo', 'orders', 'amount', 'currency', 'status', 'reason'],
  PROVIDER_EVENT_REFUSED: ['no', 'kind', 'account', 'payer', 'amount', 'currency', 'fault'],
  COLLECTION_REPORTED_BACK: ['no', 'amount', 'currency', 'payer'],
  REPAYMENT_REPORTED_BACK: ['no', 'receipt', 'amount', 'currency'],
  REPAYMENT_POSTED: ['orderNo', 'no', 'amount', 'currency'],
  REPAYMENT_OF_OTHER_PAYER: ['orderNo', 'no', 'amount', 'currency', 'payer', 'debtor'],
  REPAYMENT_REVERSED: ['no', 'amount', 'currency'],
  CONTRACT_TEMPLATE_SAVED: ['code', 'name', 'version'],
  RECOURSE_CLAIM_OPENED: ['orderNo', 'amount', 'settles', 'currency'],
  FINANCE_ORDER_BUYER_FEES_LOWERED: ['orderNo', 'stated', 'amount', 'currency'],
  LOSS_DILUTED: ['orderNo', 'amount', 'currency'],
  FEE_BILLED: ['no', 'orderNo', 'amount', 'openAmount', 'dueOn', 'currency'],
  FEE_BILL_WAIVED: ['orderNo', 'amount', 'currency'],
  FEE_BILL_CHANGED: ['no', 'orderNo', 'amount', 'openAmount', 'dueOn', 'currency'],
  FEE_ADJUSTMENT_SUBMITTED: ['orderNo', 'no', 'amount', 'currency'],
  FEE_ADJUSTMENT_PASSED: ['orderNo', 'no', 'amount', 'currency'],
  FEE_ADJUSTMENT_REJECTED: ['no', 'orderNo', 'comment'],
  FEE_ADJUSTMENT_REFUSED: ['no', 'orderNo', 'comment'],
  FEE_ADJUSTMENT_WITHDRAWN: ['no', 'orderNo', 'comment'],
  WRITE_OFF_REQUESTED: ['orderNo', 'reason'],
  WRITE_OFF_ENDED: ['orderNo', 'no', 'comment'],
  FINANCE_ORDER_RATE_REVISED: ['type', 'date', 'orderNo', 'before', 'after', 'amount', 'currency'],
  FINANCE_ORDER_INCOME_REVISED: ['type', 'date', 'orderNo', 'before', 'after', 'amount', 'currency'],
  FINANCE_ORDER_RATES_REVISED: ['type', 'count', 'fromDate', 'toDate', 'orderNo', 'amount', 'currency'],
  FINANCE_ORDER_INCOMES_REVISED: ['type', 'count', 'fromDate', 'toDate', 'orderNo', 'amount', 'currency'],
  POOL_SHORT: ['pool', 'amount', 'drawn', 'coming', 'currency'],
  POOL_BANK_FIGURES: ['pool', 'amount', 'currency', 'date'],
  LIMIT_CHANGED: ['parties', 'amount', 'currency', 'fromDate', 'toDate'],
  LIMIT_ENDED: ['parties', 'amount', 'currency'],
  BANK_VERIFICATION_STARTED: ['company', 'no'],
  BANK_VERIFICATION_PAID: ['no'],
  BANK_VERIFICATION_UNLOCKED: ['no'],
  PRICING_OFFERED: ['no'],
  AUDIT_HEAD: ['seq', 'hash', 'signedAt', 'signature'],
} as const satisfies Record<NoticeEvent, readonly string[]>

/** The params that are amounts in the currency told beside them. */
export const moneyParams: readonly string[] = ['amount', 'principal', 'stated', 'openAmount', 'settles', 'drawn', 'coming']

/** The params that name a person; readers of another company get the company instead. */
const personParams = ['by', 'from'] as const
type PersonParam = (typeof personParams)[number]
/** The name of a person as the reader may see it. */
export type ToldName = { toldAs: string }

type Figure = string | number | null
type NameOf<E extends string> = (typeof noticeParams)[E extends NoticeEvent ? E : NoticeEvent][number]
type IsOne<E extends string, Each extends string = E> = E extends NoticeEvent ? ([Each] extends [E] ? true : false) : false
type Told<N extends string> = { [P in N]: P extends PersonParam ? ToldName : Figure }
/** The params of an event: all of them for one event, those of any event where the name is put together from parts. */
export type ParamsOf<E extends string> = true extends IsOne<E> ? Told<NameOf<E>> : Partial<Told<NameOf<E>>>

/**
 * Selects the params that are sent with an event: the declared ones, with persons named as the reader may see them. Empty for an
 * unknown event.
 */
export function cutParams(
  event: string,
  params: Readonly<Record<string, Figure | ToldName | undefined>>,
): Record<string, Figure> {
  const declared: readonly string[] = Object.hasOwn(noticeParams, event) ? noticeParams[event as NoticeEvent] : []
  return Object.fromEntries(
    declared.flatMap((name) => {
      const told = params[name]
      if (told === undefined) return []
      return [[name, told !== null && typeof told === 'object' ? told.toldAs : told]]
    }),
  )
}
