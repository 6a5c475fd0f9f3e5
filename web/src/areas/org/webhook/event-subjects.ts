import type { NoticeEvent } from '@usance/wire/notification/events'
import type { TextKey } from '../../../i18n/keys.ts'

/** Events by what they are about, each under the page where that is found. */
const subjects: readonly [title: TextKey, about: RegExp][] = [
  ['menu.approval', /^(APPROVAL|DELEGATION)_/],
  ['menu.invoice', /^(INVOICE|DIRECT_PAYMENT)_/],
  ['menu.purchase', /^PURCHASE_ORDER_/],
  ['menu.financeOrder', /^(FINANCE_ORDER|WRITE_OFF)_/],
  ['menu.costs', /^FEE_/],
  ['menu.poolFactoring', /^POOL_/],
  ['menu.contractInfo', /^CONTRACT_/],
  ['menu.paymentManagement', /^PAYMENT_/],
  ['menu.repaymentManagement', /^(REPAYMENT|RECOURSE|LOSS|COLLECTION)_/],
  ['menu.airwallex', /^PROVIDER_/],
  ['menu.systemBank', /^BANK_ACCOUNT_/],
  ['menu.realname', /^BANK_VERIFICATION_/],
  ['menu.orgInfo', /^PRICING_/],
  ['menu.orgCompany', /^(AUDIT|WEBHOOK)_/],
  ['menu.orgAccount', /^(USER|API_KEYS)_/],
  ['menu.buyerOutlook', /^(BUYER|CUSTOMER)_/],
]

/** The events of each subject, with the title of its page. */
export const bySubject = (events: readonly NoticeEvent[]): { title: TextKey; events: NoticeEvent[] }[] =>
  subjects.map(([title, about]) => ({ title, events: events.filter((event) => about.test(event)) }))
