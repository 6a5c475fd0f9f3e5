import type { List } from '@usance/wire/list'
import { memo, type ReactNode } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Money } from '../ui/money.tsx'
import { fields } from './fields.tsx'
import { type RowAction, RowActions } from './row-actions.tsx'
import { titleOf } from './titles.ts'
import type { ChosenColumn } from './use-columns.ts'
import type { AnyRow } from './use-rows.ts'

export type Cells = Record<string, ((row: any) => ReactNode) | undefined>
export type Selection = {
  ids: ReadonlySet<string>
  toggle: (rows: readonly AnyRow[], on: boolean) => void
  reason?: (row: any) => string | undefined
}
type Props = {
  list: List<any>
  columns: readonly ChosenColumn[]
  rows: readonly AnyRow[] | undefined
  sort: { by: string; descending: boolean } | null
  onSort?: (by: string) => void
  totals?: Record<string, [string, string][]>
  cells?: Cells
  rowActions?: (row: any) => readonly RowAction[]
  selection?: Selection
  /** Rows of an older answer, while the next is on its way. */
  stale?: boolean
  empty: ReactNode
}

const defaultWidth = 180
const widthOf = ({ column }: ChosenColumn) =>
  column.width ??
  { text: defaultWidth, money: 150, percent: 96, number: 100, date: 112, dateTime: 168, choice: 140, boolean: 80 }[column.kind]

/** The rows: head that stays, stripes, figures on the right, a sum per currency. On phones each row is a card. */
export function ResultTable({
  list,
  columns,
  rows,
  sort,
  onSort,
  totals,
  cells = {},
  rowActions,
  selection,
  stale,
  empty,
}: Props) {
  const text = useText()
  const open = rows?.filter((row) => !selection?.reason?.(row)) ?? []
  const chosen = open.filter((row) => selection?.ids.has(row.id)).length
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0) + 10
  if (rows && rows.length === 0) return <div className="table-empty">{empty}</div>
  return (
    <div className={stale ? 'table-scroll is-stale' : 'table-scroll'} aria-busy={!rows || stale}>
      <table className="table" style={{ minWidth: width }}>
        <thead>
          <tr>
            {selection && (
              <th className="cell-select" scope="col">
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
            {columns.map((one) => (
              <Head
                key={one.key}
                one={one}
                title={titleOf(list, one.key)}
                sort={sort?.by === one.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
                onSort={onSort}
              />
            ))}
            {rowActions && (
              <th scope="col" className="cell-actions">
                {text('common.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row, index) => (
                <Row
                  key={row.id ?? index}
                  list={list}
                  row={row}
                  columns={columns}
                  cells={cells}
                  rowActions={rowActions}
                  selection={selection}
                  selected={selection?.ids.has(row.id) ?? false}
                />
              ))
            : Array.from({ length: 8 }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
                <BoneRow key={line} columns={columns} extra={(selection ? 1 : 0) + (rowActions ? 1 : 0)} />
              ))}
        </tbody>
        {rows && totals && Object.values(totals).some((sums) => sums.length > 0) && (
          <tfoot>
            <tr>
              {selection && <td />}
              {columns.map((one, index) => (
                <td
                  key={one.key}
                  data-label={titleOf(list, one.key)}
                  className={one.column.kind === 'money' ? 'cell-end' : undefined}
                >
                  {totals[one.key]?.map(([currency, sum]) => (
                    <div key={currency}>
                      <Money amount={sum} currency={currency} />
                    </div>
                  ))}
                  {index === 0 && !totals[one.key]?.length && text('common.summary')}
                </td>
              ))}
              {rowActions && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Head({
  one,
  title,
  sort,
  onSort,
}: {
  one: ChosenColumn
  title: string
  sort?: 'ascending' | 'descending'
  onSort?: (by: string) => void
}) {
  const text = useText()
  const end = fields[one.column.kind].alignEnd ? 'cell-end' : undefined
  const style = { width: widthOf(one) }
  if (!one.column.sort || !onSort)
    return (
      <th scope="col" className={end} style={style}>
        {title}
      </th>
    )
  const next = sort === undefined ? 'table.sortAscending' : sort === 'ascending' ? 'table.sortDescending' : 'table.sortNone'
  return (
    <th scope="col" className={end} style={style} aria-sort={sort ?? 'none'}>
      <button
        type="button"
        className={sort ? 'sort-head is-sorted' : 'sort-head'}
        title={text(next)}
        onClick={() => onSort(one.key)}
      >
        {title}
        <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
          <path d="M4 0 7.500 4.500h-7z" className={sort === 'ascending' ? 'is-on' : undefined} />
          <path d="M4 12 .5 7.500h7z" className={sort === 'descending' ? 'is-on' : undefined} />
        </svg>
      </button>
    </th>
  )
}

type RowProps = {
  list: List<any>
  row: AnyRow
  columns: readonly ChosenColumn[]
  cells: Cells
  rowActions?: (row: any) => readonly RowAction[]
  selection?: Selection
  selected: boolean
}
const Row = memo(function Row({ list, row, columns, cells, rowActions, selection, selected }: RowProps) {
  const text = useText()
  const reason = selection?.reason?.(row)
  return (
    <tr className={selected ? 'is-selected' : undefined}>
      {selection && (
        <td className="cell-select">
          <input
            type="checkbox"
            aria-label={text('table.selectRow')}
            checked={selected}
            disabled={reason !== undefined}
            title={reason}
            onChange={(event) => selection.toggle([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map(({ key, column }) => {
        const field = fields[column.kind]
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
})

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
