import * as M from '@usance/domain/money'
import { expect, test } from 'vitest'
import { all, first, parseXml, textAt, type XmlElement } from '../e-invoice/xml-element.ts'
import { faultsOf } from './pain001-structure.fixture.ts'
import { controlSum, type FileAccount, type PaymentFile, writePain001 } from './write-pain001.ts'

const funder: FileAccount = {
  name: 'Elm & Sons <Trade> Bank',
  account: 'DE89 3704 0044 0532 0130 00',
  bankCode: 'COBADEFFXXX',
  bankName: 'Commerzbank',
  cnaps: null,
  country: 'DE',
}
const supplier: FileAccount = {
  name: '杭州联合纺织有限公司',
  account: '6222 0202 0000 1',
  bankCode: 'local-77',
  bankName: '工商银行',
  cnaps: '102100000030',
  country: 'CN',
}
const transfer = (no: string, amount: string, currency: string, creditor = supplier) => ({
  instructionId: no,
  endToEndId: no,
  amount: M.fromDecimal(amount, currency),
  creditor,
  text: `${no} FO-2026-000001`,
})
const file: PaymentFile = {
  messageId: 'PF-2026-000001',
  createdAt: '2026-01-02T03:04:05Z',
  initiator: funder.name,
  batches: [
    {
      id: 'PF-2026-000001-1',
      executionDate: '2026-01-05',
      currency: 'EUR',
      debtor: funder,
      transfers: [transfer('PAY-1', '1234.50', 'EUR', { ...supplier, account: 'GB33BUKB20201555555555', bankCode: 'BUKBGB22' })],
    },
    {
      id: 'PF-2026-000001-2',
      executionDate: '2026-01-06',
      currency: 'JPY',
      debtor: funder,
      transfers: [transfer('PAY-2', '5000', 'JPY', { ...supplier, cnaps: null }), transfer('PAY-3', '7', 'JPY')],
    },
  ],
}

test('a payment file is well formed, in the order of its schema, and its sums add up', () => {
  const text = writePain001(file)
  const document = parseXml(text)
  expect(text).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
  expect(faultsOf(document)).toEqual([])
  const root = first(document, 'CstmrCdtTrfInitn')
  expect(textAt(root, 'GrpHdr', 'NbOfTxs')).toBe('3')
  expect(textAt(root, 'GrpHdr', 'CtrlSum')).toBe('6241.50')
  expect(all(root, 'PmtInf').map((one) => [textAt(one, 'NbOfTxs'), textAt(one, 'CtrlSum')])).toEqual([
    ['1', '1234.50'],
    ['2', '5007'],
  ])
})

test('accounts are IBANs where they are ones, and banks are named by BIC, by clearing number or by their own code', () => {
  const root = first(parseXml(writePain001(file)), 'CstmrCdtTrfInitn')
  const transfers = all(root, 'PmtInf', 'CdtTrfTxInf')
  expect(textAt(root, 'PmtInf', 'Dbtr', 'Nm')).toBe('Elm & Sons <Trade> Bank')
  expect(textAt(root, 'PmtInf', 'DbtrAcct', 'Id', 'IBAN')).toBe('DE89370400440532013000')
  expect(transfers.map((one) => textAt(one, 'CdtrAcct', 'Id', 'IBAN') ?? textAt(one, 'CdtrAcct', 'Id', 'Othr', 'Id'))).toEqual([
    'GB33BUKB20201555555555',
    '6222020200001',
    '6222020200001',
  ])
  const bank = (one: XmlElement) => first(one, 'CdtrAgt', 'FinInstnId')
  expect(textAt(bank(transfers[0]!), 'BICFI')).toBe('BUKBGB22')
  expect(textAt(bank(transfers[1]!), 'Othr', 'Id')).toBe('local-77')
  expect(textAt(bank(transfers[2]!), 'ClrSysMmbId', 'MmbId')).toBe('102100000030')
  expect(first(transfers[0], 'Amt', 'InstdAmt')?.attributes).toEqual({ Ccy: 'EUR' })
})

test('the control sum keeps every decimal of every currency', () => {
  const of = (amount: string, currency: string) => ({ amount: M.fromDecimal(amount, currency) })
  expect(controlSum([of('0.005', 'KWD'), of('10', 'JPY'), of('0.10', 'USD')])).toBe('10.105')
  expect(controlSum([of('3', 'JPY')])).toBe('3')
})

test('whatever stands in names and accounts, the file keeps the lengths, letters and decimals of the message', () => {
  const odd: FileAccount = {
    name: `Société\n Générale de ${'Très Long '.repeat(30)}`,
    account: '12-345 678 901',
    bankCode: 'cobadeff',
    bankName: undefined,
    cnaps: null,
    country: null,
  }
  const creditors: FileAccount[] = [
    odd,
    { ...odd, bankCode: '//sort 20-00-00//', bankName: '  ' },
    { ...odd, name: '名'.repeat(200), bankName: '行'.repeat(200), cnaps: '102100000030', country: 'CN' },
  ]
  const text = writePain001({
    messageId: `PF-${'9'.repeat(60)}`,
    createdAt: '2026-01-02T03:04:05Z',
    initiator: odd.name,
    batches: (['USD', 'KWD', 'JPY', 'CNY'] as const).map((currency, index) => ({
      id: `PF-1-${index}`,
      executionDate: '2026-01-05',
      currency,
      debtor: odd,
      transfers: creditors.map((creditor, place) => ({
        ...transfer(`PAY-${index}-${place}`, currency === 'KWD' ? '1.005' : '99999999999999', currency, creditor),
        text: 'x'.repeat(300),
      })),
    })),
  })
  const document = parseXml(text)
  expect(faultsOf(document)).toEqual([])
  expect(text).toContain('<BICFI>COBADEFF</BICFI>')
  expect(all(first(document, 'CstmrCdtTrfInitn'), 'PmtInf', 'CdtTrfTxInf', 'Amt', 'InstdAmt').map((one) => one.text)).toEqual([
    ...Array(3).fill('99999999999999.00'),
    ...Array(3).fill('1.005'),
    ...Array(3).fill('99999999999999'),
    ...Array(3).fill('99999999999999.00'),
  ])
})

test('the check itself finds what a bank would refuse', () => {
  const sound = writePain001(file)
  const broken = (from: string | RegExp, to: string) => faultsOf(parseXml(sound.replace(from, to)))
  expect(broken('<PmtMtd>TRF</PmtMtd>', '')).toEqual(['PmtInf: PmtMtd 0 times'])
  expect(broken(/(<PmtInfId>.*<\/PmtInfId>)\s*(<PmtMtd>TRF<\/PmtMtd>)/, '$2$1')).toEqual(['PmtInf: PmtInfId out of order'])
  expect(broken('<Cd>CNAPS</Cd>', '<Cd>CNAPS1</Cd>')).toEqual(['Cd: CNAPS1'])
  expect(broken('>7</InstdAmt>', '>7.00</InstdAmt>')).toContain('JPY 7.00')
  expect(broken('<EndToEndId>PAY-3</EndToEndId>', '<EndToEndId>PAY-2</EndToEndId>')).toEqual(['EndToEndId: PAY-2 twice'])
  expect(broken('<NbOfTxs>3</NbOfTxs>', '<NbOfTxs>4</NbOfTxs>')).toEqual(['GrpHdr: 4 transfers announced, 3 there'])
})
