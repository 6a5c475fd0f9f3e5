import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, takeBack, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let day: string
beforeAll(async () => {
  portal = await openPortal()
  const productId = portal.world.products.purchaseInArrears
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    // 6 % of 41.25 are 2.475. A buyer that taxes the sum of both fees finds 87.45, a cent less than its bill, which taxes each fee.
    for (const [code, beneficiary, value] of [
      ['SERVICE', 'PLATFORM', '41.25'],
      ['BANK', 'FUNDER', '41.25'],
    ] as const)
      await tx
        .insertInto('feeRule')
        .values({
          id: newId(),
          productId,
          code,
          beneficiary,
          value,
          basis: 'FLAT',
          timing: 'SETTLEMENT',
          payer: 'BUYER',
          taxPct: '6',
        })
        .execute()
  })
})
afterAll(() => portal.close())

const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const billOf = async (orderId: string) => {
  const { list = [] } = await portal.ask(portal.seats.cedarChecker, listCalls(feeBillList).pageList, { body: {} })
  const bill = list.find((row) => row.orderId === orderId)!
  return [bill.status, bill.amount, bill.openAmount, bill.waivedAmount]
}
const waivers = (orderId: string) => waiversOn(portal, orderId)
/** What the buyer owes, on the invoice and on its bill, less some cents. */
const paidBut = (cents: number) => M.toDecimal(M.money(BigInt(10_000_000 + 8746 - cents), 'USD'))

test('the last cent of a fee bill that is paid in parts is waived at the funder’s cost, and paid after all where it comes', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [20] })
  const two = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [20] })
  day = await runEndOfDay(portal.app, { through: addDays(openingDay, 19) })
  for (const part of ['40000.00', '60040.00']) await aRepayment(portal, orderId, part, { valueDate: day })
  const rest = M.toDecimal(M.subtract(M.fromDecimal(paidBut(1), 'USD'), M.fromDecimal('100040.00', 'USD')))
  await aRepayment(portal, orderId, rest, { valueDate: day })
  await aRepayment(portal, two.orderId, paidBut(2), { valueDate: day })
  expect(await billOf(orderId)).toEqual(['PARTIAL', '87.46', '0.01', '0.00'])

  day = await runEndOfDay(portal.app, { through: addDays(openingDay, 26) })
  expect(await billOf(orderId)).toEqual(['PAID', '87.46', '0.00', '0.01'])
  expect(await waivers(orderId)).toEqual(['0.01 POSTED'])
  for (const [account, amount] of [
    ['F1230', '0.00'],
    ['B2020', '0.00'],
    ['F5010', '0.01'],
    ['B5010', '87.45'],
  ] as const)
    expect([account, await balance(orderId, account)]).toEqual([account, amount])
  // Two cents are more than the tolerance: they stay a debt of the buyer.
  expect([await billOf(two.orderId), await waivers(two.orderId)]).toEqual([['PARTIAL', '87.46', '0.02', '0.00'], []])
  const { cedar, elm } = portal.world.companies
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select('companyId').where('event', '=', 'FEE_BILL_WAIVED').distinct().execute(),
  )
  expect(new Set(told.map((one) => one.companyId))).toEqual(new Set([cedar, elm]))
  // The buyer reads it among its repayments.
  const { list: own = [] } = await portal.ask(portal.seats.cedarMaker, listCalls(repaymentList).pageList, { body: {} })
  expect(own.filter((row) => row.orderId === orderId && row.status === 'WAIVED').map((row) => row.amount)).toEqual(['0.01'])
  expect(await brokenLaws(portal)).toEqual([])

  // The buyer pays after all: its cent pays the bill and does not go back, as the preview says.
  const asked = { orderId, amount: '0.02', valueDate: day, payerRole: 'BUYER' as const }
  const { totals } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: asked })
  expect(totals).toMatchObject({ buyerFees: '0.01', refund: '0.01' })
  const late = await aRepayment(portal, orderId, '0.02', { valueDate: day })
  expect([await billOf(orderId), await waivers(orderId)]).toEqual([['PAID', '87.46', '0.00', '0.00'], ['0.01 REVERSED']])
  expect([await balance(orderId, 'F5010'), await balance(orderId, 'F2200')]).toEqual(['0.00', '0.01'])
  expect(await brokenLaws(portal)).toEqual([])
  // That payment is taken back, and the rest is judged anew.
  await takeBack(portal, late)
  expect(await billOf(orderId)).toEqual(['PARTIAL', '87.46', '0.01', '0.00'])
  await runEndOfDay(portal.app, { through: addDays(day, 3) })
  expect([await billOf(orderId), await waivers(orderId)]).toEqual([
    ['PAID', '87.46', '0.00', '0.01'],
    ['0.01 REVERSED', '0.01 POSTED'],
  ])
  expect(await brokenLaws(portal)).toEqual([])
})
