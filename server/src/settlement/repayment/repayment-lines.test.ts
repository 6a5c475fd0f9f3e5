import { listCalls } from '@usance/wire/list'
import { repaymentDetailList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const { pageList } = listCalls(repaymentDetailList)
const linesOf = (seat: Seat, repaymentId?: string) =>
  portal.ask(seat, pageList, { body: { filterFields: repaymentId === undefined ? {} : { repaymentId }, pageSize: 100 } })

test('the lines of one repayment are shown and summed alone; a foreign, missing or invalid id has none', async () => {
  const { alderMaker, birchMaker } = portal.seats
  const first = await aRepayment(portal, (await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId, '40000')
  const second = await aRepayment(portal, (await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId, '25000')
  const all = await linesOf(alderMaker)
  expect(new Set(all.list!.map(({ no }) => no))).toEqual(new Set([first.no, second.no]))
  const own = await linesOf(alderMaker, second.id)
  expect(own.list!.map(({ no }) => no)).toEqual(own.list!.map(() => second.no))
  expect(own.total).toBe(all.list!.filter(({ no }) => no === second.no).length)
  const sum = await portal.ask(alderMaker, pageList, {
    body: { filterFields: { repaymentId: second.id }, amountSumByField: 'amount' },
  })
  expect(sum.totalAmount).toBe('25000.00')
  for (const [seat, id] of [
    [birchMaker, second.id],
    [alderMaker, newId()],
    [alderMaker, 'no id at all'],
  ] as const)
    expect((await linesOf(seat, id)).total).toBe(0)
})
