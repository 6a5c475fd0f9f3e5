import { isLocalDate, type LocalDate } from '@usance/domain/local-date'

/** In which order a column writes day, month and year. */
export type DateOrder = 'YMD' | 'MDY' | 'DMY'
export type DateOrderAnswer = { order: DateOrder } | { order: null; reason: 'AMBIGUOUS' | 'NOT_DATES' }

const orders: DateOrder[] = ['YMD', 'MDY', 'DMY']

/** The day a text means in that order; undefined where it means none. '1/2/2013', '2013-01-02' and '20130102' are read. */
export function parseDate(text: string, order: DateOrder): LocalDate | undefined {
  const parts = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?$/.exec(text.trim()) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const [a = '', b = '', c = ''] = parts.slice(1)
  const [year, month, day] = order === 'YMD' ? [a, b, c] : order === 'MDY' ? [c, a, b] : [c, b, a]
  // A year of two digits could be of either century, so it is no date here.
  if (year.length !== 4) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(date) ? date : undefined
}

/** The one order in which every text is a day; where two orders fit and differ, the file must say which it is. */
export function dateOrderOf(texts: readonly string[]): DateOrderAnswer {
  const filled = texts.filter((text) => text.trim() !== '')
  const fitting = orders.filter((order) => filled.every((text) => parseDate(text, order) !== undefined))
  const [first] = fitting
  if (!first || filled.length === 0) return { order: null, reason: 'NOT_DATES' }
  const differ = fitting.some((order) => filled.some((text) => parseDate(text, order) !== parseDate(text, first)))
  return differ ? { order: null, reason: 'AMBIGUOUS' } : { order: first }
}
