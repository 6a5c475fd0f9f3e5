import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { type RawBuilder, sql } from 'kysely'
import { look } from './look.ts'
import { orRefused } from './trading.ts'
import type { Day } from './year.ts'

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
    sql<{ id: string; orderNo: string; currency: string; supplierCode: string; accountId: string }>`
    select o.id, o.order_no, o.currency, s.code as supplier_code, (select a.id from bank_account a where a.company_id = o.funder_id and a.purpose in ('COLLECTION', 'BOTH') order by a.created_at limit 1) as account_id
    from finance_order o join company s on s.id = o.supplier_id where ${which}
      and not exists (select from repayment r where r.order_id = o.id and r.status in ('DRAFT', 'IN_APPROVE', 'REJECTED')) order by o.order_no`,
  )
  for (const order of due) {
    const payoff = await orRefused(client.ask('settle', repaymentCalls.payoff, { body: { orderId: order.id } }))
    if (!payoff) continue
    const receipt = await orRefused(
      client.ask('settle', repaymentCalls.recordReceipt, {
        body: {
          bankAccountId: order.accountId,
          bankRef: `IN-${order.orderNo}-${today}`,
          valueDate: today,
          amount: payoff.total,
          currency: order.currency,
          payerName: order.supplierCode,
          rawText: `Repayment ${order.orderNo}`,
        } as never,
      }),
    )
    if (receipt)
      await orRefused(
        client.ask('settle', repaymentCalls.match, {
          body: {
            collectionId: receipt.id,
            payerRole: 'SUPPLIER',
            fundSource: 'COLLECTION',
            reason: 'Order number in the reference',
            parts: [{ orderId: order.id, amount: payoff.total, invoiceIds: [] }],
          } as never,
        }),
      )
  }
}
