import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'

let portal: Portal
let ofCedar: string
let ofDogwood: string
beforeAll(async () => {
  portal = await openPortal()
  ofCedar = await aConfirmedInvoice(portal, { amount: '70000.00' })
  ofDogwood = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', amount: '60000.00' })
  const { purchaseInAdvance } = portal.world.products
  await portal.look(async (tx) => {
    const products = tx.updateTable('financingProduct').where('type', '=', 'RECEIVABLE_PURCHASE')
    await products.set({ status: 'DISABLE' }).where('id', '<>', purchaseInAdvance).execute()
    await products
      .set({ currencies: ['USD'] })
      .where('id', '=', purchaseInAdvance)
      .execute()
  })
})
afterAll(() => portal.close())

const set = (bounds: { minAmount?: string; maxAmount?: string }, bill: { payer: 'BUYER' | 'SUPPLIER'; currency?: string }) =>
  portal.look(async (tx) => {
    const { purchaseInAdvance } = portal.world.products
    await tx
      .updateTable('financingProduct')
      .set({ minAmount: null, maxAmount: null, ...bounds })
      .where('id', '=', purchaseInAdvance)
      .execute()
    await tx
      .updateTable('feeRule')
      .set({ currency: null, ...bill })
      .where('productId', '=', purchaseInAdvance)
      .where('code', '=', 'SERVICE')
      .execute()
  })
/** What one order of some invoices grants, or how its price is refused. */
const oneOrderOf = (items: string[]): Promise<string> =>
  portal
    .ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, items, { buyerCode: undefined }),
    })
    .then(
      ({ total }) => total.applyAmount,
      (error: unknown) => {
        if (error instanceof Refusal) return error.error
        throw error
      },
    )
/** What one order grants of the invoices of Cedar, of Dogwood and of both. */
const granted = async () => [await oneOrderOf([ofCedar]), await oneOrderOf([ofDogwood]), await oneOrderOf([ofCedar, ofDogwood])]

const none = 'ORDER_BELOW_PRODUCT_MIN'
const billed = { payer: 'BUYER' } as const
test.each([
  ['the least amount is above each', { minAmount: '100000' }, billed, [none, none, 'ONE_BUYER_ONLY'], '0.00'],
  ['one comes to the least amount', { minAmount: '60000' }, billed, ['63000.00', none, 'ONE_BUYER_ONLY'], '63000.00'],
  ['the greatest amount is above each', { maxAmount: '100000' }, billed, ['63000.00', '54000.00', 'ONE_BUYER_ONLY'], '63000.00'],
  ['no amount bounds it', {}, billed, ['63000.00', '54000.00', 'ONE_BUYER_ONLY'], '117000.00'],
  ['the supplier pays', { minAmount: '100000' }, { payer: 'SUPPLIER' }, [none, none, '117000.00'], '117000.00'],
  ['the fee is of a currency', { minAmount: '100000' }, { ...billed, currency: 'EUR' }, [none, none, '117000.00'], '117000.00'],
  ['the fee is of its currency', { minAmount: '100000' }, { ...billed, currency: 'USD' }, [none, none, 'ONE_BUYER_ONLY'], '0.00'],
] as const)('of a product that bills its buyer as much is available as trials of it grant: %s', async (...row) => {
  const [, bounds, bill, orders, amount] = row
  await set(bounds, bill)
  expect(await granted()).toEqual(orders)
  const shown = await portal.ask(portal.seats.alderViewer, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
  expect(shown).toMatchObject({ eligible: '117000.00', amount })
})
