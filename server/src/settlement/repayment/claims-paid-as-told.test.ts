import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { reportCalls } from '@usance/wire/report/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit, orderStatus } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// Random lives of orders: a supplier that pays a claim as it is told owes none (decisions 240 and 280). `CLAIM_SEED` and `CLAIM_LIVES`
// try others and more of them.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const faces = {
  USD: ['10000.00', '8000.00', '6000.00'],
  JPY: ['1000000', '800000', '600000'],
  KWD: ['3000.000', '2400.500', '1800.125'],
}
type Currency = keyof typeof faces

/** What is claimed of an order and what settles it today, as its supplier reads them; nothing where nothing is claimed. */
async function claimOn(orderId: string, currency: Currency) {
  const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.accountOverviewRows, {
    body: { figure: 'CLAIMS', currency },
  })
  return rows.find(({ id }) => id === orderId)?.settles ?? null
}
const owedOn = async (id: string, currency: Currency) =>
  M.fromDecimal((await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).outstanding, currency)
const ofPercent = (amount: M.Money, percent: number) => M.money((amount.minor * BigInt(percent)) / 100n, amount.currency)

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('note' as const), at: fc.nat(2), percent: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('buyer' as const), at: fc.nat(2), percent: fc.constantFrom(30, 100, 100) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('supplier' as const) }) },
)
const lives = fc.record({
  currency: fc.constantFrom<Currency>('USD', 'JPY', 'KWD'),
  product: fc.constantFrom('purchaseInAdvance' as const, 'purchaseInAdvance' as const, 'purchaseInArrears' as const),
  rebateAllowed: fc.boolean(),
  tenors: fc.array(fc.integer({ min: 20, max: 120 }), { minLength: 2, maxLength: 3 }),
  notes: fc.array(fc.integer({ min: 8, max: 13 }), { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { minLength: 5, maxLength: 9 }),
})
const seed = Number(process.env.CLAIM_SEED ?? 20_261_130)
const count = Number(process.env.CLAIM_LIVES ?? 6)

test('a claim that is paid as told is settled whatever was credited and paid before', async () => {
  const funded = []
  for (const life of fc.sample(lives, { numRuns: count, seed })) {
    const { currency, product, rebateAllowed, tenors } = life
    await portal.look((tx) =>
      tx.updateTable('financingProduct').set({ rebateAllowed }).where('id', '=', portal.world.products[product]).execute(),
    )
    const wanted = { product, currency, tenors, faces: faces[currency].slice(0, tenors.length), fundingDate: day }
    funded.push({ ...life, ...(await aFundedOrder(portal, wanted)) })
  }
  day = await runEndOfDay(portal.app, { through: addDays(day, 3) })
  let settled = 0
  for (const { currency, product, rebateAllowed, tenors, notes, steps, orderId, invoiceIds } of funded) {
    const done = [JSON.stringify({ currency, product, rebateAllowed, tenors })]
    const owed = async () => M.sum(await Promise.all(invoiceIds.map((id) => owedOn(id, currency))), currency)
    const first = notes.map((percent, at) => ({ kind: 'note' as const, at, percent }))
    const supplier = { kind: 'supplier' as const }
    for (const one of [...first.slice(0, tenors.length), supplier, ...steps, supplier]) {
      if (!['FUNDED', 'OVERDUE', 'PARTIALLY_REPAID'].includes(await orderStatus(portal, orderId))) break
      if (one.kind === 'supplier') {
        const told = await claimOn(orderId, currency)
        if (!told) continue
        done.push(`supplier ${told}`)
        await aRepayment(portal, orderId, told, { valueDate: day, payerRole: 'SUPPLIER', currency })
        settled++
        // A supplier that has paid the whole order has its receivables back.
        const isOver = (await orderStatus(portal, orderId)) === 'SETTLED'
        const due = isOver ? 0 : Number(M.toDecimal(await owed()))
        const books: number[] = []
        for (const account of ['F1300', 'F1100', 'B2010']) books.push(Math.abs(Number(await balanceIn(portal, orderId, account))))
        const claim = await claimOn(orderId, currency)
        expect({ done, claim, books }).toEqual({ done, claim: null, books: [0, due, due] })
      } else {
        const id = invoiceIds[one.at % invoiceIds.length]!
        const amount = ofPercent(await owedOn(id, currency), one.percent)
        if (!M.isPositive(amount)) continue
        done.push(`${one.kind} ${one.at % invoiceIds.length} ${M.toDecimal(amount)}`)
        if (one.kind === 'note') await credit(portal, id, M.toDecimal(amount))
        else await aRepayment(portal, orderId, M.toDecimal(amount), { valueDate: day, invoiceIds: [id], currency })
      }
    }
    expect({ done, broken: await brokenLaws(portal) }).toEqual({ done, broken: [] })
  }
  expect(settled).toBeGreaterThan(count)
})
