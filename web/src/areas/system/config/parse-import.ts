import { parseDay } from '../../../ui/calendar.ts'

/** What a file holds: its rows, and the numbers of the lines that cannot be read as one. */
export type ReadFile<R> = { rows: R[]; faulty: readonly number[] }

type Line = { no: number; cells: string[] }
const dayAt = 1

/** The filled lines of a file as cells. One file has one separator, by which most of its lines hold a day; quotes keep cells whole. */
function linesOf(content: string): Line[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/)
  const split = (mark: string): Line[] =>
    lines.map((line, at) => ({ no: at + 1, cells: splitLine(line, mark) })).filter(({ cells }) => cells.some(Boolean))
  const daysIn = (rows: readonly Line[]) => rows.filter(hasDay).length
  return ['\t', ';', ','].map(split).reduce((best, rows) => (daysIn(rows) > daysIn(best) ? rows : best))
}

const hasDay = ({ cells }: Line): boolean => parseDay(cells[dayAt] ?? '') !== undefined
/** A heading names the column of days: it has no figure there. */
const isHeading = ({ cells }: Line): boolean => Boolean(cells[dayAt]) && !/\d/.test(cells[dayAt]!)

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

/**
 * Holidays from lines of country, date, J or W, English name and Chinese name. The first line may be a heading; any other line
 * without a day is faulty. A day is written with its year first, as another order has two readings.
 */
export function holidaysFrom(content: string) {
  const lines = linesOf(content)
  const listed = lines[0] && isHeading(lines[0]) ? lines.slice(1) : lines
  const rows = listed.map(({ cells: [countryCode = '', day = '', type = '', holidayNameEn = '', holidayNameCn = ''] }) => ({
    countryCode,
    calendarDate: parseDay(day) ?? '',
    type: type === '' ? 'J' : type,
    holidayNameEn,
    holidayNameCn,
  }))
  return { rows, faulty: listed.filter((line) => !hasDay(line)).map(({ no }) => no) }
}

type RefRate = { effectiveDate: string; type: string; percentRate: number | string }

/** Fixings from a central bank's JSON (`refRates`); a workbook or csv is read by the server. */
export function fixingsFrom(content: string) {
  const { refRates = [] } = JSON.parse(content) as { refRates?: RefRate[] }
  return refRates.map(({ type, effectiveDate, percentRate }) => ({ type, effectiveDate, percentRate: String(percentRate) }))
}
