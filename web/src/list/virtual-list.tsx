import { useVirtualizer } from '@tanstack/react-virtual'
import type { AnyTable } from '@usance/wire/list'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Empty } from '../ui/empty.tsx'
import { nextSorter, type Sorter } from './conditions.ts'
import { fieldOf } from './fields.tsx'
import { localPage } from './local.ts'
import type { Cells } from './result-table.tsx'
import { tableColumns, titleOf } from './titles.ts'
import type { AnyRow } from './use-rows.ts'
import { defaultTableHeight, scrollWidth, sequenceWidth, shownWidth } from './widths.ts'

const rowHeight = 38

/** Any number of rows in memory in one scrolling table: only those in sight are drawn. Heads sort. */
export function VirtualList<R extends AnyRow>({
  list,
  rows,
  cells = {},
  height = defaultTableHeight,
}: {
  list: AnyTable
  rows: readonly R[]
  cells?: Cells<R>
  height?: number
}) {
  const text = useText()
  const [sorter, setSorter] = useState<Sorter | null>(null)
  const columns = tableColumns(list).filter(([, column]) => !column.hidden)
  const found = useMemo(
    () => localPage(list, rows, { page: 1, size: Number.POSITIVE_INFINITY, sorter, filters: [] }).rows,
    [list, rows, sorter],
  )
  const place = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  if (rows.length === 0) return <Empty title={text('common.empty_data')} />
  const drawn = virtual.getVirtualItems()
  const sequence = sequenceWidth()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  const gap = (pixels: number) =>
    pixels > 0 && (
      <tr className="virtual-gap">
        <td colSpan={columns.length + 1} style={{ height: pixels }} />
      </tr>
    )
  return (
    <div className="table-scroll virtual-list" ref={place} style={{ height, maxHeight: height }}>
      <table
        className="table is-fixed"
        aria-rowcount={found.length + 1}
        style={{ minWidth: scrollWidth([sequence, ...columns.map(([key, column]) => shownWidth(list, key, column))]) }}
      >
        <thead>
          <tr>
            <th scope="col" className="cell-sequence" style={{ width: sequence }}>
              {text('table.sequence')}
            </th>
            {columns.map(([key, column]) => {
              const direction = sorter?.prop !== key ? 'none' : sorter.order === 'desc' ? 'descending' : 'ascending'
              return (
                <th
                  key={key}
                  scope="col"
                  aria-sort={direction}
                  className={fieldOf(column.kind).alignEnd ? 'cell-end' : undefined}
                  style={{ width: shownWidth(list, key, column) }}
                >
                  <button
                    type="button"
                    className={direction === 'none' ? 'sort-head' : 'sort-head is-sorted'}
                    onClick={() => setSorter(nextSorter(sorter, key))}
                  >
                    <span className="head-title">{titleOf(list, key)}</span>
                    {direction === 'none' ? '' : direction === 'ascending' ? '↑' : '↓'}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {gap(above)}
          {drawn.map(({ index }) => {
            const row = found[index]!
            return (
              <tr key={row.id} aria-rowindex={index + 2} className={index % 2 === 1 ? 'is-even' : 'is-odd'}>
                <td className="cell-sequence">{index + 1}</td>
                {columns.map(([key, column]) => {
                  const field = fieldOf(column.kind)
                  return (
                    <td key={key} className={field.alignEnd ? 'cell-end' : undefined}>
                      {cells[key]?.(row) ?? field.cell({ list, name: key, column, value: row[key], row })}
                    </td>
                  )
                })}
              </tr>
            )
          })}
          {gap(below)}
        </tbody>
      </table>
    </div>
  )
}
