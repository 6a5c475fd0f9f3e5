import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) =>
    tx.updateTable('financingProduct').set({ breakDays: 0 }).where('id', '=', portal.world.products.purchaseInAdvance).execute(),
  )
})
afterAll(() => portal.close())

/** What the journals of the rebates of an order book to each account. */
const rebateLines = async (orderId: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('posting as p')
      .innerJoin('journal as j', 'j.id', 'p.journalId')
      .select(({ fn }) => ['p.book', 'p.account', fn.sum<string>('p.amount').as('amount')])
      .where('p.orderId', '=', orderId)
      .where('j.event', '=', 'REBATE')
      .where('j.reversalOf', 'is', null)
      .groupBy(['p.book', 'p.account'])
      .execute(),
  )
  return Object.fromEntries(rows.map((one) => [one.book + one.account, Number(one.amount)]))
}

test('the cent by which parts of a discount are rounded apart is interest, and no break costs', async () => {
  const { orderId } = await aFundedOrder(portal)
  await runEndOfDay(portal.app, { through: addDays(openingDay, 4) })
  const paid = async (day: number, amount: string) => aRepayment(portal, orderId, amount, { valueDate: addDays(openingDay, day) })
  await paid(3, '1000.00')
  await paid(4, '8108.00')
  const last = await paid(5, '90892.00')
  const told = await portal.ask(portal.seats.alderMaker, repaymentCalls.detail, { body: { id: last.id } })
  expect(told).toMatchObject({ breakCosts: '0.00' })

  const books = await rebateLines(orderId)
  expect(books).toMatchObject({ F4000: 0.01 })
  expect(books).not.toHaveProperty('F4020')
  expect(books).not.toHaveProperty('S5010')
  // 90,000.00 at 6.80 % for sixty days is 1,020.00: what is not given back is the supplier's interest, and earned by the funder.
  const { list = [] } = await portal.ask(portal.seats.auditor, listCalls(amortizationList).pageList, { body: {} })
  expect(list).toHaveLength(1)
  const [line] = list
  const kept = (1020 - books.F2000!).toFixed(2)
  expect(line).toMatchObject({ breakCosts: '0.00', unearnedClosing: '0.00', amortised: kept, interestCost: kept })
  expect(await brokenLaws(portal)).toEqual([])

  await takeBack(portal, last)
  expect(await brokenLaws(portal)).toEqual([])
})
