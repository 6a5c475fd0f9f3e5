import { createHmac } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  confusableSkeleton,
  fingerprintsOf,
  fingerprintTexts,
  type InvoiceIdentity,
  isNearDuplicate,
  normalizeDocumentNo,
  normalizeRegistration,
  withinOneEdit,
} from './fingerprint.ts'
import { fromDecimal } from './money.ts'

const hmac = (text: string) => createHmac('sha256', 'test-key').update(text, 'utf8').digest('hex')
const invoice: InvoiceIdentity = {
  supplierReg: 'CN:91310000MA1K00000X',
  buyerReg: 'US:12-3456789',
  invoiceNo: ' inv－0012/2025 ',
  issueDate: '2025-03-01',
  amount: fromDecimal('100000.00', 'USD'),
}

test.each([
  [' inv－0012/2025 ', 'INV-12-2025'],
  ['INV 12_2025', 'INV-12-2025'],
  ['ＩＮＶ００１２／２０２５', 'INV12-2025'],
  ['000', '0'],
  ['INV-7\u3164\u1160', 'INV-7'],
  ['№ 7', 'NO-7'],
  ['QX-7\ufe0f7', 'QX-77'],
  ['QХ-77', 'QX-77'],
  ['ΙNV-7', 'INV-7'],
  ['INV-٠٧٠', 'INV-70'],
  ['LI-101\u03320105-X', 'LI-1010105-X'],
  ['LI-HÚ1', 'LI-HÚ1'],
  ['发票-007', '发票-7'],
])('the invoice number %j is read as %j', (raw, normal) => expect(normalizeDocumentNo(raw)).toBe(normal))

test.each([
  ['CN:91310000MA1K00000X', 'CN91310000MA1K00000X'],
  ['us 12-3456789', 'US123456789'],
])('the registration number %j is read as %j', (raw, normal) => expect(normalizeRegistration(raw)).toBe(normal))

test.each([
  ['WV 7006', 'WV 7-006', true],
  ['ZK-10-01', 'ZK-1001', true],
  ['WV 7006', 'WV 7-106', false],
])('the numbers %j and %j of one day and amount are near each other: %j', (a, b, isNear) => {
  const of = (number: string) => ({ number, issueDate: '2025-03-01', amount: fromDecimal('100.00', 'USD') })
  expect(isNearDuplicate(of(a), of(b))).toBe(isNear)
})

test('the skeleton of a number has digits for the letters that look like them', () => {
  expect(confusableSkeleton(invoice.invoiceNo)).toBe('1NV122025')
  expect(confusableSkeleton('lNV-I2-2O25')).toBe('1NV122025')
})

test.each([
  ['LI-261014-HÚ1', 'LI-261014-HU1'],
  ['ĹÍ-261014-HÜ1', 'LI-261014-HU1'],
  ['LI-261014-HU\u0301\u03321', 'LI-261014-HU1'],
  ['ΆB-Ё7', 'AB-E7'],
])('the accents of %j are none to a hurried eye, which takes it for %j', (marked, plain) => {
  expect(confusableSkeleton(marked)).toBe(confusableSkeleton(plain))
})

test.each(['ガ-7', '한글-7', 'บิล-7'])('the letters of %j are no accents', (number) => {
  const letter = number[0]!
  expect(confusableSkeleton(number)).toContain(letter)
})

test('the canonical texts hold the normalised parts in a fixed order', () => {
  expect(fingerprintTexts(invoice).fp1).toBe('v1|CN91310000MA1K00000X|US123456789|INV-12-2025|2025-03-01|USD|10000000')
})

test('the fingerprints of the worked case', () => {
  expect(fingerprintsOf(invoice, hmac)).toEqual({
    fp1: '9bd651472d4f4b6fa140ca9c2ff810b7fc97915be17a7811a00aab9b048b873e',
    fp2: 'f0bea2fc71f04be11315576c96a0fd1c7f12184f1cbc72f8a9e7b23e07751def',
    fp3: 'eb01b72af9aa1c8e666cc691e4d86bd0c5d07a5c583fac3fd90d81eca59eac1c',
  })
})

describe('two invoices of the same parties', () => {
  const one = { number: 'INV-12-2025', issueDate: '2025-03-01', amount: fromDecimal('100000', 'USD') }
  const isNear = (change: Partial<typeof one>) => isNearDuplicate(one, { ...one, ...change })
  it('are near when their numbers are confusable, whatever their dates', () =>
    expect(isNear({ number: 'lNV-12-2O25', issueDate: '2024-01-01' })).toBe(true))
  it('are near when their numbers are one slip apart with almost the same amount and date', () => {
    const near = { number: 'INV-13-2025', amount: fromDecimal('100900', 'USD'), issueDate: '2025-03-11' }
    expect(isNear(near)).toBe(true)
    expect(isNear({ ...near, issueDate: '2025-03-12' })).toBe(false)
    expect(isNear({ ...near, amount: fromDecimal('102000', 'USD') })).toBe(false)
    expect(isNear({ ...near, amount: fromDecimal('100900', 'EUR') })).toBe(false)
  })
})

test.each([
  ['A-1', 'A-1', true],
  ['A-1', 'A-2', true],
  ['A-1', 'A-12', true],
  ['A-1', '-1', true],
  ['A-12', 'A-21', false],
  ['A-1', 'A-123', false],
  ['', 'A', true],
])('%j and %j are within one slip: %s', (a, b, expected) => {
  expect(withinOneEdit(a, b)).toBe(expected)
  expect(withinOneEdit(b, a)).toBe(expected)
})
