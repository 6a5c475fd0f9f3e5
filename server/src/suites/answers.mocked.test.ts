import { allCalls, lists } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { List } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Reader } from '../http/answer-shape.ts'
import { addressesOf } from '../http/server.ts'
import { type AnswerFault, answerFaults, fieldsIn } from '../testing/answer-faults.ts'
import { aLife } from '../testing/life.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

/** The result of every handler before the cut, and the sent answer. */
const heard = vi.hoisted(() => ({
  hear: undefined as ((call: Call, reader: Reader, raw: unknown, sent: unknown) => void) | undefined,
}))
vi.mock('../http/answer-shape.ts', async (original) => {
  const real = await original<typeof import('../http/answer-shape.ts')>()
  const answerShape: typeof real.answerShape = (call, reader) => {
    const cut = real.answerShape(call, reader)
    return (raw) => {
      const sent = cut(raw)
      heard.hear?.(call as Call, reader, raw, sent)
      return sent
    }
  }
  return { ...real, answerShape }
})

let portal: Portal
/** Records of every kind, whose ids and numbers are passed to every call that takes one. */
let things: string[]
/** What one types to find them. */
let words: string[]
const faults = new Map<string, Set<string>>()
const counted = { answers: 0, fields: 0 }
const calls = allCalls()
const nameOf = new Map(calls.map(({ name, call }) => [`${call.method} ${call.path}`, name]))

function note(name: string, { path, what, told }: AnswerFault, reader: Reader) {
  const line = `${name} ${path} ${what}${told ? ` (${told})` : ''}`
  faults.set(line, (faults.get(line) ?? new Set()).add(reader ?? 'PUBLIC'))
}

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  heard.hear = (call, reader, raw, sent) => {
    if (call.kind === 'file') return
    const hear = heard.hear
    heard.hear = undefined
    counted.answers++
    counted.fields += fieldsIn(sent)
    for (const fault of answerFaults(call, reader, raw, sent))
      if (fault.what !== 'withheld') note(nameOf.get(`${call.method} ${call.path}`)!, fault, reader)
    heard.hear = hear
  }
  await liveABusyMonth()
}, 300_000)
afterAll(() => portal.close())

/** Orders in every stage on a product with a leg of its own for the funder, payments, receipts, and proposed changes. */
async function liveABusyMonth() {
  const { operations } = portal.seats
  const { purchaseInAdvance, purchaseInArrears } = portal.world.products
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ fundRate: '3.10', fundDayBase: 360 })
      .where('id', 'in', [purchaseInAdvance, purchaseInArrears])
      .execute(),
  )
  const confirmed = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const submitted = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await aConfirmedInvoice(portal)
  const [limit] = rowsOfKind('LIMIT', await portal.ask(operations, configChangeCalls.current, { body: { kind: 'LIMIT' } }))
  const { id: targetId, version, ...standing } = limit!
  const values = { ...standing, amount: '6000000' }
  const change = await portal.ask(operations, configChangeCalls.propose, {
    body: { kind: 'LIMIT', targetId, version, values } as never,
  })
  const life = await aLife(portal, 11)
  for (let step = 0; step < 14; step++) await life.step()
  const ids = await portal.look(async (tx) => {
    const first = async (table: string, column = 'id') =>
      (await sql<{ id: string }>`select ${sql.ref(column)}::text as id from ${sql.table(table)} order by id limit 2`.execute(tx))
        .rows
    const tables = ['invoice', 'purchase_order', 'contract', 'payment', 'collection', 'repayment', 'order_fee', 'payment_file']
    return (await Promise.all([...tables.map((table) => first(table)), first('payment', 'no'), first('audit_log')])).flat()
  })
  const numbers = await portal.look(async (tx) => {
    const { rows } = await sql<{ no: string }>`
      (select invoice_no as no from invoice limit 1) union all (select po_no from purchase_order limit 1)
      union all (select no from contract limit 1) union all (select no from payment limit 1)`.execute(tx)
    return rows.map(({ no }) => no)
  })
  words = ['Alder', 'Cedar', confirmed.orderNo, ...numbers]
  things = [
    confirmed.id,
    confirmed.orderNo,
    submitted.id,
    submitted.orderNo,
    change.no,
    life.orders[0]!.orderId,
    purchaseInAdvance,
    portal.world.accounts.alder,
    portal.world.companies.alder,
    portal.world.companies.cedar,
    portal.seats.alderMaker.userId,
    ...ids.map(({ id }) => id),
  ]
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
async function send(seat: Seat, call: Call, { params, query, body }: Parts) {
  const path = addressesOf(call.path, 'usance')[0]!.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? 'x'),
  )
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  const response = await portal.sendRaw(
    seat,
    call.method,
    `${path}${search ? `?${search}` : ''}`,
    call.method === 'GET' ? undefined : (body ?? {}),
  )
  return { code: response.json().code as number, text: response.body }
}
const partsOf = (call: Call, id: string): Parts => ({
  params: sampleOf(call.params, id),
  query: sampleOf(call.query, id),
  body: sampleOf(call.body, id),
})
/** The queries of a list: rows, and the sums, range and values of its columns. */
function listParts({ columns }: List): Parts[] {
  const of = (...kinds: string[]) => Object.entries(columns).find(([, one]) => kinds.includes(one.kind))?.[0]
  const [sum, day, words] = [of('money', 'number'), of('date', 'dateTime'), of('text')]
  return [
    { pageSize: 100 },
    ...(sum ? [{ amountSumByField: sum }] : []),
    ...(day ? [{ dateFilterByField: day }] : []),
    ...(words ? [{ filterByField: words }] : []),
  ].map((body) => ({ body }))
}
function asked(name: string, call: Call): Parts[] {
  const list = name.endsWith('.pageList') ? lists.find(({ id }) => name === `${id}.pageList`) : undefined
  if (list) return listParts(list)
  const all = things.map((id) => partsOf(call, id))
  const currencies = {
    ...partsOf(call, things[0]!),
    body: { ...(partsOf(call, things[0]!).body as Record<string, unknown>), currency: 'USD', buyerCode: 'ALL' },
  }
  const { body } = currencies
  const searches = 'text' in body ? words.map((text) => ({ ...currencies, body: { ...body, text } })) : []
  return [...new Map([...all, currencies, ...searches].map((parts) => [JSON.stringify(parts), parts])).values()]
}

/** The names of fields for funder and operator alone. */
const fundingWords = /"(legs|fundInterest|fundRate|fundRaw|fundDayBase|spread)"|"key":"(fundInterest|spread)"/
/** Fields that name a person of another company on purpose: a signature binds, and a partner is a contact. */
const namesPeople = /^contract\.|^channel-?[pP]artner|^company\.(anyD|d)etail$|^account\.|^session\.|^userCenter\.|^bankAccount/

test('an undeclared field, a field of another seat and a value of another type are distinguished', () => {
  const { call } = calls.find(({ name }) => name === 'company.detail')!
  const own = {
    id: '1',
    name: 5,
    riskGrade: 'D',
    createdBy: 'x',
    roles: [{ role: 'BUYER', status: 'ENABLE', detail: { note: 'x' } }],
  }
  const sent = { id: '1', name: 5, roles: [{ role: 'BUYER', status: 'ENABLE', detail: {} }] }
  const { hear } = heard
  heard.hear = undefined
  const found = answerFaults(call, 'SUPPLIER', own, sent).map(({ path, what }) => `${path} ${what}`)
  heard.hear = hear
  expect(found).toEqual(
    expect.arrayContaining(['.createdBy undeclared', '.roles[].detail.note undeclared', '.riskGrade withheld', '.name type']),
  )
})

describe('every call as every seat', () => {
  test('sends the fields declared for the seat and nothing else, on real rows', async () => {
    const people = await portal.look(
      async (tx) =>
        (
          await sql<{ cname: string; company: string }>`
          select u.cname, r.company_id::text as company from app_user u join user_company_role r on r.user_id = u.id`.execute(tx)
        ).rows,
    )
    const leaks = new Set<string>()
    const reading = calls.filter(({ call }) => call.effect === 'read' && (call.kind ?? 'json') === 'json')
    for (const [who, seat] of Object.entries(portal.seats)) {
      const foreigners = people.filter(({ company }) => company !== seat.companyId).map(({ cname }) => cname)
      const isFunding = ['FUNDER', 'PLATFORM'].includes(seat.companyRole)
      for (const { name, call } of reading) {
        if (/login\//.test(call.path)) continue
        for (const parts of asked(name, call)) {
          const { code, text } = await send(seat, call, parts)
          if (code === 403) break
          if (code !== 200) continue
          if (!isFunding && fundingWords.test(text)) leaks.add(`${name} tells ${who} ${fundingWords.exec(text)![0]}`)
          if (seat.companyRole === 'PLATFORM' || namesPeople.test(name)) continue
          for (const one of foreigners) if (text.includes(`"${one}"`)) leaks.add(`${name} names ${one} to ${who}`)
        }
      }
    }
    console.log(
      `${counted.answers} answers with ${counted.fields} fields compared with the declarations of ${calls.length} calls`,
    )
    expect([...faults].map(([line, readers]) => `${line}: ${[...readers].join(', ')}`)).toEqual([])
    expect([...leaks]).toEqual([])
    expect(counted.answers).toBeGreaterThan(2000)
  }, 1_200_000)
})
