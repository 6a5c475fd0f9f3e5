import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { brokenLaws, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { fundedOfBoth, ofBoth, paidOn } from '../../testing/two-buyers.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) => tx.insertInto('tolerance').values({ currency: 'USD', total: '20', principal: '1' }).execute())
})
afterAll(() => portal.close())

test('what is waived of the debts of several buyers is a waiver of each, which it alone reads among its repayments', async () => {
  const { cedarMaker, dogwoodChecker, alderMaker } = portal.seats
  const due = '2025-03-20'
  const { request } = await ofBoth(
    portal,
    { financingProductId: portal.world.products.purchaseInArrears },
    { cedar: due, dogwood: due },
  )
  const { id } = await fundedOfBoth(portal, request)
  const day = await runEndOfDay(portal.app, { through: addDays(due, -1) })
  await paidOn(portal, id, '99999.99', { buyerCode: 'CEDAR' }, 'BUYER', day)
  await paidOn(portal, id, '49999.98', { buyerCode: 'DOGWOOD' }, 'BUYER', day)
  await runEndOfDay(portal.app, { through: addDays(due, 12) })
  expect((await waiversOn(portal, id)).sort()).toEqual(['0.01 POSTED', '0.02 POSTED'])

  const waived = async (seat: typeof cedarMaker) =>
    (await portal.ask(seat, listCalls(repaymentList).pageList, { body: {} })).list!.filter(({ status }) => status === 'WAIVED')
  const [[ofCedar], [ofDogwood]] = [await waived(cedarMaker), await waived(dogwoodChecker)]
  expect([ofCedar!.amount, ofDogwood!.amount]).toEqual(['0.01', '0.02'])
  expect((await waived(alderMaker)).map(({ amount }) => amount).sort()).toEqual(['0.01', '0.02'])
  const { allocations } = await portal.ask(cedarMaker, repaymentCalls.detail, { body: { id: String(ofCedar!.id) } })
  expect(allocations.map(({ component, amount }) => `${component} ${amount}`)).toEqual(['REMAINDER 0.01'])
  const foreign = portal.ask(cedarMaker, repaymentCalls.detail, { body: { id: String(ofDogwood!.id) } })
  expect((await refusalOf(foreign)).error).toBe('NOT_FOUND')
  const { repayments } = await portal.ask(cedarMaker, financeOrderCalls.repaymentInfo, { query: { id } })
  expect(repayments.map(({ amount, status }) => `${amount} ${status}`)).toEqual(['99999.99 POSTED', '0.01 WAIVED'])
  expect(await brokenLaws(portal)).toEqual([])
})
