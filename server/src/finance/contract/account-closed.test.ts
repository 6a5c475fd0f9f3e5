import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { actAs, aFundedOrder, aRepayment, balanceIn, billBuyers, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { issueContracts } from './issue-contracts.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const switchOff = () =>
  portal.ask(portal.seats.operations, bankAccountChangeCalls.disable, {
    body: { id: portal.world.accounts.elm, reason: 'Moved to another bank' },
  })
const another = () =>
  portal.look((tx) =>
    tx
      .insertInto('bankAccount')
      .values({
        id: newId(),
        companyId: portal.world.companies.elm,
        accountName: 'Elm Trade Bank',
        bankName: 'Second Test Bank',
        bankAccount: '80010002',
        bankCode: 'TESTSGSG',
        currency: 'USD',
        purpose: 'COLLECTION',
        approval: 'PASSED',
        status: 'ENABLE',
        canEnable: true,
      })
      .execute(),
  )
/** Who was told that a contract names a closed account, by the code of the company. */
const told = (event = 'CONTRACT_ACCOUNT_CLOSED') =>
  portal.look((tx) =>
    tx
      .selectFrom('notification as n')
      .innerJoin('company as c', 'c.id', 'n.companyId')
      .select(['c.code', 'n.params', 'n.link'])
      .where('n.event', '=', event)
      .orderBy('c.code')
      .execute(),
  )
/** A funded order whose contracts are signed. */
async function aSignedOrder(wanted: WantedOrder) {
  const order = await aFundedOrder(portal, wanted)
  await actAs(portal, portal.seats.elmChecker, (context) => issueContracts(context, order.orderId))
  await portal.look((tx) => tx.updateTable('contract').set({ status: 'SIGNED' }).where('orderId', '=', order.orderId).execute())
  return order
}

test('the buyer of a settled order whose fee bill is open is told that the account of its notice is closed', async () => {
  await billBuyers(portal)
  const { orderId } = await aSignedOrder({ product: 'purchaseInArrears' })
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  await aRepayment(portal, orderId, total, { payerRole: 'SUPPLIER' })
  const { status } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  expect([status, Number(await balanceIn(portal, orderId, 'F1230')) > 0]).toEqual(['SETTLED', true])
  expect(await refusalOf(switchOff())).toMatchObject({ error: 'ACCOUNT_NAMED_TO_PAYERS', data: { currency: 'USD', count: 1 } })
  await another()
  await switchOff()
  expect(await told()).toMatchObject([
    { code: 'ALDER', params: { count: 1 } },
    { code: 'CEDAR', params: { count: 1 } },
  ])
})

test('a buyer that is not told of an order is not told that its contract names a closed account', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('contractTemplate')
      .set({ bodyEn: 'Pay to:\n\n{{collectionAccount}}', bodyCn: '付至：\n\n{{collectionAccount}}' })
      .where('code', '=', 'RPA')
      .execute(),
  )
  await aSignedOrder({ product: 'undisclosed' })
  await another()
  await switchOff()
  expect(await told()).toMatchObject([{ code: 'ALDER', params: { count: 1 } }])
})

test('a buyer is told of the contracts that it reads alone, and led to one of them', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('contractTemplate')
      .set({ bodyEn: 'Pay to:\n\n{{collectionAccount}}' })
      .where('code', 'in', ['RPA', 'NOA'])
      .execute(),
  )
  const { orderId } = await aSignedOrder({ product: 'purchaseInArrears' })
  await another()
  await switchOff()
  const { id } = await portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select('id')
      .where('orderId', '=', orderId)
      .where('buyerVisible', '=', true)
      .executeTakeFirstOrThrow(),
  )
  expect(await told()).toMatchObject([
    { code: 'ALDER', params: { count: 2 } },
    { code: 'CEDAR', params: { count: 1 }, link: `/contract/info?id=${id}` },
  ])
})
