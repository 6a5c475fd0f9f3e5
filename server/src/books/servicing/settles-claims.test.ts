import { addDays } from '@usance/domain/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { askedBy } from '../../testing/rows-read.ts'
import { openingDay } from '../../testing/world.ts'
import { claimsSettled } from './settles-claims.ts'

let portal: Portal
const orders: string[] = []
beforeAll(async () => {
  portal = await openPortal()
  // Of one invoice, of two of which one is paid, and with fees at settlement.
  for (const [faces, product] of [
    [['100000'], 'purchaseInAdvance'],
    [['100000', '50000'], 'purchaseInArrears'],
    [['80000', '70000'], 'purchaseInAdvance'],
  ] as const) {
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product, faces: [...faces] })
    if (invoiceIds[1]) await aRepayment(portal, orderId, `${faces[1]}.00`, { valueDate: openingDay, invoiceIds: [invoiceIds[1]] })
    await credit(portal, invoiceIds[0]!, '12000.00')
    orders.push(orderId)
  }
})
afterAll(() => portal.close())

const days = [openingDay, addDays(openingDay, 30)]
const settledOf = (ids: readonly string[]) =>
  portal.look(async (tx) => {
    const settled = await claimsSettled(tx, ids)
    return ids.map((id) => days.map((on) => settled(id, on)))
  })

test('the claims of several orders are told as those of each by itself', async () => {
  const single = (await Promise.all(orders.map((id) => settledOf([id])))).flat()
  expect(single.every(([now]) => now !== undefined)).toBe(true)
  expect(await settledOf(orders)).toEqual(single)
})

test('the claims of several orders are read in as many statements as those of one', async () => {
  const statementsFor = async (ids: readonly string[]) => (await askedBy(() => settledOf(ids))).statements
  const [, , last] = orders
  const asked = await statementsFor([last!])
  expect(asked).toBeGreaterThan(5)
  expect(await statementsFor(orders)).toBe(asked)
})
