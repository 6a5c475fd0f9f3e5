import { expect, test } from 'vitest'
import { paidTo } from './same-party.ts'

const party = (name: string) => ({
  name,
  tradingName: null,
  vatId: null,
  taxNumber: null,
  registration: null,
  country: null,
})
const payee = (seller: string, holder: string) => paidTo(party(seller), null, [holder])

test.each([
  ['Alder SRL', 'Alder'],
  ['Alder S.r.l.', 'ALDER'],
  ['Müller GmbH & Co. KG', 'Mueller GmbH'],
  ['Alder Tekstil Sanayi A.Ş.', 'ALDER TEKSTIL SANAYI'],
  ['Alder Tekstil Sanayi', 'ALDER TEKSTIL SANAYI A S'],
  ['Alder S.à r.l.', 'ALDER SARL'],
  ['Alder Sp. z o.o.', 'ALDER'],
  ['Alder Textiles Ltd', 'Alder Textiles Ltd USD'],
  ['Alder Textiles (Bucharest) SRL', 'ALDER TEXTILES BUCHAREST EUR'],
  ['Alder Textiles International Trading Ltd', 'ALDER TEXTILES INTERNATIONAL'],
  ['SAS AB', 'SAS'],
  ['广州贸易有限公司', '广州贸易'],
  ['Alder Factoring AG', 'ALDER FACTORING'],
])('the account of %s in the name of %s is its own', (seller, holder) => {
  expect(payee(seller, holder)).toBeNull()
})

test.each([
  ['Alder Textiles Ltd', 'Fast Factor AG'],
  ['Alder Textiles Ltd', 'Birch Textiles Ltd'],
  ['Alder SRL', 'Alder Factoring SRL'],
  ['Alder SRL', 'Birch SRL'],
  ['Alder Textiles Ltd', 'HSBC Invoice Finance (UK) Ltd re Alder Textiles Ltd'],
  ['Alder Textiles Ltd', 'Lloyds Bank Commercial Finance - Alder Textiles'],
  ['Alder Textiles', 'Alder Textiles Finance Ltd'],
  ['广州贸易有限公司', '广州贸易有限公司远东融资租赁有限公司'],
  ['广州贸易有限公司', '有限公司'],
  ['Nova Trading Ltd', 'Nova'],
  ['Nova Trading Ltd', 'NOVA LTD'],
  ['Nova Trading Ltd', 'Trading'],
  ['Alder Textiles (Bucharest) SRL', 'ALDER TEXTILES EUR'],
  ['Alder Textiles International Trading Ltd', 'ALDER TEXTILES'],
  ['Alder Textiles International Trading Ltd', 'TEXTILES INTERNATIONAL TRADING'],
  ['广州贸易有限公司', '广州'],
  ['Alder SRL', 'USD'],
  ['Alder Textiles Ltd', '-'],
  ['广州贸易有限公司', '广州保理有限公司'],
  ['广州贸易有限公司', '易广'],
])('an account of %s in the name of %s is that of somebody else', (seller, holder) => {
  expect(payee(seller, holder)).toMatchObject({ name: holder })
})
