import { readFileSync } from 'node:fs'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgreedTerms } from '../../books/servicing/terms.ts'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.setBusinessDate(openingDay))

const aWaitingOrder = async () => {
  const { id } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [await aConfirmedInvoice(portal)], {
      financingProductId: portal.world.products.purchaseInAdvance,
      fundingDate: openingDay,
    }),
  )
  return id
}
const termsOf = async (id: string) => {
  const { agreedTerms } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('agreedTerms').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return agreedTerms as AgreedTerms
}
const feesOf = (id: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select(['code', 'payer', 'beneficiary', 'value'])
      .where('orderId', '=', id)
      .orderBy('code')
      .execute(),
  )
const termsAreStored = async (id: string) => (await termsOf(id)).fees?.map(({ code }) => code)

test('priced again, an order keeps what its funder bears and gets and its untaxed early fee, whatever its product says by then', async () => {
  const productId = portal.world.products.purchaseInAdvance
  await portal.look((tx) => tx.updateTable('financingProduct').set({ earlyFeePct: '1' }).where('id', '=', productId).execute())
  const id = await aWaitingOrder()
  const agreed = await feesOf(id)
  expect(agreed.map(({ code, beneficiary }) => `${code} ${beneficiary}`)).toContain('FUNDER FUNDER')
  const flat = { productId, basis: 'FLAT', timing: 'SETTLEMENT', beneficiary: 'PLATFORM' } as const
  await portal.look(async (tx) => {
    const ofProduct = (code: 'FUNDER' | 'HANDLING') =>
      tx.updateTable('feeRule').where('productId', '=', productId).where('code', '=', code)
    await ofProduct('FUNDER').set({ beneficiary: 'PLATFORM' }).execute()
    await ofProduct('HANDLING').set({ value: '40' }).execute()
    await tx
      .insertInto('feeRule')
      .values([
        { id: newId(), code: 'BANK', payer: 'FUNDER', value: '100', ...flat },
        { id: newId(), code: 'EARLY', payer: 'SUPPLIER', value: '0', taxPct: '20', ...flat },
      ])
      .execute()
  })
  await portal.setBusinessDate('2025-03-08')
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  expect(await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })).toMatchObject({
    status: 'IN_APPROVE',
  })
  // The operator may take less for itself; nothing that concerns the funder changed.
  expect(await feesOf(id)).toEqual(agreed.map((fee) => (fee.code === 'HANDLING' ? { ...fee, value: '40.000000' } : fee)))
  const { earlyFeePct, earlyFeeTaxPct } = await termsOf(id)
  expect([Number(earlyFeePct), earlyFeeTaxPct]).toEqual([1, undefined])
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order that was submitted before the upgrade keeps the fees of its product', async () => {
  const id = await aWaitingOrder()
  const stored = await termsAreStored(id)
  expect(stored).toContain('FUNDER')
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.scope', 'system', true)`.execute(tx)
      await sql`update finance_order set agreed_terms = agreed_terms - 'fees' where id = ${id}`.execute(tx)
      await sql.raw(readFileSync(`${migrationsFolder()}/1340-agreed-fees.sql`, 'utf8')).execute(tx)
    }),
  )
  expect(await termsAreStored(id)).toEqual(stored)
})
