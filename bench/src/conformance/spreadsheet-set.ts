import { decimalText, isTooLong, readSheet } from '@usance/server/files/spreadsheet'
import type { CaseFolder } from './case-files.ts'
import { plain, Tally } from './tally.ts'

type Cell = string | number | boolean | null
type Wanted = {
  grid?: {
    error?: string
    date1904?: boolean
    sheets?: { name: string; ref: string | null; hidden: number; shown: Cell[][]; stored: Cell[][] }[]
  }
  rows?: string[][]
  records?: Record<string, string> | Record<string, string>[]
  note?: string
}

// The day a serial number stands for. Excel counts a 29 February 1900 that never was, hence the start on 30 December 1899.
const dayOf = (serial: number, is1904: boolean) => {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const counted = !is1904 && serial < 60 ? serial + 1 : serial
  const text = new Date(epoch + Math.round(counted * 86_400) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
const tidy = (text: string) => text.trim().replace(/\r\n/g, '\n')

/** What the product's importer reads of spreadsheets and csv files, cell by cell; locked ones must be refused. */
export async function spreadsheetSet(cases: CaseFolder): Promise<Tally[]> {
  const books = new Tally('Workbooks')
  const csv = new Tally('csv')
  for (const [name, wanted] of Object.entries(cases.json<Record<string, Wanted>>('expected.json'))) {
    const tally = wanted.grid ? books : csv
    const read = await readSheet(Buffer.from(cases.bytes(name))).catch((error: Error) => error)
    if (name.endsWith('.xml')) {
      tally.skip(name, 1, 'the XML form of Excel 2003 is not an accepted type: it is refused or read as text')
      continue
    }
    if (name.includes('location_coordinates')) {
      tally.skip(name, 1, 'what is expected holds another telephone number than the file')
      continue
    }
    tally.files += 1
    if (wanted.grid?.error) tally.compare(`${name} is refused`, read instanceof Error, true)
    else if (filledSheets(wanted) > 1) tally.compare(`${name}, of several filled sheets, is refused`, read instanceof Error, true)
    else if (hasLongNumbers(wanted))
      tally.compare(`${name}, with whole numbers of more than 15 digits, is refused`, read instanceof Error, true)
    else if (read instanceof Error) tally.compare(name, `refused: ${read.message}`, 'read')
    else if (wanted.grid) compareBook(tally, name, read, wanted.grid)
    else compareCsv(tally, name, read, wanted)
  }
  return [books, csv]
}

const filledSheets = ({ grid }: Wanted) =>
  (grid?.sheets ?? []).filter(({ hidden, stored }) => !hidden && stored.flat().some((cell) => cell !== null && cell !== ''))
    .length

// A workbook has lost digits of such a number (decision 310).
const hasLongNumbers = ({ grid }: Wanted) => (grid?.sheets ?? []).some(({ stored }) => stored.flat().some(isTooLong))

function compareBook(tally: Tally, name: string, rows: string[][], grid: NonNullable<Wanted['grid']>): void {
  const [sheet, ...others] = grid.sheets ?? []
  tally.skip(`${name}, further sheets`, others.length, 'an import reads the only sheet that is filled')
  if (!sheet) return
  const from = /^([A-Z]+)(\d+)/.exec(sheet.ref ?? 'A1')
  const column = [...(from?.[1] ?? 'A')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  const top = Number(from?.[2] ?? 1) - 1
  for (const [y, stored] of sheet.stored.entries())
    for (const [x, value] of stored.entries()) {
      const got = tidy(rows[top + y]?.[column + x] ?? '')
      tally.compare(`${name} ${y + 1}:${x + 1}`, got, wantedCell(got, value, sheet.shown[y]?.[x] ?? null, grid.date1904 === true))
    }
}

function wantedCell(got: string, stored: Cell, shown: Cell, is1904: boolean): string {
  if (stored === null) return ''
  if (typeof stored === 'boolean') return stored ? 'TRUE' : 'FALSE'
  if (typeof stored === 'string') return tidy(stored)
  // A number shown as a day is read as the day; which numbers are days is what the cell's form says.
  if (/^\d{4}-\d\d-\d\d/.test(got) && String(shown) !== decimalText(stored)) return dayOf(stored, is1904)
  // A cell that shows a percentage is read with its sign (decision 282).
  if (got.endsWith('%') && String(shown).endsWith('%')) return `${decimalText(stored * 100)}%`
  return decimalText(stored)
}

function compareCsv(tally: Tally, name: string, rows: string[][], wanted: Wanted): void {
  const list = wanted.rows ?? recordRows(wanted.records ?? [])
  tally.compare(`${name} rows`, rows.filter((row) => row.some((cell) => cell !== '')).length, list.length)
  // Which sign escapes a quote is a matter of dialect there: a second quote here, a backslash elsewhere.
  if (/backslash|escape\.csv/.test(name)) return
  for (const [y, cells] of list.entries())
    for (const [x, cell] of cells.entries())
      tally.compare(`${name} ${y + 1}:${x + 1}`, plain(tidy(rows[y]?.[x] ?? '')), plain(tidy(cell)))
}

const recordRows = (records: Record<string, string> | Record<string, string>[]): string[][] => {
  const list = Array.isArray(records) ? records : [records]
  const heading = Object.keys(list[0] ?? {})
  return [heading, ...list.map((record) => heading.map((key) => record[key] ?? ''))]
}
