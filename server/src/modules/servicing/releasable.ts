import { addBusinessDays } from '@usance/domain/calendar'
import type { LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { calendarsOf } from './calendars.ts'
import type { FundedTerms } from './terms.ts'

/** Business days between a receipt and the release of the reserve it left. */
export const releaseAfterBd = 2

export type Releasable = {
  orderId: string
  orderNo: string
  supplierId: string
  funderId: string
  currency: string
  amount: Money
  from: LocalDate
  /** The supplier owes this funder a claim on some order. */
  hasClaim: boolean
}

/** Reserves that nothing claims any more: fed by receipts and rebates, less what is paid out or on its way. */
export async function releasableReserves(
  tx: Tx,
  where: { orderId?: string; orderNo?: string | undefined } = {},
): Promise<Releasable[]> {
  const { rows } = await sql<{
    orderId: string
    orderNo: string
    supplierId: string
    funderId: string
    currency: string
    terms: FundedTerms
    amount: string
    lastOn: string
    hasClaim: boolean
  }>`
    select * from (
      select o.id as order_id, o.order_no, o.supplier_id, o.funder_id, o.currency, o.funded_terms as terms,
        coalesce((select sum(a.amount) from allocation a where a.order_id = o.id and a.component = 'RESERVE' and not a.reversed), 0)
        + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d where d.order_id = o.id and not d.reversed), 0)
        - coalesce((select sum(p.amount) from payment p where p.order_id = o.id and p.type = 'RELEASE' and p.status <> 'CANCELLED'), 0) as amount,
        (select max(r.value_date) from repayment r where r.order_id = o.id and r.status = 'POSTED') as last_on,
        exists (select 1 from recourse_claim c where c.supplier_id = o.supplier_id and c.funder_id = o.funder_id and c.status = 'OPEN') as has_claim
      from finance_order o
      where o.funding_date is not null and o.principal_outstanding = 0
        ${where.orderId ? sql`and o.id = ${where.orderId}` : sql``}
        ${where.orderNo ? sql`and o.order_no ilike ${`%${where.orderNo}%`}` : sql``}) found
    where amount > 0 order by last_on, order_no limit 500`.execute(tx)
  return Promise.all(
    rows.map(async ({ terms, lastOn, amount, ...row }) => ({
      ...row,
      amount: amountOf(amount, row.currency),
      from: addBusinessDays(lastOn, releaseAfterBd, await calendarsOf(tx, terms.calendars)),
    })),
  )
}
