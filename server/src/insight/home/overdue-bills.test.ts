import { addDays } from '@usance/domain/local-date'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, billForHandling } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billForHandling(portal)
})
afterAll(() => portal.close())

const overdueOf = async (seat: Seat) =>
  (await portal.ask(seat, homeCalls.summary, { body: {} })).todos
    .filter(({ kind }) => kind === 'OVERDUE_BILLS')
    .flatMap(({ count, amounts }) => amounts.map(({ amount, currency }) => `${count}: ${Number(amount)} ${currency}`))
const listed = async (seat: Seat) => {
  const filterFields = { status: ['UNPAID', 'PARTIAL'], dueOnEnd: addDays(openingDay, -1) }
  const { list = [] } = await portal.ask(seat, listCalls(feeBillList).pageList, { body: { filterFields } })
  return list.filter((row) => row.no).length
}

test('an overdue fee bill is on the home of its buyer, its funder and the staff, as its list counts it, and of nobody else', async () => {
  const { cedarMaker, elmMaker, settlement, alderMaker, dogwoodChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const dueOn = (day: string) =>
    portal.look((tx) => tx.updateTable('feeBill').set({ dueOn: day }).where('orderId', '=', orderId).execute())
  await dueOn(openingDay)
  for (const seat of [cedarMaker, elmMaker, settlement]) expect(await overdueOf(seat)).toEqual([])
  await dueOn(addDays(openingDay, -1))
  for (const seat of [cedarMaker, elmMaker, settlement]) {
    expect(await overdueOf(seat)).toEqual(['1: 50 USD'])
    expect(await listed(seat)).toBe(1)
  }
  for (const seat of [alderMaker, dogwoodChecker]) expect(await overdueOf(seat)).toEqual([])
})
