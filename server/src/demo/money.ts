import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { runningStatuses } from '../books/servicing/open-statuses.ts'
import { amountText } from '../database/amount.ts'
import { usesFiles } from './bank-files.ts'
import { trades } from './cast.ts'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused, personOf } from './person.ts'
import { randomOf } from './random.ts'
import { repay } from './repay.ts'

/** Buyers acknowledge the debts that approved orders name. */
export async function confirmRights(day: Day): Promise<void> {
  const orders = await look(
    day,
    sql<{ id: string; orderNo: string; buyerCode: string; supplierCode: string; party: string; isPart: boolean }>`
    select o.id, o.order_no, p.buyer_id is not null as is_part, b.code as buyer_code, s.code as supplier_code, o.right_confirm_party as party from finance_order o
    join company s on s.id = o.supplier_id left join finance_order_part p on p.order_id = o.id and o.right_confirm_party = 'BUYER'
    join company b on b.id = coalesce(o.buyer_id, p.buyer_id, o.supplier_id)
    where o.status = 'PASSED' and p.confirmed_at is null and (o.buyer_id is not null or o.pool_id is null) order by o.order_no, b.code`,
  )
  for (const order of orders) {
    const random = randomOf(day.seed, 'right', order.orderNo, ...(order.isPart ? [order.buyerCode] : []))
    if (random.chance(0.03) || (day.daysLeft < 4 && random.chance(0.5))) continue
    await orRefused(
      day.client.ask(
        personOf(order.party === 'BUYER' ? order.buyerCode : order.supplierCode, 1),
        financeOrderCalls.rightConfirmation,
        { query: { id: order.id }, body: { accept: true } },
      ),
    )
  }
}

/** Suppliers accept the price of today where the day they had asked for has passed. */
export async function acceptPrices(day: Day): Promise<void> {
  const orders = await look(
    day,
    sql<{ id: string; supplierCode: string }>`
    select o.id, s.code as supplier_code from finance_order o join company s on s.id = o.supplier_id join payment p on p.order_id = o.id
    where o.status = 'RIGHT_CONFIRMED' and o.pool_id is null and o.requested_funding_date < ${day.today}::date and p.type = 'FUNDING' and p.status in ('DRAFT', 'FAILED') order by o.order_no`,
  )
  for (const { id, supplierCode } of orders) {
    const maker = personOf(supplierCode, 0)
    const price = await orRefused(day.client.ask(maker, financeOrderCalls.repricing, { body: { id } }))
    // Towards the end one is left for the reader to accept.
    if (!price?.mayAccept || price.pricingHash === null || day.daysLeft < 4) continue
    await orRefused(day.client.ask(maker, financeOrderCalls.acceptPrice, { body: { id, pricingHash: price.pricingHash } }))
  }
}

/** Settlement instructs what is due; once a colleague has passed it, a third person records what the bank has paid. */
export async function payOut(day: Day): Promise<void> {
  const payments = await look(
    day,
    sql<{
      id: string
      no: string
      status: string
      dueDate: string | null
      atBank: boolean
    }>`select id, no, status, due_date, exists (select from payment_file_item i where i.payment_id = payment.id and i.live and i.status = 'ACCEPTED') as at_bank
      from payment where status in ('DRAFT', 'INSTRUCTED') order by no`,
  )
  for (const payment of payments) {
    const random = randomOf(day.seed, 'pay', payment.no)
    if (day.daysLeft < 3 && random.chance(0.5)) continue
    if (payment.status === 'DRAFT') await orRefused(day.client.ask('settle', paymentCalls.instruct, { body: { id: payment.id } }))
    else if ((!payment.dueDate || payment.dueDate <= day.today) && (payment.atBank || !usesFiles(day)))
      await orRefused(
        day.client.ask('settle3', paymentCalls.markPaid, {
          body: { id: payment.id, valueDate: day.today, bankRef: `OUT-${payment.no}` },
        }),
      )
  }
  const { releases } = (await orRefused(day.client.ask('settle', paymentCalls.releasable, { body: {} }))) ?? { releases: [] }
  for (const release of releases)
    if (!release.blockedBy)
      await orRefused(
        day.client.ask('settle', paymentCalls.addRelease, {
          body: { orderId: release.orderId, itemId: release.itemId },
        }),
      )
}

type Due = {
  id: string
  invoiceNo: string
  supplierCode: string
  buyerCode: string
  currency: string
  outstanding: string
  paidAmount: string
  dueDate: string
  orderId: string | null
  orderNo: string | null
  funderId: string | null
}

/** Buyers pay what has fallen due, each as punctually as it tends to; settlement matches the receipt, others approve it. */
export async function receiveMoney(day: Day): Promise<void> {
  const due = await look(
    day,
    sql<Due>`
    select i.id, i.invoice_no, s.code as supplier_code, b.code as buyer_code, i.currency, i.outstanding, i.paid_amount, i.due_date, o.id as order_id, o.order_no, o.funder_id
    from invoice i join company s on s.id = i.supplier_id join company b on b.id = i.buyer_id
    left join finance_order_item x on x.invoice_id = i.id and x.active left join finance_order o on o.id = x.order_id
    where i.doc_status = 'CONFIRMED' and i.outstanding > 0 and i.due_date <= ${addDays(day.today, 6)}::date and (o.id is null or o.status in ${runningStatuses}) order by i.invoice_no`,
  )
  for (const invoice of due) {
    const random = randomOf(day.seed, 'due', invoice.invoiceNo)
    // The second part of a payment comes a fortnight after the first.
    if (invoice.paidAmount !== '0.0000' && addDays(invoice.dueDate, 14) > day.today) continue
    const trade = trades.find((one) => one.supplier === invoice.supplierCode && one.buyer === invoice.buyerCode)
    const [early, late] = (day.daysLeft < 90 && trade?.lately) || (trade?.lateDays ?? [0, 5])
    // A month after maturity a funder buys nothing more from the supplier: what is financed is never that late.
    const lateness = random.chance(0.04) ? (invoice.orderId ? 24 : 60) : random.between(early, late)
    if (addDays(invoice.dueDate, lateness) > day.today) continue
    const amount = amountText(invoice.outstanding, invoice.currency)
    if (!invoice.orderId)
      await orRefused(
        day.client.ask(personOf(invoice.buyerCode, 0), directPaymentCalls.report, {
          body: { invoiceId: invoice.id, amount, valueDate: day.today, reference: `BUYER-${invoice.invoiceNo}` },
        }),
      )
    else await receive(day, invoice, partOf(day, invoice, amount))
  }
}

/** Some buyers pay a financed invoice in two goes: three fifths first, the rest a fortnight later. */
function partOf(day: Day, invoice: Due, amount: string): string {
  const random = randomOf(day.seed, 'part', invoice.invoiceNo)
  if (!random.chance(0.07) || invoice.paidAmount !== '0.0000' || day.today > addDays(invoice.dueDate, 14)) return amount
  const whole = M.fromDecimal(amount, invoice.currency)
  return M.toDecimal(M.times(whole, parseDecimal('0.6'), 'DOWN'))
}

async function receive(day: Day, invoice: Due, amount: string): Promise<void> {
  // One receipt a due invoice and day; what waits for approval already is not paid again.
  const waiting = await look(
    day,
    sql<{
      n: number
    }>`select count(*)::int as n from repayment where order_id = ${invoice.orderId} and status in ('DRAFT', 'IN_APPROVE', 'REJECTED')`,
  )
  if (waiting[0]!.n > 0) return
  await repay(day, {
    orderId: invoice.orderId!,
    funderId: invoice.funderId!,
    amount,
    currency: invoice.currency,
    payerRole: 'BUYER',
    payerName: invoice.buyerCode,
    bankRef: `IN-${invoice.invoiceNo}-${day.today}`,
    rawText: `Payment ${invoice.invoiceNo} ${invoice.orderNo}`,
    reason: 'Invoice number in the reference',
    invoiceIds: [invoice.id],
  })
}
