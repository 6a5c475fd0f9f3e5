import { isCurrency } from '@usance/domain/currencies'
import { isEnteredDate } from '@usance/domain/local-date'
import type { PlainKind } from '@usance/domain/number-kind'
import { readNumber } from '@usance/domain/read-number'
import { faultOfText } from '@usance/wire/fields'
import { isCellError } from '../../files/cell-error.ts'
import { onlyPlace } from '../../files/table-rows.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import type { Context } from '../../http/context.ts'
import type { ImportReason, Language } from './words.ts'

export type SheetColumn<Key extends string = string> = {
  key: Key
  title: Record<Language, string>
  required: boolean
  example: string
  /** Titles of sheets handed out before, which are still read. */
  formerTitles?: readonly string[]
  /** The type of the cell: a day, a currency, an amount in the currency of its row, or a figure of a kind. */
  kind?: 'date' | 'currency' | 'amount' | PlainKind
  /** Texts longer than this are faulty, never cut: a cut number would be another number. */
  max?: number
}
/** A sheet people fill in: its columns in order, and what it is called. */
export type ImportSheet<Key extends string = string> = {
  name: Record<Language, string>
  fileName: string
  columns: readonly SheetColumn<Key>[]
}
/** What is wrong with a row, at which field or in which row of the file, and which papers are asked for. */
export type Faulty = { reason: ImportReason; field?: string; at?: number; papers?: string }

/** The columns as the portal shows them beside the download. */
export const templateOf = (sheet: ImportSheet, language: Language) =>
  sheet.columns.map(({ key, title, required, example }) => ({ key, title: title[language], required, example }))

/** The empty sheet with one example row, in the reader's language. */
export async function sendTemplate(sheet: ImportSheet, { language, raw }: Pick<Context, 'language' | 'raw'>): Promise<undefined> {
  const content = await writeWorkbook(
    sheet.name[language],
    sheet.columns.map(({ title }) => ({ title: title[language] })),
    [sheet.columns.map(({ example }) => example)],
  )
  raw.reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${sheet.fileName}"`)
    .send(content)
  return undefined
}

/** Where each column stands in the given heading, whatever its language, case and order. A column that stands twice is refused. */
export function placesOf<Key extends string>(sheet: ImportSheet<Key>, heading: string[]): Partial<Record<Key, number>> {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_*.-]/g, '')
  return Object.fromEntries(
    sheet.columns.flatMap(({ key, title, formerTitles = [] }) => {
      const names = [key, title['en-US'], title['zh-CN'], ...formerTitles].map(plain)
      const at = onlyPlace(heading, (text) => plain(text) !== '' && names.includes(plain(text)))
      return at === undefined ? [] : [[key, at]]
    }),
  ) as Partial<Record<Key, number>>
}

/** Whether a column holds a figure. */
export const isFigure = ({ kind }: SheetColumn): boolean => kind !== undefined && kind !== 'date' && kind !== 'currency'

/** Whether a column holds percentages. */
export const isPercent = ({ kind }: SheetColumn): boolean => kind === 'rate' || kind === 'percent' || kind === 'share'

/** One row as clean texts, or the first thing wrong with it. */
export function cleanRow<Key extends string>(
  sheet: ImportSheet<Key>,
  cell: (key: Key) => string,
): { row: Record<Key, string> } | Faulty {
  const row = {} as Record<Key, string>
  for (const { key, required, kind, max = 500 } of sheet.columns) {
    const text = cell(key)
    if (text === '') {
      if (required) return { reason: 'MISSING', field: key }
      row[key] = ''
      continue
    }
    if (!kind && isCellError(text)) return { reason: 'CELL_ERROR', field: key }
    if (text.length > max) return { reason: 'TOO_LONG', field: key }
    const fault = kind ? undefined : faultOfText(text, max)
    if (fault) return { reason: fault, field: key }
    const read = kind ? readCell(text, kind, cell('currency' as Key)) : { value: text }
    if ('reason' in read) return { reason: read.reason, field: key }
    row[key] = read.value
  }
  return { row }
}

// A cell of a workbook may have a time behind its day; nothing else stands there.
const dayOf = (text: string) =>
  text
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/, '')
    .replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)

/** The stored text of a cell, or the fault in it. Figures are read like those of forms: never as another figure. */
function readCell(
  text: string,
  kind: NonNullable<SheetColumn['kind']>,
  currency: string,
): { value: string } | { reason: ImportReason } {
  if (kind === 'date') {
    const day = dayOf(text)
    return isEnteredDate(day) ? { value: day } : { reason: 'DATE' }
  }
  if (kind === 'currency') return isCurrency(text.toUpperCase()) ? { value: text.toUpperCase() } : { reason: 'CURRENCY' }
  // Only the decimals of a currency tell what a comma stands for: `readAmount` reads it, once the record says which currency.
  if (kind === 'amount' && !currency) return { value: text }
  if (kind === 'amount') return readAmount(text, currency.toUpperCase())
  const read = readNumber(text, kind)
  if (read.ok) return { value: read.value }
  return { reason: read.refusal.why === 'TWO_READINGS' ? 'TWO_READINGS' : 'QUANTITY' }
}

/** An amount of a cell in its currency, or the fault in it. Of a sheet without a currency, the record that the row names has it. */
export function readAmount(
  text: string,
  currency: string,
): { value: string } | { reason: 'TWO_READINGS' | 'AMOUNT_TOO_LARGE' | 'AMOUNT_SCALE' | 'AMOUNT' } {
  const read = readNumber(text, { money: currency })
  if (read.ok) return { value: read.value }
  if (read.refusal.why === 'TWO_READINGS') return { reason: 'TWO_READINGS' }
  if (read.refusal.why === 'TOO_LARGE') return { reason: 'AMOUNT_TOO_LARGE' }
  return { reason: read.refusal.why === 'DECIMALS' ? 'AMOUNT_SCALE' : 'AMOUNT' }
}
