import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { poolAssetList } from '@usance/wire/pool/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { answerTask, aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

// What a pool is drawn on stays in it, whatever its invoices count for on a day.

let portal: Portal
let productId: string
beforeEach(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

/** A pool of 100,000 of Cedar and 60,000 of Dogwood. A drawing of 40,000 needs the invoice of Cedar, one of 20,000 does not. */
async function aDrawnPool(drawn: string) {
  const ofCedar = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '60000.00', buyerCode: 'DOGWOOD' })
  await aFundedDrawing(portal, ofCedar.poolId, drawn)
  const asset = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', ofCedar.invoiceId).executeTakeFirstOrThrow(),
  )
  return { invoiceId: ofCedar.invoiceId, assetId: asset.id }
}
const withdraw = (assetId: string) => portal.ask(portal.seats.alderMaker, poolCalls.withdraw, { body: { assetId } })

const doubts: [string, (invoiceId: string) => Promise<unknown>][] = [
  [
    'a credit note of all of it waits',
    (invoiceId) =>
      portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
        body: { invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-ALL', amount: '100000.00', date: openingDay, reason: 'Returned' },
      }),
  ],
  [
    'its buyer reports a payment of all of it',
    (invoiceId) =>
      portal.ask(portal.seats.cedarMaker, directPaymentCalls.report, {
        body: { invoiceId, amount: '100000.00', valueDate: openingDay, reference: 'SWIFT 1' },
      }),
  ],
  [
    'its buyer disputes it',
    (invoiceId) =>
      portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, {
        body: { ids: [invoiceId], reason: 'Not as ordered' },
      }),
  ],
]

test.each(doubts)('an invoice that the drawings need does not leave its pool while %s', async (_, raise) => {
  const { invoiceId, assetId } = await aDrawnPool('40000.00')
  expect((await refusalOf(withdraw(assetId))).error).toBe('POOL_NEEDED')
  await raise(invoiceId)
  expect((await refusalOf(withdraw(assetId))).error).toBe('POOL_NEEDED')
})

test.each(doubts)('an invoice that the drawings do not need leaves its pool, even while %s', async (_, raise) => {
  const { invoiceId, assetId } = await aDrawnPool('20000.00')
  await raise(invoiceId)
  expect(await withdraw(assetId)).toEqual({ status: 'RELEASED' })
})

test.each(doubts)('the list of a pool counts of each invoice what the pool counts while %s', async (doubt, raise) => {
  const { invoiceId } = await aDrawnPool('20000.00')
  await raise(invoiceId)
  const { pools } = await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
  expect(pools[0]!.figures.find(({ key }) => key === 'grossEligible')!.result).toBe('60000.00')
  // A payment between supplier and buyer is told to the funder once it is confirmed.
  const isTold = !doubt.includes('reports a payment')
  for (const seat of [portal.seats.alderMaker, ...(isTold ? [portal.seats.elmMaker] : [])]) {
    const { list } = await portal.ask(seat, listCalls(poolAssetList).pageList, { body: {} })
    expect(list!.map((row) => row.eligibleAmount).sort()).toEqual(['0.00', '60000.00'])
  }
})

/** The drawing of 20,000, and a receipt of 14,000 of Cedar that is matched to it and waits. */
async function aWaitingReceipt(named: boolean) {
  const pool = await aDrawnPool('20000.00')
  const order = await portal.look((tx) => tx.selectFrom('financeOrder').select('id').executeTakeFirstOrThrow())
  const receipt = await aReceipt(portal, '14000')
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      payerRole: 'BUYER',
      parts: [{ orderId: order.id, amount: '14000', buyerCode: 'CEDAR', ...(named ? { invoiceIds: [pool.invoiceId] } : {}) }],
    },
  })
  return { ...pool, repayment: repayments[0]! }
}

test.each([true, false])(
  'an invoice that a matched receipt is to pay stays in its pool until that is decided (named: %s)',
  async (named) => {
    const { assetId, repayment } = await aWaitingReceipt(named)
    expect((await refusalOf(withdraw(assetId))).data).toMatchObject({ error: 'REPAYMENT_WAITS', no: repayment.no })
    await answerTask(portal, portal.seats.settlement2, {
      businessId: repayment.id,
      reviewType: 'REFUSED',
      comment: 'Another one',
    })
    expect(await withdraw(assetId)).toEqual({ status: 'RELEASED' })
  },
)

test('a receipt that waits lowers an invoice that its order let go, and does not pass on to other invoices', async () => {
  const { assetId, invoiceId, repayment } = await aWaitingReceipt(true)
  // As one that left before this rule.
  await portal.look(async (tx) => {
    await tx.updateTable('poolAsset').set({ releasedAt: new Date().toISOString() }).where('id', '=', assetId).execute()
    await tx.updateTable('invoice').set({ financeStatus: 'UNFINANCED', funderId: null }).where('id', '=', invoiceId).execute()
  })
  const { items } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
    body: requestFor(portal, [invoiceId]),
  })
  expect(items[0]!.eligible).toBe('86000.00')
  const refusal = await refusalOf(passAll(portal, repayment.no, 'REPAYMENT'))
  expect(refusal.error).toBe('INVOICE_NOT_OF_ORDER')
})
