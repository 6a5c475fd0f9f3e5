import { createHash } from 'node:crypto'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { checkPrices } from './keep-price.ts'
import { pricingHashOf } from './price.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const replay = () => portal.look((tx) => checkPrices(tx, portal.app))

test('a stored price recomputes to its hash and every figure, whatever changed since, and a corrupted one is found', async () => {
  const productId = portal.world.products.purchaseInAdvance
  await portal.look(async (tx) => {
    await tx.updateTable('financingProduct').set({ fundRate: '5.1', fundDayBase: 360 }).where('id', '=', productId).execute()
    await tx
      .insertInto('feeRule')
      .values({
        id: newId(),
        productId,
        code: 'BANK',
        basis: 'FLAT',
        value: '20',
        payer: 'SUPPLIER',
        beneficiary: 'FUNDER',
        timing: 'FUNDING',
      })
      .execute()
  })
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], { financingProductId: productId })
  const { id } = await aRightConfirmedOrder(portal, request)
  expect(await replay()).toEqual({ replayed: 1, broken: [] })
  // Terms, fees, margins, fixings and holidays of another day do not change today's price.
  await portal.look(async (tx) => {
    await tx.updateTable('financingProduct').set({ advanceRate: '50', fundRate: '1' }).where('id', '=', productId).execute()
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    await tx.updateTable('pricingOffer').set({ margin: '9' }).where('productId', '=', productId).execute()
    await tx.deleteFrom('holiday').execute()
  })
  expect(await replay()).toEqual({ replayed: 1, broken: [] })
  const spoilt = async (spoil: string) => {
    let details: string[] = []
    await portal
      .look(async (tx) => {
        await sql.raw(spoil).execute(tx)
        details = (await checkPrices(tx, portal.app)).broken.map(({ detail }) => detail)
        throw new Error('undone')
      })
      .catch(() => {})
    return details
  }
  expect(await spoilt(`update finance_order_price set input = replace(input, '10000000', '10000100')`)).toHaveLength(1)
  expect(await spoilt(`update finance_order set pricing = jsonb_set(pricing, '{trial,total,net}', '"1.00"')`)).toEqual([
    'Its total are not what they come to.',
  ])
  expect(await spoilt(`update finance_order_price set pricing_hash = repeat('0', 64)`)).toEqual([
    'Its hash is not the one that was accepted.',
  ])
  // The sums of older prices name no documents and fees.
  const unlabelled = await spoilt(`update finance_order set pricing = jsonb_set(pricing, '{trial,explain}', (
    select jsonb_agg(jsonb_set(f, '{inputs}', (select coalesce(jsonb_agg(i - 'docId' - 'feeCode' order by k), '[]') from jsonb_array_elements(f -> 'inputs') with ordinality x(i, k))) order by n)
    from jsonb_array_elements(pricing #> '{trial,explain}') with ordinality y(f, n)))`)
  expect(unlabelled).toEqual([])
  const kept = await portal.look((tx) => tx.selectFrom('financeOrderPrice').selectAll().where('orderId', '=', id).execute())
  expect(kept).toHaveLength(1)
})

test('the supplier’s hash is keyed, so that guesses of funding rates reveal nothing', async () => {
  const [kept] = await portal.look((tx) => tx.selectFrom('financeOrderPrice').selectAll().execute())
  const order = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id: kept!.orderId } })
  expect(order.pricing!.pricingHash).toBe(kept!.pricingHash)
  expect(kept!.pricingHash).not.toBe(kept!.digest)
  expect(kept!.pricingHash).not.toBe(createHash('sha256').update(kept!.digest).digest('hex'))
  expect(pricingHashOf({ installKey: Buffer.alloc(32, 1) }, kept!.digest)).not.toBe(kept!.pricingHash)
  expect(JSON.stringify(order)).not.toContain(kept!.digest)
})
