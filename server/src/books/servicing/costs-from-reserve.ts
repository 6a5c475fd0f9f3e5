import { reservePays } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { costsPaidByReserve } from '@usance/domain/servicing/crumbs'
import type { ItemOwed } from '@usance/domain/servicing/plan-repayment'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { addInternalRepayment, sumOfLines } from './internal-repayment.ts'
import type { Financing } from './load-order.ts'
import { freeReserves, reservesOf } from './reserves.ts'

/**
 * L20: the reserve of paid invoices pays the costs in a remainder of its own order before they would be waived, as of today. The
 * row pays the order like a receipt, with money that the funder holds already. Returns whether it paid anything.
 */
export async function payCostsFromReserve(
  context: UseCaseContext,
  financing: Financing,
  crumbs: readonly ItemOwed[],
): Promise<boolean> {
  const { tx, today } = context
  const { row, deal } = financing
  const { currency } = row
  const { lines, taken } = costsPaidByReserve(crumbs, await freeByItem(tx, row.id))
  if (lines.length === 0) return false
  const { id, no, amount: sum } = await addInternalRepayment(context, financing, 'RESERVE', lines)
  const amount = M.toDecimal(sum)
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
  const sumOf = (component: string) => sumOfLines(lines, currency, component)
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

/** Reserve of paid items that is neither paid out nor in a payment, in the order of the items. */
async function freeByItem(tx: Tx, orderId: string) {
  return freeReserves(await reservesOf(tx, [orderId]))
}
