import { isCurrency } from '@usance/domain/currencies'
import { isLocalDate } from '@usance/domain/local-date'
import { writeWorkbook } from '../../files/spreadsheet.ts'
import type { Context } from '../../http/context.ts'
import type { Language } from './words.ts'

export type SheetColumn<Key extends string = string> = {
  key: Key
  title: Record<Language, string>
  required: boolean
  example: string
  /** Titles of sheets handed out before, which are still read. */
  formerTitles?: readonly string[]
  kind?: 'date' | 'currency' | 'amount' | 'quantity'
  /** Texts longer than this are faulty, never cut: a cut number would be another number. */
  max?: number
}
/** A sheet people fill in: its columns in order, and what it is called. */
export type ImportSheet<Key extends string = string> = {
  name: Record<Language, string>
  fileName: string
  columns: readonly SheetColumn<Key>[]
}
export type Faulty = { reason: string; field?: string }

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

/** Where each column stands in the given heading, whatever its language, case and order. */
export function placesOf<Key extends string>(sheet: ImportSheet<Key>, heading: string[]): Partial<Record<Key, number>> {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_*.-]/g, '')
  return Object.fromEntries(
    sheet.columns.flatMap(({ key, title, formerTitles = [] }) => {
      const at = heading.findIndex((text) =>
        [key, title['en-US'], title['zh-CN'], ...formerTitles].some((name) => plain(name) === plain(text)),
      )
      return at < 0 ? [] : [[key, at]]
    }),
  ) as Partial<Record<Key, number>>
}

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
    if (text.length > max) return { reason: 'TOO_LONG', field: key }
    const fault = kind && faultOf[kind](clean[kind](text))
    if (fault) return { reason: fault, field: key }
    row[key] = kind ? clean[kind](text) : text
  }
  return { row }
}

const grouped = (text: string) => (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text)
const clean = {
  date: (text: string) =>
    text
      .slice(0, 10)
      .replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`),
  currency: (text: string) => text.toUpperCase(),
  amount: grouped,
  quantity: grouped,
}
const faultOf = {
  date: (text: string) => (isLocalDate(text) ? undefined : 'DATE'),
  currency: (text: string) => (isCurrency(text) ? undefined : 'CURRENCY'),
  amount: (text: string) => (/^\d{1,15}(\.\d{1,6})?$/.test(text) ? undefined : 'AMOUNT'),
  quantity: (text: string) => (/^\d{1,14}(\.\d{1,6})?$/.test(text) ? undefined : 'QUANTITY'),
}
