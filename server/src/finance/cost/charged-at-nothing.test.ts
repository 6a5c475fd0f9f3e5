import { costCalls } from '@usance/wire/cost/calls'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, billBuyers, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
})
afterAll(() => portal.close())

test('a buyer’s fee that was nothing when it was charged is billed once it is raised', async () => {
  const { cedarMaker, operations, auditor } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select(['id', 'amount'])
      .where('orderId', '=', orderId)
      .where('payer', '=', 'BUYER')
      .executeTakeFirstOrThrow(),
  )
  const adjust = async (delta: string) => {
    const { no } = await portal.ask(operations, costCalls.adjust, { body: { id: fee.id, delta, reason: 'Agreed anew' } })
    await passAll(portal, no, 'FEE_ADJUSTMENT')
  }
  const bills = async () => {
    const { list = [] } = await portal.ask(cedarMaker, listCalls(feeBillList).pageList, { body: {} })
    return list.map(({ amount, openAmount, status }) => ({ amount, openAmount, status }))
  }
  const owed = async () =>
    (await portal.ask(auditor, ledgerCalls.order, { body: { orderId } })).balances.find(
      ({ book, account }) => book + account === 'F1230',
    )?.balance ?? '0.00'
  await adjust(`-${Number(fee.amount).toFixed(2)}`)
  await aRepayment(portal, orderId, '1000.00')
  expect([await bills(), await owed()]).toEqual([[], '0.00'])

  await adjust('100.00')
  expect([await bills(), await owed()]).toEqual([[{ amount: '106.00', openAmount: '106.00', status: 'UNPAID' }], '106.00'])
  const { list: told } = await portal.ask(cedarMaker, notificationCalls.list, { body: { pageNum: 1, pageSize: 20 } })
  expect(told.filter(({ event }) => event === 'FEE_BILLED')).toMatchObject([{ params: { amount: '106.00' } }])
  expect(await brokenLaws(portal)).toEqual([])

  // Raised again, the same bill grows; paid, it ends.
  await adjust('10.00')
  expect(await bills()).toMatchObject([{ amount: '116.60', openAmount: '116.60' }])
  await aRepayment(portal, orderId, '99116.60')
  expect([await bills(), await owed()]).toMatchObject([[{ openAmount: '0.00', status: 'PAID' }], '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
})
