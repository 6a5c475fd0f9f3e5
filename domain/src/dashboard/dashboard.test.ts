import { describe, expect, it } from 'vitest'
import { fromDecimal, type Money, mulDiv, toDecimal } from '../money.ts'
import { toDecimalText } from '../rational.ts'
import { dilutedCount, dilutionByBuyer, dilutionByMonth, dilutionOf } from './dilution-ratio.ts'
import { availableForFinance, dueInNext7Days, financingBalance, headroomOf, tradeInfo } from './financing.ts'
import {
  balanceHistory,
  daysSalesOutstanding,
  paymentHistory,
  paymentRows,
  receivableByBuyer,
  receivableByMonth,
} from './history.ts'
import { bucketOf, dueBalance, openInvoices } from './receivables.ts'
import { portfolioInvoices, portfolioLimits, portfolioOrders, portfolioQuery } from './worked-portfolio.fixture.ts'

const texts = (amounts: ReadonlyMap<string, Money>) =>
  Object.fromEntries([...amounts].map(([key, amount]) => [key, toDecimal(amount)]))
const invoices = portfolioInvoices
const query = portfolioQuery

describe('the worked portfolio on 2025-06-30', () => {
  it('has 144,400.00 outstanding, 34,400.00 of it overdue', () => {
    const { total, overdue, buckets } = dueBalance(invoices, query)
    expect(toDecimal(total)).toBe('144400.00')
    expect(toDecimal(overdue)).toBe('34400.00')
    expect(buckets.map(({ bucket, amount, count }) => [bucket, toDecimal(amount), count])).toEqual([
      ['NOT_DUE', '110000.00', 4],
      ['D1_30', '10000.00', 1],
      ['D31_60', '11400.00', 1],
      ['D61_90', '8000.00', 1],
      ['D90_PLUS', '5000.00', 1],
    ])
    expect(openInvoices(invoices, query)).toHaveLength(8)
  })
  it('stood at 35,000.00 in March and has grown every month since', () => {
    const history = balanceHistory(invoices, query).map(({ date, amount }) => [date, toDecimal(amount)])
    expect(history).toHaveLength(12)
    expect(history.slice(-4)).toEqual([
      ['2025-03-31', '35000.00'],
      ['2025-04-30', '61000.00'],
      ['2025-05-31', '89000.00'],
      ['2025-06-30', '144400.00'],
    ])
    expect(history[0]).toEqual(['2024-07-31', '0.00'])
  })
  it('is owed by two buyers', () => expect(texts(receivableByBuyer(invoices, query))).toEqual({ B1: '55000.00', B2: '89400.00' }))
  it('was invoiced by month', () => {
    const june = receivableByMonth(invoices, query).at(-1)!
    expect([june.month, toDecimal(june.gross), toDecimal(june.outstanding)]).toEqual(['2025-06', '65000.00', '65000.00'])
  })
  it('was paid 25,000.00, 60.00 % of it on time, after 62.8 days on average', () => {
    const paid = paymentHistory(invoices, query)
    expect(texts(paid.byMonth)).toEqual({ '2025-05': '16000.00', '2025-06': '9000.00' })
    expect(texts(paid.byBuyer)).toEqual({ B1: '25000.00' })
    expect(toDecimal(paid.total)).toBe('25000.00')
    expect(toDecimalText(paid.onTimePct!, 2)).toBe('60.00')
    expect(toDecimalText(paid.averageDaysToPay!, 1)).toBe('62.8')
    expect(toDecimalText(paid.averageDaysLate!, 1)).toBe('2.8')
    expect(paymentRows(invoices, query).map(({ invoice }) => invoice.no)).toEqual(['INV-001', 'INV-008', 'INV-002'])
  })
  it('takes 100.0 days to be collected', () => expect(toDecimalText(daysSalesOutstanding(invoices, query)!, 1)).toBe('100.0'))
  it('is diluted by 0.94 %', () => {
    const rates = [...dilutionByBuyer(invoices, query)].map(([buyer, { ratePct }]) => [buyer, toDecimalText(ratePct!, 2)])
    expect(rates).toEqual([
      ['B1', '1.23'],
      ['B2', '0.67'],
    ])
    expect(toDecimalText(dilutionOf(invoices, query).ratePct!, 2)).toBe('0.94')
    expect(dilutedCount(invoices, query)).toBe(2)
  })
  it('was diluted month by month', () => {
    const months = [...dilutionByMonth(invoices, query)].map(([month, { dilution, gross, ratePct }]) => [
      month,
      toDecimal(dilution),
      toDecimal(gross),
      toDecimalText(ratePct!, 2),
    ])
    expect(months.slice(-3)).toEqual([
      ['2025-04', '0.00', '26000.00', '0.00'],
      ['2025-05', '1000.00', '45000.00', '2.22'],
      ['2025-06', '600.00', '65000.00', '0.92'],
    ])
  })
  it('is financed with 46,700.00, of which 27,280.50 with interest is due in the next seven days', () => {
    expect(toDecimal(financingBalance(portfolioOrders, query))).toBe('46700.00')
    expect(toDecimal(dueInNext7Days(portfolioOrders, query))).toBe('27280.50')
    expect(toDecimal(dueInNext7Days(portfolioOrders, { ...query, asOf: '2025-06-25' }))).toBe('0.00')
    expect(toDecimal(dueInNext7Days(portfolioOrders, { ...query, asOf: '2025-06-26' }))).toBe('27280.50')
  })
  it('could be financed with 30,000.00 more, which the limit of one buyer decides', () => {
    const maxAdvance = (_: unknown, outstanding: Money) => mulDiv(outstanding, portfolioLimits.advanceRatePct, 100n, 'DOWN')
    const available = (limits: typeof portfolioLimits) =>
      toDecimal(availableForFinance(invoices, portfolioOrders, limits, query, maxAdvance))
    expect(toDecimal(headroomOf(portfolioLimits.facility, portfolioOrders, query))).toBe('83300.00')
    expect(available(portfolioLimits)).toBe('30000.00')
    expect(available({ ...portfolioLimits, buyers: new Map() })).toBe('36000.00')
    expect(available({ ...portfolioLimits, facility: fromDecimal('70000', 'USD') })).toBe('3300.00')
    expect(available({ ...portfolioLimits, facility: fromDecimal('10000', 'USD') })).toBe('0.00')
  })
  it('counts two buyers, eight open and four overdue invoices', () => {
    expect(tradeInfo(invoices, [], query)).toEqual({ buyers: 2, openInvoices: 8, overdueInvoices: 4, openPurchaseOrders: 0 })
    const purchaseOrders = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'CLOSED'].map((status) => ({
      status,
      currency: 'USD',
      buyer: 'B1',
    }))
    expect(tradeInfo(invoices, purchaseOrders, query).openPurchaseOrders).toBe(2)
  })
})

it('one buyer alone has only its own balance', () =>
  expect(toDecimal(dueBalance(invoices, { ...query, buyer: 'B1' }).total)).toBe('55000.00'))

it('drafts, cancelled invoices and other currencies do not count', () => {
  const [first] = invoices
  const others = [
    { ...first!, no: 'D', status: 'DRAFT', payments: [] },
    { ...first!, no: 'C', status: 'CANCELLED', payments: [] },
    { ...first!, no: 'E', amount: fromDecimal('5', 'EUR'), payments: [] },
  ]
  expect(toDecimal(dueBalance([...invoices, ...others], query).total)).toBe('144400.00')
  expect(toDecimal(dueBalance([...invoices, ...others], { ...query, currency: 'EUR' }).total)).toBe('5.00')
})

it('a rate of nothing is no rate', () => {
  expect(daysSalesOutstanding([], query)).toBeNull()
  expect(dilutionOf([], query).ratePct).toBeNull()
  expect(paymentHistory([], query)).toMatchObject({ onTimePct: null, averageDaysToPay: null, averageDaysLate: null })
})

it.each([
  [-1, 'NOT_DUE'],
  [0, 'NOT_DUE'],
  [1, 'D1_30'],
  [30, 'D1_30'],
  [31, 'D31_60'],
  [60, 'D31_60'],
  [61, 'D61_90'],
  [90, 'D61_90'],
  [91, 'D90_PLUS'],
])('%s days past due is %s', (days, bucket) => expect(bucketOf(days)).toBe(bucket))
