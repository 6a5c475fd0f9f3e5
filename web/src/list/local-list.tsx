import type { AnyTable } from '@usance/wire/list'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Empty } from '../ui/empty.tsx'
import { type Conditions, type FilterValues, filtersOf, filterValues, toggleSort } from './conditions.ts'
import { FilterTags } from './filter-tags.tsx'
import { localPage } from './local.ts'
import { Pager } from './pager.tsx'
import { type Cells, ResultTable, type Selection } from './result-table.tsx'
import type { RowAction } from './row-actions.tsx'
import { tableColumns } from './titles.ts'
import type { AnyRow } from './use-rows.ts'

type Props<R extends AnyRow> = {
  list: AnyTable
  rows: readonly R[]
  cells?: Cells<R>
  rowActions?: (row: R) => readonly RowAction[]
  selection?: Selection<R>
  sizes?: readonly number[]
  size?: number
  /** Pixels of the scrolling part. */
  height?: number
  sequence?: boolean
  /** The list's columns come from a stored configuration. */
  configured?: boolean
  empty?: ReactNode
}

/** The list of rows that are in memory: the same heads, filters, tags and pages, and no call at all. */
export function LocalList<R extends AnyRow>({
  list,
  rows,
  cells,
  rowActions,
  selection,
  sizes,
  size = 20,
  height,
  sequence,
  configured,
  empty,
}: Props<R>) {
  const text = useText()
  const [conditions, change] = useState<Conditions>({ page: 1, size, sorter: null, filters: [] })
  const filters = filterValues(conditions.filters)
  const search = (values: FilterValues) => change({ ...conditions, page: 1, filters: filtersOf(values) })
  const found = localPage(list, rows, conditions)
  // Rows may have been taken away under the page one looks at.
  const page = Math.min(conditions.page, Math.max(1, Math.ceil(found.total / conditions.size)))
  const shown = page === conditions.page ? found : localPage(list, rows, { ...conditions, page })
  const columns = tableColumns(list)
    .filter(([, column]) => !column.hidden)
    .map(([key, column]) => ({ key, column, checked: true }))
  return (
    <div className="local-list">
      <FilterTags list={list} state={{ conditions, change, search, isEqual: undefined }} />
      <ResultTable
        list={list}
        columns={columns}
        rows={shown.rows}
        sorter={conditions.sorter}
        onSort={(by) => change(toggleSort(conditions, by))}
        cells={cells}
        rowActions={rowActions}
        selection={selection}
        height={height}
        configured={configured}
        sequenceFrom={sequence ? (page - 1) * conditions.size + 1 : undefined}
        head={{
          filters,
          apply: search,
          valuesOf: (name) => rows.map((row) => String(row[name] ?? '')).filter(Boolean),
        }}
        empty={empty ?? <Empty title={text(conditions.filters.length > 0 ? 'table.noMatch' : 'common.empty_data')} />}
      />
      {found.total > 0 && (
        <Pager
          page={page}
          size={conditions.size}
          total={found.total}
          sizes={sizes}
          onChange={(next, nextSize) => change({ ...conditions, page: next, size: nextSize })}
        />
      )}
    </div>
  )
}
