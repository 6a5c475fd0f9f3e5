import { describe, expect, test } from 'vitest'
import { adjust } from './calendar.ts'
import { china2025 } from './china-2025.fixture.ts'
import { dayCounts } from './day-count.ts'
import * as I from './interest.ts'
import * as M from './money.ts'
import { parseDecimal, rational, toDecimalText, zero } from './rational.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const segment = (principal: string, rate: string, from: string, to: string) => ({
  principal: usd(principal),
  ratePercent: parseDecimal(rate),
  from,
  to,
})

test('a loan with two resets and a partial repayment: interest first, summed unrounded and rounded once', () => {
  const before = I.interestOf(
    [segment('500000.00', '6.55', '2025-01-15', '2025-02-01'), segment('500000.00', '6.60', '2025-02-01', '2025-02-10')],
    'ACT_360',
    'USD',
  )
  expect(before.segments.map(({ days, raw }) => [days, toDecimalText(raw, 6)])).toEqual([
    [17, '1546.527778'],
    [9, '825.000000'],
  ])
  expect(M.toDecimal(before.amount)).toBe('2371.53')
  const left = M.subtract(usd('500000.00'), M.subtract(usd('200000.00'), before.amount))
  expect(M.toDecimal(left)).toBe('302371.53')
  const after = I.interestOf(
    [segment('302371.53', '6.60', '2025-02-10', '2025-03-01'), segment('302371.53', '6.57', '2025-03-01', '2025-03-31')],
    'ACT_360',
    'USD',
  )
  expect(after.segments.map(({ days, raw }) => [days, toDecimalText(raw, 6)])).toEqual([
    [19, '1053.260830'],
    [30, '1655.484127'],
  ])
  expect([M.toDecimal(after.amount), M.toDecimal(M.add(left, after.amount))]).toEqual(['2708.74', '305080.27'])
})

test('a dinar keeps its third decimal', () => {
  const advance = M.fromDecimal('20000.100', 'KWD')
  const raw = I.simpleInterest(advance, parseDecimal('5.75'), rational(30, 360))
  expect([toDecimalText(raw, 6), M.toDecimal(M.fromRational(raw, 'KWD'))]).toEqual(['95.833813', '95.834'])
})

test('discount to yield pays 88,991.43 for 90,000.00', () => {
  const advance = usd('90000.00')
  const discount = M.fromRational(I.discountOf(advance, parseDecimal('6.80'), rational(60, 360), 'YIELD'), 'USD')
  expect([M.toDecimal(discount), M.toDecimal(M.subtract(advance, discount))]).toEqual(['1008.57', '88991.43'])
})

test('interest over Golden Week runs to the due date or to the day it can be paid', () => {
  const due = '2025-10-03'
  const paid = adjust(due, 'FOLLOWING', [china2025])
  const cny = (to: string) =>
    I.interestOf(
      [{ principal: M.fromDecimal('1000000', 'CNY'), ratePercent: parseDecimal('4.20'), from: '2025-08-04', to }],
      'ACT_360',
      'CNY',
    )
  expect([cny(due), cny(paid)].map(({ days, amount }) => [days, M.toDecimal(amount)])).toEqual([
    [60, '7000.00'],
    [66, '7700.00'],
  ])
})

describe('choosing the fixing of a reset', () => {
  const fixing = (effectiveDate: string, percentRate: string, revision = 1, type = 'SOFR') => ({
    type,
    effectiveDate,
    revision,
    percentRate: parseDecimal(percentRate),
  })
  const published = [
    fixing('2025-02-26', '4.33'),
    fixing('2025-02-27', '4.30'),
    fixing('2025-02-27', '4.31', 2),
    fixing('2025-02-28', '4.39'),
    fixing('2025-02-27', '9.99', 3, 'SOFRAI'),
  ]
  const choose = (resetDate: string, lookbackBd: number, type = 'SOFR') =>
    I.chooseFixing(published, { type, resetDate, lookbackBd, calendars: [] })

  test('two business days before Monday 3 March is Thursday, whose highest revision counts', () => {
    expect(choose('2025-03-03', 2)).toEqual({ ok: true, value: published[2] })
  })
  test('without look-back the last one before a Sunday is the Friday', () => {
    expect(choose('2025-03-02', 0)).toEqual({ ok: true, value: published[3] })
  })
  test('a day before the first publication has no fixing', () => {
    expect(choose('2025-02-26', 2)).toEqual({ ok: false, refusal: 'NO_FIXING' })
    expect(choose('2025-03-03', 2, 'ESTR')).toEqual({ ok: false, refusal: 'NO_FIXING' })
  })
  test('a negative fixing is lifted to the floor before the margin is added', () => {
    const margin = parseDecimal('2.50')
    expect(toDecimalText(I.customerRate(parseDecimal('-0.40'), margin), 2)).toBe('2.50')
    expect(toDecimalText(I.customerRate(parseDecimal('4.30'), margin), 2)).toBe('6.80')
    expect(toDecimalText(I.customerRate(zero, margin, parseDecimal('1.00')), 2)).toBe('3.50')
  })
  test('a client is never paid for borrowing, whatever floor and margin say', () => {
    expect(toDecimalText(I.customerRate(parseDecimal('-0.40'), parseDecimal('-0.25'), parseDecimal('-1')), 2)).toBe('0.00')
    expect(toDecimalText(I.customerRate(parseDecimal('1.40'), parseDecimal('-0.25'), parseDecimal('-1')), 2)).toBe('1.15')
  })
})

test('the client pays 1,020.00, of which the funder earns 872.88 and the platform keeps the rest', () => {
  const legs = I.splitLegs(usd('1020.00'), {
    advance: usd('90000.00'),
    fundRatePercent: parseDecimal('5.90'),
    fundDayCount: 'ACT_365F',
    from: '2025-03-03',
    to: '2025-05-02',
  })
  expect([M.toDecimal(legs.fund), M.toDecimal(legs.spread)]).toEqual(['872.88', '147.12'])
})

test('a minimum number of interest days lengthens only shorter financings', () => {
  expect([I.interestEnd('2025-03-03', '2025-03-03', 7), I.interestEnd('2025-03-03', '2025-05-02', 7)]).toEqual([
    '2025-03-10',
    '2025-05-02',
  ])
  expect(dayCounts.ACT_360.measure('2025-03-03', '2025-03-10').days).toBe(7)
})
