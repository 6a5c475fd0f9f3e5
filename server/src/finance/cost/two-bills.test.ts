import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, billBuyers, billForHandling, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
// The buyer is billed for handling at the funding, and for the service at the settlement.
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
  await billForHandling(portal)
})
afterAll(() => portal.close())

test('a new bill is told with what is open of it once a refund of the same buyer has paid its part', async () => {
  const { cedarMaker, operations } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const adjust = async (code: 'SERVICE' | 'HANDLING', delta: string) => {
    const { id } = await portal.look((tx) =>
      tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', code).executeTakeFirstOrThrow(),
    )
    const { no } = await portal.ask(operations, costCalls.adjust, { body: { id, delta, reason: 'Agreed anew' } })
    await passAll(portal, no, 'FEE_ADJUSTMENT')
  }
  await adjust('SERVICE', '-250.00')
  await credit(portal, invoiceIds[0]!, '20000')
  await aRepayment(portal, orderId, '80050.00')
  await adjust('HANDLING', '-50.00')

  await adjust('SERVICE', '100.00')
  const bill = await portal.look((tx) =>
    tx
      .selectFrom('feeBill')
      .select(['no', 'amount', 'openAmount'])
      .where('orderId', '=', orderId)
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow(),
  )
  expect(bill).toMatchObject({ amount: '106.0000', openAmount: '56.0000' })
  const { list: told } = await portal.ask(cedarMaker, notificationCalls.list, { body: { pageNum: 1, pageSize: 50 } })
  expect(told.filter(({ params }) => params.no === bill.no)).toMatchObject([
    { event: 'FEE_BILLED', params: { amount: '106.00', openAmount: '56.00' } },
  ])
  expect(await brokenLaws(portal)).toEqual([])
})

test('of two bills of an order each that changes is told, and what opens is due no earlier than that day', async () => {
  const { cedarMaker, operations } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [5] })
  await credit(portal, invoiceIds[0]!, '20000')
  await aRepayment(portal, orderId, '80315.00')
  const bills = () =>
    portal.look((tx) =>
      tx
        .selectFrom('feeBill')
        .select(['no', 'amount', 'openAmount', 'dueOn'])
        .where('orderId', '=', orderId)
        .orderBy('no')
        .execute(),
    )
  const [older, newer] = await bills()
  const due = addDays(openingDay, 5)
  expect([older, newer]).toMatchObject([
    { amount: '50.0000', openAmount: '0.0000', dueOn: due },
    { amount: '265.0000', openAmount: '0.0000', dueOn: due },
  ])

  // What is open counts for the newer bill, although a fee of the older one grew.
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 8) })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('code', '=', 'HANDLING')
      .executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(operations, costCalls.adjust, { body: { id: fee.id, delta: '10.00', reason: 'Agreed anew' } })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
  expect(await bills()).toMatchObject([
    { amount: '60.0000', openAmount: '0.0000', dueOn: due },
    { amount: '265.0000', openAmount: '10.0000', dueOn: day },
  ])
  const { list: told } = await portal.ask(cedarMaker, notificationCalls.list, { body: { pageNum: 1, pageSize: 50 } })
  const changed = told.flatMap(({ event, params }) =>
    event === 'FEE_BILL_CHANGED' && [older!.no, newer!.no].includes(String(params.no)) ? [params] : [],
  )
  expect(changed.sort((a, b) => String(a.no).localeCompare(String(b.no)))).toMatchObject([
    { no: older!.no, amount: '60.00', openAmount: '0.00', dueOn: due },
    { no: newer!.no, amount: '265.00', openAmount: '10.00', dueOn: day },
  ])
  expect(await brokenLaws(portal)).toEqual([])
})
