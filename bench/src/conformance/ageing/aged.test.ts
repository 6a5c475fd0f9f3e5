import { fromDecimal, toDecimal } from '@usance/domain/money'
import { expect, it } from 'vitest'
import { type AgedInvoice, bucketOf, dueBalance } from './aged.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const invoice: AgedInvoice = {
  no: 'INV-005',
  buyer: 'B2',
  status: 'CONFIRMED',
  issueDate: '2025-03-05',
  dueDate: '2025-05-04',
  amount: usd('12000'),
  adjustments: [{ date: '2025-06-01', amount: usd('600') }],
  payments: [{ date: '2025-07-01', amount: usd('400') }],
}
const query = { currency: 'USD', asOf: '2025-06-30' }

it('what is owed on a day is the amount less the adjustments and payments dated by then', () =>
  expect(toDecimal(dueBalance([invoice], query).total)).toBe('11400.00'))

it('one buyer alone has only its own balance', () =>
  expect(toDecimal(dueBalance([invoice, { ...invoice, buyer: 'B1' }], { ...query, buyer: 'B1' }).total)).toBe('11400.00'))

it('drafts, cancelled invoices and other currencies do not count', () => {
  const others = [
    { ...invoice, no: 'D', status: 'DRAFT' },
    { ...invoice, no: 'C', status: 'CANCELLED' },
    { ...invoice, no: 'E', amount: fromDecimal('5', 'EUR'), adjustments: [], payments: [] },
  ]
  expect(toDecimal(dueBalance([invoice, ...others], query).total)).toBe('11400.00')
  expect(toDecimal(dueBalance([invoice, ...others], { ...query, currency: 'EUR' }).total)).toBe('5.00')
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
