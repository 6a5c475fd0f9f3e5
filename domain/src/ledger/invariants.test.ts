import { describe, expect, it } from 'vitest'
import { money } from '../money.ts'
import {
  checkBank,
  checkBuyerReceipt,
  checkDocuments,
  checkInterest,
  checkJournals,
  checkLimit,
  checkOrder,
  checkReceipt,
  fundsInUse,
  type OrderFigures,
} from './invariants.ts'
import type { Deal } from './journal.ts'
import { payClaim, reverse } from './templates.ts'

const funded: OrderFigures = {
  orderId: 'FO-1',
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
  const journal = payClaim(key(1), deal, money(5n, 'USD'))
  expect(checkJournals([journal, reverse(journal, key(2))])).toEqual([])
  expect(checkJournals([journal, journal])).toMatchObject([{ detail: 'The key is used twice.' }])
  expect(checkJournals([reverse(journal, key(2)), reverse(journal, key(3))])).toHaveLength(1)
  expect(checkJournals([{ ...journal, postings: journal.postings.slice(1) }])).toMatchObject([{ invariant: 'JOURNALS_BALANCE' }])
  expect(checkJournals([{ ...journal, postings: [{ ...journal.postings[0]!, amount: money(0n, 'USD') }] }])).toHaveLength(1)
})

it('a receipt is its allocations and what still waits', () => {
  expect(checkReceipt({ receiptId: 'C-1', receipt: 100n, allocated: [60n, 30n], unallocated: 10n })).toEqual([])
  expect(checkReceipt({ receiptId: 'C-1', receipt: 100n, allocated: [60n, 30n], unallocated: 9n })).toHaveLength(1)
  expect(checkReceipt({ receiptId: 'C-1', receipt: 100n, allocated: [110n], unallocated: -10n })).toHaveLength(1)
})

it('a receipt of a buyer is its invoices, fees and refund, and refunds nothing of a debt', () => {
  const receipt = { receiptId: 'RP-1', receipt: 100n, onInvoices: 90n, fees: 10n, refund: 0n, stillOwed: 7n }
  expect(checkBuyerReceipt(receipt)).toEqual([])
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 100n })).toHaveLength(1)
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 85n, refund: 5n, stillOwed: 0n })).toEqual([])
  expect(checkBuyerReceipt({ ...receipt, onInvoices: 85n, refund: 5n })).toHaveLength(1)
})

it('a document is held once, advanced within its measure and there only once', () => {
  const item = { orderId: 'FO-1', documentId: 'INV-1', active: true, applyAmount: 90n, maxAdvance: 90n }
  expect(
    checkDocuments(
      [item, { ...item, orderId: 'FO-2', active: false }],
      [
        ['INV-1', 'a'],
        ['INV-2', 'b'],
      ],
    ),
  ).toEqual([])
  expect(checkDocuments([item, { ...item, orderId: 'FO-2' }], [])).toMatchObject([{ subject: 'INV-1' }])
  expect(checkDocuments([{ ...item, applyAmount: 91n }], [])).toMatchObject([{ subject: 'FO-1' }])
  expect(
    checkDocuments(
      [],
      [
        ['INV-1', 'a'],
        ['INV-2', 'a'],
      ],
    ),
  ).toMatchObject([{ subject: 'INV-2' }])
})

it('interest is posted as accrued, and a discount is earned, unearned or given back', () => {
  const one = {
    orderId: 'FO-1',
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

it('a limit may be exceeded by a later cut and never by a new order', () => {
  const limit = { limitId: 'L-1', amount: 100n, used: 120n, principal: 90n, locked: 30n, isLocking: false }
  expect(checkLimit(limit)).toEqual([])
  expect(checkLimit({ ...limit, isLocking: true })).toHaveLength(1)
  expect(checkLimit({ ...limit, used: 119n })).toHaveLength(1)
})

it('the bank and the books agree on every reference', () => {
  const statement = new Map([['A', 5n]])
  expect(checkBank({ account: 'F1010', ledger: new Map([['A', 5n]]), statement })).toEqual([])
  expect(checkBank({ account: 'F1010', ledger: new Map([['A', 4n]]), statement })).toHaveLength(1)
  expect(
    checkBank({
      account: 'F1010',
      ledger: new Map([
        ['A', 5n],
        ['B', 1n],
      ]),
      statement,
    }),
  ).toMatchObject([{ subject: 'F1010 B' }])
})
