import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromDecimal, sum, toDecimal } from '../money.ts'
import { toDecimalText } from '../rational.ts'
import { ageing, bucketOf, history, openOn, type Receivable, totalOutstanding } from './ageing.ts'
import { dilution, dilutionIn, dso, paymentBehaviour } from './behaviour.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const on = (date: string, amount: string) => ({ date: `2025-${date}`, amount: usd(amount) })
const invoice = (
  number: string,
  buyer: string,
  issue: string,
  due: string,
  amount: string,
  extra: Partial<Receivable> = {},
): Receivable => ({
  number,
  buyer,
  issueDate: `2025-${issue}`,
  dueDate: `2025-${due}`,
  amount: usd(amount),
  adjustments: [],
  payments: [],
  ...extra,
})
/** The worked dataset of the domain design: two buyers, ten invoices, half a year. */
const book = [
  invoice('001', 'B1', '03-01', '04-30', '10000', { payments: [on('05-10', '10000')] }),
  invoice('002', 'B1', '04-15', '06-14', '20000', { adjustments: [on('05-20', '1000')], payments: [on('06-12', '9000')] }),
  invoice('003', 'B1', '05-20', '07-19', '15000'),
  invoice('004', 'B2', '02-10', '04-11', '8000'),
  invoice('005', 'B2', '03-05', '05-04', '12000', { adjustments: [on('06-01', '600')] }),
  invoice('006', 'B2', '01-05', '03-06', '5000'),
  invoice('007', 'B2', '06-10', '08-09', '25000'),
  invoice('008', 'B1', '04-01', '05-31', '6000', { payments: [on('05-29', '6000')] }),
  invoice('010', 'B1', '05-05', '07-03', '30000'),
  invoice('011', 'B2', '06-20', '09-18', '40000'),
]
const asOf = '2025-06-30'

describe('the receivables dashboard', () => {
  test('what is owed falls into five buckets by days past due', () => {
    expect(ageing(book, asOf, 'USD').map(({ bucket, amount, count }) => [bucket, toDecimal(amount), count])).toEqual([
      ['NOT_DUE', '110000.00', 4],
      ['D1_30', '10000.00', 1],
      ['D31_60', '11400.00', 1],
      ['D61_90', '8000.00', 1],
      ['D90_PLUS', '5000.00', 1],
    ])
    expect(toDecimal(totalOutstanding(book, asOf, 'USD'))).toBe('144400.00')
  })

  test('eight invoices are open, each with its days overdue', () => {
    const open = openOn(book, asOf)
    expect(open).toHaveLength(8)
    expect(open.find(({ receivable }) => receivable.number === '006')?.overdueDays).toBe(116)
  })

  test('the history restates each month end from the documents', () => {
    expect(history(book, asOf, 'USD', 4).map(({ date, amount }) => [date.slice(0, 7), toDecimal(amount)])).toEqual([
      ['2025-03', '35000.00'],
      ['2025-04', '61000.00'],
      ['2025-05', '89000.00'],
      ['2025-06', '144400.00'],
    ])
  })

  test('payments are weighed by amount', () => {
    const { total, onTimePercent, daysToPay, daysLate } = paymentBehaviour(book, asOf, 'USD')
    expect([
      toDecimal(total),
      toDecimalText(onTimePercent!, 2),
      toDecimalText(daysToPay!, 1),
      toDecimalText(daysLate!, 1),
    ]).toEqual(['25000.00', '60.00', '62.8', '2.8'])
  })

  test('days sales outstanding is what is owed over ninety days of invoices', () => {
    expect(toDecimalText(dso(book, asOf, 'USD')!, 1)).toBe('100.0')
    expect(dso([], asOf, 'USD')).toBeNull()
  })

  test.each([
    ['B1', '1.23'],
    ['B2', '0.67'],
    ['ALL', '0.94'],
  ])('dilution of %s is %s percent', (buyer, percent) => {
    const part = buyer === 'ALL' ? book : book.filter((entry) => entry.buyer === buyer)
    expect(toDecimalText(dilution(part, asOf, 'USD').percent!, 2)).toBe(percent)
  })

  test('dilution of May is two hundredths and a bit', () => {
    expect(toDecimalText(dilutionIn(book, '2025-05-01', '2025-05-31', 'USD').percent!, 2)).toBe('2.22')
  })

  test.each([
    [0, 'NOT_DUE'],
    [1, 'D1_30'],
    [30, 'D1_30'],
    [31, 'D31_60'],
    [60, 'D31_60'],
    [61, 'D61_90'],
    [90, 'D61_90'],
    [91, 'D90_PLUS'],
  ] as const)('%i days past due are %s', (days, bucket) => {
    expect(bucketOf(days)).toBe(bucket)
  })

  test('buckets lose nothing and invent nothing', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((minor) => ({ minor, currency: 'USD' }))
    const receivable = fc.record({ amount, due: fc.integer({ min: 0, max: 300 }) }).map(
      ({ amount: value, due }, i = 0): Receivable => ({
        number: String(i),
        buyer: 'B',
        issueDate: '2024-09-01',
        dueDate: new Date(Date.UTC(2024, 8, 1 + due)).toISOString().slice(0, 10),
        amount: value,
        adjustments: [],
        payments: [],
      }),
    )
    fc.assert(
      fc.property(fc.array(receivable, { maxLength: 40 }), (all) => {
        expect(
          sum(
            ageing(all, asOf, 'USD').map((row) => row.amount),
            'USD',
          ),
        ).toEqual(totalOutstanding(all, asOf, 'USD'))
      }),
    )
  })
})
