import { reservePays } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { costsPaidByReserve } from '@usance/domain/servicing/crumbs'
import type { ItemOwed } from '@usance/domain/servicing/plan-repayment'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import type { Financing } from './load-order.ts'
import { heldOf, reservesOf } from './reserves.ts'

/**
 * L20: the reserve of paid invoices pays the costs of a remainder of its own order that would be let go, as of today. The row
 * pays the order as a receipt does; the funder has that money already. Answers whether it paid anything.
 */
export async function payCostsFromReserve(
  context: UseCaseContext,
  { row, deal }: Financing,
  crumbs: readonly ItemOwed[],
): Promise<boolean> {
  const { tx, today, now } = context
  const { currency } = row
  const { lines, taken } = costsPaidByReserve(crumbs, await freeByItem(tx, row.id))
  if (lines.length === 0) return false
  const sumOf = (component?: string) =>
    M.sum(
      lines.filter((line) => component === undefined || line.component === component).map((line) => line.amount),
      currency,
    )
  const amount = M.toDecimal(sumOf())
  const id = newId()
  const no = await nextNumber(tx, 'RP', today)
  await tx
    .insertInto('repayment')
    .values({
      id,
      no,
      orderId: row.id,
      supplierId: row.supplierId,
      funderId: row.funderId,
      payerRole: 'RESERVE',
      amount,
      currency,
      valueDate: today,
      status: 'POSTED',
      postedAt: now.toISOString(),
    })
    .execute()
  await tx
    .insertInto('allocation')
    .values(
      lines.map((line) => ({
        id: newId(),
        repaymentId: id,
        orderId: row.id,
        itemId: line.itemId,
        component: line.component,
        amount: M.toDecimal(line.amount),
        source: 'RESERVE',
      })),
    )
    .execute()
  await tx
    .insertInto('discountRelease')
    .values(
      taken.map((one) => ({
        id: newId(),
        repaymentId: id,
        orderId: row.id,
        itemId: one.itemId,
        valueDate: today,
        client: '0',
        fund: '0',
        rebate: '0',
        rebateToPrincipal: M.toDecimal(one.amount),
      })),
    )
    .execute()
  const costs = { interest: sumOf('INTEREST'), penalty: sumOf('PENALTY'), fees: sumOf('FEE') }
  const key = { eventType: 'RESERVE_COSTS', sourceType: 'REPAYMENT', sourceId: id, seq: 0 }
  await post(tx, reservePays(key, deal, costs), { valueDate: today, postedOn: today, orderId: row.id })
  await audit(context, {
    event: 'FINANCE_ORDER_COSTS_FROM_RESERVE',
    objectType: 'FINANCE_ORDER',
    objectId: row.id,
    objectNo: row.orderNo,
    after: { no, amount, currency },
  })
  await notify(tx, {
    event: 'FINANCE_ORDER_COSTS_FROM_RESERVE',
    companyIds: [row.supplierId, row.funderId],
    params: { orderNo: row.orderNo, amount, currency },
    objectType: 'FINANCE_ORDER',
    objectId: row.id,
    link: `/finance/finance-order/${row.id}/detail`,
  })
  return true
}

/** Reserve of paid items that neither left nor is on its way, in the order of the items. */
async function freeByItem(tx: Tx, orderId: string) {
  return (await reservesOf(tx, [orderId]))
    .filter((one) => M.isZero(one.principalOutstanding))
    .map((one) => ({ itemId: one.itemId, amount: M.atLeastZero(M.subtract(heldOf(one), one.onItsWay)) }))
}
