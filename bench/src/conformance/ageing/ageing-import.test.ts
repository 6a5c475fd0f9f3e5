import { toDecimal } from '@usance/domain/money'
import { toShortText } from '@usance/domain/rational'
import { describe, expect, it } from 'vitest'
import { dueBalance } from './aged.ts'
import { importAgeing } from './ageing-import.ts'
import { csvRows } from './csv-rows.ts'
import { dateOrderOf } from './date-order.ts'
import { dueWithin, groupBy, settlementStatistics } from './settlement-statistics.ts'

const ledger = `Customer ID,Invoice Number,Invoice Date,Due Date,Invoice Amount,Disputed,Settled Date
A,1,1/10/2024,2/9/2024,100.10,No,2/20/2024
A,2,2/1/2024,3/2/2024,"1,200.05",Yes,2/29/2024
B,3,11/20/2023,12/20/2023,50,No,
`
function imported(text: string) {
  const result = importAgeing(text, 'USD')
  if (!result.ok) throw new Error(result.reason)
  return result
}

describe('a receivables ledger', () => {
  it('is read with its date order found from the dates themselves', () => {
    const { invoices, problems, dateOrder } = imported(ledger)
    expect([dateOrder, problems]).toEqual(['MDY', []])
    expect(invoices.map(({ issueDate, amount }) => [issueDate, toDecimal(amount)])).toEqual([
      ['2024-01-10', '100.10'],
      ['2024-02-01', '1200.05'],
      ['2023-11-20', '50.00'],
    ])
    expect(invoices.map(({ disputed }) => disputed)).toEqual([false, true, false])
  })

  it('ages what is invoiced and not yet settled on the day', () => {
    const table = dueBalance(imported(ledger).invoices, { currency: 'USD', asOf: '2024-02-15' }).buckets.map(
      ({ bucket, amount, count }) => [bucket, toDecimal(amount), count],
    )
    expect(table).toEqual([
      ['NOT_DUE', '1200.05', 1],
      ['D1_30', '100.10', 1],
      ['D31_60', '50.00', 1],
      ['D61_90', '0.00', 0],
      ['D90_PLUS', '0.00', 0],
    ])
  })

  it('counts what falls due today and within the week, not after it', () => {
    const { invoices } = imported(ledger)
    expect(toDecimal(dueWithin(invoices, '2024-02-09', 7, 'USD'))).toBe('100.10')
    expect(toDecimal(dueWithin(invoices, '2024-02-24', 7, 'USD'))).toBe('1200.05')
    expect(toDecimal(dueWithin(invoices, '2024-02-23', 7, 'USD'))).toBe('0.00')
  })

  it('tells how late it was settled, by count and weighted by amount', () => {
    const { invoices } = imported(ledger)
    const all = settlementStatistics(invoices, 'USD')
    expect([all.count, all.lateCount, all.maxDaysLate]).toEqual([3, 1, 11])
    // 41 and 28 days; weighted (100.10×41 + 1200.05×28) ÷ 1300.15.
    expect([toShortText(all.meanDaysToSettle), toShortText(all.meanDaysLate)]).toEqual(['34.5', '5.5'])
    expect(toShortText(all.weightedDaysToSettle, 6)).toBe('29.000885')
    expect(groupBy(invoices, (invoice) => invoice.buyer).map(({ key, invoices: own }) => [key, own.length])).toEqual([
      ['A', 2],
      ['B', 1],
    ])
  })

  it('leaves no row out silently', () => {
    const broken = `${ledger}B,4,2/30/2024,3/1/2024,5.00,No,
B,5,2/1/2024,3/1/2024,5.005,No,
B,,2/1/2024,3/1/2024,5.00,No,
B,3,2/1/2024,3/1/2024,5.00,No,
`
    const result = importAgeing(broken, 'USD', 'MDY')
    expect(result.ok && result.problems).toEqual([
      { row: 5, column: 'issueDate', reason: 'NOT_A_DATE' },
      { row: 6, column: 'amount', reason: 'NOT_AN_AMOUNT' },
      { row: 7, column: 'number', reason: 'MISSING' },
      { row: 8, column: 'number', reason: 'DUPLICATE' },
    ])
  })

  it('asks for the date order where days and months could be swapped', () => {
    const unclear = 'Customer,Invoice,Invoice Date,Due Date,Amount\nA,1,1/2/2024,3/4/2024,1'
    expect(importAgeing(unclear, 'USD')).toEqual({ ok: false, reason: 'DATES_AMBIGUOUS' })
    const asked = importAgeing(unclear, 'USD', 'DMY')
    expect(asked.ok && asked.invoices[0]?.issueDate).toBe('2024-02-01')
  })

  it('reads Chinese headings, semicolons and Chinese dates', () => {
    const { invoices } = imported('客户名称;发票号码;开票日期;到期日;金额\n甲公司;9;2024年1月5日;2024年2月5日;88.80')
    expect(invoices[0]).toMatchObject({ buyer: '甲公司', dueDate: '2024-02-05', amount: { minor: 8880n } })
  })

  it('is refused without rows or without a column it needs', () => {
    expect(importAgeing('', 'USD')).toEqual({ ok: false, reason: 'NO_ROWS' })
    expect(importAgeing('Customer,Amount\nA,1', 'USD')).toEqual({ ok: false, reason: 'COLUMN_MISSING', column: 'number' })
  })
})

describe('a CSV text', () => {
  it('keeps quotes, separators and line breaks inside a cell', () => {
    expect(csvRows('a,"b ""x"", c\nd"\r\n\r\n1,2')).toEqual([
      ['a', 'b "x", c\nd'],
      ['1', '2'],
    ])
  })
})

describe('the order of a date', () => {
  it('is year first where years come first, and unknown where a text is no date', () => {
    expect(dateOrderOf(['2024-01-02'])).toEqual({ order: 'YMD' })
    expect(dateOrderOf(['13/01/2024', '01/02/2024'])).toEqual({ order: 'DMY' })
    expect(dateOrderOf(['soon'])).toEqual({ order: null, reason: 'NOT_DATES' })
  })
})
