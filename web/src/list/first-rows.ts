import { type AnyList, listCalls } from '@usance/wire/list'
import { sessionCalls } from '@usance/wire/session/calls'
import type { Ahead } from '../http/ahead.ts'
import type { Place } from '../page.ts'
import { readConditions, toQuery } from './conditions.ts'

const seen = new Set<string>()

/** What a page that is this list asks first: its rows, and once the columns its reader has chosen. */
export const firstRows =
  (list: AnyList) =>
  ({ search }: Place): Ahead[] => {
    const isEqual = typeof search.isEqual === 'string' ? search.isEqual : undefined
    const rows: Ahead = [listCalls(list).pageList, { body: toQuery(list, readConditions(list, search), undefined, isEqual) }]
    if (seen.has(list.id)) return [rows]
    seen.add(list.id)
    return [rows, [sessionCalls.columns, { params: { tableId: list.id } }]]
  }
