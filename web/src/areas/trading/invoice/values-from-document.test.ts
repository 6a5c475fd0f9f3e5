import { expect, test } from 'vitest'
import { buyerNamed, valuesFromDocument } from './values-from-document.ts'

const buyers = [
  { code: 'CEDAR', name: 'Cedar Retail Inc' },
  { code: 'DOG', name: 'Dogwood Stores GmbH' },
]

test('a document fills the form, the buyer by name whatever its legal form is written like', () => {
  const read = {
    invoiceNo: 'A-1',
    invoiceDate: '2025-02-03',
    currency: 'USD',
    totalAmount: '3850.00',
    buyerName: 'CEDAR RETAIL, INC.',
    poNumber: 'po 44',
  }
  expect(valuesFromDocument(read, buyers, [{ id: 'x', poNo: 'PO-44' }])).toEqual({
    buyerCode: 'CEDAR',
    invoiceNo: 'A-1',
    issueDate: '2025-02-03',
    currency: 'USD',
    amount: '3850.00',
    purchaseOrderId: 'x',
  })
})

test('a yen amount with decimals is left to the user, never cut', () => {
  expect(valuesFromDocument({ currency: 'JPY', totalAmount: '3899.50' }, buyers, [])).toEqual({ currency: 'JPY' })
  expect(valuesFromDocument({ currency: 'JPY', totalAmount: '3899.00' }, buyers, []).amount).toBe('3899')
})

test('a name that fits no buyer, or two, chooses none', () => {
  expect(buyerNamed('Elsewhere Ltd', buyers)).toBeUndefined()
  expect(buyerNamed('Cedar Retail', [...buyers, { code: 'CEDAR2', name: 'Cedar Retail Ltd' }])).toBeUndefined()
})

test('the amount of a partly prepaid invoice is its unpaid rest', () => {
  const read = { currency: 'EUR', totalAmount: '671.15', prepaidAmount: '201.00', payableAmount: '470.15' }
  expect(valuesFromDocument(read, [], []).amount).toBe('470.15')
})
