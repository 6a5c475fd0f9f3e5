import { addDays, daysBetween } from '@usance/domain/local-date'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused, personOf } from './person.ts'
import { raiseOrder } from './raise-order.ts'
import { randomOf } from './random.ts'

/** Who finances purchase orders before shipping, what a typical order is of, and how much of it. */
const orderers = [
  {
    supplier: 'SAIGON',
    buyer: 'NORTHW',
    currency: 'USD',
    goods: 'Green coffee, washed arabica, 60 kg bags',
    unit: 'BAG',
    price: '238.50',
    qty: 320,
  },
  {
    supplier: 'LIANHE',
    buyer: 'NORTHW',
    currency: 'USD',
    goods: 'Cotton bed linen, 300 TC, queen size',
    unit: 'SET',
    price: '21.40',
    qty: 4200,
  },
  {
    supplier: 'SEIMIT',
    buyer: 'AOYAMA',
    currency: 'JPY',
    goods: 'Ball bearing assembly 6204',
    unit: 'PCS',
    price: '412',
    qty: 18_000,
  },
]

/** Orders come in, are confirmed, financed before shipping, shipped, invoiced, and turned into the purchase of the invoice. */
export async function workOnPurchaseOrders(day: Day): Promise<void> {
  // One a month each, on a day of its own.
  for (const [index, orderer] of orderers.entries())
    if (Number(day.today.slice(8)) === 4 + index * 8) await enterOrder(day, orderer)
  await confirmOrders(day)
  await financeOrders(day)
  await shipAndInvoice(day)
  await convert(day)
}

async function enterOrder({ client, seed, today }: Day, one: (typeof orderers)[number]): Promise<void> {
  const random = randomOf(seed, 'po', one.supplier, today)
  await orRefused(
    client.ask(personOf(one.supplier, 0), purchaseOrderCalls.add, {
      body: {
        buyerCode: one.buyer,
        poNo: `PO-${one.buyer.slice(0, 2)}-${today.slice(2).replaceAll('-', '')}`,
        orderDate: today,
        latestShipDate: addDays(today, 40),
        currency: one.currency,
        items: [{ description: one.goods, qty: String(one.qty + random.between(-40, 60)), unit: one.unit, unitPrice: one.price }],
        attachments: [],
        saveType: 'SUBMIT',
      },
    }),
  )
}

type Order = { id: string; poNo: string; supplierCode: string; buyerCode: string; currency: string; age: number; version: number }
const orders = (day: Day, where: string) =>
  look(
    day,
    sql<Order>`select p.id, p.po_no, s.code as supplier_code, b.code as buyer_code, p.currency, ${day.today}::date - p.order_date as age, p.version
      from purchase_order p join company s on s.id = p.supplier_id join company b on b.id = p.buyer_id where ${sql.raw(where)} order by p.po_no`,
  )

async function confirmOrders(day: Day): Promise<void> {
  for (const { id, buyerCode, age } of await orders(day, `p.doc_status = 'SUBMITTED'`))
    if (age >= 1) await orRefused(day.client.ask(personOf(buyerCode, 1), purchaseOrderCalls.confirm, { body: { ids: [id] } }))
}

async function financeOrders(day: Day): Promise<void> {
  const open = await orders(
    day,
    `p.doc_status = 'CONFIRMED' and not exists (select from finance_order_item i where i.purchase_order_id = p.id)`,
  )
  for (const order of open)
    if (order.age >= 2 && order.age < 12)
      await raiseOrder(day, order.supplierCode, {
        buyerCode: order.buyerCode,
        currency: order.currency,
        docType: 'PO',
        docIds: [order.id],
        docNo: order.poNo,
      })
}

/** Three to five weeks after the order the goods leave, and their invoice goes to the buyer. */
async function shipAndInvoice(day: Day): Promise<void> {
  const open = await orders(
    day,
    `p.doc_status = 'CONFIRMED' and not exists (select from invoice i where i.purchase_order_id = p.id)`,
  )
  for (const order of open) {
    const random = randomOf(day.seed, 'ship', order.poNo)
    if (order.age < random.between(20, 34)) continue
    const maker = personOf(order.supplierCode, 0)
    const seen = await orRefused(day.client.ask(maker, purchaseOrderCalls.detail, { query: { id: order.id } }))
    if (!seen) continue
    await orRefused(
      day.client.ask(maker, purchaseOrderCalls.update, {
        body: {
          id: order.id,
          version: seen.version,
          items: seen.items.map(({ line, qty }) => ({ line, shippedQty: qty })),
          attachments: [],
        },
      }),
    )
    const added = await orRefused(
      day.client.ask(maker, invoiceCalls.add, {
        body: {
          buyerCode: order.buyerCode,
          invoiceNo: order.poNo.replace('PO-', `${order.supplierCode.slice(0, 2)}-S`),
          purchaseOrderId: order.id,
          issueDate: day.today,
          dueDate: addDays(day.today, 60),
          currency: order.currency,
          amount: seen.amount,
        },
      }),
    )
    if (added) await orRefused(day.client.ask(maker, invoiceCalls.submit, { body: { ids: [added.id] } }))
  }
}

/** Once the buyer has confirmed the invoice, its purchase takes the place of the financing of the order. */
async function convert(day: Day): Promise<void> {
  const ready = await look(
    day,
    sql<{
      id: string
      invoiceId: string
      invoiceNo: string
      supplierCode: string
      buyerCode: string
      currency: string
      funded: string
    }>`
      select o.id, v.id as invoice_id, v.invoice_no, s.code as supplier_code, b.code as buyer_code, o.currency, o.funding_date as funded
      from finance_order o join finance_order_item x on x.order_id = o.id and x.active join invoice v on v.purchase_order_id = x.purchase_order_id
      join company s on s.id = o.supplier_id join company b on b.id = o.buyer_id
      where o.type = 'PO_FINANCE' and o.status in ('FUNDED', 'OVERDUE') and v.doc_status = 'CONFIRMED' and v.finance_status = 'UNFINANCED'
        and not exists (select from finance_order c where c.arp_of_order_id = o.id and c.status not in ('REVOKED', 'REFUSED', 'CANCELLED', 'EXPIRED')) order by o.order_no`,
  )
  for (const one of ready) {
    // One in four suppliers repays the financing from its own account instead.
    if (daysBetween(one.funded, day.today) < 1 || randomOf(day.seed, 'arp', one.invoiceNo).chance(0.25)) continue
    await raiseOrder(day, one.supplierCode, {
      buyerCode: one.buyerCode,
      currency: one.currency,
      docType: 'INVOICE',
      docIds: [one.invoiceId],
      docNo: one.invoiceNo,
      arpOfOrderId: one.id,
    })
  }
}
