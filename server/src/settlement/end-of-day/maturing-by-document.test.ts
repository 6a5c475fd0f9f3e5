import { addDays } from '@usance/domain/local-date'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from './run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('each invoice of an order is counted and reminded of by its own maturity', async () => {
  const { alder, cedar, elm } = portal.world.companies
  const early = addDays(openingDay, 6)
  const { orderId } = await aFundedOrder(portal, { faces: ['100000', '50000'], tenors: [6, 60] })
  const home = async () => {
    const { todos, figures } = await portal.ask(portal.seats.alderMaker, homeCalls.summary, { body: {} })
    const sums = (found: { amounts: { amount: string; count: number }[] } | undefined) =>
      found?.amounts.map(({ amount, count }) => [Number(amount), count])
    return {
      week: sums(todos.find(({ kind }) => kind === 'MATURING_ORDERS')),
      month: sums(figures.find(({ kind }) => kind === 'DUE_30')),
    }
  }
  expect(await home()).toEqual({ week: [[90000, 1]], month: [[90000, 1]] })
  // Home leads to a list of what it counts.
  const { list } = await portal.ask(portal.seats.alderMaker, listCalls(financeOrderList).pageList, {
    body: { filterFields: { nextMaturityBegin: openingDay, nextMaturityEnd: addDays(openingDay, 7) } },
  })
  expect(list?.map(({ id, nextMaturity }) => [id, nextMaturity])).toEqual([[orderId, early]])

  await runEndOfDay(portal.app, { through: addDays(openingDay, 3) })
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params'])
      .where('event', '=', 'FINANCE_ORDER_MATURING')
      .where('objectId', '=', orderId)
      .execute(),
  )
  expect(new Set(told.map(({ companyId }) => companyId))).toEqual(new Set([alder, cedar, elm]))
  for (const { params } of told) expect(params).toMatchObject({ maturity: early })
})
