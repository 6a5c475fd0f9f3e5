import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Money, money, subtract, zero } from '../money.ts'
import { accountOf, books, ledgerAccounts } from './accounts.ts'
import { balanceOf } from './balances.ts'
import { type FeeCharge, feeCodes, feePayers } from './fee-lines.ts'
import { type Deal, debit, imbalances, type Journal, journalKeyText, journalOf } from './journal.ts'
import { exposureTotal } from './loss.ts'
import * as post from './templates.ts'

const key = { eventType: 'E', sourceType: 'S', sourceId: '1', seq: 1 }
const currency = 'USD'
const amount = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((minor) => money(minor, currency))
const small = fc.bigInt({ min: 0n, max: 10n ** 5n }).map((minor) => money(minor, currency))
const signed = fc.bigInt({ min: -100n, max: 10n ** 6n }).map((minor) => money(minor, currency))
const deal: fc.Arbitrary<Deal> = fc.record({
  parties: fc.constantFrom<Deal['parties']>(
    { funder: 'F1', platform: 'P1', supplier: 'S1', buyer: 'B1' },
    { funder: 'F1', platform: 'P1', supplier: 'S1' },
  ),
  orderId: fc.constant('FO-1'),
  recourse: fc.boolean(),
  disclosed: fc.boolean(),
})
const withBuyer = deal.map((one): Deal => ({ ...one, parties: { ...one.parties, buyer: 'B1' } }))
const fees: fc.Arbitrary<FeeCharge[]> = fc.array(
  fc.record({
    code: fc.constantFrom(...feeCodes),
    payer: fc.constantFrom(...feePayers),
    beneficiary: fc.constantFrom('PLATFORM', 'FUNDER'),
    amount: small,
    tax: small,
  }),
  { minLength: 1, maxLength: 6 },
)
// A deal without a buyer bills none.
const borneBy = ({ parties }: Deal, all: FeeCharge[]) => all.filter((fee) => parties.buyer || fee.payer !== 'BUYER')
const payer = fc.constantFrom('BUYER', 'SUPPLIER', 'OTHER')
const discount = fc.record({ fund: small, spread: small })
// Large enough that interest and fees never exceed the advance.
const advance = fc.bigInt({ min: 10n ** 7n, max: 10n ** 14n }).map((minor) => money(minor, currency))
const purchase = fc
  .record({ advance, reserve: amount, discount, fees })
  .map(({ reserve, ...one }) => ({ ...one, face: money(one.advance.minor + reserve.minor, currency) }))
const allocated = fc.record({ fees: small, penalty: small, interest: small, principal: amount, reserve: amount })
const before = fc.record({ face: fc.constant(money(10n ** 16n, currency)), claim: amount, reserve: amount })
const lossPart = fc.record({ penalty: small, fees: small, interest: small, claim: amount, principal: amount })
const exposure = fc
  .record({
    face: amount,
    loan: fc.constant(zero(currency)),
    claim: amount,
    interest: small,
    penalty: small,
    fees: small,
    share: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ share, ...one }) => ({ ...one, reserve: money((one.face.minor * BigInt(share)) / 100n, currency) }))

const events: [name: string, journals: fc.Arbitrary<Journal>][] = [
  ['L1 funding of a purchase', fc.tuple(deal, purchase).map(([d, one]) => post.fundPurchase(key, d, one))],
  ['L2 funding of a loan', fc.tuple(deal, purchase).map(([d, one]) => post.fundLoan(key, d, one))],
  [
    'L3 accrual',
    fc
      .tuple(deal, fc.constantFrom('IN_ADVANCE', 'IN_ARREARS'), signed, signed, signed)
      .map(([d, method, fund, spread, penalty]) => post.accrue(key, d, { method, fund, spread, penalty })),
  ],
  ['L4 collection', fc.tuple(deal, amount, payer).map(([d, receipt, by]) => post.collect(key, d, { receipt, payer: by }))],
  [
    'L5 allocation to a receivable',
    fc
      .tuple(deal, allocated, before, payer)
      .map(([d, one, at, by]) => post.allocateToReceivable(key, d, { allocated: one, before: at, payer: by })),
  ],
  [
    'L5 allocation to a loan',
    fc.tuple(deal, allocated, payer).map(([d, one, by]) => post.allocateToLoan(key, d, { allocated: one, payer: by })),
  ],
  [
    'L6 dilution of a loss',
    fc.tuple(deal, amount, amount).map(([d, absorbed, excess]) => post.diluteLost(key, d, { absorbed, excess })),
  ],
  ['L6 dilution', fc.tuple(deal, amount, amount).map(([d, absorbed, excess]) => post.dilute(key, d, { absorbed, excess }))],
  ['L7 release', fc.tuple(deal, amount).map(([d, one]) => post.releaseReserve(key, d, one))],
  ['L8 refund due', fc.tuple(deal, amount).map(([d, one]) => post.accrueRefund(key, d, one))],
  ['L8 refund paid', fc.tuple(deal, amount, payer).map(([d, one, payee]) => post.payRefund(key, d, { amount: one, payee }))],
  [
    'L9 conversion',
    fc.tuple(deal, purchase, small, small, small, small, small).map(([d, one, interest, penalty, other, topUp, surplus]) =>
      post.convertLoan(key, d, {
        purchase: one,
        payoff: { orderId: 'FO-0', principal: money(one.advance.minor / 2n, currency), interest, penalty, fees: other },
        topUp,
        surplus,
      }),
    ),
  ],
  ['L10 repurchase', fc.tuple(deal, exposure).map(([d, one]) => post.repurchase(key, { ...d, recourse: true }, one))],
  [
    'L11 fees at settlement lost',
    fc
      .tuple(deal, amount, amount, fc.boolean())
      .map(([d, fees, passed, isDebt]) => post.loseFees(key, d, { fees, passed, isDebt })),
  ],
  ['L11 write-off', fc.tuple(deal, exposure).map(([d, one]) => post.writeOff(key, d, one, zero(currency)))],
  [
    'L11 recovery',
    fc
      .tuple(deal, lossPart, amount, amount, payer)
      .map(([d, part, reserve, expected, by]) =>
        post.recover(key, d, { part, reserve, beyond: reserve, takenBack: [], payer: by, kind: 'PURCHASE', expected }),
      ),
  ],
  [
    'L20 costs from the reserve',
    fc
      .tuple(deal, small, small, small)
      .map(([d, interest, penalty, due]) => post.reservePays(key, d, { interest, penalty, fees: due })),
  ],
  [
    'L12 rebate',
    fc.tuple(deal, discount, fc.integer({ min: 0, max: 100 })).map(([d, one, share]) =>
      post.rebateDiscount(key, d, {
        ...one,
        rebate: money(((one.fund.minor + one.spread.minor) * BigInt(share)) / 100n, currency),
      }),
    ),
  ],
  ['L14 remittance', fc.tuple(deal, amount).map(([d, one]) => post.remitToPlatform(key, d, one))],
  [
    'L15 credit of a paid fee',
    fc.tuple(withBuyer, fees, amount).map(([d, all, refund]) =>
      post.creditFee(key, d, {
        fee: { ...all[0]!, amount: negated(all[0]!.amount), tax: negated(all[0]!.tax) },
        refund,
      }),
    ),
  ],
  ['L18 collected for the supplier', fc.tuple(withBuyer, amount).map(([d, one]) => post.collectForSupplier(key, d, one))],
  ["L5 a buyer's fees", fc.tuple(withBuyer, amount).map(([d, one]) => post.payBuyerFees(key, d, one))],
  [
    'L15 fee charged or corrected',
    fc.tuple(deal, fees, fc.boolean()).map(([d, all, down]) =>
      post.chargeFees(
        key,
        d,
        borneBy(d, all).map((one) => (down ? { ...one, amount: negated(one.amount), tax: negated(one.tax) } : one)),
      ),
    ),
  ],
]
const negated = (one: Money) => subtract(zero(currency), one)

describe.each(events)('%s', (_name, journals) => {
  it('balances in every book for all amounts, with postings above zero on known accounts only', () => {
    fc.assert(
      fc.property(journals, (journal) => {
        expect(imbalances(journal.postings)).toEqual([])
        for (const { book, account, amount: posted } of journal.postings) {
          expect(posted.minor > 0n).toBe(true)
          expect(accountOf(`${book}${account}`).book).toBe(book)
        }
      }),
      { numRuns: 60 },
    )
  })
  it('leaves no trace after its reversal', () => {
    fc.assert(
      fc.property(journals, (journal) => {
        const mirror = post.reverse(journal, { ...key, eventType: 'REVERSAL' })
        expect(mirror.reversalOf).toBe(journalKeyText(key))
        const both = [...journal.postings, ...mirror.postings]
        for (const one of journal.postings)
          expect(balanceOf(both, `${one.book}${one.account}` as 'F1000', { currency: one.amount.currency })).toBe(0n)
      }),
      { numRuns: 30 },
    )
  })
})

it('the platform is owed what the funder owes it, whatever the fees and the spread', () => {
  fc.assert(
    fc.property(deal, purchase, signed, fees, (d, one, spread, more) => {
      const all = [
        post.fundPurchase(key, d, one),
        post.accrue(key, d, { method: 'IN_ARREARS', fund: zero(currency), spread, penalty: zero(currency) }),
        post.chargeFees(key, d, borneBy(d, more)),
      ].flatMap(({ postings }) => postings)
      expect(balanceOf(all, 'P1100')).toBe(balanceOf(all, 'F2300'))
    }),
  )
})

it('a write-off loses exactly what the books still hold', () => {
  fc.assert(
    fc.property(deal, exposure, (d, one) => {
      expect(balanceOf(post.writeOff(key, d, one, zero(currency)).postings, 'F5000')).toBe(exposureTotal(one).minor)
    }),
  )
})

it('a reversal is not reversed again', () => {
  const d: Deal = { parties: { funder: 'F1', platform: 'P1', supplier: 'S1' }, orderId: 'FO-1', recourse: true, disclosed: false }
  const mirror = post.reverse(post.remitToPlatform(key, d, money(1n, currency)), { ...key, seq: 2 })
  expect(() => post.reverse(mirror, { ...key, seq: 3 })).toThrow('not reversed')
})

it('lines that do not balance, or are below zero, make no journal', () => {
  const d: Deal = { parties: { funder: 'F1', platform: 'P1', supplier: 'S1' }, orderId: 'FO-1', recourse: true, disclosed: false }
  expect(() => journalOf(key, d, [debit('F1000', money(1n, currency))])).toThrow('off by 1')
  expect(() => journalOf(key, d, [debit('F1000', money(-1n, currency))])).toThrow('below zero')
  const posted = { book: 'F', owner: 'F1', account: '1000', side: 'D', amount: money(5n, currency), dims: {} } as const
  expect(imbalances([posted])).toEqual([{ book: 'F', owner: 'F1', currency, debitLessCredit: 5n }])
  // Equal sums in two currencies, or in two companies' books, do not make up for each other.
  expect(imbalances([posted, { ...posted, side: 'C', amount: money(5n, 'JPY') }])).toHaveLength(2)
  expect(imbalances([posted, { ...posted, side: 'C', owner: 'F2' }])).toHaveLength(2)
})

it('every account has a name in both languages and a normal side', () => {
  expect(ledgerAccounts.size).toBe(49)
  for (const { book, en, zh, normalSide } of ledgerAccounts.values()) {
    expect(books).toContain(book)
    expect(en).toMatch(/^[A-Z][a-z ]+$/)
    expect(zh).toMatch(/^\p{Script=Han}+$/u)
    expect(['D', 'C']).toContain(normalSide)
  }
})
