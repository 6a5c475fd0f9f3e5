import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { passAll as payAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a drawing that its pool no longer carries goes into no file, and is told what the pool still carries', async () => {
  const { settlement, alderMaker } = portal.seats
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  const body = { poolId, amount: '40000.00', fundingDate: openingDay, maturity: addDays(openingDay, 30) }
  const { pricingHash } = await portal.ask(alderMaker, poolCalls.trial, { body })
  const order = await portal.ask(alderMaker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  const { id, no } = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await payAll(portal, no, 'PAYMENT')
  const blockedBy = async () =>
    (await portal.ask(settlement, paymentFileCalls.ready, { body: {} })).payments.find((one) => one.id === id)?.blockedBy
  expect(await blockedBy()).toBeNull()
  const facility = (values: { amount?: string; expiryDate?: string }) =>
    portal.look((tx) => tx.updateTable('creditLimit').set(values).where('type', '=', 'SUPPLIER_FACILITY').execute())
  const refused = () => refusalOf(portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [id] } }))
  await facility({ amount: '1000.00' })
  expect(await blockedBy()).toBe('POOL_OVERDRAWN')
  expect(await refused()).toMatchObject({
    error: 'POOL_OVERDRAWN',
    data: { payment: no, amount: '1000.00', currency: 'USD' },
  })
  await facility({ expiryDate: addDays(openingDay, -1) })
  expect(await blockedBy()).toBe('POOL_WITHOUT_FACILITY')
  expect(await refused()).toMatchObject({ error: 'POOL_WITHOUT_FACILITY', data: { payment: no } })
})
