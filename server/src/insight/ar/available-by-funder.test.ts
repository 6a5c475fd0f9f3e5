import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addLimit, addPricing, addProduct } from '../../finance/product/add-product.ts'
import { foldReceivables } from '../../jobs/fold-receivables.ts'
import { keepAdvances } from '../../jobs/keep-advances.ts'
import { credit } from '../../testing/financing.ts'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor, undisclose } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let invoiceId: string
let firProduct: string
const look = (work: Parameters<Portal['look']>[0]) => portal.look(work)

beforeAll(async () => {
  portal = await openPortal()
  const { alder, fir } = portal.world.companies
  await look(async (tx) => {
    firProduct = await addProduct(tx, {
      code: 'RP-FIR',
      name: 'Receivable purchase of Fir',
      nameCn: '应收账款买断（冷杉）',
      type: 'RECEIVABLE_PURCHASE',
      funderId: fir,
      currencies: ['USD'],
      recourse: true,
      disclosed: true,
      rightConfirmParty: 'BUYER',
      advanceRate: '80',
      minTenor: 1,
      maxTenor: 180,
      interestMethod: 'IN_ADVANCE',
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      penaltyMargin: '3',
      calendars: ['US'],
    })
    await addPricing(tx, { supplierId: alder, productId: firProduct, margin: '2.50', validUntil: '2030-12-31', no: 'PR-FIR' })
  })
  invoiceId = await aConfirmedInvoice(portal, { amount: '1000.00' })
})
afterAll(() => portal.close())
beforeEach(() =>
  look(async (tx) => {
    await sql`update financing_product set advance_rate = 90 where code <> 'RP-FIR' and type = 'RECEIVABLE_PURCHASE'`.execute(tx)
    await sql`update credit_limit set expiry_date = '2030-12-31'`.execute(tx)
  }),
)

const shown = () => portal.ask(portal.seats.alderViewer, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
/** What the best trial for the invoice grants. */
async function granted(): Promise<number> {
  const { purchaseInAdvance } = portal.world.products
  const amounts = await Promise.all(
    [purchaseInAdvance, firProduct].map((financingProductId) =>
      portal
        .ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
          body: requestFor(portal, [invoiceId], { financingProductId }),
        })
        .then(({ total }) => Number(total.applyAmount))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return 0
          throw error
        }),
    ),
  )
  return Math.max(...amounts)
}

/** How many invoices home tells as ready to finance. */
const ready = async () => {
  const { todos } = await portal.ask(portal.seats.alderMaker, homeCalls.summary, { body: {} })
  return todos.find(({ kind }) => kind === 'READY_TO_FINANCE')?.count ?? 0
}

/** Nothing more is bought by Elm of what Cedar owes. */
const barElm = () =>
  look((tx) =>
    sql`update credit_limit set expiry_date = '2025-03-01' where buyer_id = ${portal.world.companies.cedar}`.execute(tx),
  )

test('what one funder alone takes is available at its rate, not at the better one of a funder that does not', async () => {
  expect(await shown()).toMatchObject({ eligible: '900.00', cappedByBuyers: '900.00', amount: '900.00' })
  await barElm()
  expect(await shown()).toMatchObject({ eligible: '800.00', cappedByBuyers: '800.00', amount: '800.00' })
  const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, {
    body: { question: 'How much can I finance in USD?' },
  })
  expect(text).toContain('800.00')
})

test('a buyer whose dilution lowers the rate of a product is counted at the lowered rate, as a trial prices it', async () => {
  const other = await aConfirmedInvoice(portal, { invoiceNo: 'CREDITED', amount: '1000.00' })
  await credit(portal, other, '130.00')
  await look(async (tx) => {
    await sql`update invoice set finance_status = 'LOCKED' where id = ${other}`.execute(tx)
    await sql`update financing_product set dilution_threshold = 5 where type = 'RECEIVABLE_PURCHASE'`.execute(tx)
  })
  const { eligible } = await shown()
  expect(Number(eligible)).toBe(await granted())
  expect(Number(eligible)).toBeLessThan(900)
  await look(async (tx) => {
    await sql`update invoice set finance_status = 'UNFINANCED', doc_status = 'CLOSED' where id = ${other}`.execute(tx)
    await sql`update financing_product set dilution_threshold = 100 where type = 'RECEIVABLE_PURCHASE'`.execute(tx)
  })
})

test.each([
  ['the greatest amount of a product', { maxAmount: '400' }, '400.00'],
  ['the least amount of a product, which it does not reach', { minAmount: '5000' }, '0.00'],
  ['the least amount of a product, which it reaches', { minAmount: '500' }, '900.00'],
])('what is available is what a trial gives: %s', async (_, bounds, amount) => {
  const change = (set: object, ofFir: 'ENABLE' | 'DISABLE') =>
    look(async (tx) => {
      const products = tx.updateTable('financingProduct').where('type', '=', 'RECEIVABLE_PURCHASE')
      await products.set(set).where('id', '<>', firProduct).execute()
      await products.set({ status: ofFir }).where('id', '=', firProduct).execute()
    })
  const { currencies } = await portal.look((tx) =>
    tx
      .selectFrom('financingProduct')
      .select('currencies')
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .executeTakeFirstOrThrow(),
  )
  await change({ ...bounds, currencies: ['USD'] }, 'DISABLE')
  expect(await shown()).toMatchObject({ eligible: '900.00', amount })
  expect(await granted()).toBe(Number(amount))
  await change({ minAmount: null, maxAmount: null, currencies }, 'ENABLE')
})

test('of several buyers each is counted at the best rate that is open for it, from kept sums too', async () => {
  await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', invoiceNo: 'DOGWOOD-1', amount: '500.00' })
  await barElm()
  expect(await shown()).toMatchObject({ eligible: '1250.00', amount: '1250.00' })
  await foldReceivables(portal.app)
  const ready = () =>
    portal.look((tx) =>
      sql<{ rate: number }>`select rate::int as rate from receivable_advance_rate where ready order by 1`.execute(tx),
    )
  await vi.waitUntil(
    async () => {
      await keepAdvances(portal.app, 1)
      return (await ready()).rows.length === 2
    },
    { timeout: 50_000, interval: 100 },
  )
  expect((await ready()).rows).toEqual([{ rate: 80 }, { rate: 90 }])
  expect(await shown()).toMatchObject({ eligible: '1250.00', amount: '1250.00' })
  await look((tx) => sql`update invoice set doc_status = 'CLOSED' where invoice_no = 'DOGWOOD-1'`.execute(tx))
})

test('what a buyer is not shown is counted at the rate of the undisclosed product', async () => {
  await undisclose(portal, 'cedar')
  const facts = { invoiceNo: 'UNTOLD', issueDate: '2025-03-01', dueDate: '2025-05-02', currency: 'USD', amount: '500.00' }
  const { id } = await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: { buyerCode: 'CEDAR', ...facts } })
  await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await look((tx) => sql`update financing_product set advance_rate = 70 where code = 'RP-UND'`.execute(tx))
  expect(await shown()).toMatchObject({ eligible: '1250.00', amount: '1250.00' })
  await look((tx) => sql`update invoice set doc_status = 'CLOSED' where id = ${id}`.execute(tx))
})

test('the limit of a funder caps what is available, with what all suppliers use of it', async () => {
  const { elm } = portal.world.companies
  await look((tx) => sql`update credit_limit set amount = 500 where type = 'FUNDER' and funder_id = ${elm}`.execute(tx))
  await look((tx) => sql`update pricing_offer set valid_until = '2025-03-01' where no = 'PR-FIR'`.execute(tx))
  expect(await shown()).toMatchObject({ eligible: '900.00', amount: '500.00', facilityHeadroom: '500.00' })
  await look((tx) => sql`update pricing_offer set valid_until = '2030-12-31' where no = 'PR-FIR'`.execute(tx))
})

test('an invoice counts while a product takes it on the day on which it is due, in each place', async () => {
  const bounds = (code: string, min: number, max: number) =>
    look((tx) => sql`update financing_product set min_tenor = ${min}, max_tenor = ${max} where code = ${code}`.execute(tx))
  const elms = ['RP-ADV', 'RP-ARR', 'RP-UND', 'PF']
  await Promise.all(elms.map((code) => bounds(code, 5, 60)))
  await bounds('RP-FIR', 30, 150)
  for (const [days, eligible] of [
    [4, '0.00'],
    [7, '900.00'],
    [45, '900.00'],
    [95, '800.00'],
    [150, '800.00'],
    [151, '0.00'],
  ] as const) {
    await look((tx) => sql`update invoice set due_date = ${addDays(openingDay, days)} where id = ${invoiceId}`.execute(tx))
    expect({ days, eligible: (await shown()).eligible, ready: await ready() }).toEqual({
      days,
      eligible,
      ready: eligible === '0.00' ? 0 : 1,
    })
  }
  await Promise.all(elms.map((code) => bounds(code, 1, 180)))
  await bounds('RP-FIR', 1, 180)
  await look((tx) => sql`update invoice set due_date = '2025-05-02' where id = ${invoiceId}`.execute(tx))
})

const size = fc.integer({ min: 1, max: 1500 })
const limits = fc.record({ facility: size, funder: size, buyer: size, relationship: size })
const tenor = fc
  .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }))
  .map((days) => days.sort((a, b) => a - b))
test('what is available of one invoice is what a trial for it grants, whatever the rates, the tenors and the limits', async () => {
  const { alder, cedar, elm, fir } = portal.world.companies
  const life = { effectiveDate: '2024-01-01', expiryDate: '2030-12-31', currency: 'USD' }
  const property = fc.asyncProperty(
    fc.constantFrom(elm, fir),
    fc.tuple(fc.integer({ min: 50, max: 95 }), fc.integer({ min: 50, max: 95 })),
    fc.tuple(limits, limits),
    fc.tuple(tenor, tenor),
    fc.integer({ min: 1, max: 130 }),
    async (barred, rates, sizes, tenors, days) => {
      await look(async (tx) => {
        await sql`update credit_limit set status = 'DISABLE'`.execute(tx)
        await sql`update invoice set due_date = ${addDays(openingDay, days)} where id = ${invoiceId}`.execute(tx)
        for (const [at, funderId] of [elm, fir].entries()) {
          const { facility, funder, buyer, relationship } = sizes[at]!
          await sql`update financing_product set advance_rate = ${rates[at]!} where funder_id = ${funderId} and type = 'RECEIVABLE_PURCHASE'`.execute(
            tx,
          )
          await sql`update financing_product set min_tenor = ${tenors[at]![0]!}, max_tenor = ${tenors[at]![1]!} where funder_id = ${funderId}`.execute(
            tx,
          )
          await addLimit(tx, { type: 'SUPPLIER_FACILITY', supplierId: alder, funderId, amount: String(facility), ...life })
          await addLimit(tx, { type: 'FUNDER', funderId, amount: String(funder), ...life })
          await addLimit(tx, {
            type: 'RELATIONSHIP',
            supplierId: alder,
            buyerId: cedar,
            funderId,
            amount: String(relationship),
            ...life,
          })
          const expiryDate = funderId === barred ? '2025-03-01' : life.expiryDate
          await addLimit(tx, { type: 'BUYER', buyerId: cedar, funderId, amount: String(buyer), ...life, expiryDate })
        }
      })
      const most = await granted()
      expect({ available: Number((await shown()).amount), ready: await ready() }).toEqual({
        available: most,
        ready: most > 0 ? 1 : 0,
      })
    },
  )
  await fc.assert(property, { numRuns: 25, seed: 206 })
})
