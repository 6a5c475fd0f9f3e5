import { type AnyTable, withCurrencies } from '@usance/wire/list'
import { saveFile } from '../http/files.ts'
import { t } from '../i18n/i18n.ts'
import { todayInZone } from '../ui/format.ts'
import { fieldOf } from './fields.tsx'
import { choiceText, titleOf } from './titles.ts'
import type { ChosenColumn } from './use-columns.ts'
import type { AnyRow } from './use-rows.ts'

/** The rows that one export or completion asks for at once. */
export const bigPage = 20_000
/** Rows that a table built in the browser has to leave out. */
export const leftOut = (total: number): number => Math.max(0, total - bigPage)

/** The columns of a sheet that is written here: those on screen, and next to an amount its currency, as the server adds it. */
export function exportedColumns(list: AnyTable, shown: readonly ChosenColumn[]): ChosenColumn[] {
  const byKey = new Map(shown.map((one) => [one.key, one]))
  return withCurrencies(list.columns, [...byKey.keys()]).flatMap((key) => {
    const column = list.columns[key]
    return byKey.get(key) ?? (column ? { key, column, checked: true } : [])
  })
}

/** The words of choices, codes and yes or no in the reader's language, by column and value, for exports the server writes. */
export function wordsOf(list: AnyTable, shown: readonly ChosenColumn[]): Record<string, Record<string, string>> {
  const yesNo = { true: t('common.yes'), false: t('common.no') }
  return Object.fromEntries(
    shown.flatMap(({ key, column }) => {
      if (column.kind === 'boolean') return [[key, yesNo]]
      const codes = column.kind === 'choice' ? column.choices : column.codes
      return codes?.length ? [[key, Object.fromEntries(codes.map((value) => [value, choiceText(list, key, value)]))]] : []
    }),
  )
}

const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
const safe = (value: string) =>
  quote(/^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d,]+(\.\d+)?%?$/.test(value) && value !== '-' ? `'${value}` : value)

/** Comma-separated text of rows as they look on screen, with byte-order mark and column titles. */
export function csvOf(list: AnyTable, shown: readonly ChosenColumn[], rows: readonly AnyRow[]): string {
  const head = shown.map(({ key }) => safe(titleOf(list, key)))
  const lines = rows.map((row) =>
    shown
      .map(({ key, column }) => safe(fieldOf(column.kind).exported({ list, name: key, column, value: row[key], row })))
      .join(','),
  )
  return `\ufeff${[head.join(','), ...lines].join('\r\n')}\r\n`
}

/** Saves a table of texts as a csv: its column titles, then its rows. */
export const saveTable = (titles: readonly string[], rows: readonly (readonly string[])[], title: string): void =>
  saveFile(
    new Blob([`\ufeff${[titles, ...rows].map((row) => row.map(safe).join(',')).join('\r\n')}\r\n`], {
      type: 'text/csv;charset=utf-8',
    }),
    `${title}_${todayInZone().replaceAll('-', '')}.csv`,
  )

/** Saves rows as a csv whose name ends in today's day. */
export const saveCsv = (list: AnyTable, shown: readonly ChosenColumn[], rows: readonly AnyRow[], title: string): void =>
  saveFile(
    new Blob([csvOf(list, shown, rows)], { type: 'text/csv;charset=utf-8' }),
    `${title}_${todayInZone().replaceAll('-', '')}.csv`,
  )
