import { type FieldConfig, labelIn, resolveFields } from '@usance/domain/dynamic-form'
import type { AnyTable, Column, Kind } from '@usance/wire/list'
import { useMemo } from 'react'
import { addTexts } from '../i18n/i18n.ts'
import { languages } from '../i18n/language.ts'
import { LocalList } from './local-list.tsx'
import type { AnyRow } from './use-rows.ts'

const kinds: Record<string, Kind> = {
  amount: 'money',
  percent: 'percent',
  number: 'number',
  date: 'date',
  dateTime: 'dateTime',
  boolean: 'boolean',
}

/** A list whose columns are stored fields: their order, words, widths and what is hidden. */
function listOfFields(name: string, fields: readonly FieldConfig[]): AnyTable {
  const shown = resolveFields(fields, {}).filter((field) => field.require !== 2)
  const id = `configured-${name.toLowerCase()}`
  // Titles are texts of the list, so that a switch of language changes them like all others.
  for (const language of languages)
    addTexts(
      { list: { [id]: Object.fromEntries(shown.map((field) => [field.name, labelIn(field.label, language) || field.name])) } },
      language,
    )
  const columns = Object.fromEntries(
    shown.map((field): [string, Column] => [
      field.name,
      {
        kind: kinds[field.type] ?? 'text',
        sort: true,
        width: field.width,
        ...(field.type === 'amount' ? { currency: field.currency ?? 'currency' } : {}),
      },
    ]),
  )
  return { id, columns, order: { by: shown[0]?.name ?? '', descending: false } }
}

/** Rows in a table whose columns are configured rather than programmed. */
export function DynamicTable({ name, fields, rows }: { name: string; fields: readonly FieldConfig[]; rows: readonly AnyRow[] }) {
  const list = useMemo(() => listOfFields(name, fields), [name, fields])
  return <LocalList list={list} rows={rows} sequence configured />
}
