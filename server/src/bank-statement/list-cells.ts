import { isCurrency } from '@usance/domain/currencies'
import { isLocalDate } from '@usance/domain/local-date'

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
  const full = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})(?!\d)/.exec(plain)
  const made = full && `${full[1]}-${full[2]!.padStart(2, '0')}-${full[3]!.padStart(2, '0')}`
  if (made && isLocalDate(made)) return made
  const short = /^(\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  if (!short || !listMonth) return undefined
  // A list of January holds days of last December.
  const year = Number(short[1]) > listMonth.month ? listMonth.year - 1 : listMonth.year
  const near = `${year}-${short[1]!.padStart(2, '0')}-${short[2]!.padStart(2, '0')}`
  return isLocalDate(near) ? near : undefined
}

/** The exact amount of a cell and its sign: grouping, currency signs and a note behind the number are dropped. */
export function amountIn(text: string): { amount: string; negative: boolean } | undefined {
  if (text.length > longestAmount) return undefined
  const plain = text
    .trim()
    .replace(/[¥￥$€£\s']/g, '')
    .replace(/[（(](?:[A-Z]{2}|已.*)[)）]$/, '')
    .replace(/^\((.+)\)$/, '-$1')
  const found = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/.exec(plain)
  if (!found) return undefined
  return { amount: found[2]!.replaceAll(',', '').replace(/^0+(?=\d)/, '') + (found[3] ?? ''), negative: found[1] === '-' }
}
