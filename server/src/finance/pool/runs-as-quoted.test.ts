import { readFile } from 'node:fs/promises'
import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aRepayment, brokenLaws } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

// A drawing of the helpers is due in sixty days, on a business day.
const maturity = addDays(openingDay, 60)

/** A drawing of 30,000 at 6 % on a pool whose product adds twenty days to a due date and moves the payment alone. */
async function aDrawing(interestMethod: 'IN_ADVANCE' | 'IN_ARREARS') {
  const productId = await aPoolProduct(portal)
  await portal.look(async (tx) => {
    const fixed = { rateType: 'FIXED', baseRateType: null, fundRate: '3', fundDayBase: 360 } as const
    const days = { accrualShift: 'CS', bdConvention: 'FOLLOWING', maturityOffset: 20, breakDays: 0, rebateAllowed: true } as const
    await tx
      .updateTable('financingProduct')
      .set({ interestMethod, margin: '6', ...fixed, ...days })
      .where('id', '=', productId)
      .execute()
    await tx.updateTable('pricingOffer').set({ margin: '6' }).where('productId', '=', productId).execute()
  })
  const dueDate = addDays(openingDay, 150)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '90000.00', buyerCode: 'CEDAR', dueDate })
  await aPooledInvoice(portal, productId, { amount: '90000.00', buyerCode: 'DOGWOOD', dueDate })
  return aFundedDrawing(portal, poolId, '30000.00')
}

const bySupplier = { payerRole: 'SUPPLIER', payerName: 'Alder Textiles Ltd' } as const
const daysOf = (orderId: string) => portal.look(async (tx) => (await loadFinancings(tx, [orderId])).get(orderId)!.life.items)
const givenBack = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('discountRelease').select('client').where('orderId', '=', orderId).execute())

test('a drawing on a product that adds days to a due date earns the discount to the day that was quoted', async () => {
  const { id } = await aDrawing('IN_ADVANCE')
  const valueDate = await runEndOfDay(portal.app, { through: addDays(maturity, -1) })
  expect(valueDate).toBe(maturity)
  await aRepayment(portal, id, '30000', { ...bySupplier, valueDate })
  expect(await givenBack(id)).toEqual([])
})

test('a drawing on a product that adds days to a due date bears interest to the day that was quoted', async () => {
  const { id } = await aDrawing('IN_ARREARS')
  expect(await daysOf(id)).toMatchObject([{ maturity, interestTo: maturity }])
})

test('a drawing in arrears that was agreed with days added runs to the day that was quoted after the upgrade', async () => {
  const { id } = await aDrawing('IN_ARREARS')
  const later = addDays(maturity, 20)
  await portal.look((tx) =>
    sql`update finance_order set agreed_terms = agreed_terms || '{"maturityOffset": 20}', funded_terms = (
        select jsonb_set(funded_terms, array['items', i.id::text, 'interestTo'], to_jsonb(${later}::text))
        from finance_order_item i where i.order_id = finance_order.id) where id = ${id}`.execute(tx),
  )
  expect(await daysOf(id)).toMatchObject([{ interestTo: later }])
  const upgrade = await readFile(new URL('../../../migrations/1591-drawings-run-as-quoted.sql', import.meta.url), 'utf8')
  await portal.asOwner((db) => sql.raw(upgrade).execute(db))
  expect(await daysOf(id)).toMatchObject([{ maturity, interestTo: maturity }])
})
