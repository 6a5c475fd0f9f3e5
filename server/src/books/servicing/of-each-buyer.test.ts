import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { fundedOfBoth, ofBoth, owedInBooks, paidOn } from '../../testing/two-buyers.ts'

// An order of two buyers in arrears, whose supplier pays beside them.
const on = '2025-04-02'
let portal: Portal
let diluted: string
let undiluted: { id: string; ofCedar: string; ofDogwood: string }
beforeAll(async () => {
  portal = await openPortal()
  const fundOne = async () => {
    const { request, ...invoices } = await ofBoth(portal, { financingProductId: portal.world.products.purchaseInArrears })
    return { ...invoices, id: (await fundedOfBoth(portal, request)).id }
  }
  const { id, ofCedar, ofDogwood } = await fundOne()
  diluted = id
  // Credit notes use up the reserve, so that costs become a claim on the supplier.
  for (const [invoiceId, amount] of [
    [ofCedar, '10000'],
    [ofDogwood, '5000'],
  ] as const)
    await credit(portal, invoiceId, amount)
  undiluted = await fundOne()
  await runEndOfDay(portal.app, { through: on })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const parts = (repayment: { allocations: readonly { component: string; amount: string }[] }) =>
  repayment.allocations.map(({ component, amount }) => `${component} ${amount}`)

test("a buyer's money stays on its own invoice when the supplier has paid a claim that the other's costs made", async () => {
  const id = diluted
  const ofDogwoods = await paidOn(portal, id, '20000', { buyerCode: 'DOGWOOD' }, 'BUYER', on)
  expect(parts(ofDogwoods)).toEqual(['INTEREST 255.00', 'PRINCIPAL 19745.00'])
  // The supplier pays the claim of 255.00 with principal of Cedar's item, so that Cedar owes 255.00 beyond it.
  expect(parts(await paidOn(portal, id, '60000', {}, 'SUPPLIER', on))).toEqual(['INTEREST 510.00', 'PRINCIPAL 59490.00'])
  expect(await owedInBooks(portal, id)).toEqual({ CEDAR: '30765', DOGWOOD: '25000' })
  const ofCedars = await paidOn(portal, id, '90000', { buyerCode: 'CEDAR' }, 'BUYER', on)
  expect(parts(ofCedars)).toEqual(['PRINCIPAL 30510.00', 'RESERVE 59235.00', 'PRINCIPAL 255.00'])
  expect(await owedInBooks(portal, id)).toEqual({ CEDAR: '0', DOGWOOD: '25000' })
  expect(parts(await paidOn(portal, id, '25000', { buyerCode: 'DOGWOOD' }, 'BUYER', on))).toEqual(['PRINCIPAL 25000.00'])
  expect(await owedInBooks(portal, id)).toEqual({ CEDAR: '0', DOGWOOD: '0' })
})

test("what a buyer pays as interest of the order is paid on its own invoice, and leaves the other's debt as it is", async () => {
  const { id, ofCedar, ofDogwood } = undiluted
  const interest = await paidOn(portal, id, '800', { buyerCode: 'DOGWOOD' }, 'BUYER', on, 'INTEREST')
  expect(parts(interest)).toEqual(['INTEREST 510.00', 'INTEREST 255.00', 'REFUND 35.00'])
  expect(await owedInBooks(portal, id)).toEqual({ CEDAR: '100000', DOGWOOD: '49235' })
  const owed = () =>
    portal.look(async (tx) =>
      (await tx.selectFrom('invoice').select(['id', 'outstanding']).where('id', 'in', [ofCedar, ofDogwood]).execute()).map(
        (one) => [one.id === ofCedar ? 'CEDAR' : 'DOGWOOD', one.outstanding] as const,
      ),
    )
  expect(Object.fromEntries(await owed())).toEqual({ CEDAR: '100000.0000', DOGWOOD: '49235.0000' })
  // Cedar's money pays all of its invoice, no more and no less.
  const ofCedars = await paidOn(portal, id, '100100', { buyerCode: 'CEDAR' }, 'BUYER', on)
  expect(parts(ofCedars)).toEqual(['PRINCIPAL 90000.00', 'RESERVE 10000.00', 'REFUND 100.00'])
  const rest = await paidOn(portal, id, '49235', { buyerCode: 'DOGWOOD' }, 'BUYER', on)
  expect(parts(rest)).toEqual(['PRINCIPAL 45000.00', 'RESERVE 4235.00'])
  expect(await owedInBooks(portal, id)).toEqual({ CEDAR: '0', DOGWOOD: '0' })
})
