#!/usr/bin/env node
// Checks a close pack that a Usance portal made. Needs Node 20 or newer and nothing else, and no network:
//   node verify-books.mjs books_F_2026-01-01_2026-01-31.json [public key]
// Give the public key that the portal shows on its page of books, so that a pack of somebody else is noticed.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, givenKey] = process.argv.slice(2)
if (!file) stop('Usage: node verify-books.mjs <pack.json> [public key]', 2)

const format = 'usance-close-pack/1'
const parts = ['header', 'journals', 'trialBalance']
const members = ['format', ...parts, 'hashes', 'publicKey', 'signature']
// The side on which the balance of an account stands, by its kind.
const sideOf = { ASSET: 'D', EXPENSE: 'D', CLEARING: 'D', LIABILITY: 'C', INCOME: 'C' }
let mismatches = 0

let fileText
let pack
try {
  fileText = readFileSync(file, 'utf8')
  pack = JSON.parse(fileText)
} catch (error) {
  stop(`Not whole: the file cannot be read as JSON (${error.message}).`)
}
if (pack?.format !== format) stop(`Not whole: this is no close pack of the form ${format}.`)
try {
  for (const name of Object.keys(pack))
    if (!members.includes(name)) mismatch(`The pack has a part ${name}, which nothing proves.`)
  checkText()
  checkHashes()
  checkSignature()
  checkJournals()
  checkBalances()
} catch (error) {
  mismatch(`The pack is not of its form (${error.message}).`)
}
if (mismatches > 0) stop(`Not whole: ${mismatches} ${mismatches === 1 ? 'mismatch' : 'mismatches'}.`)
const { owner, book, from, to, basis, madeAt } = pack.header
if (!givenKey) say(`The key is the one in the pack. Compare it with the one that the portal shows: ${pack.publicKey}`)
say(
  `Whole: ${pack.journals.length} journals and ${pack.trialBalance.length} balances of ${owner}, book ${book}, ${from} to ${to}, ` +
    `basis ${basis}, made and signed at ${madeAt}.`,
)

/** Of two members of one name JSON.parse keeps the last alone, so the file has to be the text that the portal writes of what is checked. */
function checkText() {
  const written = [
    `{"format":"${format}"`,
    ...[...parts, 'hashes'].map((name) => `"${name}":${canonical(pack[name])}`),
    ...['publicKey', 'signature'].map((name) => `"${name}":${JSON.stringify(pack[name])}`),
  ].join(',\n')
  if (fileText !== `${written}}\n`)
    mismatch('The file says more than is checked, or in another form than the portal writes: a name may stand in it twice.')
}

function checkHashes() {
  for (const part of parts) {
    const hash = createHash('sha256').update(canonical(pack[part])).digest('hex')
    if (hash !== pack.hashes[part]) mismatch(`The hash of ${part} is ${hash}, and the pack says ${pack.hashes[part]}.`)
  }
}

function checkSignature() {
  if (givenKey && givenKey !== pack.publicKey) mismatch('The pack names another public key than the one given.')
  const text = [format, ...parts.map((part) => pack.hashes[part])].join('\n')
  let isSigned = false
  try {
    const key = createPublicKey({ key: Buffer.from(givenKey ?? pack.publicKey, 'base64'), format: 'der', type: 'spki' })
    isSigned = verify(null, Buffer.from(text), key, Buffer.from(pack.signature, 'hex'))
  } catch (error) {
    mismatch(`The public key cannot be read (${error.message}).`)
  }
  if (!isSigned) mismatch('The hashes are not signed with this public key.')
}

/** Every journal lies in the period, is in time for the basis, and balances in each currency. */
function checkJournals() {
  const { from, to, basis, book, currency } = pack.header
  const seen = new Set()
  for (const journal of pack.journals) {
    const name = `Journal ${journal.reference}`
    if (seen.has(journal.id)) mismatch(`${name} stands twice.`)
    seen.add(journal.id)
    if (journal.valueDate < from || journal.valueDate > to) mismatch(`${name} of ${journal.valueDate} lies outside the period.`)
    if (basis === 'REPORTED' && journal.postedOn > to) mismatch(`${name} was booked on ${journal.postedOn}, after the period.`)
    const sums = new Map()
    for (const line of journal.lines) {
      if (!line.account.startsWith(book)) mismatch(`${name} has a line of ${line.account}, which is of another book.`)
      if (currency !== null && line.currency !== currency) mismatch(`${name} has a line in ${line.currency}.`)
      if (line.side !== 'D' && line.side !== 'C') mismatch(`${name} has a line on side ${line.side}.`)
      if (amountOf(line.amount) <= 0n) mismatch(`${name} has a line of ${line.amount}.`)
      add(sums, line.currency, line.side === 'D' ? amountOf(line.amount) : -amountOf(line.amount))
    }
    for (const [of, sum] of sums) if (sum !== 0n) mismatch(`${name} is off by ${shown(sum)} ${of}.`)
  }
}

/** The balances are what the journals make of the opening, and the books balance in each currency. */
function checkBalances() {
  const [debits, credits] = [new Map(), new Map()]
  for (const { lines } of pack.journals)
    for (const { account, currency, side, amount } of lines)
      add(side === 'D' ? debits : credits, `${account} ${currency}`, amountOf(amount))
  const [openings, closings] = [new Map(), new Map()]
  const seen = new Set()
  for (const row of pack.trialBalance) {
    const key = `${row.account} ${row.currency}`
    if (seen.has(key)) mismatch(`${key} stands twice in the trial balance.`)
    seen.add(key)
    const side = Object.hasOwn(sideOf, row.kind) ? sideOf[row.kind] : undefined
    if (!side) mismatch(`${key} is of an unknown kind ${row.kind}.`)
    const sign = side === 'C' ? -1n : 1n
    const [debit, credit] = [debits.get(key) ?? 0n, credits.get(key) ?? 0n]
    compare(`The debits of ${key}`, row.debit, debit)
    compare(`The credits of ${key}`, row.credit, credit)
    compare(`The closing balance of ${key}`, row.closing, amountOf(row.opening) + sign * (debit - credit))
    add(openings, row.currency, sign * amountOf(row.opening))
    add(closings, row.currency, sign * amountOf(row.closing))
  }
  for (const key of new Set([...debits.keys(), ...credits.keys()]))
    if (!seen.has(key)) mismatch(`${key} has journals and no line in the trial balance.`)
  for (const [currency, sum] of openings)
    if (sum !== 0n) mismatch(`The opening balances in ${currency} are off by ${shown(sum)}.`)
  for (const [currency, sum] of closings)
    if (sum !== 0n) mismatch(`The closing balances in ${currency} are off by ${shown(sum)}.`)
}

function compare(name, stated, computed) {
  if (amountOf(stated) !== computed) mismatch(`${name} are ${shown(computed)} by the journals, and the pack says ${stated}.`)
}

// JSON with sorted keys, so that the same part always has the same text.
function canonical(value) {
  return JSON.stringify(value, (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )
}

function add(sums, key, amount) {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Decimal text as a whole number of the eighth decimal; amounts have four at most. */
function amountOf(text) {
  const match = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) throw new Error(`${JSON.stringify(text)} is no amount`)
  return BigInt(`${match[1]}${match[2]}${(match[3] ?? '').padEnd(8, '0')}`)
}

function shown(amount) {
  const digits = String(amount < 0n ? -amount : amount).padStart(9, '0')
  const decimals = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -8)}.${decimals}`
}

function mismatch(text) {
  mismatches++
  process.stderr.write(`${text}\n`)
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function stop(text, code = 1) {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
