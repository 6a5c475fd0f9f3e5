import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anotherAccount } from '../../testing/collection-account.ts'
import { actAs, aFundedOrder, aRepayment, balanceIn, billBuyers, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { issueContracts } from './issue-contracts.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const switchOff = (id: string = portal.world.accounts.elm) =>
  portal.ask(portal.seats.operations, bankAccountChangeCalls.disable, { body: { id, reason: 'Moved to another bank' } })
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

test('an account that took the place of a closed one keeps its payers told, and stays on while nothing takes its own', async () => {
  await aSignedOrder({ product: 'purchaseInArrears' })
  const second = await anotherAccount(portal)
  await switchOff()
  expect(await told()).toHaveLength(2)
  expect(await refusalOf(switchOff(second))).toMatchObject({ error: 'ACCOUNT_NAMED_TO_PAYERS', data: { count: 1 } })
  await anotherAccount(portal, '80010003')
  await switchOff(second)
  const all = await told()
  expect(all).toHaveLength(4)
  expect(new Set(all.map(({ params }) => (params as { account: string }).account)).size).toBe(2)
})

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
  await anotherAccount(portal)
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
  await anotherAccount(portal)
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
  await anotherAccount(portal)
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

test('a payer with a number on an account that is switched off is told, reads that it is off, and no longer its number', async () => {
  const { settlement, cedarMaker } = portal.seats
  const bankAccountId = portal.world.accounts.elm
  for (const payerCompanyCode of ['CEDAR', 'DOGWOOD'])
    await portal.ask(settlement, repaymentCalls.addVirtualAccount, { body: { bankAccountId, payerCompanyCode } })
  const readBy = async (seat: Seat) => (await portal.ask(seat, repaymentCalls.virtualAccounts, { body: {} })).rows
  expect(await readBy(cedarMaker)).toMatchObject([{ bankAccount: '80010001', isOff: false }])

  await aSignedOrder({ product: 'purchaseInArrears' })
  await anotherAccount(portal)
  await switchOff()
  const off = { bankAccount: '•••• 0001', isOff: true }
  expect(await readBy(cedarMaker)).toMatchObject([off])
  expect(await readBy(settlement)).toMatchObject([{ isOff: true }, { isOff: true }])
  // Whom a contract told is not told again.
  expect((await told()).map(({ code }) => code)).toEqual(['ALDER', 'CEDAR'])
  expect(await told('VIRTUAL_ACCOUNT_CLOSED')).toEqual([
    {
      code: 'DOGWOOD',
      params: { account: '•••• 0001', bankName: 'First Test Bank' },
      link: '/repayment/airwallex-management',
    },
  ])
})

test('a payer whose number is all that names an account is told when it is switched off', async () => {
  const body = { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'CEDAR' }
  await portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, { body })
  await switchOff()
  expect((await told('VIRTUAL_ACCOUNT_CLOSED')).map(({ code }) => code)).toEqual(['CEDAR'])
})

test('of an order with two buyers the notice that nobody has signed is issued anew, and the signed one stands', async () => {
  const cedars = await aConfirmedInvoice(portal)
  const dogwoods = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })
  const { buyerCode: _, ...request } = requestFor(portal, [cedars, dogwoods])
  const { id: orderId, orderNo } = await aSubmittedOrder(portal, request)
  await passAll(portal, orderNo)
  const noticesOf = (code: string) =>
    portal.look((tx) =>
      tx
        .selectFrom('contract as c')
        .innerJoin('company as b', 'b.id', 'c.buyerId')
        .select(['c.status', sql<boolean>`position('80010002' in c.content_en) > 0`.as('isAnew')])
        .where('c.orderId', '=', orderId)
        .where('b.code', '=', code)
        .where('c.buyerVisible', '=', true)
        .orderBy('c.createdAt')
        .execute(),
    )
  const cedar = portal.world.companies.cedar
  await portal.look((tx) =>
    tx.updateTable('contract').set({ status: 'SIGNED' }).where('orderId', '=', orderId).where('buyerId', '=', cedar).execute(),
  )
  await anotherAccount(portal)
  await switchOff()
  expect(await noticesOf('CEDAR')).toEqual([{ status: 'SIGNED', isAnew: false }])
  expect(await noticesOf('DOGWOOD')).toEqual([
    { status: 'VOID', isAnew: false },
    { status: 'PENDING_SIGN', isAnew: true },
  ])
  expect((await told()).map(({ code }) => code)).toEqual(['ALDER', 'CEDAR'])
})
