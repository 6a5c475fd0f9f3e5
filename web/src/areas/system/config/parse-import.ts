/** The cells of comma, semicolon or tab separated lines, without a heading. One file has one separator; quotes keep cells whole. */
export function cellsOf(content: string): string[][] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/)
  const split = (mark: string) => lines.map((line) => splitLine(line, mark)).filter((cells) => cells.some(isDay))
  return ['\t', ';', ','].map(split).find((rows) => rows.length > 0) ?? []
}

const isDay = (cell: string) => /^\d{4}-\d{2}-\d{2}$/.test(cell)

function splitLine(line: string, mark: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const one of line) {
    if (one === '"') isQuoted = !isQuoted
    else if (one === mark && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += one
  }
  return [...cells, cell.trim()]
}

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

/** Fixings from a central bank's JSON (`refRates`); a workbook or csv is read by the server. */
export function fixingsFrom(content: string) {
  const { refRates = [] } = JSON.parse(content) as { refRates?: RefRate[] }
  return refRates.map(({ type, effectiveDate, percentRate }) => ({ type, effectiveDate, percentRate: String(percentRate) }))
}
