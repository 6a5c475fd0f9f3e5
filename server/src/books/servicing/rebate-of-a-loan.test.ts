import { readFileSync } from 'node:fs'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { addProduct } from '../../finance/product/add-product.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

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

/** Purchase order finance whose interest is deducted at funding. */
let made = 0
const inAdvance = () =>
  portal.look((tx) =>
    addProduct(tx, {
      code: `PO-IN-ADVANCE-${++made}`,
      name: 'Purchase order finance, interest in advance',
      nameCn: '订单融资（前收息）',
      type: 'PO_FINANCE',
      funderId: portal.world.companies.elm,
      currencies: ['USD'],
      recourse: true,
      disclosed: true,
      interestMethod: 'IN_ADVANCE',
      rightConfirmParty: 'SUPPLIER',
      advanceRate: '60',
      minTenor: 1,
      maxTenor: 180,
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      rebateAllowed: true,
      calendars: ['US'],
      bdConvention: 'FOLLOWING',
      arpTargetProduct: portal.world.products.purchaseInAdvance,
    }),
  )
const booked = async (orderId: string) => {
  const { rows } = await owner.query<{ account: string; balance: string }>(
    `select book || account as account, balance::text from ledger_balance where order_id = $1 and balance <> 0
      and book || account in ('F1150', 'F2000', 'S2000', 'S1200') order by 1`,
    [orderId],
  )
  return Object.fromEntries(rows.map((one) => [one.account, Number(one.balance)]))
}
const owed = async (orderId: string) => {
  const { rows } = await owner.query<{ left: string }>(
    'select sum(principal_outstanding)::text as left from finance_order_item where order_id = $1',
    [orderId],
  )
  return Number(rows[0]!.left)
}

test('a rebate that pays principal of a loan lowers the loan in the books; settled, nothing of it is left', async () => {
  const { orderId } = await aFundedOrder(portal, { productId: await inAdvance(), tenors: [60] })
  const { totals } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount: '20000', valueDate: openingDay, payerRole: 'SUPPLIER' },
  })
  await aRepayment(portal, orderId, '20000', { payerRole: 'SUPPLIER', valueDate: openingDay })
  const left = await owed(orderId)
  // The preview tells both parts of the principal that is paid: by the receipt and by the rebate.
  expect(Number(totals.rebateToPrincipal)).toBeGreaterThan(0)
  expect(60_000 - Number(totals.principal) - Number(totals.rebateToPrincipal)).toBeCloseTo(left, 2)
  expect(left).toBeLessThan(40_000)
  expect(await booked(orderId)).toEqual({ F1150: left, S2000: -left })
  expect(await brokenLaws(portal)).toEqual([])

  // The books as the version before left them: the rebate stands in the reserve and the loan beside it.
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(
    `delete from posting p using journal j where p.journal_id = j.id and j.order_id = $1 and j.event = 'REBATE_APPLIED'
      and p.book = 'F' and p.account in ('1150', '2000')`,
    [orderId],
  )
  await owner.query(
    `update ledger_balance b set balance = (select sum(case p.side when 'D' then p.amount else -p.amount end) from posting p
      where p.order_id = b.order_id and p.book = b.book and p.account = b.account) where order_id = $1 and account in ('1150', '2000')
      and book = 'F'`,
    [orderId],
  )
  await owner.query('select build_book_sums()')
  await owner.query('commit')
  expect((await brokenLaws(portal)).join()).toContain('The books have lent')
  await owner.query(readFileSync(`${migrationsFolder()}/0961-rebates-of-loans.sql`, 'utf8'))
  expect(await booked(orderId)).toEqual({ F1150: left, S2000: -left })
  expect(await brokenLaws(portal)).toEqual([])

  await aRepayment(portal, orderId, String(left), { payerRole: 'SUPPLIER', valueDate: openingDay })
  expect(await owed(orderId)).toBe(0)
})

test('a loan with interest in advance has no payoff by conversion', async () => {
  const { orderId } = await aFundedOrder(portal, { productId: await inAdvance(), tenors: [60] })
  const info = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  expect(info.payoff?.onConversion).toBeNull()
})

test('a law names an order that has ended with a discount that nobody earned', async () => {
  const { orderId } = await aFundedOrder(portal, { productId: await inAdvance(), tenors: [60] })
  await owner.query('set session_replication_role = replica')
  await owner.query("update finance_order set status = 'CONVERTED' where id = $1", [orderId])
  expect((await brokenLaws(portal)).join()).toMatch(/It has ended as CONVERTED, but .* on S1300 was never earned/)
  await owner.query("update finance_order set status = 'FUNDED' where id = $1", [orderId])
  await owner.query('set session_replication_role = origin')
})
