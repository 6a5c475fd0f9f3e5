import * as M from '@usance/domain/money'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { element, type XmlNode, xmlText } from './xml-text.ts'

export type FileAccount = {
  /** As it is written in the file: in Latin letters wherever the payment leaves a country that reads others. */
  name: string
  account: string
  /** BIC where it is one; otherwise how the market names the bank. */
  bankCode: string
  bankName: string | undefined
  /** The number of the bank in the Chinese clearing, for payments in yuan. */
  cnaps: string | null
  country: string | null
}
export type FileTransfer = {
  /** Our own number of the payment; the bank repeats it in its report. */
  instructionId: string
  endToEndId: string
  amount: M.Money
  creditor: FileAccount
  text: string
}
/** Transfers that leave one account in one currency on one day. */
export type FileBatch = {
  id: string
  executionDate: string
  currency: string
  debtor: FileAccount
  transfers: readonly FileTransfer[]
}
export type PaymentFile = { messageId: string; createdAt: string; initiator: string; batches: readonly FileBatch[] }

export const pain001 = 'pain.001.001.09'
const longestId = 35
// The message itself takes 140 characters of a name; the rule books of SEPA and Switzerland pass on 70 of them.
const longestName = 70
const longestText = 140

/** The longest text that fits, cut between characters. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('')
// Banks take letters, figures and a few signs in references; anything else becomes a point, and so does a stroke where
// SWIFT reads one as the begin of a code.
const reference = (text: string) =>
  cut(text.replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.').replace(/^\/|\/(?=\/)|\/$/g, '.'), longestId)
const nameText = (text: string | undefined) => {
  const plain = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return plain === '' ? undefined : element('Nm', cut(plain, longestName).trim())
}

/** A customer credit transfer initiation (ISO 20022 pain.001.001.09), its elements in the order of the schema. */
export function writePain001({ messageId, createdAt, initiator, batches }: PaymentFile): string {
  const all = batches.flatMap(({ transfers }) => transfers)
  const document = element(
    'Document',
    [
      element('CstmrCdtTrfInitn', [
        element('GrpHdr', [
          element('MsgId', reference(messageId)),
          element('CreDtTm', createdAt),
          element('NbOfTxs', String(all.length)),
          element('CtrlSum', controlSum(all)),
          element('InitgPty', [nameText(initiator)]),
        ]),
        ...batches.map(batchElement),
      ]),
    ],
    { xmlns: `urn:iso:std:iso:20022:tech:xsd:${pain001}` },
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(document)}\n`
}

/** The sum of the figures alone, whatever their currencies: the bank adds them up in the same way. */
export function controlSum(transfers: readonly { amount: M.Money }[]): string {
  const scale = Math.max(0, ...transfers.map(({ amount }) => decimalsOf(M.toDecimal(amount))))
  const total = transfers.reduce((sum, { amount }) => sum + scaled(M.toDecimal(amount), scale), 0n)
  const digits = total.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
const scaled = (text: string, scale: number) => BigInt(text.replace('.', '') + '0'.repeat(scale - decimalsOf(text)))

const batchElement = ({ id, executionDate, currency, debtor, transfers }: FileBatch) =>
  element('PmtInf', [
    element('PmtInfId', reference(id)),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', controlSum(transfers)),
    element('ReqdExctnDt', [element('Dt', executionDate)]),
    partyElement('Dbtr', debtor),
    accountElement('DbtrAcct', debtor, currency),
    bankElement('DbtrAgt', debtor),
    element('ChrgBr', 'SHAR'),
    ...transfers.map(transferElement),
  ])

const transferElement = ({ instructionId, endToEndId, amount, creditor, text }: FileTransfer) =>
  element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', reference(instructionId)), element('EndToEndId', reference(endToEndId))]),
    element('Amt', [element('InstdAmt', M.toDecimal(amount), { Ccy: amount.currency })]),
    bankElement('CdtrAgt', creditor),
    partyElement('Cdtr', creditor),
    accountElement('CdtrAcct', creditor),
    text.trim() === '' ? undefined : element('RmtInf', [element('Ustrd', cut(text.trim(), longestText))]),
  ])

const partyElement = (name: string, { name: holder, country }: FileAccount) =>
  element(name, [nameText(holder), country ? element('PstlAdr', [element('Ctry', country)]) : undefined])

function accountElement(name: string, { account }: FileAccount, currency?: string): XmlNode {
  const plain = electronicFormatIBAN(account) ?? account
  return element(name, [
    element('Id', [
      // A number is never cut: the beginning of a longer one may be the account of somebody else.
      isValidIBAN(plain) ? element('IBAN', plain) : element('Othr', [element('Id', account.replace(/\s/g, ''))]),
    ]),
    currency ? element('Ccy', currency) : undefined,
  ])
}

function bankElement(name: string, { bankCode, bankName, cnaps }: FileAccount): XmlNode {
  const isBic = isValidBIC(bankCode)
  return element(name, [
    element('FinInstnId', [
      isBic ? element('BICFI', bankCode.toUpperCase()) : undefined,
      cnaps ? element('ClrSysMmbId', [element('ClrSysId', [element('Cd', 'CNAPS')]), element('MmbId', cnaps)]) : undefined,
      nameText(bankName),
      isBic || cnaps ? undefined : element('Othr', [element('Id', reference(bankCode))]),
    ]),
  ])
}
