import type { ReactNode } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import './config.css'

export type StaffColumn<R> = { key: string; label: string; cell: (row: R) => ReactNode; figure?: boolean }

/** A plain table of configuration rows; on a phone each row stands as a block with its labels. */
export function StaffTable<R extends { id: string }>({
  rows,
  columns,
  empty,
}: {
  rows: readonly R[]
  columns: readonly StaffColumn<R>[]
  /** What to do when there is no row. */
  empty?: string
}) {
  if (rows.length === 0) return <Empty text={empty} />
  return (
    <div className="staff-scroll">
      <table className="staff-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.figure ? 'is-figure' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.label} className={column.figure ? 'is-figure' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
