import type { AnyTable } from '@usance/wire/list'
import { memo, type ReactNode, type UIEvent } from 'react'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { Money } from '../ui/money.tsx'
import type { Sorter } from './conditions.ts'
import { fieldOf } from './fields.tsx'
import { HeadFilter } from './head-filter.tsx'
import type { HeadFilters } from './head-filters.ts'
import { type RowAction, RowActions } from './row-actions.tsx'
import { titleOf } from './titles.ts'
import type { ChosenColumn } from './use-columns.ts'
import { useGrowing } from './use-growing.ts'
import type { AnyRow } from './use-rows.ts'
import { actionWidth, scrollWidth, selectionWidth, sequenceWidth, shownWidth } from './widths.ts'

export type Cells<R> = Readonly<Record<string, ((row: R) => ReactNode) | undefined>>
const noCells = {}

const restMs = 200
const resting = new WeakMap<Element, ReturnType<typeof setTimeout>>()
/** While rows pass below a resting mouse none of them is meant: to mark each in turn draws all of them again. */
function restPointer({ currentTarget: place }: UIEvent<HTMLElement>) {
  const before = resting.get(place)
  if (before === undefined) place.setAttribute('data-scrolling', '')
  clearTimeout(before)
  resting.set(
    place,
    setTimeout(() => {
      resting.delete(place)
      place.removeAttribute('data-scrolling')
    }, restMs),
  )
}
export type Selection<R> = {
  ids: ReadonlySet<string>
  toggle: (rows: readonly R[], on: boolean) => void
  reason?: (row: R) => string | undefined
}
type Props<R extends AnyRow> = {
  list: AnyTable
  columns: readonly ChosenColumn[]
  rows: readonly R[] | undefined
  sorter: Sorter | null
  onSort?: (by: string) => void
  totals?: Record<string, [string, string][]>
  cells?: Cells<R>
  rowActions?: (row: R) => readonly RowAction[]
  selection?: Selection<R>
  /** Rows of an older answer, while the next is on its way. */
  stale?: boolean
  /** Filters in the column heads. */
  head?: HeadFilters
  /** Numbers the rows, from this one on. */
  sequenceFrom?: number
  /** The list's columns come from a stored configuration. */
  configured?: boolean
  /** Pixels that the table takes at least, and scrolls where there is less room; those of its columns when left out. */
  scroll?: number
  /** The rows stand close to each other. */
  compact?: boolean
  /** Pixels of the scrolling part; as high as the window allows when left out. */
  height?: number
  empty: ReactNode
}

/** The rows: head that stays, stripes, figures on the right, a sum per currency. On phones each row is a card. */
export function ResultTable<R extends AnyRow>({
  list,
  columns,
  rows,
  sorter,
  onSort,
  totals,
  cells = noCells,
  rowActions,
  selection,
  stale,
  head,
  sequenceFrom,
  configured,
  compact,
  scroll = 0,
  height,
  empty,
}: Props<R>) {
  const text = useText()
  const growing = useGrowing(rows?.length ?? 0)
  const open = rows?.filter((row) => !selection?.reason?.(row)) ?? []
  const chosen = open.filter((row) => selection?.ids.has(row.id)).length
  const hasTotals = rows !== undefined && totals !== undefined && Object.values(totals).some((sums) => sums.length > 0)
  const numbered = sequenceFrom !== undefined
  const sequence = sequenceWidth({ summary: hasTotals, language: language(), configured })
  const width = scrollWidth([
    ...(selection ? [selectionWidth] : []),
    ...(numbered ? [sequence] : []),
    ...columns.map((one) => shownWidth(list, one.key, one.column, head !== undefined)),
    ...(rowActions ? [actionWidth] : []),
  ])
  if (rows && rows.length === 0) return <div className="table-empty">{empty}</div>
  return (
    <div
      className={stale ? 'table-scroll is-stale' : 'table-scroll'}
      aria-busy={!rows || stale}
      onScroll={restPointer}
      style={height === undefined ? undefined : { maxHeight: height }}
    >
      <table className={compact ? 'table is-fixed is-compact' : 'table is-fixed'} style={{ minWidth: Math.max(width, scroll) }}>
        <thead>
          <tr>
            {selection && (
              <th className="cell-select" scope="col" style={{ width: selectionWidth }}>
                <input
                  type="checkbox"
                  aria-label={text('table.selectAll')}
                  checked={chosen > 0 && chosen === open.length}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && chosen < open.length
                  }}
                  onChange={(event) => selection.toggle(open, event.target.checked)}
                />
              </th>
            )}
            {numbered && (
              <th className="cell-sequence" scope="col" style={{ width: sequence }}>
                {text('table.sequence')}
              </th>
            )}
            {columns.map((one) => (
              <Head
                key={one.key}
                list={list}
                one={one}
                head={head}
                title={titleOf(list, one.key)}
                sort={sorter?.prop === one.key ? (sorter.order === 'desc' ? 'descending' : 'ascending') : undefined}
                onSort={onSort}
              />
            ))}
            {rowActions && (
              <th scope="col" className="cell-actions" style={{ width: actionWidth }}>
                {text('common.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows
                .slice(0, growing)
                .map((row, index) => (
                  <Row
                    key={row.id ?? index}
                    list={list}
                    row={row}
                    columns={columns}
                    cells={cells}
                    rowActions={rowActions}
                    toggle={selection?.toggle}
                    reason={selection?.reason}
                    selected={selection?.ids.has(row.id) ?? false}
                    number={numbered ? sequenceFrom + index : undefined}
                  />
                ))
            : Array.from({ length: 8 }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
                <BoneRow key={line} columns={columns} extra={(selection ? 1 : 0) + (numbered ? 1 : 0) + (rowActions ? 1 : 0)} />
              ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {selection && <td />}
              {numbered && <td className="cell-sequence">{text('common.summary')}</td>}
              {columns.map((one, index) => (
                <td
                  key={one.key}
                  data-label={totals[one.key]?.length ? titleOf(list, one.key) : undefined}
                  className={one.column.kind === 'money' ? 'cell-end' : undefined}
                >
                  {index === 0 && !numbered && <span className="cell-summary">{text('common.summary')}</span>}
                  {totals[one.key]?.map(([currency, sum]) => (
                    <div key={currency}>
                      <Money amount={sum} currency={currency} />
                    </div>
                  ))}
                </td>
              ))}
              {rowActions && <td className="cell-actions" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Head({
  list,
  one,
  head,
  title,
  sort,
  onSort,
}: {
  list: AnyTable
  one: ChosenColumn
  head?: HeadFilters
  title: string
  sort?: 'ascending' | 'descending'
  onSort?: (by: string) => void
}) {
  const text = useText()
  const end = fieldOf(one.column.kind).alignEnd ? 'cell-end' : undefined
  const style = { width: shownWidth(list, one.key, one.column, head !== undefined) }
  const filter = head && <HeadFilter list={list} name={one.key} column={one.column} head={head} />
  if (!one.column.sort || !onSort)
    return (
      <th scope="col" className={end} style={style}>
        <span className="head-cell">
          <span className="head-title">{title}</span>
          {filter}
        </span>
      </th>
    )
  const next = sort === undefined ? 'table.sortAscending' : sort === 'ascending' ? 'table.sortDescending' : 'table.sortNone'
  return (
    <th scope="col" className={end} style={style} aria-sort={sort ?? 'none'}>
      <span className="head-cell">
        <button
          type="button"
          className={sort ? 'sort-head is-sorted' : 'sort-head'}
          title={text(next)}
          onClick={() => onSort(one.key)}
        >
          <span className="head-title">{title}</span>
          <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
            <path d="M4 0 7.500 4.500h-7z" className={sort === 'ascending' ? 'is-on' : undefined} />
            <path d="M4 12 .5 7.500h7z" className={sort === 'descending' ? 'is-on' : undefined} />
          </svg>
        </button>
        {filter}
      </span>
    </th>
  )
}

type RowProps<R extends AnyRow> = {
  list: AnyTable
  row: R
  columns: readonly ChosenColumn[]
  cells: Cells<R>
  rowActions?: (row: R) => readonly RowAction[]
  toggle?: Selection<R>['toggle']
  reason?: Selection<R>['reason']
  selected: boolean
  number?: number
}
function DrawnRow<R extends AnyRow>({
  list,
  row,
  columns,
  cells,
  rowActions,
  toggle,
  reason: reasonOf,
  selected,
  number,
}: RowProps<R>) {
  const text = useText()
  const reason = reasonOf?.(row)
  return (
    <tr className={selected ? 'is-selected' : undefined}>
      {toggle && (
        <td className="cell-select">
          <input
            type="checkbox"
            aria-label={text('table.selectRow')}
            checked={selected}
            disabled={reason !== undefined}
            title={reason}
            onChange={(event) => toggle([row], event.target.checked)}
          />
        </td>
      )}
      {number !== undefined && <td className="cell-sequence">{number}</td>}
      {columns.map(({ key, column }) => {
        const field = fieldOf(column.kind)
        return (
          <td key={key} data-label={titleOf(list, key)} className={field.alignEnd ? 'cell-end' : undefined}>
            {cells[key]?.(row) ?? field.cell({ list, name: key, column, value: row[key], row })}
          </td>
        )
      })}
      {rowActions && (
        <td className="cell-actions">
          <RowActions actions={rowActions(row)} />
        </td>
      )}
    </tr>
  )
}
/** One row. What it is given says all it shows, so that a box that is ticked draws its own row again and no other. */
const Row = memo(DrawnRow) as typeof DrawnRow

function BoneRow({ columns, extra }: { columns: readonly ChosenColumn[]; extra: number }) {
  return (
    <tr>
      {Array.from({ length: columns.length + extra }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical cells
        <td key={index}>
          <span className="bone" style={{ width: `${40 + ((index * 23) % 45)}%` }} />
        </td>
      ))}
    </tr>
  )
}
