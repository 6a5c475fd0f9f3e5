import { randomUUID } from 'node:crypto'
import { allCalls } from '@usance/wire/all-calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import type { Call } from '@usance/wire/call'
import { paymentCalls } from '@usance/wire/payment/calls'
import { searchCalls } from '@usance/wire/search/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressesOf } from '../http/server.ts'
import { aDraftedPayment, aFundedOrder, aReceipt, aRepayment } from '../testing/financing.ts'
import { openPortal, type Portal, shown } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

/** Calls that no permission of the matrix guards: whoever is signed in may make them, or anybody. */
const open = allCalls().filter(({ call }) => typeof call.access === 'string')
const writes = allCalls().filter(({ call }) => call.effect === 'write')

let portal: Portal
/** What may be named to a call, and what in an answer is a row of a company: ids and numbers of documents, money and accounts. */
let rows: { word: string; companies: (string | null)[]; isNamed: boolean }[]

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await aFundedOrder(portal)
  const { orderId } = await aFundedOrder(portal)
  await aRepayment(portal, orderId, '1200.00')
  await aReceipt(portal, '77.31', { payerName: 'Cedar Retail Inc' })
  const ready = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await aDraftedPayment(portal, ready.id)
  rows = await rowsOfCompanies()
}, 300_000)
afterAll(() => portal.close())

/** A table, what somebody would know a row of it by, and the companies that it belongs to. */
const sources = [
  ['invoice', 'invoice_no', 'array[supplier_id, buyer_id, funder_id]'],
  ['finance_order', 'order_no', 'array[supplier_id, buyer_id, funder_id]'],
  ['contract', 'no', 'array[supplier_id, buyer_id, funder_id]'],
  ['repayment', 'no', 'array[supplier_id, buyer_id, funder_id]'],
  ['payment', 'no', 'array[supplier_id, payee_company_id, funder_id]'],
  ['collection', 'no', 'array[payer_company_id, funder_id]'],
  ['bank_account', 'bank_account', 'array[company_id]'],
  ['company', 'name', 'array[id]'],
] as const

const rowsOfCompanies = () =>
  portal.look(async (tx) => {
    const all: typeof rows = []
    for (const [table, column, whose] of sources) {
      const found = await sql<{ id: string; word: string; companies: (string | null)[] }>`
        select id::text as id, ${sql.ref(column)} as word, ${sql.raw(whose)}::text[] as companies from ${sql.table(table)}
        where ${table === 'company' ? sql`not is_platform` : sql`true`} order by id`.execute(tx)
      for (const [at, { id, word, companies }] of found.rows.entries())
        all.push({ word, companies, isNamed: at < 2 }, { word: id, companies, isNamed: at < 2 })
    }
    return all
  })

async function send(seat: Seat | null, call: Call, parts: { params?: any; query?: any; body?: any } = {}) {
  const path = addressesOf(call.path, 'usance')[0]!.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? 'x'),
  )
  const search = new URLSearchParams(Object.entries(parts.query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  const url = `${path}${search ? `?${search}` : ''}`
  const payload = parts.body && typeof parts.body === 'object' ? parts.body : {}
  const { body, headers } = await portal.sendRaw(seat, call.method, url, call.method === 'GET' ? undefined : payload)
  const isJson = String(headers['content-type']).includes('json')
  return { text: body, error: isJson ? (JSON.parse(body).data?.error as string | undefined) : undefined }
}
const partsOf = (call: Call, id: string, full: boolean) => ({
  params: sampleOf(call.params, id, full),
  query: sampleOf(call.query, id, full),
  body: sampleOf(call.body, id, full),
})

/** What a key of somebody's is told with the right to the home page and to nothing else. */
async function keyOf(seat: Seat, permissions: string[]): Promise<Seat> {
  const { token } = await portal.ask(seat, apiKeyCalls.make, { body: { name: 'ERP', permissions, days: 30 } })
  return { ...seat, token: shown(token) }
}

/** Words of rows of companies that stand in an answer and were not asked with. The own company's name and id are no secret. */
const toldIn = (seat: Seat, text: string, asked: string) =>
  rows.filter(
    ({ word, companies }) =>
      text.includes(word) &&
      !asked.includes(word) &&
      !(companies.length === 1 && companies[0] === seat.companyId && !/^\d+$/.test(word)),
  )

/** Asks every open reading, and the assistant, with every row named to it. Returns what came out. */
async function toldTo(seat: Seat): Promise<{ told: string[]; answered: number }> {
  const told = new Set<string>()
  let answered = 0
  const hear = (name: string, text: string, asked: string) => {
    for (const { word } of toldIn(seat, text, asked)) told.add(`${name} tells ${word}`)
  }
  for (const { name, call } of open) {
    if (call.effect === 'write' || name === 'notification.list') continue
    const named = rows.filter(({ isNamed }) => isNamed).map(({ word }) => word)
    const asked = [...named, randomUUID()].flatMap((id) => [partsOf(call, id, false), partsOf(call, id, true)])
    for (const parts of new Map(asked.map((one) => [JSON.stringify(one), one])).values()) {
      const { text, error } = await send(seat, call, parts)
      if (!error) answered++
      hear(name, text, JSON.stringify(parts))
    }
  }
  for (const text of ['FO-', 'PAY-', 'INV', 'Cedar', 'Alder', 'Elm', '62220', 'CT-'])
    hear('search.find', (await send(seat, searchCalls.find, { body: { text } })).text, text)
  for (const question of questions()) {
    const parts = { body: { question, idempotencyKey: randomUUID() } }
    hear('assistant.ask', (await send(seat, assistantCalls.ask, parts)).text, question)
  }
  return { told: [...told].sort(), answered }
}
const questions = () => [
  ...[
    'How many finance orders are there?',
    'What is overdue?',
    'Who are our buyers?',
    'What is our limit?',
    'What was paid out?',
  ],
  ...['Which invoices fall due this week?', 'Which contracts do I have to sign?', 'What waits for my approval?'],
  ...['Which products are there?', 'What was received last month?', 'What is the news of Cedar Retail Inc?'],
  ...rows.filter(({ word }) => /^(PAY|FO|RP)-/.test(word)).map(({ word }) => `What is the status of ${word}?`),
]

describe('what no permission guards', () => {
  test('tells a key with the right to the home page alone no row of a company', async () => {
    const { alderMaker, elmMaker, settlement, bd } = portal.seats
    for (const seat of [alderMaker, elmMaker, settlement, bd]) {
      const { told, answered } = await toldTo(await keyOf(seat, ['home.view']))
      expect([seat.companyRole, told]).toEqual([seat.companyRole, []])
      expect(answered).toBeGreaterThan(5)
    }
  }, 600_000)

  test('finds something to tell to whoever has the rights', async () => {
    const { told } = await toldTo(portal.seats.operations)
    for (const name of ['search.find', 'assistant.ask']) expect(told.some((line) => line.startsWith(name))).toBe(true)
  }, 300_000)
})

describe('a credential that only reads', () => {
  const accepting = (credential: 'guidance' | 'enrolment') =>
    writes.filter(({ call }) => call.credentials?.includes(credential)).map(({ name }) => name)
  /** What proves itself by a secret in its body, ends a session, or counts visits. */
  const withoutSignIn = ['login', 'logout', 'resetRequest', 'setPassword', 'confirmAddress', 'guidance'].map(
    (one) => `session.${one}`,
  )
  const visits = ['tracking.startSession', 'tracking.trackAction']
  /** Ends the session that the suite writes with, or begins another one: judged by the list alone. */
  const endsIt = [...withoutSignIn, 'session.choose', 'session.change']

  test('makes the writes that name it and no other; the list is known', () => {
    expect(accepting('guidance').sort()).toEqual(
      [
        ...[...withoutSignIn, ...visits, 'notification.read', 'notification.readAll', 'session.choose', 'session.change'],
        ...['session.preferenceEdit', 'session.saveColumns'],
      ].sort(),
    )
    expect(accepting('enrolment').sort()).toEqual([...withoutSignIn, ...visits, 'session.mfaBegin', 'session.mfaConfirm'].sort())
  })

  test('is refused every other write, whatever access that has: a mail link, an enrolment, a key that looks', async () => {
    const { alderMaker, birchMaker, cedarMaker, elmMaker, operations, risk } = portal.seats
    await portal.look(async (tx) => {
      for (const seat of [alderMaker, operations])
        await sql`update session set guided = true where user_id = ${seat.userId}`.execute(tx)
      for (const seat of [birchMaker, risk]) await sql`update app_user set mfa_enrol = true where id = ${seat.userId}`.execute(tx)
    })
    const { grantable } = await portal.ask(elmMaker, apiKeyCalls.keys, { body: {} })
    const looking = grantable.filter((one) => /\.(view|detail|details|export)$/.test(one))
    const holders = [
      { seats: [alderMaker, operations], credential: 'guidance', error: 'SIGN_IN_FIRST' },
      { seats: [birchMaker, risk], credential: 'enrolment', error: 'SECOND_FACTOR_ENROL' },
      {
        seats: [await keyOf(elmMaker, looking), await keyOf(cedarMaker, ['trading.invoice.view'])],
        credential: 'key',
        error: 'FORBIDDEN',
      },
    ] as const
    let refused = 0
    const passed: string[] = []
    for (const { seats, credential, error } of holders)
      for (const seat of seats)
        for (const { name, call } of writes) {
          if (endsIt.includes(name) && credential !== 'key') continue
          if (credential !== 'key' && call.credentials?.includes(credential)) continue
          const answer = await send(seat, call, partsOf(call, randomUUID(), false))
          if (answer.error === error) refused++
          else passed.push(`${credential}: ${name} ${answer.error ?? answer.text.slice(0, 100)}`)
        }
    await portal.look(async (tx) => {
      await sql`update session set guided = false`.execute(tx)
      await sql`update app_user set mfa_enrol = false`.execute(tx)
    })
    expect(passed).toEqual([])
    expect(refused).toBeGreaterThan(writes.length * 5)
  }, 300_000)
})

describe('a seat whose permissions are all taken away', () => {
  test('reads no row of a company, of whatever it asks that no permission guards', async () => {
    const { administrator, settlement, alderViewer, elmChecker } = portal.seats
    await portal.asOwner((db) => db.deleteFrom('rolePermission').execute())
    await vi.waitFor(async () => expect((await send(settlement, paymentCalls.releasable)).error).toBe('FORBIDDEN'), 5000)
    for (const seat of [administrator, settlement, alderViewer, elmChecker]) {
      const { told, answered } = await toldTo(seat)
      expect([seat.companyRole, told]).toEqual([seat.companyRole, []])
      expect(answered).toBeGreaterThan(5)
    }
  }, 600_000)
})
