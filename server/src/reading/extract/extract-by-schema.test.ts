import { expect, test } from 'vitest'
import type { Page } from '../page.ts'
import { schemaOf } from '../schema/schemas.ts'
import { extractBySchema } from './extract-by-schema.ts'

/** A page whose lines are pieces of text, each with its distance from the left. */
const pageOf = (lines: readonly (readonly [number, string][])[]): Page => ({
  number: 1,
  width: 600,
  height: 850,
  source: 'text',
  runs: lines.flatMap((line, row) =>
    line.map(([x, text]) => ({
      text,
      confidence: 1,
      box: [x, 40 + row * 18, x + text.length * 4.6, 50 + row * 18] as [number, number, number, number],
    })),
  ),
})
const read = (lines: readonly (readonly [number, string][])[], code = 'INVOICE') =>
  extractBySchema(schemaOf(code)!, [pageOf(lines)])
const valuesOf = ({ fields }: ReturnType<typeof read>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

test('a German letter for a window envelope names both parties without a word, and its two taxes are added up', () => {
  const seen = read([
    [[40, 'Hofgut Sonnenberg e.K. · Am Anger 1 · 84028 Landshut']],
    [[40, 'Gasthaus Zur Post GmbH & Co. KG']],
    [[40, 'Marktplatz 5']],
    [[40, '84028 Landshut'], [360, 'Rechnungsdatum: 07.03.2025']],
    [[40, 'Rechnung Nr. 2025/0087']],
    [[40, 'Artikel'], [240, 'Menge'], [330, 'Preis'], [460, 'Betrag']],
    [[40, 'Honig 500 g'], [240, '1.200 Stk'], [330, '4,90'], [460, '5.880,00']],
    [[330, 'Summe netto'], [460, '5.880,00 EUR']],
    [[330, 'USt 7 % auf 5.000,00'], [460, '350,00 EUR']],
    [[330, 'USt 19 % auf 880,00'], [460, '167,20 EUR']],
    [[330, 'Gesamtbetrag'], [460, '6.397,20 EUR']],
  ]) // biome-ignore format: one row of the page a line
  expect(valuesOf(seen)).toMatchObject({
    sellerName: 'Hofgut Sonnenberg e.K.',
    buyerName: 'Gasthaus Zur Post GmbH & Co. KG',
    invoiceNo: '2025/0087',
    taxAmount: '517.20',
    netAmount: '5880.00',
    totalAmount: '6397.20',
    currency: 'EUR',
  })
  expect(seen.lines).toEqual([{ description: 'Honig 500 g', sku: null, quantity: '1200', unitPrice: '4.90', amount: '5880.00' }])
})

test('what is still due after a payment is not the total, and a bare dollar without a country is doubtful', () => {
  const seen = read([
    [[40, 'Granite State Printing LLC'], [400, 'Invoice No: GSP-5561']],
    [[40, 'Bill to customer'], [400, 'Net 30 – Due: 03/29/2025']],
    [[40, 'Whitcomb Museum of Art']],
    [[40, 'Code'], [140, 'Description'], [300, 'Qty'], [360, 'Price'], [460, 'Amount']],
    [[40, 'PR-1'], [140, 'Total station survey'], [300, '2,000'], [360, '$2.50'], [460, '$5,000.00']],
    [[360, 'Total'], [460, '$5,000.00']],
    [[360, 'Amount paid'], [460, '$1,000.00']],
    [[360, 'Balance due'], [460, '$4,000.00']],
  ]) // biome-ignore format: one row of the page a line
  expect(valuesOf(seen)).toMatchObject({ totalAmount: '5000.00', dueDate: '2025-03-29', buyerName: 'Whitcomb Museum of Art' })
  expect(seen.lines).toEqual([
    { description: 'Total station survey', sku: 'PR-1', quantity: '2000', unitPrice: '2.50', amount: '5000.00' },
  ])
  expect(seen.fields.currency).toMatchObject({ value: 'USD', confidence: 0.8 })
})

test('lakhs are read, and each tax number goes to the name it stands under', () => {
  const seen = read([
    [[40, 'Sundaram Auto Components Pvt Ltd'], [360, 'Invoice No'], [460, 'SAC/24-25/1187']],
    [[40, 'GSTIN: 33AABCS1429B1Z8'], [360, 'PO No'], [460, 'PO-4500-98']],
    [[40, 'Buyer']],
    [[40, 'Deccan Motors Limited']],
    [[40, 'GSTIN: 29AAACD4512Q1ZV']],
    [[360, 'Taxable Value'], [460, '₹ 15,35,000.00']],
    [[360, 'IGST @ 18%'], [460, '₹ 2,76,300.00']],
    [[360, 'Grand Total'], [460, '₹ 18,11,300.00']],
  ]) // biome-ignore format: one row of the page a line
  expect(valuesOf(seen)).toMatchObject({
    totalAmount: '1811300.00',
    netAmount: '1535000.00',
    taxAmount: '276300.00',
    sellerTaxId: '33AABCS1429B1Z8',
    buyerTaxId: '29AAACD4512Q1ZV',
    poNumber: 'PO-4500-98',
    currency: 'INR',
  })
})

test('a Chinese invoice whose file names radicals for characters is read, traditional labels as simplified ones', () => {
  const seen = read([
    [[40, '宁波海润五⾦制品有限公司']],
    [[40, '客戶：杭州西湖机电设备有限公司'], [360, '發票編號：HR2025-0316']],
    [[40, '到期日：2025年5⽉31⽇'], [360, '開票日期：2025年03⽉16⽇']],
    [[40, '付款条件：⽉结60天']],
    [[360, '合计（⼈⺠币）：'], [460, 'RMB 13,221.00']],
  ]) // biome-ignore format: one row of the page a line
  expect(valuesOf(seen)).toMatchObject({
    sellerName: '宁波海润五金制品有限公司',
    buyerName: '杭州西湖机电设备有限公司',
    invoiceNo: 'HR2025-0316',
    invoiceDate: '2025-03-16',
    dueDate: '2025-05-31',
    paymentTerms: '月结60天',
    totalAmount: '13221.00',
    currency: 'CNY',
  })
})

test('without any sign of money the country of the account is a hint, and never a sure one', () => {
  const page: (readonly [number, string][])[] = [
    [[40, 'Lindner Maschinenbau GmbH'], [360, 'Rechnungsnummer: R25-04711']],
    [[360, 'Gesamtbetrag'], [460, '7.477,25']],
  ] // biome-ignore format: one row of the page a line
  expect(read(page).fields.currency).toBeUndefined()
  const hinted = read([...page, [[40, 'IBAN DE89 3704 0044 0532 0130 00 · BIC COBADEFFXXX']]])
  expect(hinted.fields.currency?.value).toBe('EUR')
  expect(hinted.fields.currency!.confidence).toBeLessThan(0.6)
  expect(hinted.fields.bankAccount?.value).toBe('DE89370400440532013000')
})

test('a credit memo shows its own number, the invoice it lowers, and its amount without a minus', () => {
  const seen = read(
    [
      [[40, 'Ohio Valley Packaging Inc'], [360, 'Credit Memo #'], [460, 'CM-2207']],
      [[40, 'Marietta, OH 45750'], [360, 'Applies to invoice'], [460, '88120']],
      [[360, 'Credit total'], [460, '-$310.00']],
    ], // biome-ignore format: one row of the page a line
    'CREDIT_NOTE',
  )
  expect(valuesOf(seen)).toMatchObject({
    creditNoteNo: 'CM-2207',
    originalInvoiceNo: '88120',
    totalAmount: '310.00',
    currency: 'USD',
  })
})

test('a day that could be a month is doubtful where nothing on the page tells the order', () => {
  const dated = (place: string) =>
    read([[[40, 'Gulf Marine Spares LLC']], [[40, place]], [[40, 'Invoice date: 04/05/2025']]]).fields.invoiceDate!
  expect(dated('Harbour Road')).toMatchObject({ value: '2025-05-04', confidence: 0.7 })
  expect(dated('Boston, MA 02110')).toMatchObject({ value: '2025-04-05', confidence: 1 })
  expect(dated('VAT 5%')).toMatchObject({ value: '2025-05-04', confidence: 1 })
})
