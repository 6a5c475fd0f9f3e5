import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money.ts'
import {
  checkBuyerReceipt,
  checkDirectPayment,
  checkInterest,
  checkOrder,
  checkReceipt,
  checkRecovered,
  fundsInUse,
  type OrderFigures,
} from './invariants.ts'
import type { Deal } from './journal.ts'
import { checkJournals } from './journal-law.fixture.ts'
import { amountsIn } from './law-words.ts'
import { remitToPlatform, reverse } from './templates.ts'

const funded: OrderFigures = {
  orderId: 'FO-1',
  currency: 'USD',
  kind: 'PURCHASE',
  recourse: true,
  status: 'FUNDED',
  funded: 90000n,
  principalPaid: 0n,
  principalWrittenOff: 0n,
  releasableReserve: 0n,
  reserveOfOpen: 0n,
  lateInterest: 0n,
  dueTotal: 90000n,
  balances: { F1100: 100000n, F2000: 10000n, F2300: 375n, P1100: 375n, S2000: 90000n },
}
const settled: OrderFigures = {
  ...funded,
  status: 'SETTLED',
  principalPaid: 90000n,
  releasableReserve: 8980n,
  dueTotal: 0n,
  balances: { F2000: 8980n, S1200: 8980n },
}
const broken = (order: OrderFigures) => checkOrder(order).map(({ invariant }) => invariant)

describe('what a law says', () => {
  it('has its amounts as people write them, with their currency', () => {
    expect(checkOrder({ ...funded, balances: { ...funded.balances, P1100: 1_234_567n } })).toEqual([
      {
        invariant: 'BOOKS_AGREE',
        subject: 'FO-1',
        detail: 'Funder owes USD 3.75, platform expects USD 12,345.67.',
      },
    ])
    const yen = checkReceipt({ receiptId: 'C-1', currency: 'JPY', receipt: 100_000n, allocated: [], unallocated: -10n })
    expect(yen.map(({ detail }) => detail)).toEqual([
      'Received JPY 100,000, accounted for JPY -10.',
      'More allocated than received.',
    ])
    const told = amountsIn('KWD')
    expect(told`${{ stored: '1250.5000' }} of ${2} orders, ${{ stored: '0.0005' }} and ${undefined} of A-7`).toBe(
      'KWD 1,250.500 of 2 orders, KWD 0.0005 and nothing of A-7',
    )
  })
  it('has no other figures than amounts, whatever is broken', () => {
    const amount = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
    const balances = fc.record({
      F1100: amount,
      F1150: amount,
      F1230: amount,
      F2000: amount,
      F2300: amount,
      F5000: amount,
      P1100: amount,
      B2010: amount,
      S1200: amount,
      S2000: amount,
    })
    const some = fc.tuple(amount, amount, amount, amount, amount, amount, amount, amount)
    fc.assert(
      fc.property(some, balances, fc.boolean(), ([a, b, c, d, e, f, g, h], held, recourse) => {
        const order = { orderId: 'FO', currency: 'USD', recourse, balances: held, status: 'SETTLED' }
        const said = (['PURCHASE', 'LOAN'] as const).flatMap((kind) => [
          ...checkOrder({
            ...order,
            kind,
            funded: a,
            principalPaid: b,
            principalWrittenOff: 0n,
            releasableReserve: c,
            reserveOfOpen: d,
            lateInterest: e,
            dueTotal: f,
          }),
          ...checkRecovered({
            ...order,
            kind,
            principal: a,
            loss: b,
            recovered: c,
            costsLeft: d,
            held: e,
            fed: f,
            owned: g,
            owed: h,
          }),
        ])
        const others = [
          ...checkReceipt({ receiptId: 'C', currency: 'USD', receipt: a, allocated: [b], unallocated: c }),
          ...checkBuyerReceipt({ receiptId: 'C', currency: 'USD', receipt: a, onInvoices: b, fees: c, refund: d, stillOwed: e }),
          ...checkInterest({
            orderId: 'FO',
            currency: 'USD',
            posted: a,
            accruedRounded: b,
            charged: c,
            unearned: d,
            rebated: e,
            earned: f,
            discount: { due: g, lateInterest: h },
          }),
        ]
        for (const { detail } of [...said, ...others])
          expect(detail.replace(/USD -?\d{1,3}(,\d{3})*\.\d\d\b/g, '').replace(/\b[FPSB]\d{4}\b/g, '')).not.toMatch(/\d/)
      }),
    )
  })
})

describe('the laws of an order', () => {
  it('hold for one that is funded and one that is settled', () => {
    expect(broken(funded)).toEqual([])
    expect(broken(settled)).toEqual([])
    expect(fundsInUse(funded.balances)).toBe(90000n)
    expect(fundsInUse(settled.balances)).toBe(-8980n)
  })
  it('notice a receivable that is not what was advanced and held back', () =>
    expect(broken({ ...funded, balances: { ...funded.balances, F1100: 99999n } })).toEqual(['FUNDS_IN_USE']))
  it('notice reserve that could be released while its own principal is out', () => {
    const early = { ...funded, releasableReserve: 5n, principalPaid: 5n, balances: { ...funded.balances, F1100: 99990n } }
    expect(broken({ ...early, reserveOfOpen: 5n })).toContain('FUNDS_IN_USE')
    expect(broken(early)).not.toContain('FUNDS_IN_USE')
  })
  it('notice more reserve to be released than is held', () =>
    expect(broken({ ...settled, releasableReserve: 8981n, balances: { F2000: 8980n, F1100: -1n, S1200: 8981n } })).toContain(
      'FUNDS_IN_USE',
    ))
  it('notice a settled order that still owes', () => expect(broken({ ...settled, dueTotal: 1n })).toEqual(['PRINCIPAL']))
  it('notice more principal paid than was funded', () =>
    expect(broken({ ...settled, principalPaid: 90001n })).toContain('PRINCIPAL'))
  it('notice a platform and a funder who disagree', () =>
    expect(broken({ ...funded, balances: { ...funded.balances, P1100: 374n } })).toEqual(['BOOKS_AGREE']))
  it('notice a supplier without recourse who expects another reserve', () => {
    const sold = { ...funded, recourse: false, balances: { ...funded.balances, S2000: 0n, S1200: 10000n } }
    expect(broken(sold)).toEqual([])
    expect(broken({ ...sold, balances: { ...sold.balances, S1200: 9999n } })).toEqual(['BOOKS_AGREE'])
  })
})

it('a journal that is posted twice, unbalanced or reversed twice is noticed', () => {
  const deal: Deal = { parties: { funder: 'F', platform: 'P', supplier: 'S' }, orderId: 'FO-1', recourse: true, disclosed: false }
  const key = (seq: number) => ({ eventType: 'CLAIM', sourceType: 'REPAYMENT', sourceId: 'R-1', seq })
  const journal = remitToPlatform(key(1), deal, money(5n, 'USD'))
  expect(checkJournals([journal, reverse(journal, key(2))])).toEqual([])
  expect(checkJournals([journal, journal])).toMatchObject([{ detail: 'The key is used twice.' }])
  expect(checkJournals([reverse(journal, key(2)), reverse(journal, key(3))])).toHaveLength(1)
  expect(checkJournals([{ ...journal, postings: journal.postings.slice(1) }])).toMatchObject([{ invariant: 'JOURNALS_BALANCE' }])
  expect(checkJournals([{ ...journal, postings: [{ ...journal.postings[0]!, amount: money(0n, 'USD') }] }])).toHaveLength(1)
})

it('a receipt is its allocations and what still waits', () => {
  expect(checkReceipt({ receiptId: 'C-1', currency: 'USD', receipt: 100n, allocated: [60n, 30n], unallocated: 10n })).toEqual([])
  expect(checkReceipt({ receiptId: 'C-1', currency: 'USD', receipt: 100n, allocated: [60n, 30n], unallocated: 9n })).toHaveLength(
    1,
  )
  expect(checkReceipt({ receiptId: 'C-1', currency: 'USD', receipt: 100n, allocated: [110n], unallocated: -10n })).toHaveLength(1)
})

it('a receipt of a buyer is its invoices, fees and refund, and refunds nothing of a debt', () => {
  const receipt = { receiptId: 'RP-1', currency: 'USD', receipt: 100n, onInvoices: 90n, fees: 10n, refund: 0n, stillOwed: 7n }
  expect(checkBuyerReceipt(receipt)).toEqual([])
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 100n })).toHaveLength(1)
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 85n, refund: 5n, stillOwed: 0n })).toEqual([])
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 85n, refund: 5n })).toHaveLength(1)
})

it('interest is posted as accrued, and a discount is earned, unearned or given back', () => {
  const one = {
    orderId: 'FO-1',
    currency: 'USD',
    posted: 71400n,
    accruedRounded: 71400n,
    charged: 102000n,
    earned: 71400n,
    unearned: 0n,
    discount: null,
    rebated: 30600n,
  }
  expect(checkInterest(one)).toEqual([])
  expect(checkInterest({ ...one, posted: 71401n })).toHaveLength(1)
  expect(checkInterest({ ...one, rebated: 30599n })).toHaveLength(1)
})

it('a direct payment pays its amount while it is confirmed, and nothing otherwise', () => {
  const payment = { paymentNo: 'DP-1', currency: 'USD', amount: 100n }
  for (const status of ['PASSED', 'REVERSING'] as const) {
    expect(checkDirectPayment({ ...payment, status, onInvoice: 100n })).toEqual([])
    expect(checkDirectPayment({ ...payment, status, onInvoice: 0n })).toHaveLength(1)
  }
  for (const status of ['IN_APPROVE', 'REJECTED', 'REFUSED', 'REVERSED'] as const) {
    expect(checkDirectPayment({ ...payment, status, onInvoice: 0n })).toEqual([])
    expect(checkDirectPayment({ ...payment, status, onInvoice: 100n })).toHaveLength(1)
  }
})
