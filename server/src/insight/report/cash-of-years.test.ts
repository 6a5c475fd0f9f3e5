import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { askedBy } from '../../testing/rows-read.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const payments = 6000

test('cash flow reads what moved on the days that are asked for, and its sums are of all of it', async () => {
  const { alderMaker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  await portal.asOwner(async (db) => {
    // Where a payment comes from plays no part here.
    await sql`alter table invoice_payment drop constraint invoice_payment_source`.execute(db)
    await sql`insert into invoice_payment (id, invoice_id, supplier_id, buyer_id, currency, amount, pay_date)
      select gen_random_uuid(), i.id, i.supplier_id, i.buyer_id, i.currency, 1, ${openingDay}::date - 1000 + n % 2
      from invoice i, generate_series(1, ${payments}::int) n where i.id = ${invoiceId}`.execute(db)
  })
  const ask = (from: string, to: string) => portal.ask(alderMaker, reportCalls.cashflow, { body: { from, to, step: 'DAY' } })
  let ahead: Awaited<ReturnType<typeof ask>> | undefined
  const { rows } = await askedBy(async () => {
    ahead = await ask(openingDay, addDays(openingDay, 120))
  })
  expect(ahead).toMatchObject({
    currency: 'USD',
    rows: [{ kind: 'RECEIVABLE', amount: '100000.00' }],
    totals: { in: '100000.00' },
  })
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(500)

  const past = await ask(addDays(openingDay, -1000), addDays(openingDay, -999))
  expect(past.rows).toHaveLength(5000)
  expect(past.count).toBe(6000)
  expect(past.totals.in).toBe('6000.00')
  expect(past.periods.map((one) => one.in)).toEqual(['3000.00', '3000.00'])
})
