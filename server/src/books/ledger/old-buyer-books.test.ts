import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { actAs, aFundedOrder, aRepayment, brokenLaws, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { applyDilution } from '../servicing/apply-dilution.ts'

// Rows from the version before decision 081, and the entries that correct the buyers' books.
let portal: Portal
let owner: pg.Client
beforeAll(async () => {
  portal = await openPortal()
  owner = new pg.Client({ connectionString: portal.addresses.DATABASE_URL })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await portal.close()
})

const part = addDays(openingDay, 5)
const maturity = addDays(openingDay, 20)
const funded = async (product: NonNullable<WantedOrder['product']>, recourse: boolean) => {
  const { products } = portal.world
  await owner.query('update financing_product set recourse = $1 where id = $2', [recourse, products[product]])
  return aFundedOrder(portal, { product, tenors: [20] })
}
const balances = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return (...accounts: string[]) =>
    accounts.map((account) => balances.find((one) => one.book + one.account === account)?.balance ?? '0.00')
}
/** A passed credit note. */
const aCreditNote = async (invoiceId: string, amount: string) => {
  const id = newId()
  const { alder, cedar } = portal.world.companies
  await owner.query(
    `insert into invoice_adjustment (id, invoice_id, supplier_id, buyer_id, ref_no, type, currency, amount, adjustment_date, status)
      values ($1, $2, $3, $4, 'CN-1', 'CREDIT_NOTE', 'USD', $5, $6, 'PASSED')`,
    [id, invoiceId, alder, cedar, amount, part],
  )
  await owner.query('update invoice set adjusted_amount = $1 where id = $2', [amount, invoiceId])
  await actAs(portal, portal.seats.operations, (context) => applyDilution(context, invoiceId, amount, id))
}
/** Rewrites rows with the rights of the database owner, and the sums derived from them. */
const rewrite = async (orderId: string, statements: readonly string[]) => {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  for (const one of statements) await owner.query(one, [orderId])
  await owner.query('delete from ledger_balance where order_id = $1', [orderId])
  await owner.query(
    `insert into ledger_balance (owner_id, book, account, currency, order_id, balance)
      select owner_id, book, account, currency, order_id, sum(case side when 'D' then amount else -amount end)
      from posting where order_id = $1 group by 1, 2, 3, 4, 5`,
    [orderId],
  )
  await owner.query('select build_book_sums()')
  await owner.query('commit')
}
// A part that the supplier paid left the funder's book and remained with the assigned payables.
const partStaysAssigned = [
  `delete from posting s using posting t, journal j where j.order_id = $1 and j.event = 'ALLOCATION' and s.journal_id = j.id
    and t.journal_id = j.id and t.book = 'S' and t.account = '1100' and t.side = 'D'
    and s.book = 'S' and s.account = '2300' and s.side = 'C' and s.amount = t.amount`,
  `delete from posting p using journal j where j.order_id = $1 and j.event = 'ALLOCATION' and p.journal_id = j.id
    and (p.book = 'B' or p.book = 'S' and p.account = '1100' and p.side = 'D')`,
]
// A buyer's overpayment paid the claim on the supplier.
const surplusPaysClaim = [
  `update posting p set account = '1300' from journal j where j.order_id = $1 and j.event = 'REFUND_DUE' and p.journal_id = j.id
    and p.book = 'F' and p.account = '2200'`,
  `update allocation a set component = 'PRINCIPAL', item_id = (select id from finance_order_item where order_id = $1)
    where a.order_id = $1 and a.component = 'REFUND'`,
  `update repayment set surplus = 0 where order_id = $1`,
  `update finance_order_item set principal_outstanding = 0, active = false where order_id = $1`,
  `update finance_order set principal_outstanding = 0, status = 'SETTLED' where id = $1`,
  `update recourse_claim set status = 'PAID', paid_amount = amount where order_id = $1`,
]
const correction = () => {
  const text = readFileSync(`${migrationsFolder()}/0931-waived-and-corrected.sql`, 'utf8')
  return text.slice(text.indexOf('create function correct_buyer_books'))
}

test('added entries correct older books of buyers, and nothing else changes', async () => {
  const withRecourse = await funded('purchaseInArrears', true)
  const without = await funded('purchaseInArrears', false)
  const waived = await funded('payables', false)
  const spent = await funded('purchaseInAdvance', false)
  const sound = await funded('purchaseInArrears', true)
  await runEndOfDay(portal.app, { through: addDays(part, -1) })
  for (const { orderId } of [withRecourse, without, sound])
    await aRepayment(portal, orderId, '30000', { valueDate: part, payerRole: 'SUPPLIER' })
  await aCreditNote(spent.invoiceIds[0]!, '12000')
  await runEndOfDay(portal.app, { through: addDays(maturity, -1) })
  await aRepayment(portal, waived.orderId, '30000', { valueDate: maturity, payerRole: 'SUPPLIER' })
  for (const { orderId } of [withRecourse, without, waived]) await rewrite(orderId, partStaysAssigned)
  await aRepayment(portal, spent.orderId, '90000', { valueDate: maturity })
  await rewrite(spent.orderId, surplusPaysClaim)
  // The books of four orders, and the receipt that paid a claim.
  expect(await brokenLaws(portal)).toHaveLength(5)

  // A buyer that pays the rest short by a cent has it waived in the old book too.
  const [left] = (await balances(waived.orderId))('F1100')
  await aRepayment(portal, waived.orderId, (Number(left) - 0.01).toFixed(2), { valueDate: maturity })
  await runEndOfDay(portal.app, { through: addDays(maturity, 10) })
  const rows = async () => (await owner.query('select count(*)::int as n, max(id) as last from posting')).rows[0]
  const before = await rows()
  await owner.query(correction())
  expect(await brokenLaws(portal)).toEqual([])

  for (const { orderId } of [withRecourse, without]) {
    const book = await balances(orderId)
    expect(book('B2010')).toEqual(book('F1100'))
    expect(book('S2300')).toEqual(['0.00'])
  }
  expect((await balances(waived.orderId))('F1100', 'B2010', 'S2300')).toEqual(['0.00', '0.00', '0.00'])
  // Nothing is left of the assigned 100,000; 2,000 of the buyer's money have paid a claim, and its supplier owes them to it.
  const book = await balances(spent.orderId)
  expect(book('B2010', 'B2000', 'S2300', 'F2200')).toEqual(['0.00', '-102000.00', '0.00', '0.00'])
  const added = await owner.query(
    `select count(*)::int as lines, count(distinct j.id)::int as journals from posting p join journal j on j.id = p.journal_id where p.id > $1 and j.event = 'CORRECTION'`,
    [before.last],
  )
  expect(added.rows[0]).toEqual({ lines: 2 + 4 + 4 + 4, journals: 4 })
  expect((await rows()).n).toBe(before.n + 14)
  // A second run finds nothing.
  await owner.query(correction())
  expect((await rows()).n).toBe(before.n + 14)
})
