import { onlyPlace } from '../files/table-rows.ts'

/** What a column of a bank's list is, by its heading in English or Chinese. */
export type ListColumn =
  | 'date'
  | 'dealDate'
  | 'valueDate'
  | 'amount'
  | 'in'
  | 'out'
  | 'side'
  | 'type'
  | 'status'
  | 'currency'
  | 'payerName'
  | 'payerAccount'
  | 'reference'
  | 'text'
  | 'account'
  | 'balance'

const headings: [ListColumn, RegExp][] = [
  ['valueDate', /^(value ?date|起息日期?)$/],
  ['date', /^(booking date|date posted|posting date|posted date|date|记账日期?|入账日期?)$/],
  ['dealDate', /^(transaction date|交易日期?|交易时间|成交日期|交易发生日)$/],
  [
    'in',
    /^(credit|credit amount|deposits?|paid in|money in|收入|收入金额|贷方金额|贷方发生额|记账金额收入|存入金额|存入金额贷|转入金额|贷方发生额收入)$/,
  ],
  [
    'out',
    /^(debit|debit amount|withdrawals?|paid out|money out|支出|支出金额|借方金额|借方发生额|记账金额支出|支取金额|转出金额|取出金额|借方发生额支取)$/,
  ],
  ['amount', /^(amount|transaction amount|金额|金额元|交易金额|人民币金额|发生金额|入账金额|结算金额|成交金额)$/],
  [
    'side',
    /^((dr\/?cr|cr\/?dr|d\/?c|c\/?d|credit\/debit|debit\/credit|in\/out|out\/in)( (indicator|ind|flag|mark|code|sign))?|direction|flow|sign|side|credit or debit|debit or credit)$/,
  ],
  ['side', /^((交易|资金)?(借\/?贷|收\/?支|收\/?付|收付款)(标志|标识|标记|方向|类型|类别|属性)?|(交易|资金)方向|方向)$/],
  ['type', /^((transaction|txn|trans|tran) type|type|(transaction )?category|交易类型|业务类型|交易分类|交易名称)$/],
  ['status', /^(status|state|transaction status|booking status|payment status|交易状态|当前状态|状态|记账状态)$/],
  ['currency', /^(currency|ccy|币别|币种|记账币种|交易货币|入账货币|结算币|结算币种|结算货币|交易币种)$/],
  ['payerAccount', /^(payer account|counterparty account|对方账号|对方账户|对方卡号\/账号|对方账号与户名|交易对手账号)$/],
  [
    'payerName',
    /^(payer|payer name|name|counterparty|counterparty name|对方户名|对方单位名称|对方账户名|对方账户名称|对方名称|交易对方|商户名称|交易对手名称)$/,
  ],
  [
    'reference',
    /^(reference|bank reference|bank ref|transaction id|transaction reference|交易流水号|流水号|交易单号|交易订单号|凭证号|成交编号)$/,
  ],
  [
    'text',
    /^(description|details|narrative|remarks?|memo|purpose|摘要|交易摘要|附言|备注|用途|交易描述|交易说明|商品|商品说明|交易附言|交易地点\/附言)$/,
  ],
  ['account', /^((own )?account( (no\.?|number|id))?|iban|[账帐]号|账户|(本方|我方|客户|银行)[账帐](号|户))$/],
  ['balance', /^((running |account |closing |ledger |book )?balance|running bal\.?|(账户|交易后|本次|账面)?余额)$/],
]

const plainly = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[()（）[\]【】:：*"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .trim()

/** Titles of which it is known that their columns hold another field, and nothing that a bank or a payer wrote. */
const otherFields = [
  /^(no\.?|number|#|item( (no\.?|#))?|line|row|sequence( (no\.?|number))?|序号|顺序号|行号|编号)$/,
  /^(card( (no\.?|number|#))?|first bank card|借记卡号|卡号|卡末四位|卡号末四位|卡别名)$/,
  /^(branch|branch (name|code)|teller|channel|location|city|country|交易国家或地区(简称)?|渠道|网点|网点名称|交易渠道|交易地点|交易场所|交易地金额)$/,
  /^(account name|sort code|sub-?category|bank|bank name|bank code|bic|counterparty bank|payer bank|对方开户行|对方开户机构|对方行号|对方银行|对方行名|对方开户行名)$/,
  /^((opening|available|current) balance|(当前|可用)余额)$/,
  /^(payee|merchant|户名|本方户名|账户名称|fees?|charges?|手续费)$/,
  /^(time|transaction time|posting time|记账时间|钞\/汇|凭证种类|支付方式|收\/付款方式)$/,
]

/** Titles of which it is known that their columns tell nothing of side, status, day or currency, and that they hold numbers or words. */
const ofWordsAlone = [
  /^(cheque|check|cheque no\.?|check no\.?|cheque number|check number|customer reference|end to end id|invoice|invoice (no\.?|number))$/,
  /^(narration|particulars|transaction (description|details|narrative|remarks)( [12])?|notes?|comment)$/,
  /^(商户单号|企业流水号|商家订单号)$/,
]
/** Titles of the reference of the bank where no column has a plainer one; else the number beside it is one of the payer or of a paper. */
const maybeReference = [/^(reference (no\.?|number)|ref(\.|erence)? ?(no\.?|#)?)$/]
const isTitleOf = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(plainly(text)))

/** The kind of column that a text is a title of. */
export const titleKind = (text: string): ListColumn | undefined =>
  headings.find(([, pattern]) => pattern.test(plainly(text)))?.[0]

/** The kinds of columns that the cells of a row are titles of. */
export const titleKinds = (row: readonly string[]): ReadonlySet<ListColumn> =>
  new Set(row.flatMap((text) => titleKind(text) ?? []))

/** The titles of a heading that nobody knows, of columns that hold something. */
export function unknownTitles(heading: readonly string[], isHeld: (place: number) => boolean): string[] {
  return heading.flatMap((text, place) => {
    const isKnown = titleKind(text) !== undefined || isTitleOf([...otherFields, ...ofWordsAlone, ...maybeReference], text)
    return isKnown || !isHeld(place) ? [] : [titleAt(heading, place)]
  })
}

/**
 * The columns of a heading that are not known to hold another field: what a payer or the bank wrote may stand there, such as the number of a
 * payment that comes back, whatever the bank calls that column. `isOfWords` are those of which it is known.
 */
export function remarkColumns(
  heading: readonly string[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
): { place: number; isOfWords: boolean }[] {
  const known = new Set([...places.values()].flat())
  return heading.flatMap((text, place) =>
    known.has(place) || isTitleOf(otherFields, text)
      ? []
      : [{ place, isOfWords: isTitleOf([...ofWordsAlone, ...maybeReference], text) }],
  )
}

// More of a title than a person needs to know its column.
const longestTitle = 60

/** The title of a column as a person is shown it; one without a title by its place, from 1 on. */
export const titleAt = (heading: readonly string[], place: number): string =>
  oneLine(heading[place] ?? '')
    .slice(0, longestTitle)
    .trim() || `#${place + 1}`

/** A text as it reads on one line, without marks that nobody sees. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()

// All texts of a booking are read, and no balance is.
const mayStandTwice: readonly ListColumn[] = ['text', 'balance']

/**
 * Where each kind of column stands; undefined when the row is no heading, which needs a day and an amount. A kind may stand in
 * columns of several titles, such as the days of the deal and of its booking, and none of these titles twice.
 */
export function columnsOf(row: readonly string[]): Map<ListColumn, number[]> | undefined {
  const places = new Map<ListColumn, number[]>()
  const titles = row.map(plainly)
  titles.forEach((title, at) => {
    const kind = titleKind(title)
    if (kind) places.set(kind, [...(places.get(kind) ?? []), at])
  })
  const numbered = row.flatMap((text, at) => (isTitleOf(maybeReference, text) ? [at] : []))
  if (!places.has('reference') && numbered.length > 0) places.set('reference', numbered)
  const hasDay = places.has('date') || places.has('dealDate') || places.has('valueDate')
  const hasAmount = places.has('amount') || (places.has('in') && places.has('out'))
  if (!hasDay || !hasAmount) return undefined
  for (const [kind, all] of places)
    if (!mayStandTwice.includes(kind)) for (const at of all) onlyPlace(row, (title) => plainly(title) === titles[at])
  return places
}
