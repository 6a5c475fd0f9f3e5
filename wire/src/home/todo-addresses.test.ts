import { expect, test } from 'vitest'
import { todoAddress } from './todo-addresses.ts'

const on = { today: '2026-11-27', isBuyer: false }

test('each task leads to where it is done, narrowed to the days that are counted', () => {
  expect(todoAddress({ kind: 'RECEIPTS_TO_MATCH' }, on)).toBe('/repayment/management?leftBegin=0.01')
  expect(todoAddress({ kind: 'MATURING_ORDERS' }, on)).toBe(
    '/finance/finance-order?status=FUNDED&status=PARTIALLY_REPAID&nextMaturityBegin=2026-11-27&nextMaturityEnd=2026-12-04',
  )
  expect(todoAddress({ kind: 'OVERDUE_INVOICES' }, { ...on, isBuyer: true })).toBe(
    '/confirmation/invoiceConfirmation?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL&payStatus=WRITTEN_OFF&dueDateEnd=2026-11-26',
  )
})

test('approvals lead to all that wait, whatever view the reader opens the list with', () => {
  expect(todoAddress({ kind: 'APPROVALS' }, on)).toBe('/approval?view=none')
})

test('the seat that does a task stands in its address, with and without other conditions', () => {
  expect(todoAddress({ kind: 'APPROVALS_OF_SEAT', role: 'BUYER' }, on)).toBe('/approval?view=none&__role=BUYER')
  expect(todoAddress({ kind: 'PAYMENTS_FAILED', role: 'FUNDER' }, on)).toBe('/payment/management?status=FAILED&__role=FUNDER')
})
