import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StatementLine } from '../../bank-statement/receipt-lines.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { type Booked, type Row, tellLines, undeclaredIn } from './tell-lines.ts'

// Each line was held against each receipt, whose references were read anew: 2,000 known credits of a day stopped the portal for half a minute.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** How often a text is brought into the form in which two are compared. */
async function readingsOf(work: () => unknown): Promise<number> {
  const reading = vi.spyOn(String.prototype, 'normalize')
  await work()
  const { length } = reading.mock.calls
  reading.mockRestore()
  return length
}

const heading = 'Date,Credit,Debit,Currency,Reference,Payer\n'
const credits = (count: number) => numbers(count).map((at) => `${openingDay},${at + 1}.00,,USD,G${count}-${at},Cedar\n`)
const debits = (count: number) => numbers(count).map((at) => `${openingDay},,${at + 1}.50,USD,G${count}-${at},Cedar\n`)
const uploaded = async (lines: string[]) => {
  const { data } = await uploadAs(portal, portal.seats.settlement, 'list.csv', Buffer.from(heading + lines.join('')))
  return { body: { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string } }
}

test('a statement that is sent again is read in proportion to its lines, and so are debits beside what is known', async () => {
  const { settlement } = portal.seats
  const readings = async (count: number) => {
    await portal.ask(settlement, repaymentCalls.importStatement, await uploaded(credits(count)))
    const again = await uploaded([...credits(count), ...debits(count)])
    return readingsOf(async () => {
      const { counts } = await portal.ask(settlement, repaymentCalls.previewStatement, again)
      expect(counts).toMatchObject({ KNOWN: count, OUT: count })
    })
  }
  const [few, many] = [await readings(20), await readings(60)]
  expect(many).toBeLessThanOrEqual(3 * few)
})

const row: Row = {
  bankRef: 'ONE',
  valueDate: '2026-01-02',
  amount: '1.00',
  currency: 'USD',
  payerName: 'Cedar',
  payerAccount: null,
  whole: null,
  text: '',
  state: 'NEW',
  reason: null,
  no: null,
  matchReason: null,
  maybeSameAs: null,
  maybeReturnOf: [],
  writtenOn: null,
}
const lineOf = (told: Row, alike: string): { line: StatementLine; row: Row } => {
  const { bankRef, valueDate, amount, currency, payerName, text } = told
  const entry = {
    amount,
    currency,
    side: told.state === 'OUT' ? ('DEBIT' as const) : ('CREDIT' as const),
    reversal: null,
    status: 'BOOK',
    booking: null,
    value: valueDate,
    code: null,
    reference: bankRef,
    endToEnd: [],
    creditorReferences: [],
    remittance: [],
    payerName,
    payerAccount: null,
    transactions: 1,
  }
  const statement = { id: null, account: null, currency, number: null, balances: [], entries: [entry], addsUp: null }
  return { line: { statement, entry, bankRef, formerRef: null, valueDate, written: null, text, whole: null, alike }, row: told }
}
type Receipt = Booked['known'][number]
const receipt = (rest: Partial<Receipt>): Receipt => {
  const { bankRef, payerName } = row
  const own = { id: 'id', no: 'RC', status: 'RECEIVED' as const, valueDate: '2026-01-02', amount: '1.0000', currency: 'USD' }
  return { ...own, bankRef, payerName, matchReason: null, dayAsWritten: false, ...rest }
}

/** What `count` lines and receipts become, and how often a field of a receipt or a text to compare was read. */
async function told(count: number, rowOf: (at: number) => Partial<Row>, receiptOf?: (at: number) => Partial<Receipt>) {
  let reads = 0
  const counting = <One extends object>(one: One) =>
    new Proxy(one, {
      get(target, key, self) {
        reads += 1
        return Reflect.get(target, key, self)
      },
    })
  const known = receiptOf ? numbers(count).map((at) => counting(receipt({ id: `${at}`, ...receiptOf(at) }))) : []
  const part = counting({ no: 'RC', bankRef: 'PART', valueDate: '2026-01-02', amount: '1.0000', currency: 'USD' })
  const parts = new Map([['ONE|2026-01-02|USD', numbers(count).map(() => part)]])
  const lines = numbers(count).map((at) => lineOf({ ...row, ...rowOf(at) }, `${rowOf(at).amount}`))
  const booked = { known, partsByEntry: [], parts, elsewhere: known, payments: [], named: new Map() }
  let rows: Row[] = []
  const readings = await readingsOf(() => {
    rows = tellLines(lines, booked, undeclaredIn({}, [])).rows
  })
  return { outcomes: new Set(rows.map(({ state, reason }) => reason ?? state)), work: readings + reads }
}

test.each<[string, string[], (at: number) => Partial<Row>, ((at: number) => Partial<Receipt>)?]>([
  ['credits that are all known', ['KNOWN'], (at) => ({ bankRef: `R${at}` }), (at) => ({ bankRef: `R-${at}` })],
  ['credits under one reference', ['KNOWN'], (at) => ({ amount: `${at}.00` }), (at) => ({ amount: `${at}.0000` })],
  [
    'new credits under the reference of many days ago',
    ['NEW'],
    (at) => ({ amount: `${at}.10` }),
    (at) => ({ amount: `${at}.2000`, valueDate: '2025-11-30' }),
  ],
  [
    'new credits under the reference of some days ago',
    ['REFERENCE'],
    (at) => ({ amount: `${at}.10` }),
    (at) => ({ amount: `${at}.2000`, valueDate: '2025-12-20' }),
  ],
  ['debits beside receipts', ['OUT'], (at) => ({ state: 'OUT', bankRef: `R${at}` }), (at) => ({ bankRef: `S${at}` })],
  [
    'debits of what was given back',
    ['OUT'],
    () => ({ state: 'OUT' }),
    (at) => ({ valueDate: `2025-12-${(at % 28) + 1}`.replace(/-(\d)$/, '-0$1'), status: 'REFUNDED' }),
  ],
  ['a line that each statement of the file has', ['KNOWN', 'NEW'], () => ({ bankRef: 'ALIKE' })],
])('the work for %s grows with their number', async (_, expected, rowOf, receiptOf) => {
  const [few, many] = [await told(40, rowOf, receiptOf), await told(120, rowOf, receiptOf)]
  expect([...many.outcomes].sort()).toEqual(expected)
  expect(many.work).toBeLessThanOrEqual(3.1 * few.work)
})
