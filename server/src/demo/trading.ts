import { scaleOf } from '@usance/domain/currencies'
import { addDays } from '@usance/domain/local-date'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { type Trade, trades } from './cast.ts'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused, personOf } from './person.ts'
import { raiseOrder } from './raise-order.ts'
import { type Random, randomOf } from './random.ts'

/** An amount near the typical one, with the decimals its currency has. */
function amountNear(typical: number, currency: string, random: Random): string {
  const scale = scaleOf(currency)
  const minor =
    Math.round(typical * (0.55 + random.next() * 0.9)) * 10 ** scale + (scale ? random.between(0, 10 ** scale - 1) : 0)
  const text = String(minor).padStart(scale + 1, '0')
  return scale ? `${text.slice(0, -scale)}.${text.slice(-scale)}` : text
}

/** Suppliers enter and submit what they sold; buyers confirm what came some days ago, and now and then do not. */
export async function enterDocuments(day: Day): Promise<void> {
  const { client, seed, today, pace } = day
  for (const trade of trades) {
    const random = randomOf(seed, 'invoice', trade.supplier, trade.buyer, today)
    const many = Math.floor((trade.perMonth * pace) / 21 + random.next())
    for (let n = 0; n < many; n++) await enterInvoice(day, trade, n, random)
  }
  for (const { id, buyerCode, invoiceNo, age } of await waiting(day)) {
    const random = randomOf(seed, 'confirm', invoiceNo)
    if (age < random.between(1, 3)) continue
    const checker = personOf(buyerCode, 1)
    if (random.chance(0.03))
      await orRefused(
        client.ask(checker, invoiceCalls.returnToSupplier, { body: { id, comment: 'The purchase order number is missing.' } }),
      )
    else if (random.chance(0.025))
      await orRefused(
        client.ask(checker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Part of the goods arrived damaged.' } }),
      )
    else await orRefused(client.ask(checker, invoiceCalls.confirm, { body: { items: [{ id }] } }))
  }
}

async function enterInvoice({ client, today, daysLeft }: Day, trade: Trade, n: number, random: Random): Promise<void> {
  const maker = personOf(trade.supplier, 0)
  const invoiceNo = `${trade.supplier.slice(0, 2)}-${today.slice(2).replaceAll('-', '')}-${trade.buyer.slice(0, 2)}${n + 1}`
  const issueDate = addDays(today, -random.between(0, 2))
  const body = {
    buyerCode: trade.buyer,
    invoiceNo,
    issueDate,
    dueDate: addDays(issueDate, trade.termDays),
    currency: trade.currency,
    amount: amountNear(trade.typical, trade.currency, random),
  }
  const added = await orRefused(client.ask(maker, invoiceCalls.add, { body }))
  // Some of today's work stays a draft.
  if (!added || (daysLeft < 3 && random.chance(0.4))) return
  await orRefused(client.ask(maker, invoiceCalls.submit, { body: { ids: [added.id] } }))
}

const waiting = ({ app, today }: Day) =>
  look(
    { app },
    sql<{ id: string; buyerCode: string; invoiceNo: string; age: number }>`
      select i.id, b.code as buyer_code, i.invoice_no, ${today}::date - i.submitted_at::date as age from invoice i join company b on b.id = i.buyer_id where i.doc_status = 'SUBMITTED' order by i.invoice_no`,
  )

type Financeable = { id: string; supplierCode: string; buyerCode: string; currency: string; invoiceNo: string; age: number }

/** Suppliers finance what buyers have confirmed, mostly one or two invoices at a time. */
export async function financeDocuments(day: Day): Promise<void> {
  const { app, seed, today } = day
  const found = await look(
    { app },
    sql<Financeable>`
      select i.id, s.code as supplier_code, b.code as buyer_code, i.currency, i.invoice_no, ${today}::date - i.confirmed_at::date as age
      from invoice i join company s on s.id = i.supplier_id join company b on b.id = i.buyer_id
      where i.doc_status = 'CONFIRMED' and i.purchase_order_id is null and s.business_type = 'NORMAL' and i.finance_status = 'UNFINANCED' and i.pay_status = 'UNPAID' and i.due_date > ${addDays(today, 12)}::date and i.confirmed_at is not null
        and i.confirmed_at::date between ${addDays(today, -longestWait)}::date and ${today}::date order by i.invoice_no`,
  )
  const groups = new Map<string, Financeable[]>()
  for (const row of found) {
    const random = randomOf(seed, 'finance', row.invoiceNo)
    // Six in ten are financed at all, each on a day of its own.
    if (!joins(row) && (row.age > 4 || !random.chance(0.6) || row.age < random.between(0, 3))) continue
    const key = `${row.supplierCode}|${row.buyerCode}|${row.currency}`
    groups.set(key, [...(groups.get(key) ?? []), row].slice(0, 3))
  }
  for (const rows of together([...groups.values()]))
    await raiseOrder(day, rows[0]!.supplierCode, {
      ...(rows.every(({ buyerCode }) => buyerCode === rows[0]!.buyerCode) ? { buyerCode: rows[0]!.buyerCode } : {}),
      currency: rows[0]!.currency,
      docType: 'INVOICE',
      docIds: rows.map(({ id }) => id),
      docNo: rows[0]!.invoiceNo,
    })
}

const longestWait = 9
const joins = ({ supplierCode, buyerCode }: Financeable): boolean =>
  trades.some((trade) => trade.joins && trade.supplier === supplierCode && trade.buyer === buyerCode)

/** Some suppliers put what two buyers owe them in one currency on one order; what waited for another in vain goes alone. */
function together(groups: Financeable[][]): Financeable[][] {
  const orders = groups.filter((rows) => !joins(rows[0]!)).map((rows) => [...rows])
  for (const rows of groups.filter((one) => joins(one[0]!))) {
    const { supplierCode, currency } = rows[0]!
    const other = orders.find(([first]) => first!.supplierCode === supplierCode && first!.currency === currency)
    if (other) other.push(...rows)
    else if (rows.some(({ age }) => age >= longestWait)) orders.push(rows)
  }
  return orders
}
