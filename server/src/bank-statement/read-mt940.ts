import { addsUp } from './adds-up.ts'
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

// Only the fields that statements have: a line of free text may begin like a field, as ':26:37 Fo' of a wrapped time does.
const field = /^:(20|21|25|25P|28|28C|60F|60M|61|62F|62M|64|65|86|13D|34F|90C|90D):(.*)$/

type Part = { tag: string; lines: string[] }

/** SWIFT MT940 and MT942 customer statements, alone or inside SWIFT blocks. Years of two digits from 70 are of the last century. */
export function readMt940(text: string): BankFile {
  const statements: BankStatement[] = []
  let current: BankStatement | undefined
  let last: BankEntry | undefined
  for (const { tag, lines } of partsOf(text)) {
    const [line = ''] = lines
    if (!current || tag === '20') {
      current = { id: null, account: null, currency: null, number: null, balances: [], entries: [], addsUp: null }
      statements.push(current)
      last = undefined
    }
    if (tag === '20') current.id = line.trim() || null
    else if (tag === '25' || tag === '25P') current.account = accountIn(line.trim())
    else if (tag === '28' || tag === '28C') current.number = cut('number', line.trim() || null)
    else if (/^6[0245]/.test(tag)) {
      const balance = balanceOf(tag, line)
      current.balances.push(balance)
      current.currency ??= balance.currency
      last = undefined
    } else if (tag === '34F') current.currency ??= /^[A-Z]{3}/.exec(line)?.[0] ?? null
    else if (tag === '61') {
      last = entryOf(lines)
      current.entries.push(last)
    } else if (tag === '86' && last) readDetails(last, lines)
  }
  if (statements.length === 0) throw new BankFileError('no statement')
  for (const statement of statements) {
    for (const entry of statement.entries) entry.currency = statement.currency
    const balance = (tag: string) => statement.balances.find(({ type }) => type.startsWith(tag))
    statement.addsUp = addsUp(balance('60'), balance('62'), statement.entries)
  }
  return { format: 'MT940', statements, faults: [] }
}

// More than any bank writes. A file beyond them was built to exhaust memory.
const limits = { fields: 100_000, fieldCharacters: 10_000 }

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let characters = 0
  for (const raw of linesOf(text.replace(/^\uFEFF/, ''))) {
    const line = raw.replace(/^\{1:.*\{4:/, '')
    const found = field.exec(line)
    if (found) characters = 0
    characters += line.length
    if (characters > limits.fieldCharacters) throw new BankFileError(`a field has more than ${limits.fieldCharacters} characters`)
    if (found) parts.push({ tag: found[1]!, lines: [found[2]!] })
    else if (line !== '-' && !line.startsWith('-}') && line.trim() !== '') parts.at(-1)?.lines.push(line)
    if (parts.length > limits.fields) throw new BankFileError(`more than ${limits.fields} fields`)
  }
  return parts
}

/** The lines of a text one by one: a list of all of them could be many times as large as the text. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let from = 0
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index)
    from = end.lastIndex
  }
  yield text.slice(from)
}

const dayOf = (text: string) =>
  `${Number(text.slice(0, 2)) >= 70 ? '19' : '20'}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

// Some banks write a point for the comma. Before three digits it may part thousands.
const amountIn = (text: string) => exactAmount(text.replace(/^(\d+)\.(\d{1,2})$/, '$1,$2'), ',')

function balanceOf(tag: string, line: string): BankBalance {
  const found = /^\s*([CD])(\d{6})([A-Z]{3})(\d+[,.]?\d*)\s*$/.exec(line)
  if (!found) throw new BankFileError(`balance ${line.slice(0, 40)}`)
  return {
    type: tag,
    side: found[1] === 'C' ? 'CREDIT' : 'DEBIT',
    date: dayOf(found[2]!),
    currency: found[3]!,
    amount: amountIn(found[4]!),
  }
}

const isWhole = (line: string) => /^\d{6}(\d{4}|\s{4})?\s*R?[CD][A-Z]?\d/.test(line)

function entryOf([start = '', ...rest]: string[]): BankEntry {
  // Some banks break the line itself before its amount.
  const isBroken = !isWhole(start) && rest.length > 0
  const line = isBroken ? start + rest[0] : start
  const more = isBroken ? rest.slice(1) : rest
  // A figure behind the amount, before the letters of the type, is a part of the amount that a space or a sign parted.
  // A type is a letter of these with three characters, and no decimal sign follows it: X000,00 behind a 1 is a part of the amount too.
  const found =
    /^(\d{6})(\d{4}|\s{4})?\s*(R?[CD])([A-Z])?(\d+(?:[,.]\d*)?)(?![\d.,a-z])(?![^A-Z/]*\d)(?:([NSFM](?:[A-Z\d ]{3}(?![.,]\d)|[A-Z\d ]{0,2}$))|(?=$|\s|\/\/))(.*)$/.exec(
      line,
    )
  if (!found) throw new BankFileError(`entry ${line.slice(0, 40)}`)
  const [, value = '', entryDay, mark = '', , amount = '', code = '', references = ''] = found
  const [customer = '', bank = ''] = references.split('//')
  const day = dayOf(value)
  return {
    amount: amountIn(amount),
    currency: null,
    // The bank taking a credit back is money that leaves.
    side: mark === 'C' || mark === 'RD' ? 'CREDIT' : 'DEBIT',
    reversal: mark.startsWith('R'),
    status: 'BOOK',
    booking: entryDay?.trim() ? bookingOf(day, entryDay) : null,
    value: day,
    code,
    reference: cut('reference', bank.trim() || (customer.trim() === 'NONREF' ? null : customer.trim()) || null),
    endToEnd: [],
    creditorReferences: [],
    remittance: more.map((text) => text.trim()).filter(Boolean),
    payerName: null,
    payerAccount: null,
    transactions: 1,
  }
}

// The day of entry has no year: it is the one that puts it nearest to the value date.
function bookingOf(value: string, monthDay: string): string {
  const [year, month] = value.split('-').map(Number)
  const booked = Number(monthDay.slice(0, 2))
  const shift = booked - month! > 6 ? -1 : month! - booked > 6 ? 1 : 0
  return `${year! + shift}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`
}

/**
 * German banks number the parts of :86: with ?20…?63, and begin with the code of the transaction or with the first mark; others write plain text,
 * in which a question mark before two figures is one.
 */
function readDetails(entry: BankEntry, lines: string[]): void {
  const text = lines.join('')
  if (!/^\s*(\d{3}\s*)?\?\d\d/.test(text)) {
    entry.remittance.push(...lines.map((line) => line.trim()).filter(Boolean))
    return
  }
  const parts = text.split(/\?(\d\d)/)
  let purpose = ''
  let name = ''
  const remarks: string[] = []
  for (let at = 1; at < parts.length; at += 2) {
    const tag = Number(parts[at])
    const part = parts[at + 1] ?? ''
    if ((tag >= 20 && tag <= 29) || (tag >= 60 && tag <= 63)) purpose += part
    else if (tag === 32 || tag === 33) name += part
    else if (tag === 31 || tag === 38) entry.payerAccount = part.trim() || entry.payerAccount
    // No part has such a mark: it stands in a text.
    else if (![0, 10, 30, 34].includes(tag)) remarks.push(`?${parts[at]}${part}`.trim())
  }
  if (purpose.trim()) entry.remittance.push(purpose.trim())
  if (remarks.length > 0) entry.remarks = remarks
  entry.payerName = name.trim() || null
  const endToEnd = /EREF\+(.+?)(?=(?:KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE)\+|$)/.exec(purpose)?.[1]?.trim()
  if (endToEnd && endToEnd !== 'NOTPROVIDED') entry.endToEnd.push(endToEnd)
}
