/** What a question is about, as far as its own words say. Nothing in documents or news is ever read as a question. */
export type Intent =
  | { about: 'ORDER' | 'FEES'; orderNo: string }
  | { about: 'PREPARE'; number: string }
  | { about: 'OVERDUE' | 'RECEIVABLES' | 'AVAILABLE' | 'FINANCING' | 'DUE_SOON'; currency: string | undefined }
  | { about: 'HELP' }

const orderNo = /\bFO-\d{4}-\d{4,}\b/i
const currency = /\b(USD|CNY|EUR|JPY|KWD|GBP|HKD|SGD|AED|INR|VND)\b/i
const fees = /fee|cost|charge|price|made (up )?of|net amount|费|成本|价格|到手|构成/i
const prepare = /\b(prepare|draft|raise|start)\b.*\b(order|financ\w*)\b|(准备|起草|发起).*(融资|订单)/i
const documentNumber = /[A-Z]{1,6}-?[\dA-Z]*\d[\dA-Z-]*/gi

/** Topics by the words that name them, the narrower before the wider. */
const topics = [
  ['AVAILABLE', /available|can (i|we) finance|could (i|we) finance|headroom|可融资|可用额度|还能融/i],
  [
    'DUE_SOON',
    /(due|fall|repay|matur)\w*.*(next|coming|within|7|seven|week|soon)|(next|this) week.*(due|repay)|(七|7) ?(天|日)内|即将到期|下周/i,
  ],
  ['OVERDUE', /overdue|past due|late|逾期|超期/i],
  ['FINANCING', /financ\w* balance|balance of financ|principal|borrowed|融资余额|未还本金|借了/i],
  ['RECEIVABLES', /receivable|owe|owed|outstanding|ageing|aging|应收|欠|未付|账龄/i],
] as const

/** Understands a question in English or Chinese. */
export function understand(question: string): Intent {
  const order = question.match(orderNo)?.[0]?.toUpperCase()
  if (order) return { about: fees.test(question) ? 'FEES' : 'ORDER', orderNo: order }
  const number = (question.match(documentNumber) ?? []).find((word) => /\d/.test(word) && !/^\d+$/.test(word))
  if (number && prepare.test(question)) return { about: 'PREPARE', number }
  const unit = question.match(currency)?.[0]?.toUpperCase()
  const topic = topics.find(([, words]) => words.test(question))
  return topic ? { about: topic[0], currency: unit } : { about: 'HELP' }
}
