import { isCurrency } from '@usance/domain/currencies'
import { isEnteredDate, isLocalDate } from '@usance/domain/local-date'
import { readNumber } from '@usance/domain/read-number'

const names: Record<string, string> = {
  人民币: 'CNY',
  人民币元: 'CNY',
  rmb: 'CNY',
  美元: 'USD',
  港币: 'HKD',
  港元: 'HKD',
  欧元: 'EUR',
  日元: 'JPY',
  英镑: 'GBP',
  美金: 'USD',
  euro: 'EUR',
  euros: 'EUR',
}

// An amount with the longest note that a bank appends to one.
const longestAmount = 100

/** A currency code from a code or a Chinese name; undefined for anything else. */
export const currencyIn = (text: string): string | undefined => {
  const plain = text.trim()
  const code = names[plain.toLowerCase()] ?? plain.toUpperCase()
  return isCurrency(code) ? code : undefined
}

/** A day from the ways banks write it; a month and day without a year takes the year and month the list is of. */
export function dayIn(text: string, listMonth?: { year: number; month: number }): string | undefined {
  const plain = text.trim()
  const full =
    /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(plain) ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s].*)?$/.exec(plain)
  const made = full && `${full[1]}-${full[2]!.padStart(2, '0')}-${full[3]!.padStart(2, '0')}`
  if (made && isEnteredDate(made)) return made
  const short = /^(\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  if (!short || !listMonth) return undefined
  // A list of January holds days of last December.
  const year = Number(short[1]) > listMonth.month ? listMonth.year - 1 : listMonth.year
  const near = `${year}-${short[1]!.padStart(2, '0')}-${short[2]!.padStart(2, '0')}`
  return isLocalDate(near) ? near : undefined
}

const isSignOf: Record<string, (currency: string) => boolean> = {
  '€': (currency) => currency === 'EUR',
  '£': (currency) => currency === 'GBP',
  '¥': (currency) => currency === 'CNY' || currency === 'JPY',
  '￥': (currency) => currency === 'CNY' || currency === 'JPY',
  $: (currency) => currency.endsWith('D') || currency === 'MXN' || currency === 'BRL',
}
const signIn = /[¥￥$€£]/

/** Whether the sign in the text of an amount, if any, is one of the currency. */
const signFits = (text: string, currency: string | null): boolean => {
  const sign = signIn.exec(text)?.[0]
  return sign === undefined || currency === null || isSignOf[sign]!(currency)
}

const sideWords: Record<string, 'CREDIT' | 'DEBIT'> = Object.fromEntries([
  ...[
    'c',
    'cr',
    'crdt',
    'credit',
    'in',
    'incoming',
    'inflow',
    'deposit',
    '+',
    '贷',
    '贷方',
    '收',
    '收入',
    '存入',
    '转入',
    '贷记',
    '收款',
    '入账',
    '来账',
  ].map((word) => [word, 'CREDIT']),
  ...[
    'd',
    'dr',
    'dbit',
    'debit',
    'out',
    'outgoing',
    'outflow',
    'withdrawal',
    '借',
    '借方',
    '支',
    '支出',
    '支取',
    '转出',
    '借记',
    '付款',
    '付',
    '出账',
    '往账',
  ].map((word) => [word, 'DEBIT']),
])
const neutralWords = ['/', '其他', '不计收支', '中性交易']

/**
 * The side that a cell names: every word of it is one that banks use for the same side. NEUTRAL is a wallet's word for a transfer
 * of the holder's own money; undefined is any other text, an empty one too.
 */
export function sideIn(text: string): 'CREDIT' | 'DEBIT' | 'NEUTRAL' | undefined {
  const plain = text.trim().toLowerCase()
  if (neutralWords.includes(plain)) return 'NEUTRAL'
  // A direct debit is a way to pay.
  if (plain === 'd/d') return undefined
  const words = plain.split(/[\s./()（）]+/).filter(Boolean)
  const [first] = words.map((word) => sideWords[word])
  return words.every((word) => sideWords[word] === first) ? first : undefined
}

const booked =
  /^(completed?|booked|posted|settled|success|successful|succeeded|cleared|final|paid|received|executed|processed)$|^((交易|支付|转账|付款|收款|入账|处理|记账|充值|提现|退款|还款)?(已成功|成功|已?完成)|(提现)?已到账|(对方|朋友)?已收钱|已转账|已存入零钱|已入账|已记账)$|^(已全额退款|已退款([(（]?[¥￥]?[\d.,]+[)）]?)?)$/i
const notBooked =
  /^(pending|processing|in progress|on hold|failed|failure|declined|rejected|cancell?ed|closed|void(ed)?|expired|reversed|returned)$|^(处理中|待.*|.*失败|.*关闭|.*撤销|.*冲正|.*取消|.*退回|未.*)$/i

/** Whether the status of a row says that the bank has booked it; undefined is a text that banks do not use. */
export function isBooked(text: string): boolean | undefined {
  const plain = text.trim()
  return notBooked.test(plain) ? false : booked.test(plain) ? true : undefined
}

/** Whether a cell tells something; banks fill empty ones with hyphens or a stroke. */
export const isTold = (text: string): boolean => !/^[-/\s]*$/.test(text)

/** The amount of a cell, its sign and whether the cell tells one, or the reason why the cell cannot be read as one. */
export type ListAmount = { amount: string; negative: boolean; isSigned: boolean } | { fault: 'AMOUNT' | 'TWO_READINGS' }

/**
 * The exact amount of a cell and its sign. Groups of three digits and one currency sign are dropped; of the notes that banks put
 * behind a number, CR and DR are known, and that of wallets for a payment whose refund has a row of its own. Any other note, such as of
 * a booking that was taken back, makes it no amount. A text with two readings in the decimals of its currency is refused as in a form.
 */
export function amountIn(text: string, currency: string | null): ListAmount {
  if (text.length > longestAmount || !signFits(text, currency)) return { fault: 'AMOUNT' }
  const noted = /^(.*?)\s*[（(](CR|DR|已退款[\d.,]*|已全额退款)[)）]$/i.exec(text.trim())
  const isDebit = noted?.[2]?.toUpperCase() === 'DR'
  const plain = (noted?.[1] ?? text)
    .trim()
    .replace(signIn, '')
    .trim()
    .replace(/^([+-])\s+/, '$1')
    .replace(/^\((.+)\)$/, '-$1')
  const found = /^([+-]?)(\d{1,3}(?:([,'\s])\d{3}(?:\3\d{3})*)|\d+)(\.\d+)?$/.exec(plain)
  if (!found) return { fault: 'AMOUNT' }
  const read = readNumber(plain, { money: currency ?? undefined }, true)
  if (!read.ok && read.refusal.why === 'TWO_READINGS') return { fault: 'TWO_READINGS' }
  const digits = found[2]!.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  const isSigned = found[1] !== '' || /^(CR|DR)$/i.test(noted?.[2] ?? '')
  return { amount: digits + (found[4] ?? ''), negative: (found[1] === '-') !== isDebit, isSigned }
}
