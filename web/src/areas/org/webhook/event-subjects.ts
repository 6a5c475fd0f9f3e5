import type { WebhookEvent } from '@usance/wire/notification/events'
import type { TextKey } from '../../../i18n/keys.ts'

/** Events by what they are about, each under the page where that is found. */
const subjects: readonly [title: TextKey, about: RegExp][] = [
  ['menu.approval', /^APPROVAL_/],
  ['menu.invoice', /^(INVOICE|DIRECT_PAYMENT)_/],
  ['menu.purchase', /^PURCHASE_ORDER_/],
  ['menu.financeOrder', /^(FINANCE_ORDER|WRITE_OFF)_/],
  ['menu.costs', /^FEE_/],
  ['menu.poolFactoring', /^POOL_/],
  ['menu.contractInfo', /^CONTRACT_/],
  ['menu.paymentManagement', /^PAYMENT_/],
  ['menu.repaymentManagement', /^(REPAYMENT|RECOURSE|LOSS)_/],
  ['menu.systemBank', /^(BANK|VIRTUAL)_ACCOUNT_/],
  ['menu.realname', /^BANK_VERIFICATION_/],
  ['menu.orgInfo', /^(PRICING|LIMIT)_/],
  ['menu.orgCompany', /^AUDIT_/],
  ['menu.buyerOutlook', /^BUYER_/],
  ['menu.noticeNews', /^NEWS_/],
]

/** The events of each subject, with the title of its page. */
export const bySubject = (events: readonly WebhookEvent[]): { title: TextKey; events: WebhookEvent[] }[] =>
  subjects.map(([title, about]) => ({ title, events: events.filter((event) => about.test(event)) }))
