import { lists } from '@usance/wire/all-calls'
import type { FormConfig } from '@usance/wire/dynamic-form/calls'
import { type AnyList, type Column, type Kind, tableNameOf } from '@usance/wire/list'

const types: Partial<Record<Kind, string>> = { money: 'amount', choice: 'select' }

/**
 * The columns a list declares, for an administrator to start from. The portal's own words for them live in the browser, so a
 * label is empty until somebody writes another one.
 */
const columnsOf = (list: AnyList): FormConfig['fields'] =>
  (Object.entries(list.columns) as [string, Column][])
    .filter(([, column]) => !column.internal)
    .map(([name, column], at) => ({
      type: types[column.kind] ?? column.kind,
      name,
      label: {},
      orderBy: at + 1,
      require: 0,
      ...(column.hidden ? { shown: false } : {}),
      ...(column.width ? { width: column.width } : {}),
    }))

/** Every list and its columns by the name under which they are arranged. */
export const listTables: Record<string, () => { kind: 'TABLE'; listId: string; fields: FormConfig['fields'] }> =
  Object.fromEntries(
    lists.map((list) => [tableNameOf(list), () => ({ kind: 'TABLE', listId: list.id, fields: columnsOf(list) })]),
  )
