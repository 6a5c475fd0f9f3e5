import { cmp, parseDecimal } from '@usance/domain/rational'
import { all, first, givenTwice, textAt, type XmlElement } from '../e-invoice/xml-element.ts'
import { addsUp, partsAddUp } from './adds-up.ts'
import {
  accountIn,
  type BankBalance,
  type BankEntry,
  type BankFile,
  BankFileError,
  type BankStatement,
  cut,
  exactAmount,
} from './statement.ts'

const roots: Record<string, string> = { BkToCstmrStmt: 'Stmt', BkToCstmrDbtCdtNtfctn: 'Ntfctn', BkToCstmrAcctRpt: 'Rpt' }

/**
 * ISO 20022 account statements (camt.053), notices of credit and debit (camt.054) and reports of the day (camt.052).
 * The head is the start of the file as text: which message it is stands in its namespace.
 */
export function readCamt(document: XmlElement, head: string): BankFile {
  const format = /xmlns(?::\w+)?\s*=\s*["'][^"']*(camt\.05[234]\.001\.\d\d)/.exec(head)?.[1]
  // The first version wrote its number behind the name of the element.
  const rootOf = (name: string) => roots[name.replace(/V\d\d$/, '')]
  const body = document.children.find(({ name }) => rootOf(name))
  if (!format || !body) throw new BankFileError('no account statement')
  if (document.children.filter(({ name }) => rootOf(name)).length > 1) throw new BankFileError('two messages')
  const statements = all(body, rootOf(body.name)!).map(statementOf)
  if (statements.length === 0) throw new BankFileError('a message without a statement')
  return { format, statements, faults: [] }
}

/** Refuses an element in which something stands twice that the format has once: which of both counts, nobody can say. */
function refuseTwice(element: XmlElement | undefined, ...names: string[]): void {
  const twice = givenTwice(element, ...names)
  if (twice) throw new BankFileError(`${twice} twice`)
}

function statementOf(element: XmlElement): BankStatement {
  refuseTwice(element, 'Id', 'Acct', 'ElctrncSeqNb', 'LglSeqNb')
  refuseTwice(first(element, 'Acct'), 'Id', 'Ccy')
  refuseTwice(first(element, 'Acct', 'Id'), 'IBAN', 'Othr')
  refuseTwice(first(element, 'Acct', 'Id', 'Othr'), 'Id')
  const balances = all(element, 'Bal').map(balanceOf)
  const entries = all(element, 'Ntry').map(entryOf)
  const balance = (...types: string[]) => balances.find(({ type }) => types.includes(type))
  return {
    id: textAt(element, 'Id'),
    account: accountIn(accountOf(first(element, 'Acct', 'Id'))),
    currency: cut('currency', textAt(element, 'Acct', 'Ccy')),
    number: cut('number', textAt(element, 'ElctrncSeqNb') ?? textAt(element, 'LglSeqNb')),
    balances,
    entries,
    addsUp: addsUp(balance('OPBD', 'PRCD'), balance('CLBD'), entries),
  }
}

// The first version had other places for a number that is no IBAN.
const accountOf = (id: XmlElement | undefined) =>
  textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id') ?? textAt(id, 'PrtryAcct', 'Id') ?? textAt(id, 'BBAN') ?? textAt(id, 'UPIC')

const sideOf = (element: XmlElement): 'CREDIT' | 'DEBIT' => {
  const side = textAt(element, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') throw new BankFileError('an amount that is neither credit nor debit')
  return side === 'CRDT' ? 'CREDIT' : 'DEBIT'
}
const currencyOf = (amount: XmlElement) => cut('currency', amount.attributes.Ccy ?? null)
const amountOf = (element: XmlElement) => {
  const amount = first(element, 'Amt')
  if (amount && amount.children.length > 0) throw new BankFileError('an amount with something in it')
  if (!amount) throw new BankFileError('an entry without an amount')
  return { amount: exactAmount(amount.text, '.'), currency: currencyOf(amount) ?? '' }
}
function reversalOf(element: XmlElement): boolean | null {
  const told = textAt(element, 'RvslInd')
  if (told !== null && !/^(true|false|1|0)$/.test(told)) throw new BankFileError(`reversal ${told.slice(0, 40)}`)
  return told === null ? null : told === 'true' || told === '1'
}
/** The day or time of an element that has one of both: the format makes it a choice. */
function dateOf(element: XmlElement | undefined): string | null {
  refuseTwice(element, 'Dt', 'DtTm')
  if (['Dt', 'DtTm'].some((name) => first(element, name)?.children.length)) throw new BankFileError('a day with something in it')
  if (first(element, 'Dt') && first(element, 'DtTm')) throw new BankFileError('Dt beside DtTm')
  return textAt(element, 'DtTm') ?? textAt(element, 'Dt')
}

function balanceOf(element: XmlElement): BankBalance {
  refuseTwice(element, 'Tp', 'Amt', 'CdtDbtInd', 'Dt')
  refuseTwice(first(element, 'Tp'), 'CdOrPrtry')
  refuseTwice(first(element, 'Tp', 'CdOrPrtry'), 'Cd', 'Prtry')
  return {
    type: textAt(element, 'Tp', 'CdOrPrtry', 'Cd') ?? textAt(element, 'Tp', 'CdOrPrtry', 'Prtry') ?? '',
    ...amountOf(element),
    side: sideOf(element),
    date: dateOf(first(element, 'Dt')),
  }
}

function entryOf(element: XmlElement): BankEntry {
  refuseTwice(element, 'Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt', 'AcctSvcrRef', 'NtryRef')
  const status = first(element, 'Sts')
  refuseTwice(status, 'Cd', 'Prtry')
  for (const part of all(element, 'NtryDtls')) {
    refuseTwice(part, 'Btch')
    refuseTwice(first(part, 'Btch'), 'NbOfTxs')
  }
  if (first(status, 'Cd') && first(status, 'Prtry')) throw new BankFileError('Cd beside Prtry')
  const details = [...all(element, 'NtryDtls', 'TxDtls'), ...all(element, 'TxDtls')]
  const isOne = isOnePayment(element, details)
  for (const detail of details) {
    refuseTwice(detail, 'Refs', 'Amt', 'CdtDbtInd')
    refuseTwice(first(detail, 'Refs'), 'AcctSvcrRef', 'TxId')
    refuseTwice(detail, 'RltdPties')
    refuseTwice(first(detail, 'RltdPties'), 'Dbtr', 'DbtrAcct')
    const debtor = first(detail, 'RltdPties', 'Dbtr')
    refuseTwice(debtor, 'Nm', 'Pty')
    refuseTwice(first(debtor, 'Pty'), 'Nm')
  }
  const told = toldBy(details, isOne)
  const entry: BankEntry = {
    ...amountOf(element),
    side: sideOf(element),
    reversal: reversalOf(element),
    // Since version 8 the status is a code inside an element of its own. A bank's own code is told, and counts only where it is known.
    status: textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts', 'Prtry') ?? textAt(element, 'Sts'),
    booking: dateOf(first(element, 'BookgDt')),
    value: dateOf(first(element, 'ValDt')),
    code: null,
    reference: cut('reference', textAt(element, 'AcctSvcrRef') ?? textAt(element, 'NtryRef')),
    ...told,
    // Of several payments the bank's remark says nothing of any one.
    remarks: [...told.remarks, ...(isOne ? textsOf(all(element, 'AddtlNtryInf')) : [])],
    transactions: details.length,
  }
  const parts = details.length > 1 ? partsOf(entry, details) : []
  return parts.length > 0 ? { ...entry, parts } : entry
}

/** The amount of one transaction of an entry, where its details tell it. */
const amountIn = (detail: XmlElement) => first(detail, 'Amt') ?? first(detail, 'AmtDtls', 'TxAmt', 'Amt')

/** Whether an entry is one payment: no second detail, no count of transactions, and no smaller amount, before charges, says otherwise. */
function isOnePayment(entry: XmlElement, [detail, ...others]: XmlElement[]): boolean {
  if (others.length > 0 || Number(textAt(entry, 'NtryDtls', 'Btch', 'NbOfTxs') ?? 1) > 1) return false
  if (!detail) return true
  const [whole, part] = [first(entry, 'Amt'), amountIn(detail)]
  if (!whole || !part || (part.attributes.Ccy ?? '') !== (whole.attributes.Ccy ?? '')) return true
  const [all, own] = [whole, part].map(({ text }) => parseDecimal(exactAmount(text, '.')))
  return cmp(own!, all!) >= 0
}

const textsOf = (elements: XmlElement[]) => elements.flatMap(({ text }) => (text === '' ? [] : [text]))

// What the details say of references, purpose and payer; who paid is only told when it is one payment.
function toldBy(details: XmlElement[], isOne: boolean) {
  const texts = (...path: string[]) => textsOf(details.flatMap((detail) => all(detail, ...path)))
  const payer = isOne ? first(details[0], 'RltdPties') : undefined
  return {
    endToEnd: texts('Refs', 'EndToEndId').filter((text) => text !== 'NOTPROVIDED'),
    creditorReferences: [...texts('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'), ...texts('RmtInf', 'Strd', 'CdtrRefInf', 'CdtrRef')],
    remittance: texts('RmtInf', 'Ustrd'),
    remarks: [
      ...texts('RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
      // The first version had another place for the number of a document.
      ...texts('RmtInf', 'Strd', 'RfrdDocInf', 'RfrdDocNb'),
      ...texts('RmtInf', 'Strd', 'AddtlRmtInf'),
      ...texts('AddtlTxInf'),
      // A return tells of the transfer that comes back by the instruction of it, or beside the reason of the return.
      ...texts('Refs', 'InstrId').filter((text) => text !== 'NOTPROVIDED'),
      ...texts('RtrInf', 'AddtlInf'),
    ],
    payerName: textAt(payer, 'Dbtr', 'Nm') ?? textAt(payer, 'Dbtr', 'Pty', 'Nm'),
    payerAccount: textAt(payer, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(payer, 'DbtrAcct', 'Id', 'Othr', 'Id'),
  }
}

function partsOf(entry: BankEntry, details: XmlElement[]): BankEntry[] {
  const parts: BankEntry[] = []
  for (const detail of details) {
    const amount = amountIn(detail)
    if (!amount) return []
    parts.push({
      ...entry,
      amount: exactAmount(amount.text, '.'),
      currency: currencyOf(amount) ?? entry.currency,
      side: textAt(detail, 'CdtDbtInd') === null ? entry.side : sideOf(detail),
      reference: cut('reference', textAt(detail, 'Refs', 'AcctSvcrRef') ?? textAt(detail, 'Refs', 'TxId')),
      ...toldBy([detail], true),
      transactions: 1,
    })
  }
  return partsAddUp(entry, parts) ? parts : []
}
