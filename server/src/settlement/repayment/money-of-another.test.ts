import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
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

test('a funder is told that a debt was paid by another company than the one that owed it', async () => {
  const { settlement, elmMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  let receipts = 0
  const paid = async (payerName: string, payerRole: 'BUYER' | 'SUPPLIER') => {
    const amount = `${++receipts}11.00`
    const { id: collectionId } = await aReceipt(portal, amount, { payerName })
    const body = { collectionId, payerRole, reason: 'As the payer wrote', parts: [{ orderId, amount }] }
    const { no } = (await portal.ask(settlement, repaymentCalls.match, { body })).repayments[0]!
    await passAll(portal, no, 'REPAYMENT')
    return portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['companyId', 'params'])
        .where('event', '=', 'REPAYMENT_OF_OTHER_PAYER')
        .where(sql<boolean>`params ->> 'no' = ${no}`)
        .execute(),
    )
  }
  const nameOf = (id: string) =>
    portal.look((tx) => tx.selectFrom('company').select('name').where('id', '=', id).executeTakeFirstOrThrow())
  const { alder, cedar, dogwood } = portal.world.companies
  const [{ name: supplier }, { name: buyer }, { name: other }] = [await nameOf(alder), await nameOf(cedar), await nameOf(dogwood)]
  expect(await paid(buyer, 'BUYER')).toEqual([])
  expect(await paid('Somebody nobody knows', 'BUYER')).toEqual([])
  expect(await paid(supplier, 'SUPPLIER')).toEqual([])
  expect(await paid(other, 'BUYER')).toMatchObject([{ companyId: elmMaker.companyId, params: { payer: other, debtor: buyer } }])
  expect(await paid(supplier, 'BUYER')).toMatchObject([
    { companyId: elmMaker.companyId, params: { payer: supplier, debtor: buyer } },
  ])
  expect(await brokenLaws(portal)).toEqual([])
})
