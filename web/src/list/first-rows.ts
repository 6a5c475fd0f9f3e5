import { type AnyList, listCalls } from '@usance/wire/list'
import { listViewCalls } from '@usance/wire/list-view/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import type { Ahead } from '../http/ahead.ts'
import type { Place } from '../page.ts'
import { readConditions, toQuery } from './conditions.ts'
import { isLinkToView } from './views.ts'

const seen = new Set<string>()

/** What a page that is this list asks first: its rows, and once the columns and views of its reader. */
export const firstRows =
  (list: AnyList) =>
  ({ search }: Place): Ahead[] => {
    const isEqual = typeof search.isEqual === 'string' ? search.isEqual : undefined
    const rows: Ahead = [listCalls(list).pageList, { body: toQuery(list, readConditions(list, search), undefined, isEqual) }]
    // The rows of a view are asked for once it is known what it holds.
    const first = isLinkToView(list, search) ? [] : [rows]
    if (seen.has(list.id)) return first
    seen.add(list.id)
    return [
      ...first,
      [sessionCalls.columns, { params: { tableId: list.id } }],
      [listViewCalls.views, { params: { list: list.id } }],
    ]
  }
