/** The cells of comma, semicolon or tab separated lines, without a heading. */
export const cellsOf = (content: string): string[][] =>
  content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .filter((cells) => cells.some((cell) => /^\d{4}-\d{2}-\d{2}$/.test(cell)))

/** Holidays from lines of country, date, J or W, English name and Chinese name. */
export const holidaysFrom = (content: string) =>
  cellsOf(content).map(([countryCode = '', calendarDate = '', type = 'J', holidayNameEn = '', holidayNameCn = '']) => ({
    countryCode,
    calendarDate,
    type: type === '' ? 'J' : type,
    holidayNameEn,
    holidayNameCn,
  }))

type RefRate = { effectiveDate: string; type: string; percentRate: number | string }

/** The newest rate of a central bank's answer, by its effective date. */
export const latestOf = <R extends { effectiveDate: string }>(refRates: readonly R[]): R | undefined =>
  refRates.reduce<R | undefined>((best, one) => (!best || one.effectiveDate > best.effectiveDate ? one : best), undefined)

/** Fixings from a central bank's JSON (`refRates`) or from lines of type, date and percent. */
export function fixingsFrom(content: string) {
  if (!content.trimStart().startsWith('{'))
    return cellsOf(content).map(([type = '', effectiveDate = '', percentRate = '']) => ({ type, effectiveDate, percentRate }))
  const { refRates = [] } = JSON.parse(content) as { refRates?: RefRate[] }
  return refRates.map(({ type, effectiveDate, percentRate }) => ({ type, effectiveDate, percentRate: String(percentRate) }))
}
