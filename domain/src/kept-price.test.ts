import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accept } from './accept.fixture.ts'
import { calendar } from './calendar.ts'
import { keptInput, readInput } from './kept-price.ts'
import * as M from './money.ts'
import { rational } from './rational.ts'
import { type TrialInput, trialCalculation } from './trial.ts'

const rest = ['2024-12-25', '2025-03-04', '2025-03-05', '2025-05-01', '2025-05-02', '2031-01-01']
const amount = fc.bigInt({ min: 10_000n, max: 10n ** 12n }).map((minor) => M.money(minor, 'USD'))
const percent = fc.integer({ min: 0, max: 4000 }).map((bps) => rational(bps, 300))

const anyInput: fc.Arbitrary<TrialInput> = fc
  .record({
    amounts: fc.array(amount, { minLength: 1, maxLength: 4 }),
    margin: percent,
    feeValue: percent,
    leg: fc.option(percent),
    days: fc.integer({ min: 1, max: 150 }),
    bdConvention: fc.constantFrom('FOLLOWING' as const, 'MODIFIED_FOLLOWING' as const, 'PRECEDING' as const),
    interestMethod: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
    available: fc.option(amount),
  })
  .map(({ amounts, margin, feeValue, leg, days, bdConvention, interestMethod, available }) => ({
    request: {
      financingProductId: 'P',
      funderCode: 'F',
      buyerCode: 'B',
      currency: 'USD',
      fundingDate: '2025-03-04',
      items: amounts.map((_, index) => ({ docType: 'INVOICE' as const, docId: `d${index}` })),
    },
    product: {
      id: 'P',
      type: 'RECEIVABLE_PURCHASE',
      currencies: ['USD'],
      advanceRate: rational(85),
      minTenor: 0,
      maxTenor: 200,
      interestMethod,
      discountMethod: 'STRAIGHT',
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin,
      dayCount: 'ACT_360',
      resetFrequency: 'NONE',
      lookbackBd: 2,
      bdConvention,
      accrualShift: 'SC',
      minInterestDays: 0,
      ...(leg ? { fundLeg: { rate: leg, dayBase: 365 as const } } : {}),
    },
    documents: amounts.map((one, index) => ({
      docType: 'INVOICE' as const,
      docId: `d${index}`,
      number: `N${index}`,
      dueDate: new Date(Date.UTC(2025, 2, 4 + days + index)).toISOString().slice(0, 10),
      amount: one,
      confirmedAmount: one,
      docStatus: 'CONFIRMED' as const,
      financeStatus: 'UNFINANCED' as const,
    })),
    fixings: [{ type: 'SOFR', effectiveDate: '2025-02-27', revision: 1, percentRate: rational(43, 10) }],
    fees: [
      { code: 'SERVICE', basis: 'PCT_FACE', value: feeValue, payer: 'SUPPLIER', beneficiary: 'PLATFORM', timing: 'FUNDING' },
    ],
    limits: available ? [{ type: 'BUYER', available }] : [],
    calendars: [calendar('US', { rest })],
    asOf: '2025-03-03',
    relationshipEnabled: true,
    buyerEnabled: true,
    supplierEnabled: true,
    crossAged: false,
    intraGroup: false,
  }))

test('a stored input prices to the same figures, explanation and text', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const text = keptInput(input)
      expect(trialCalculation(readInput(text))).toEqual(trialCalculation(input))
      expect(keptInput(readInput(text))).toBe(text)
    }),
    { numRuns: 200 },
  )
})

test('a stored price that does not name the face of its fees has them on the amounts of its documents', () => {
  const [input] = fc.sample(anyInput, 1)
  const documents = input!.documents.map((one) => ({ ...one, adjustments: M.money(one.amount.minor / 4n, 'USD') }))
  const text = keptInput({ ...input!, documents })
  const before = text.replace('"faceOfFees":"CONTRACTED",', '')
  expect(before).not.toBe(text)
  const faceOf = (stored: string) => accept(trialCalculation(readInput(stored))).fees[0]!.base
  const sumOf = (amounts: readonly M.Money[]) => M.toRational(M.sum(amounts, 'USD'))
  const taken = documents.filter((_, index) => M.isPositive(accept(trialCalculation(readInput(text))).items[index]!.applyAmount))
  expect(faceOf(before)).toEqual(sumOf(taken.map(({ amount }) => amount)))
  expect(faceOf(text)).toEqual(sumOf(taken.map(({ amount, adjustments }) => M.subtract(amount, adjustments))))
})

test('holidays that cannot move a date of the request are left out, and other texts are refused', () => {
  const [input] = fc.sample(anyInput, 1)
  expect(keptInput(input!)).toContain('2025-05-01')
  expect(keptInput(input!)).not.toContain('2031-01-01')
  for (const text of ['{}', '[]', '"text"']) expect(() => readInput(text)).toThrow('Not the input of a trial.')
})
