import { expect, test } from 'vitest'
import { isReductionAsked, unconfirmedOf } from './unconfirmed.tsx'

const invoice = { amount: '72500.50', confirmedAmount: '70000.25', reducedAmount: '0.00', currency: 'USD' }

test.each([
  ['a lower amount was confirmed', {}, '2500.25'],
  ['a credit note has reduced part of the rest', { reducedAmount: '500.25' }, '2000.00'],
  ['a credit note has reduced all of the rest', { reducedAmount: '2500.25' }, undefined],
  [
    'a debit note came on top of a credit note for part of it',
    { adjustedAmount: '-1000.00', reducedAmount: '500.25' },
    '2000.00',
  ],
  ['all of it was confirmed', { confirmedAmount: '72500.50' }, undefined],
  ['nothing is confirmed yet', { confirmedAmount: null }, undefined],
])('the rest of an invoice that is not confirmed is told where %s', (_, facts, rest) => {
  expect(unconfirmedOf({ ...invoice, ...facts })).toBe(rest)
})

test.each([
  ['is in approval', 'CREDIT_NOTE', 'IN_APPROVE', true],
  ['was sent back', 'CREDIT_NOTE', 'REJECTED', false],
  ['has passed', 'CREDIT_NOTE', 'PASSED', false],
  ['was refused', 'CREDIT_NOTE', 'REFUSED', false],
  ['is a debit note', 'DEBIT_NOTE', 'IN_APPROVE', false],
])('the credit note for what is not confirmed is offered once: one that %s', (_, type, status, asked) => {
  expect(isReductionAsked([{ type, status }])).toBe(asked)
})
