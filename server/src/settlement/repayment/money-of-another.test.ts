import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('money that came in through the number of a company pays its debts alone, as buyer and as supplier', async () => {
  const { settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const throughNumberOf = async (payerCompanyCode: string) => {
    const { number } = await portal.ask(settlement, repaymentCalls.addVirtualAccount, {
      body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode },
    })
    return (await aReceipt(portal, '1000.00', { rawText: `TRANSFER ${number}` })).id
  }
  const match = (collectionId: string, payerRole: 'BUYER' | 'SUPPLIER') =>
    portal.ask(settlement, repaymentCalls.match, { body: { collectionId, payerRole, parts: [{ orderId, amount: '1000.00' }] } })
  const [dogwoods, cedars, alders] = [
    await throughNumberOf('DOGWOOD'),
    await throughNumberOf('CEDAR'),
    await throughNumberOf('ALDER'),
  ]
  for (const [receipt, role] of [
    [dogwoods, 'BUYER'],
    [dogwoods, 'SUPPLIER'],
    [cedars, 'SUPPLIER'],
    [alders, 'BUYER'],
  ] as const) {
    const { error, data } = await refusalOf(match(receipt, role))
    expect([error, data.fields[0].field]).toEqual(['PAYER_IS_ANOTHER', 'parts.0.orderId'])
  }
  for (const [receipt, role] of [
    [cedars, 'BUYER'],
    [alders, 'SUPPLIER'],
  ] as const)
    await passAll(portal, (await match(receipt, role)).repayments[0]!.no, 'REPAYMENT')
  expect(await brokenLaws(portal)).toEqual([])
})
