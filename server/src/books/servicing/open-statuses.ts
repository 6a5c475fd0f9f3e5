import { type FinanceOrderStatus, outstandingStatuses } from '@usance/domain/states/finance-order'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

const inSql = (statuses: readonly FinanceOrderStatus[]) => sql`(${sql.join(statuses.map((one) => sql.lit(one)))})`
const owing: readonly FinanceOrderStatus[] = [...outstandingStatuses, 'WRITTEN_OFF']

/** The states of an order whose principal is out. */
export const runningStatuses = inSql(outstandingStatuses)

/** The states of an order in which its buyers may still owe on their invoices. */
export const owingStatuses = inSql(owing)

type Reader = Pick<Actor, 'companyRole'>

/** The states in which an order is open to its reader. A loss of the funder leaves the debt of a buyer as it is (decision 097). */
export const statusesOpenTo = ({ companyRole }: Reader): readonly FinanceOrderStatus[] =>
  companyRole === 'BUYER' ? owing : outstandingStatuses

/** The same as SQL. */
export const openStatuses = (reader: Reader): RawBuilder<unknown> => inSql(statusesOpenTo(reader))
