import { type AnyTable, conditionNames } from '@usance/wire/list'
import type { ListView } from '@usance/wire/list-view/calls'
import {
  type Conditions,
  filterValues,
  readConditions,
  type Search,
  type Sorter,
  sorterOf,
  strangeConditions,
  withoutView,
  writeConditions,
} from './conditions.ts'
import { applySaved, type ChosenColumn, numbersKey } from './use-columns.ts'

/** What a view of a list holds. */
export type ViewContent = Pick<ListView, 'conditions' | 'columns'>
/** The columns on screen, as a view keeps them. */
export type ShownColumns = { all: readonly ChosenColumn[]; isNumbered: boolean }

const says = (value: Search[string]) => (value ?? '').length > 0

/** Whether an address says itself what of the list is shown: a condition, an order, a size or a page. */
const saysWhat = (list: AnyTable, search: Search): boolean =>
  [...conditionNames(list), 'sort', 'size', 'page', 'isEqual'].some((name) => says(search[name]))

/** Whether an address leaves it to the reader how the list opens. */
export const asksForNothing = (list: AnyTable, search: Search): boolean =>
  !says(search.view) && !saysWhat(list, search) && Object.keys(strangeConditions(list, search)).length === 0

/** Whether an address names a view and nothing of what that holds: a link to the view as it is on that day. */
export const isLinkToView = (list: AnyTable, search: Search): boolean =>
  typeof search.view === 'string' && says(search.view) && search.view !== withoutView && !saysWhat(list, search)

/** The address that shows a view. What the list no longer has stands in it too, and so is told as in any address. */
export const openedView = (list: AnyTable, search: Search, view: Pick<ListView, 'id' | 'conditions' | 'strange'>): Search => ({
  ...writeConditions(list, { ...search, view: view.id }, readConditions(list, view.conditions)),
  ...view.strange,
})

/** The address of the same list without a view; with a view to open with, it says that none is wanted. */
export const closedView = (list: AnyTable, search: Search, opensWithOne: boolean): Search =>
  writeConditions(
    list,
    { ...search, view: opensWithOne ? withoutView : undefined },
    { page: 1, size: 20, sorter: sorterOf(list.order), filters: [] },
  )

/**
 * The link to a view, as what follows the path: what else the page is about, and no condition beside the view. It names the seat
 * that has the view, since whoever works in several would look for it in another.
 */
export function linkToView(list: AnyTable, search: Search, { id, seat }: { id: string; seat: string | undefined }): string {
  const strange = strangeConditions(list, search)
  const kept = Object.entries(closedView(list, search, false)).filter(([name]) => !Object.hasOwn(strange, name))
  const link = new URLSearchParams(kept.flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])))
  link.set('view', id)
  if (seat) link.set('__role', seat)
  return `?${link}`
}

const columnsOf = ({ all, isNumbered }: ShownColumns): ViewContent['columns'] => [
  ...all.map(({ key, checked }, seq) => ({ key, checked, seq })),
  ...(isNumbered ? [{ key: numbersKey, checked: true, seq: all.length }] : []),
]

/** What a view of the list as it is shown holds: conditions, order, page size and columns, in the notation of the address. */
export function shownContent(list: AnyTable, conditions: Conditions, columns: ShownColumns): ViewContent {
  const written = Object.entries(writeConditions(list, {}, { ...conditions, page: 1 }))
  return {
    conditions: Object.fromEntries(written.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    columns: columnsOf(columns),
  }
}

/** Whether the list as it is shown is another one than the view keeps. A view with something strange is never as it is shown. */
export function differsFrom(view: ListView, list: AnyTable, conditions: Conditions, columns: ShownColumns): boolean {
  const kept = readConditions(list, view.conditions)
  const keptColumns = { all: applySaved(list, view.columns), isNumbered: isNumbered(view.columns) }
  return (
    Object.keys(view.strange).length > 0 ||
    inWords(kept) !== inWords(conditions) ||
    JSON.stringify(columnsOf(keptColumns)) !== JSON.stringify(columnsOf(columns))
  )
}

const isNumbered = (columns: ViewContent['columns']): boolean => columns.some(({ key, checked }) => key === numbersKey && checked)

/** A condition of one value is the same whether it stands in a list of one or alone. */
const inWords = ({ filters, sorter, size }: { filters: Conditions['filters']; sorter: Sorter | null; size: number }): string => {
  const values = Object.entries(filterValues(filters)).map(([name, value]) => [name, [value].flat()])
  return JSON.stringify([values.sort(), sorter?.prop, sorter?.order, size])
}
