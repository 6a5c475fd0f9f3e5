import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { credit } from '../../testing/financing.ts'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let invoiceId: string
const saturday = addDays(openingDay, 5)
const monday = addDays(openingDay, 7)

beforeAll(async () => {
  portal = await openPortal()
  invoiceId = await aConfirmedInvoice(portal)
  // Cedar's dilution is 8 percent.
  await credit(portal, await aConfirmedInvoice(portal, { amount: '300000.00' }), '32000.00')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.setBusinessDate(openingDay)
  await setTerms({})
  await setSupplier({ kycStatus: 'PASSED', kycExpiresOn: null })
  await expire('2030-12-31')
  await dueOn('2025-05-02')
})

const setTerms = ({ dilutionThreshold = '5', minTenor = 1, maxTenor = 180 }) =>
  portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ advanceRate: '80', rateType: 'FIXED', baseRateType: null, dilutionThreshold, minTenor, maxTenor })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
const setSupplier = (set: { kycStatus?: 'PASSED' | 'REFUSED'; kycExpiresOn?: string | null }) =>
  portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', portal.world.companies.alder).execute())
/** The limits of Cedar end on a day. */
const expire = (expiryDate: string) =>
  portal.look((tx) =>
    tx.updateTable('creditLimit').set({ expiryDate }).where('buyerId', '=', portal.world.companies.cedar).execute(),
  )
const dueOn = (dueDate: string) =>
  portal.look((tx) => tx.updateTable('invoice').set({ dueDate }).where('id', '=', invoiceId).execute())

/** What the choice of invoices says of the invoice, for a funding date where one is chosen. */
async function listed(fundingDate?: string) {
  const { list } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.invoiceList, {
    body: {
      financingProductId: portal.world.products.purchaseInAdvance,
      currency: 'USD',
      ids: [invoiceId],
      ...(fundingDate ? { fundingDate } : {}),
    },
  })
  const { selectable, maxAdvance, reasons } = list[0]!
  return { selectable, maxAdvance, reasons }
}
/** The price of the invoice alone. */
const priced = (fundingDate: string, applyAmount?: string) =>
  portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
    body: requestFor(portal, [], {
      fundingDate,
      items: [{ docType: 'INVOICE', docId: invoiceId, ...(applyAmount ? { applyAmount } : {}) }],
    }),
  })
const refused = (fundingDate: string, applyAmount?: string): Promise<string> =>
  priced(fundingDate, applyAmount).then(
    () => 'nothing',
    (error: unknown) => {
      if (error instanceof Refusal) return error.error
      throw error
    },
  )

test('an invoice of a diluted buyer is offered for the amount that its price grants', async () => {
  expect(await listed()).toEqual({ selectable: true, maxAdvance: '77000.00', reasons: [] })
  expect(await refused(openingDay, '77000.00')).toBe('nothing')
  expect(await refused(openingDay, '77000.01')).toBe('ADVANCE_ABOVE_DOCUMENT')
})

test.each([
  ['the dilution of its buyer', 'STOP_DILUTION', () => setTerms({ dilutionThreshold: '3' })],
  ['a limit of its buyer that has ended', 'STOP_LIMIT', () => expire('2025-03-02')],
  ['a review of its supplier that has ended', 'STOP_KYC', () => setSupplier({ kycExpiresOn: '2025-03-02' })],
  ['an admission that was refused to its supplier', 'STOP_ADMISSION', () => setSupplier({ kycStatus: 'REFUSED' })],
] as const)('an invoice is not offered where its price is refused for %s', async (_, reason, stop) => {
  await stop()
  expect(await listed()).toEqual({ selectable: false, maxAdvance: '0.00', reasons: [reason] })
  expect(await refused(openingDay)).toBe(reason)
})

test('on a Saturday an invoice is offered by the days from the Monday on which it is paid', async () => {
  await portal.setBusinessDate(saturday)
  await setTerms({ minTenor: 30, maxTenor: 60 })
  await dueOn(addDays(saturday, 31))
  expect(await listed()).toMatchObject({ selectable: false, reasons: ['TENOR_TOO_SHORT'] })
  expect(await refused(saturday)).toBe('TENOR_OUT_OF_RANGE')
  await dueOn(addDays(saturday, 62))
  expect(await listed()).toMatchObject({ selectable: true, reasons: [] })
  expect(await refused(saturday)).toBe('nothing')
})

test('an invoice that a product takes on the funding date alone is offered for that date', async () => {
  await setTerms({ maxTenor: 40 })
  expect(await listed()).toMatchObject({ selectable: false, reasons: ['TENOR_TOO_LONG'] })
  const planned = addDays(openingDay, 21)
  expect(await listed(planned)).toMatchObject({ selectable: true, reasons: [] })
  expect(await refused(planned)).toBe('nothing')
})

test('for a funding date that has passed an invoice is offered as for today', async () => {
  await portal.setBusinessDate(saturday)
  await setTerms({ maxTenor: 60 })
  await dueOn(addDays(monday, 60))
  expect(await listed(openingDay)).toEqual(await listed())
  expect(await listed(openingDay)).toMatchObject({ selectable: true })
})

test('what the choice says of an invoice is what the price of it alone answers', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(openingDay, addDays(openingDay, 4), saturday, addDays(saturday, 1)),
    fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
    fc.integer({ min: -2, max: 70 }),
    fc.constantFrom('2', '3', '4', '5', '7', '8', '9'),
    fc.constantFrom([0, 30], [10, 40], [30, 60]),
    fc.boolean(),
    async (today, planned, due, dilutionThreshold, [minTenor = 0, maxTenor = 0], isEnded) => {
      await portal.setBusinessDate(today)
      await setTerms({ dilutionThreshold, minTenor, maxTenor })
      await dueOn(addDays(today, due))
      await expire(isEnded && due % 3 === 0 ? '2025-03-02' : '2030-12-31')
      const fundingDate = planned === undefined ? undefined : addDays(today, planned)
      const said = await listed(fundingDate)
      const refusal = await refused(fundingDate ?? today)
      expect({ ...said, refusal }).toEqual({ ...said, refusal: refusalFor(said.reasons) })
      if (!said.selectable) return
      const { items } = await priced(fundingDate ?? today)
      expect(said).toEqual({ selectable: true, maxAdvance: items[0]!.maxAdvance, reasons: [] })
      expect(await refused(fundingDate ?? today, said.maxAdvance)).toBe('nothing')
    },
  )
  await fc.assert(property, { numRuns: 40, seed: 265 })
})

/** How a price of one invoice is refused for what stands against it: a stop before everything else. */
function refusalFor(reasons: readonly string[]): string {
  if (reasons.length === 0) return 'nothing'
  const stop = reasons.find((reason) => reason.startsWith('STOP_'))
  if (stop) return stop
  return reasons.every((reason) => reason.startsWith('TENOR_')) ? 'TENOR_OUT_OF_RANGE' : 'INVOICE_NOT_ELIGIBLE'
}
