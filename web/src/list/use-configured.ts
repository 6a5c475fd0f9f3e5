import { useQuery } from '@tanstack/react-query'
import { showingOf } from '@usance/domain/configured-table'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { dynamicFormCalls, type FormConfig } from '@usance/wire/dynamic-form/calls'
import { type AnyTable, type Column, columnsFor, isOwnName, tableNameOf } from '@usance/wire/list'
import type { CompanyRole } from '@usance/wire/roles'
import { useMemo } from 'react'
import { config } from '../config.ts'
import { send } from '../http/client.ts'
import { sessionStore } from '../session/store.ts'

/**
 * A list the way stored columns arrange its table: their order, words, widths, and which of them stay, wait or are taken out.
 * The search form keeps its own order.
 */
export function configuredList<L extends AnyTable>(list: L, fields: readonly FieldConfig[]): L {
  const stored = new Map(fields.map((field, at) => [field.name, { field, at }]))
  const arranged = ([name, column]: [string, Column]): [string, Column] => {
    const found = stored.get(name)
    if (!found || column.internal) return [name, column]
    const { field, at } = found
    const showing = showingOf(field)
    return [
      name,
      {
        ...column,
        at,
        hidden: showing === 'OFFERED',
        kept: showing === 'ALWAYS',
        withheld: column.withheld || showing === 'HIDDEN',
        ...(field.width ? { width: field.width } : {}),
        ...(typeof field.label === 'object' ? { label: field.label } : {}),
      },
    ]
  }
  return { ...list, isArranged: true, columns: Object.fromEntries(Object.entries<Column>(list.columns).map(arranged)) }
}

/** The columns of a list for a seat: the one with its own name is hidden and moves to the end, so that the other party's name comes first. */
export function ownNameLast(columns: Readonly<Record<string, Column>>, seat: CompanyRole | undefined): Record<string, Column> {
  const all = Object.entries(columns)
  return Object.fromEntries([
    ...all.filter(([name, column]) => !isOwnName(name, column, seat)),
    ...all
      .filter(([name, column]) => isOwnName(name, column, seat))
      .map(([name, column]) => [name, { ...column, hidden: true }] as const),
  ])
}

/**
 * A list in an administrator's arrangement, with the columns of the present seat. Without an own arrangement there is no request.
 * The arrangement is stored in the browser, so that the table does not jump when the answer comes.
 */
export function useConfigured<L extends AnyTable>(list: L): L {
  const name = tableNameOf(list)
  const storageKey = `table:${name}`
  const remembered = (): FormConfig | null => {
    try {
      return JSON.parse(sessionStore.read(storageKey) ?? 'null')
    } catch {
      return null
    }
  }
  const { data } = useQuery<FormConfig | null>({
    queryKey: ['formConfig', name],
    queryFn: async () => {
      const { ownTables } = await config()
      const arranged = ownTables?.includes(name)
        ? await send(dynamicFormCalls.config, { query: { name } }, { quiet: true }).catch(remembered)
        : null
      sessionStore.write(storageKey, arranged && JSON.stringify(arranged))
      return arranged
    },
    placeholderData: remembered,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const seat = sessionStore.companyRole() as CompanyRole | undefined
  return useMemo(() => {
    const readable = { ...list, columns: ownNameLast(columnsFor(list, seat), seat) }
    return data ? configuredList(readable, data.fields) : readable
  }, [list, data, seat])
}
