import { expect, test } from 'vitest'
import { readEInvoice } from '../../e-invoice/read-e-invoice.ts'
import { ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { checkExtract } from '../check-extract.ts'
import { schemaOf } from '../schema/schemas.ts'
import { fromEInvoice } from './from-e-invoice.ts'

const schema = schemaOf('INVOICE')!
const read = (xml: string) => {
  const parsed = readEInvoice(Buffer.from(xml))
  if (!parsed.ok) throw parsed.error
  return fromEInvoice(schema, parsed.invoice, [])
}
const prepaid = (payable: string) =>
  ublInvoice({ payable }).replace('<cbc:PayableAmount>', '<cbc:PrepaidAmount>30.00</cbc:PrepaidAmount>\n    <cbc:PayableAmount>')

test('an e-invoice that is prepaid in part is read with what is left to pay, and says so', () => {
  const extract = read(prepaid('77.00'))
  expect([extract.fields.totalAmount?.value, extract.fields.prepaidAmount?.value, extract.fields.payableAmount?.value]).toEqual([
    '107.00',
    '30.00',
    '77.00',
  ])
  expect(checkExtract(schema, extract, [], '2025-03-03').find((one) => one.rule === 'PREPAID')).toEqual({
    rule: 'PREPAID',
    level: 'warning',
    fields: ['payableAmount'],
    params: { prepaid: '30.00', payable: '77.00' },
  })
})

test('an e-invoice without a prepaid part has neither', () => {
  const { fields } = read(ublInvoice())
  expect([fields.prepaidAmount, fields.payableAmount]).toEqual([undefined, undefined])
})

test.each([
  ['is rounded up to the amount payable', '999.60', '1000.00', '1000.00'],
  ['asks for less than its total', '107.00', '100.00', '100.00'],
  ['writes its total and the amount payable with other zeros', '107.00', '107', undefined],
])('an e-invoice that %s says what is payable', (_, total, payable, expected) => {
  const extract = read(ublInvoice({ total, payable }))
  expect([extract.fields.totalAmount?.value, extract.fields.payableAmount?.value]).toEqual([total, expected])
  expect(extract.fields.prepaidAmount).toBe(undefined)
  const told = checkExtract(schema, extract, [], '2025-03-03').filter(({ fields }) => fields.includes('payableAmount'))
  expect(told).toEqual(
    expected ? [{ rule: 'PAYABLE', level: 'warning', fields: ['payableAmount'], params: { total, payable: expected } }] : [],
  )
})
