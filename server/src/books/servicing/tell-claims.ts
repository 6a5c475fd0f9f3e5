import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { openClaims } from './claims.ts'
import { reserveOwedBack } from './owed-back.ts'
import { settlesClaimsOf } from './settles-claims.ts'

/** What is open of the claims on the supplier of an order, without reserve that it owes back. */
async function claimedOf(tx: Tx, orderId: string, currency: string): Promise<M.Money> {
  const { rows } = await sql<{ open: string }>`select coalesce(sum(c.open), 0) as open from ${openClaims} c
    where c.order_id = ${orderId} and c.reason <> ${reserveOwedBack}`.execute(tx)
  return amountOf(rows[0]!.open, currency)
}

/**
 * Books on a locked order, and notifies its supplier and funder of the claims that this has opened: by how much more is claimed afterwards.
 * A claim that a replay takes back and books again is no news. The transaction sees every company.
 */
export async function tellingClaims<Result>(
  { tx, today }: UseCaseContext,
  { id, currency }: { id: string; currency: string },
  book: () => Promise<Result>,
): Promise<Result> {
  const before = await claimedOf(tx, id, currency)
  const result = await book()
  const more = M.subtract(await claimedOf(tx, id, currency), before)
  if (!M.isPositive(more)) return result
  const order = await tx
    .selectFrom('financeOrder')
    .select(['orderNo', 'supplierId', 'funderId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const amount = M.toDecimal(more)
  await notify(tx, {
    event: 'RECOURSE_CLAIM_OPENED',
    companyIds: [order.supplierId, order.funderId],
    params: { orderNo: order.orderNo, amount, settles: (await settlesClaimsOf(tx, id, today)) ?? amount, currency },
    objectType: 'FINANCE_ORDER',
    objectId: id,
    link: `/finance/finance-order/${id}/detail`,
  })
  return result
}
