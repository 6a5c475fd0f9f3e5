import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anotherAccount } from '../../testing/collection-account.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const aRequest = async () => requestFor(portal, [await aConfirmedInvoice(portal)])
const switchOff = () =>
  portal.ask(portal.seats.operations, bankAccountChangeCalls.disable, {
    body: { id: portal.world.accounts.elm, reason: 'Moved to another bank' },
  })
const told = () =>
  portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params', 'link'])
      .where('event', '=', 'CONTRACT_ACCOUNT_CLOSED')
      .orderBy('companyId')
      .execute(),
  )
/** The notice of assignment of an order as its buyer reads it. */
const noticeOf = async (orderId: string) => {
  const seat = portal.seats.cedarChecker
  const { contracts } = await portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })
  const live = contracts.filter(({ status }) => !['VOID', 'TERMINATED'].includes(status))
  return portal.ask(seat, contractCalls.detail, { body: { id: live[0]!.id } })
}

test('an account that payers were told to pay to goes off when another takes its place, and they are told where to pay', async () => {
  const { alder, cedar } = portal.world.companies
  const signed = await aRightConfirmedOrder(portal, await aRequest())
  const unsigned = await aSubmittedOrder(portal, await aRequest())
  await passAll(portal, unsigned.orderNo)
  expect(await refusalOf(switchOff())).toMatchObject({ error: 'ACCOUNT_NAMED_TO_PAYERS', data: { currency: 'USD' } })
  expect((await noticeOf(signed.id)).accountInstead).toBeNull()

  await anotherAccount(portal)
  expect(await switchOff()).toEqual({ status: 'DISABLE' })
  const notice = await noticeOf(signed.id)
  expect(notice.html.en).toContain('80010001')
  expect(notice.accountInstead).toMatchObject({ closed: '•••• 0001', bankName: 'Second Test Bank', bankAccount: '80010002' })
  const params = { account: '•••• 0001', bankName: 'First Test Bank', count: 1 }
  const link = `/contract/info?id=${notice.id}`
  expect(await told()).toEqual([alder, cedar].sort().map((companyId) => ({ companyId, params, link })))

  // What nobody has signed is issued anew with the other account.
  const anew = await noticeOf(unsigned.id)
  expect(anew.html.en).toContain('80010002')
  expect(anew).toMatchObject({ status: 'PENDING_SIGN', accountInstead: null })
})

test('what the bank credits to an account that was switched off is recorded, and no payer is told to pay there', async () => {
  const { settlement } = portal.seats
  const { elm } = portal.world.accounts
  const { accounts } = await portal.ask(settlement, repaymentCalls.accounts, { body: {} })
  expect(accounts.find(({ id }) => id === elm)).toMatchObject({ isOff: true })
  const body = { bankAccountId: elm, bankRef: 'IN-OFF', valueDate: openingDay, amount: '120.50', currency: 'USD' }
  const { id } = await portal.ask(settlement, repaymentCalls.recordReceipt, { body })
  const entry = await portal.look((tx) =>
    tx.selectFrom('auditLog').select('after').where('objectId', '=', id).executeTakeFirstOrThrow(),
  )
  expect(entry.after).toMatchObject({ accountOff: true })
  const numbered = portal.ask(settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: elm, payerCompanyCode: 'CEDAR' },
  })
  expect((await refusalOf(numbered)).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
  await portal.look((tx) => tx.updateTable('bankAccount').set({ canEnable: false }).where('id', '=', elm).execute())
  const neverOn = portal.ask(settlement, repaymentCalls.recordReceipt, { body: { ...body, bankRef: 'IN-NEVER' } })
  expect((await refusalOf(neverOn)).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
})
