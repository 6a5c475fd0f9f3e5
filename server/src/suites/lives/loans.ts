import { sql } from 'kysely'
import { invoicesBehind } from '../../books/servicing/behind.ts'
import { payOn, share } from './money.ts'
import type { Town } from './town.ts'
import { enterInvoices } from './trade.ts'

type Lent = { id: string; currency: string; funderId: string; poolId: string | null; purchaseOrderId: string | null }

/**
 * A buyer pays its invoices behind a drawing or a loan: a part, all, or too much; and now and then the same again. A loan that
 * nobody has invoiced yet is invoiced first.
 */
export async function payBehind(town: Town): Promise<void> {
  const { roll } = town
  const loans = await town.rows<Lent>(sql`
    select o.id, o.currency, o.funder_id, o.pool_id,
      (select min(i.purchase_order_id::text) from finance_order_item i where i.order_id = o.id) as purchase_order_id
    from finance_order o where o.type in ('PO_FINANCE', 'POOL_FACTORING')
      and o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'WRITTEN_OFF') order by o.pool_id is null, o.order_no`)
  if (loans.length === 0) return
  const loan = roll.pick(loans)
  const open = () =>
    town.rows<{ code: string; open: string }>(sql`
      select b.code, sum(v.outstanding)::text as open from ${invoicesBehind(loan)} v join company b on b.id = v.buyer_id
      where v.outstanding > 0 group by b.code order by b.code`)
  let owing = await open()
  if (owing.length === 0 && loan.purchaseOrderId) {
    const { purchaseOrderId, currency } = loan
    await enterInvoices(town, { purchaseOrderId, pair: { supplier: 'alder', buyer: 'cedar' }, currency })
    owing = await open()
  }
  if (owing.length === 0) return
  const buyer = roll.pick(owing)
  const amount = share(buyer.open, loan.currency, roll.pick([40, 100, 100, 115]))
  if (Number(amount) === 0) return
  await payOn(town, loan, amount, 'BUYER', buyer.code)
  town.count('paid behind a loan')
  if (roll.chance(0.4)) return
  await payOn(town, loan, amount, 'BUYER', buyer.code)
  town.count('paid twice')
}
