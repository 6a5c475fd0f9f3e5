import { addDays } from '@usance/domain/local-date'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
const today = addDays(openingDay, 25)
const orders: Awaited<ReturnType<typeof aFundedOrder>>[] = []
beforeAll(async () => {
  portal = await openPortal()
  for (const isWith of [true, false]) {
    await portal.look((tx) =>
      tx
        .updateTable('financingProduct')
        .set({ recourse: isWith, advanceRate: '100' })
        .where('id', '=', portal.world.products.purchaseInAdvance)
        .execute(),
    )
    for (let count = 0; count < 4; count++)
      orders.push(await aFundedOrder(portal, { product: 'purchaseInAdvance', faces: ['100000', '50000'], tenors: [60, 70] }))
  }
  await runEndOfDay(portal.app, { through: addDays(today, -1) })
})
afterAll(() => portal.close())

const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const on = (days: number) => addDays(openingDay, days)
const takeOrder = () => orders.shift()!

test.each(['with', 'without'])(
  'a receipt from before a credit note that reserve of a later one bore is booked, %s recourse',
  async (way) => {
    const { orderId, invoiceIds } = way === 'with' ? orders.shift()! : orders.splice(3, 1)[0]!
    const first = await aRepayment(portal, orderId, '20000.00', { valueDate: on(24) })
    await credit(portal, invoiceIds[0]!, '2000.00')
    await aRepayment(portal, orderId, '128000.00', { valueDate: on(25) })
    await aRepayment(portal, orderId, '1000.00', { valueDate: on(18) })
    expect(await brokenLaws(portal)).toEqual([])
    // Without the receipt whose rebate bore a part of it, the credit note is the supplier's debt.
    await takeBack(portal, first)
    expect(Number(await balance(orderId, 'F1300'))).toBeGreaterThan(0)
    expect(await brokenLaws(portal)).toEqual([])
  },
)

test('receipts of any day, credit notes and reversals in any turn are booked, and the laws hold', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      cents: fc.integer({ min: 100, max: 7_000_000 }),
      day: fc.integer({ min: 12, max: 25 }),
    }),
    fc.record({
      kind: fc.constant('credit' as const),
      cents: fc.integer({ min: 100, max: 300_000 }),
      invoice: fc.integer({ min: 0, max: 1 }),
    }),
    fc.record({ kind: fc.constant('back' as const), which: fc.nat() }),
  )
  const lives = fc.sample(fc.array(step, { minLength: 5, maxLength: 7 }), { numRuns: 6, seed: 20_261_123 })
  for (const life of lives) {
    const { orderId, invoiceIds } = takeOrder()
    const posted: Awaited<ReturnType<typeof aRepayment>>[] = []
    for (const one of life) {
      if (one.kind === 'pay')
        posted.push(await aRepayment(portal, orderId, (one.cents / 100).toFixed(2), { valueDate: on(one.day) }))
      else if (one.kind === 'back') {
        const [gone] = posted.length > 0 ? posted.splice(one.which % posted.length, 1) : []
        if (gone) await takeBack(portal, gone)
      } else if (Number(await balance(orderId, 'F1100')) > one.cents / 100)
        await credit(portal, invoiceIds[one.invoice]!, (one.cents / 100).toFixed(2))
      expect({ life, laws: await brokenLaws(portal) }).toEqual({ life, laws: [] })
    }
  }
})
