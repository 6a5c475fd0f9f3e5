import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { sql } from 'kysely'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused, personOf } from './person.ts'
import { randomOf } from './random.ts'

const reasons = {
  CREDIT_NOTE: ['Price corrected to the frame agreement.', 'Two cartons short in the shipment.'],
  DEDUCTION: ['Promotion allowance of the quarter.', 'Damaged in transit, claimed with photographs.'],
  REBATE: ['Volume rebate of the year.'],
} as const

/** A few weeks into its life about one invoice in eleven is reduced: by the supplier's credit note or the buyer's deduction. */
export async function adjustInvoices(day: Day): Promise<void> {
  const invoices = await look(
    day,
    sql<{ id: string; invoiceNo: string; supplierCode: string; buyerCode: string; whole: string; age: number }>`
        select i.id, i.invoice_no, s.code as supplier_code, b.code as buyer_code, trunc(i.outstanding)::text as whole, ${day.today}::date - i.confirmed_at::date as age
        from invoice i join company s on s.id = i.supplier_id join company b on b.id = i.buyer_id
        where i.doc_status = 'CONFIRMED' and i.outstanding = i.amount and i.confirmed_at::date between ${day.today}::date - 25 and ${day.today}::date - 5
          and not exists (select from invoice_adjustment a where a.invoice_id = i.id) order by i.invoice_no`,
  )
  for (const invoice of invoices) {
    const random = randomOf(day.seed, 'adjust', invoice.invoiceNo)
    if (!random.chance(0.09) || invoice.age < random.between(5, 20)) continue
    const type = random.pick(['CREDIT_NOTE', 'DEDUCTION', 'DEDUCTION', 'REBATE'] as const)
    const percent = BigInt(random.between(1, 6))
    await orRefused(
      day.client.ask(personOf(type === 'DEDUCTION' ? invoice.buyerCode : invoice.supplierCode, 0), adjustmentCalls.add, {
        body: {
          invoiceId: invoice.id,
          type,
          refNo: `${type.slice(0, 2)}-${invoice.invoiceNo}`,
          amount: String((BigInt(invoice.whole) * percent) / 100n + 1n),
          date: day.today,
          reason: random.pick(reasons[type]),
        },
      }),
    )
  }
}
