import { useState } from 'react'
import { pageSizes } from '../../../list/conditions.ts'
import { Pager } from '../../../list/pager.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import './config.css'

type Props<R> = { rows: readonly R[]; columns: readonly DataColumn<R>[]; empty?: string }

/** The rows of a page of staff, or what to do when there is none. */
export function StaffTable<R extends { id: string }>({ rows, columns, empty }: Props<R>) {
  if (rows.length === 0) return <Empty text={empty} />
  return <DataTable look="staff" rows={rows} columns={columns} keyOf={(row) => row.id} />
}

/** The same in pages of the usual sizes, where there are more rows than the smallest page holds. */
export function PagedStaffTable<R extends { id: string }>({ rows, ...table }: Props<R>) {
  const [{ num, size }, turn] = useState<{ num: number; size: number }>({ num: 1, size: pageSizes[0] })
  // Rows may have been taken away under the page one looks at.
  const page = Math.min(num, Math.max(1, Math.ceil(rows.length / size)))
  return (
    <>
      <StaffTable rows={rows.slice((page - 1) * size, page * size)} {...table} />
      {rows.length > pageSizes[0] && (
        <Pager page={page} size={size} total={rows.length} onChange={(next, nextSize) => turn({ num: next, size: nextSize })} />
      )}
    </>
  )
}
