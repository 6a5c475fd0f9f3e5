import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { aLife } from '../../testing/life.ts'
import { payBeside } from '../../testing/paid.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { debtOfInvoice } from './debt-of-invoice.ts'

// The debt of an invoice stands twice: by item in the database, and in the statements that ask for it beside other things.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) => tx.insertInto('tolerance').values({ currency: 'USD', total: '20', principal: '1' }).execute())
})
afterAll(() => portal.close())

type Debts = { orderNo: string; docNo: string; byItem: string; asked: string; paid: boolean; waived: boolean; beside: boolean }

/** The debt of the invoice of each item both ways, and what has happened to it. */
const debts = () =>
  portal.look(async (tx) => {
    const { rows } = await sql<Debts>`
      select o.order_no, i.doc_no, trim_scale(d.debt)::text as by_item, trim_scale(${debtOfInvoice})::text as asked,
        exists (select from invoice_payment p join repayment r on r.id = p.repayment_id where p.invoice_id = v.id and r.order_id = o.id and not p.waived) as paid,
        exists (select from invoice_payment p where p.invoice_id = v.id and p.waived) as waived,
        exists (select from invoice_payment p where p.invoice_id = v.id and p.repayment_id is null) as beside
      from finance_order o join finance_order_item i on i.order_id = o.id join invoice v on v.id = i.invoice_id
        left join lateral item_debts(o.id) d on d.item_id = i.id order by 1, 2`.execute(tx)
    return rows
  })

const seed = Number(process.env.DEBT_SEED ?? 20_261_201)
const steps = Number(process.env.DEBT_STEPS ?? 24)

test('whatever happens to orders, each invoice owes by item what the statements beside it say', {
  timeout: 180_000,
}, async () => {
  // Its buyer leaves a cent, which is waived as the days pass.
  const short = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [3] })
  await aRepayment(portal, short.orderId, '99999.99')
  const life = await aLife(portal, seed)
  for (let step = 0; step < steps; step++) {
    await life.step()
    const [invoiceId] = life.orders[step % life.orders.length]!.invoiceIds
    if (step % 4 === 3 && invoiceId) await portal.look((tx) => payBeside(tx, invoiceId, { amount: '7', payDate: life.day() }))
    const told = (await debts()).map(({ orderNo, docNo, byItem, asked }) => ({ item: `${orderNo} ${docNo}`, byItem, asked }))
    const story = `DEBT_SEED=${seed}, step ${step}: ${life.story.slice(-10).join(', ')}`
    expect(
      told.filter(({ byItem, asked }) => byItem !== asked),
      story,
    ).toEqual([])
  }
  await life.closeUntil(addDays(life.day(), 14))
  const known = await debts()
  expect(known.filter(({ byItem, asked }) => byItem !== asked)).toEqual([])
  expect(known.some(({ paid }) => paid)).toBe(true)
  expect(known.some(({ waived }) => waived)).toBe(true)
  expect(known.some(({ beside }) => beside)).toBe(true)
})
