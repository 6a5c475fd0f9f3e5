import type { ReactNode } from 'react'

export type DataColumn<R> = {
  key: string
  label: string
  cell: (row: R) => ReactNode
  /** A figure stands at the right edge. */
  figure?: boolean
}

/**
 * A plain table of rows that are all there already; on a phone each row stands as a block with its labels. `footer` holds
 * what stands below the columns of the same keys, such as sums, after words that span those before the first of them.
 */
export function DataTable<R>({
  rows,
  columns,
  keyOf,
  label,
  footer,
  look = 'list',
}: {
  rows: readonly R[]
  columns: readonly DataColumn<R>[]
  keyOf: (row: R) => string
  label?: string
  footer?: { words: ReactNode; cells: Readonly<Record<string, ReactNode>> }
  /** As lists look, or as the quieter pages of staff do. */
  look?: 'list' | 'staff'
}) {
  const classOf = ({ figure }: DataColumn<R>) => (figure ? 'cell-end' : undefined)
  const firstSum = footer ? columns.findIndex(({ key }) => key in footer.cells) : -1
  return (
    <div className={look === 'staff' ? 'staff-scroll' : 'table-scroll'}>
      <table className={look === 'staff' ? 'staff-table' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.label} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={firstSum}>
                {footer.words}
              </th>
              {columns.slice(firstSum).map((column) => (
                <td key={column.key} data-label={column.label} className={classOf(column)}>
                  {footer.cells[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
