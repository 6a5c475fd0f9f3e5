import { costList } from '@usance/wire/cost/list'
import { sql } from 'kysely'
import { isAdjustable } from '../../books/servicing/load-fee.ts'
import { tradesInSeat } from '../../books/servicing/orders-seen.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { type ListContext, source } from '../../list/source.ts'

const passed = sql<string>`coalesce((select sum(a.delta + a.tax_delta) from fee_adjustment a where a.order_fee_id = f.id and a.status = 'PASSED'), 0)`
const open = sql<boolean>`exists (select from fee_adjustment a where a.order_fee_id = f.id and a.status = 'IN_APPROVE')`

/** Fees of the orders that the caller's company is the supplier or the funder of, in the seat for it; staff see those of all. */
const costs = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom('orderFee as f')
    .innerJoin('financeOrder as o', 'o.id', 'f.orderId')
    .leftJoin('company as s', 's.id', 'o.supplierId')
    .leftJoin('company as c', 'c.id', 'o.funderId')
    .where('o.submittedAt', 'is not', null)
    .where(tradesInSeat(actor, 'o'))
    .select([
      'f.id',
      'f.orderId',
      'o.orderNo',
      'f.code',
      's.name as supplierName',
      'c.name as funderName',
      'o.currency',
      'f.timing',
      'f.beneficiary',
      'f.payer',
      'f.charged',
      'f.repaymentId',
      'o.fundingDate',
      'o.status as orderStatus',
      sql<string>`f.amount + f.tax`.as('original'),
      passed.as('adjusted'),
      sql<string>`f.amount + f.tax + ${passed}`.as('net'),
      open.as('pending'),
    ])

/** What this user may do to a fee now. */
export const costOperations = (row: { pending: boolean } & Parameters<typeof isAdjustable>[0], actor: Actor): string[] => [
  'DETAIL',
  ...(isAdjustable(row) && !row.pending && actor.permissions.has('finance.costs.adjust') ? ['ADJUST'] : []),
]

export const costSource = source(costList, costs, (row, { actor }) => costOperations(row, actor))
