import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { Refused } from '../http/refused.ts'
import { columnName } from './column-name.ts'
import { parseCsv, textOf } from './csv.ts'
import { placeToRead } from './visible-sheet.ts'
import { checkZip, maxColumns, withSlashes } from './zip-check.ts'

const maxRows = 20_001
// Fifty cells in each row of the longest sheet. A text shared by many cells counts for each of them.
const maxCells = 1_000_000
const maxCharacters = 20_000_000

// The first that are named of the cells for which a workbook is refused.
const mostCellsNamed = 5

/**
 * The sheet of an Excel or csv file as text cells: days as YYYY-MM-DD, numbers as exact decimal text, those of a workbook that show a
 * percentage with its sign, empty cells as ''. A row of a
 * csv has all its cells, one of a workbook those up to the last filled one. Refuses what is no spreadsheet, containers that would
 * unpack too large, and workbooks with whole numbers of more than 15 digits (decision 310) or with cells that can be read as more
 * than one thing (decision 282).
 */
export async function readSheet(content: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  let [cells, characters] = [0, 0]
  // Checked row by row, so that a refused sheet is read no further.
  const add = (row: string[]) => {
    cells += row.length
    for (const cell of row) characters += cell.length
    if (rows.push(row) > maxRows || cells > maxCells || characters > maxCharacters)
      throw new Refused('FILE_TOO_LARGE', { rows: maxRows - 1 })
  }
  const [tooLong, oddCells]: [string[], string[]] = [[], []]
  let percentCells: ReadonlySet<string> = new Set()
  const addBookRow = (values: readonly unknown[]) => {
    const number = rows.length + 1
    if (tooLong.length <= mostCellsNamed) tooLong.push(...longNumbers(values, number))
    const isPercent = (column: number) => percentCells.size > 0 && percentCells.has(columnName(column) + number)
    add(bookRow(values, isPercent))
  }
  try {
    if (content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) {
      const { names, sheets } = await checkZip(content)
      if (!names.some((name) => name.startsWith('xl/'))) throw new Refused('FILE_TYPE')
      const place = placeToRead(sheets)
      if (sheets[place]?.faults?.isBroken) throw new Refused('FILE_UNREADABLE', { reason: 'markup' })
      oddCells.push(...(sheets[place]?.faults?.oddCells ?? []))
      percentCells = sheets[place]?.faults?.percentCells ?? percentCells
      for await (const row of streamXlsxRows(withSlashes(content), { sheet: place, maxRows: maxRows + 1 })) {
        while (rows.length < row.index && rows.length <= maxRows) rows.push([])
        addBookRow(row.values)
      }
    } else if (content.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
      const book = await readXls(content)
      // Rows and cells that were never written are holes in their lists.
      const sheets = book.sheets.map(({ name, rows: all }) => ({
        name,
        isHidden: false,
        isFilled: all.some((row) => row?.some((value) => cellText(value) !== '')),
      }))
      for (const row of Array.from(book.sheets[placeToRead(sheets)]?.rows.slice(0, maxRows + 1) ?? []))
        addBookRow(Array.from(row ?? []))
    } else {
      const text = textOf(content)
      if (hasControls(text)) throw new Refused('FILE_TYPE')
      for (const row of parseCsv(text, maxRows + 1)) add(row)
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('FILE_UNREADABLE', { reason: 'spreadsheet' })
  }
  if (oddCells.length > 0) throw new Refused('CELL_UNCLEAR', { cells: named(oddCells) })
  if (tooLong.length > 0) throw new Refused('NUMBER_TOO_LONG', { cells: named(tooLong) })
  while (rows.length > 0 && rows.at(-1)!.every((cell) => cell === '')) rows.pop()
  return rows
}

const named = (cells: readonly string[]) =>
  cells.slice(0, mostCellsNamed).join(', ') + (cells.length > mostCellsNamed ? ' …' : '')

// Text has line breaks and tabs, never the other signs below the space that binary files are full of.
const hasControls = (text: string) => [...text.slice(0, 10_000)].some((sign) => sign < '\t')

/** The cells of a workbook's row up to its last filled one: cells that are laid out and empty say nothing of its width. */
function bookRow(values: readonly unknown[], isPercent: (column: number) => boolean): string[] {
  if (values.length > maxColumns) throw new Refused('SHEET_TOO_WIDE', { columns: maxColumns })
  const row = values.map((value, column) => (isPercent(column) ? percentText(value) : cellText(value)))
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)
}

/**
 * Whether a workbook has lost digits of the whole number in a cell: it keeps 15 and writes zeros for the others, so that the invoice or
 * transfer that the cell names is another one.
 */
export const isTooLong = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) >= 1e15

/** The cells of a workbook's row, such as C5, that hold a whole number of which digits are lost. */
function longNumbers(values: readonly unknown[], row: number): string[] {
  return values.flatMap((value, column) => {
    const number = typeof value === 'object' && value !== null ? (value as { result?: unknown }).result : value
    return isTooLong(number) ? [columnName(column) + row] : []
  })
}

/** A cell that shows a percentage, as people see it: 0.0435 as 4.35%. */
function percentText(value: unknown): string {
  const number = typeof value === 'object' && value !== null ? (value as { result?: unknown }).result : value
  return typeof number === 'number' ? `${decimalText(number * 100)}%` : cellText(value)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dayOrInstant(value)
  if (typeof value === 'number') return decimalText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'object')
    return cellText((value as { text?: unknown; result?: unknown }).text ?? (value as { result?: unknown }).result ?? '')
  return String(value).trim()
}

const dayOrInstant = (value: Date) => {
  if (Number.isNaN(value.getTime())) return ''
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** The number as people see it in Excel, without an exponent: 0.1 + 0.2 reads 0.3. */
export function decimalText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = String(Number(value.toPrecision(15)))
  if (!text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  const digits = whole + part
  const point = whole.length + shift
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return negative ? `-${plain}` : plain
}
