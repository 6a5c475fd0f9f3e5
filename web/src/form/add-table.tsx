import type { AnyTable } from '@usance/wire/list'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { LocalList } from '../list/local-list.tsx'
import type { Cells, Selection } from '../list/result-table.tsx'
import type { AnyRow } from '../list/use-rows.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notice.ts'

/** Rows to a page, what may be chosen instead, and the height of the scrolling part in pixels. */
export const addTableSize = 5
export const addTableSizes = [5, 10, 20, 50, 100] as const
export const addTableHeight = 284

/** Rows joined with more; one that is there already is not added again. */
export function addRows<R extends { id: string }>(rows: readonly R[], more: readonly R[]): R[] {
  const there = new Map(rows.map((row) => [row.id, row]))
  for (const row of more) if (!there.has(row.id)) there.set(row.id, row)
  return [...there.values()]
}

type Props<R extends AnyRow> = {
  list: AnyTable
  /** What may be chosen from. */
  candidates: readonly R[]
  value: readonly R[]
  onChange: (rows: R[]) => void
  cells?: Cells<R>
  /** What to say when nothing is ticked. */
  addWarning: string
  removeWarning: string
  /** Why a row cannot be chosen. */
  disabledReason?: (row: R) => string | undefined
  candidatesTitle: ReactNode
  valueTitle: ReactNode
}

/** Two tables: tick rows in the first and add them, tick rows in the second and take them out. */
export function AddTable<R extends AnyRow>({
  list,
  candidates,
  value,
  onChange,
  cells,
  addWarning,
  removeWarning,
  disabledReason,
  candidatesTitle,
  valueTitle,
}: Props<R>) {
  const text = useText()
  const [toAdd, setToAdd] = useState<ReadonlySet<string>>(new Set())
  const [toRemove, setToRemove] = useState<ReadonlySet<string>>(new Set())
  const add = () => {
    if (toAdd.size === 0) return notify('warning', addWarning)
    onChange(
      addRows(
        value,
        candidates.filter((row) => toAdd.has(row.id)),
      ),
    )
    setToAdd(new Set())
  }
  const remove = () => {
    if (toRemove.size === 0) return notify('warning', removeWarning)
    onChange(value.filter((row) => !toRemove.has(row.id)))
    setToRemove(new Set())
  }
  const common = { list, cells, size: addTableSize, sizes: addTableSizes, height: addTableHeight }
  return (
    <div className="add-table">
      <h3>{candidatesTitle}</h3>
      <div className="add-table-tools">
        <Button small icon="plus" onClick={add}>
          {text('table.addRows')}
        </Button>
        <Ticked count={candidates.filter(({ id }) => toAdd.has(id)).length} />
      </div>
      <LocalList {...common} rows={candidates} selection={ticks(toAdd, setToAdd, disabledReason)} />
      <h3>{valueTitle}</h3>
      <div className="add-table-tools">
        <Button small icon="trash" onClick={remove}>
          {text('table.removeRows')}
        </Button>
        <Ticked count={value.filter(({ id }) => toRemove.has(id)).length} />
      </div>
      <LocalList {...common} rows={value} selection={ticks(toRemove, setToRemove)} />
    </div>
  )
}

/** How many rows are ticked: those on other pages, and those that a filter hides, are among them. */
function Ticked({ count }: { count: number }) {
  const text = useText()
  return (
    <span className="muted" role="status">
      {count > 0 && text('table.selected', { count })}
    </span>
  )
}

const ticks = <R extends AnyRow>(
  ids: ReadonlySet<string>,
  set: (ids: ReadonlySet<string>) => void,
  reason?: Selection<R>['reason'],
): Selection<R> => ({
  ids,
  toggle: (rows, on) => {
    const next = new Set(ids)
    for (const row of rows) on ? next.add(row.id) : next.delete(row.id)
    set(next)
  },
  reason,
})
