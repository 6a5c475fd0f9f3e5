import type { Selectable } from 'kysely'
import type { RepaymentTable } from '../../database/tables.ts'

export type RepaymentRow = Selectable<RepaymentTable>
