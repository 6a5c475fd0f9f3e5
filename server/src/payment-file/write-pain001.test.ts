import * as M from '@usance/domain/money'
import { expect, test } from 'vitest'
import { all, first, parseXml, textAt, type XmlElement } from '../e-invoice/xml-element.ts'
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

// The sequences of the schema, as far as a transfer uses them.
const sequences: Record<string, readonly string[]> = {
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf', 'SplmtryData'],
  GrpHdr: ['MsgId', 'CreDtTm', 'Authstn', 'NbOfTxs', 'CtrlSum', 'InitgPty', 'FwdgAgt', 'InitnSrc'],
  PmtInf: [
    ...[
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'ReqdExctnDt',
      'PoolgAdjstmntDt',
      'Dbtr',
      'DbtrAcct',
    ],
    ...['DbtrAgt', 'DbtrAgtAcct', 'InstrForDbtrAgt', 'UltmtDbtr', 'ChrgBr', 'ChrgsAcct', 'ChrgsAcctAgt', 'CdtTrfTxInf'],
  ],
  CdtTrfTxInf: [
    ...['PmtId', 'PmtTpInf', 'Amt', 'XchgRateInf', 'ChrgBr', 'ChqInstr', 'UltmtDbtr', 'IntrmyAgt1', 'CdtrAgt', 'CdtrAgtAcct'],
    ...[
      'Cdtr',
      'CdtrAcct',
      'UltmtCdtr',
      'InstrForCdtrAgt',
      'InstrForDbtrAgt',
      'Purp',
      'RgltryRptg',
      'Tax',
      'RltdRmtInf',
      'RmtInf',
    ],
  ],
  PmtId: ['InstrId', 'EndToEndId', 'UETR'],
  FinInstnId: ['BICFI', 'ClrSysMmbId', 'LEI', 'Nm', 'PstlAdr', 'Othr'],
  Dbtr: ['Nm', 'PstlAdr', 'Id', 'CtryOfRes', 'CtctDtls'],
  Cdtr: ['Nm', 'PstlAdr', 'Id', 'CtryOfRes', 'CtctDtls'],
  DbtrAcct: ['Id', 'Tp', 'Ccy', 'Nm', 'Prxy'],
  CdtrAcct: ['Id', 'Tp', 'Ccy', 'Nm', 'Prxy'],
}
function outOfOrder(element: XmlElement): string[] {
  const sequence = sequences[element.name]
  const places = sequence ? element.children.map(({ name }) => sequence.indexOf(name)) : []
  const isSound = places.every((place, index) => place >= 0 && (index === 0 || place >= places[index - 1]!))
  return [...(isSound ? [] : [element.name]), ...element.children.flatMap(outOfOrder)]
}

test('a payment file is well formed, in the order of its schema, and its sums add up', () => {
  const text = writePain001(file)
  const document = parseXml(text)
  expect(text).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
  expect(outOfOrder(document)).toEqual([])
  const root = first(document, 'CstmrCdtTrfInitn')
  expect(textAt(root, 'GrpHdr', 'NbOfTxs')).toBe('3')
  expect(textAt(root, 'GrpHdr', 'CtrlSum')).toBe('6241.50')
  expect(all(root, 'PmtInf').map((one) => [textAt(one, 'NbOfTxs'), textAt(one, 'CtrlSum')])).toEqual([
    ['1', '1234.50'],
    ['2', '5007'],
  ])
  // No element of the message may be empty, and no reference is longer than 35 characters.
  const empty = (one: XmlElement): string[] =>
    one.children.length === 0 && one.text === '' ? [one.name] : one.children.flatMap(empty)
  expect(empty(document)).toEqual([])
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
