import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused } from './person.ts'
import { repay } from './repay.ts'

/** How long a supplier leaves to its buyer what is overdue before it pays the rest itself. */
const patience = 12

/** What no buyer will pay any more, such as interest after the due date or goods never invoiced, is paid by the supplier. */
export const settleShortfalls = (day: Day) =>
  repayInFull(
    day,
    sql`o.pool_id is null and o.status = 'OVERDUE' and o.maturity <= ${addDays(day.today, -patience)}::date
      and not exists (select from finance_order_item x join invoice v on v.id = x.invoice_id where x.order_id = o.id and v.outstanding > 0)
      and not exists (select from finance_order c where c.arp_of_order_id = o.id and c.status not in ('DRAFT', 'REJECTED', 'REVOKED', 'REFUSED', 'CANCELLED', 'EXPIRED'))`,
  )

/** The suppliers of these orders pay all that is owed today, interest included. */
export async function repayInFull(day: Day, which: RawBuilder<unknown>): Promise<void> {
  const { client, today } = day
  const due = await look(
    day,
    sql<{ id: string; orderNo: string; currency: string; supplierCode: string; funderId: string }>`
    select o.id, o.order_no, o.currency, s.code as supplier_code, o.funder_id
    from finance_order o join company s on s.id = o.supplier_id where ${which}
      and not exists (select from repayment r where r.order_id = o.id and r.status in ('DRAFT', 'IN_APPROVE', 'REJECTED')) order by o.order_no`,
  )
  for (const order of due) {
    const payoff = await orRefused(client.ask('settle', repaymentCalls.payoff, { body: { orderId: order.id } }))
    if (!payoff) continue
    await repay(day, {
      orderId: order.id,
      funderId: order.funderId,
      amount: payoff.total,
      currency: order.currency,
      payerRole: 'SUPPLIER',
      payerName: order.supplierCode,
      bankRef: `IN-${order.orderNo}-${today}`,
      rawText: `Repayment ${order.orderNo}`,
      reason: 'Order number in the reference',
      invoiceIds: [],
    })
  }
}
