import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import './config.css'

/** The rows of a page of staff, or what to do when there is none. */
export function StaffTable<R extends { id: string }>({
  rows,
  columns,
  empty,
}: {
  rows: readonly R[]
  columns: readonly DataColumn<R>[]
  empty?: string
}) {
  if (rows.length === 0) return <Empty text={empty} />
  return <DataTable look="staff" rows={rows} columns={columns} keyOf={(row) => row.id} />
}
