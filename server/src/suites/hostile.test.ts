import { allCalls, lists } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import type { Column } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf } from '../http/server.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'
import { fullSampleOf, hostileBodies, hostileKinds, hostileNumbers, hostileTexts, placesOf, withAt } from './hostile-values.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

/** Calls that end the caller's own session or move the whole portal's day: their inputs are tried by their own tests. */
const apart = /logout|sessions\/revoke|changePassword|login\/change|login\/choose|mfa|endOfDay\/|end-of-day/
const probed = allCalls().filter(({ call }) => !apart.test(call.path))
type Sent = { name: string; what: string; status: number; code: number; body: string }
const faults: string[] = []
let answered = 0
let reached = 0

/** A 5xx, an envelope without a code, or words of the inside of the server is a fault. */
function judge({ name, what, status, code, body }: Sent) {
  answered++
  if (![401, 403, 404, 405].includes(code)) reached++
  const inside = /at \S+ \(|\/server\/src\/|node_modules|pg_|relation "|column "|syntax error|kysely/i.test(body)
  if (status >= 500 || (code >= 500 && code < 600) || inside)
    faults.push(`${name} ${what.slice(0, 160)} -> ${status} ${body.slice(0, 200)}`)
}

async function fire(
  seat: Seat | null,
  name: string,
  call: Call,
  parts: { params?: any; query?: string; body?: string; type?: string },
) {
  const path = addressesOf(call.path, portal.app.config.prefix)[0]!.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(parts.params?.[key] ?? 'x')),
  )
  const asked = `${parts.query ?? ''} ${parts.type ?? ''} ${parts.body ?? ''}`
  const response = await portal.server
    .inject({
      method: call.method as 'POST',
      url: `${path}${parts.query ? `?${parts.query}` : ''}`,
      headers: {
        appid: portal.app.config.appId,
        ...(seat ? { token: seat.token } : {}),
        ...(call.method === 'GET' || parts.type === '' ? {} : { 'content-type': parts.type ?? 'application/json' }),
      },
      ...(call.method === 'GET' ? {} : { payload: parts.body ?? '{}' }),
    })
    .catch((error: Error) => {
      faults.push(`${name} ${asked.slice(0, 160)} broke off: ${error.message}`)
    })
  if (!response) return
  const json = String(response.headers['content-type']).includes('json')
  const text = json ? response.body : ''
  judge({
    name,
    what: asked,
    status: response.statusCode,
    code: json && !call.path.includes('openapi') ? (JSON.parse(text).code ?? -1) : 200,
    body: text,
  })
}

async function seatsFor(call: Call): Promise<(Seat | null)[]> {
  const { seats } = portal
  if (call.access === 'public') return [null, seats.alderMaker]
  if (call.access === 'signed-in') return [seats.alderDirector]
  const wanted = ([] as string[]).concat(call.access.permission as string)
  const found: Seat[] = []
  for (const seat of Object.values(seats)) {
    const held = await portal.app.matrix.permissionsOf(seat.companyRole, await userRolesOf(seat))
    if (
      wanted.some((one) => held.has(one)) &&
      !found.some((one) => (one.companyRole === 'PLATFORM') === (seat.companyRole === 'PLATFORM'))
    )
      found.push(seat)
  }
  return found
}
const held = new Map<string, string[]>()
async function userRolesOf(seat: Seat) {
  if (held.size === 0)
    for (const row of await portal.look((tx) => tx.selectFrom('userCompanyRole').select(['userId', 'userRoles']).execute()))
      held.set(row.userId, row.userRoles)
  return held.get(seat.userId)!
}

test('whatever is sent to any call, nothing answers with a fault of the server or with its inside', async () => {
  const id = portal.world.companies.alder
  let turn = 0
  /** Each place gets some of the values; over all calls each value is tried hundreds of times. */
  const some = (values: string[], count: number) => Array.from({ length: count }, () => values[turn++ % values.length]!)
  await inLanes(6, probed, async ({ name, call }) => {
    const isExport = call.kind === 'file' && call.method === 'POST'
    const list = lists.find((one) => call.path.startsWith(`${one.path}/`))
    const seats = await seatsFor(call)
    for (const seat of list ? seats.slice(0, 1) : seats) {
      const params = fullSampleOf(call.params, id)
      const query = fullSampleOf(call.query, id) ?? {}
      const body = call.body && call.kind !== 'upload' ? fullSampleOf(call.body, id) : undefined
      const plain = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
      const tried = (text: string) => fire(seat, name, call, { params, query: plain, body: text })
      const places = body === undefined ? [] : placesOf(body)
      // Exports share their input with the page of the same list: a sample of the places is enough.
      for (const path of isExport ? places.slice(0, 2) : places)
        for (const raw of [...some(hostileTexts, list ? 1 : 2), ...some(hostileNumbers, 1), ...some(hostileKinds, list ? 0 : 1)])
          await tried(withAt(body, path, raw))
      if (list && !isExport)
        for (const [column, { kind }] of Object.entries<Column>(list.columns))
          for (const [filter, raw] of [
            [kind === 'text' || kind === 'choice' || kind === 'boolean' ? column : `${column}End`, ...some(hostileTexts, 1)],
          ])
            await tried(`{"pageNum":1,"pageSize":5,"filterFields":{"${filter}":${raw}}}`)
      for (const key of Object.keys(query))
        for (const raw of some(hostileTexts, 2)) {
          const value = encodeURIComponent(JSON.parse(raw).toWellFormed())
          await fire(seat, name, call, { params, query: `${plain}&${key}=${value}` })
          await fire(seat, name, call, { params, query: `${key}=${value}` })
        }
      for (const key of Object.keys(params ?? {}))
        for (const value of some(['\u0000', '../x', '𝓤', '9'.repeat(60), '%', "';--", '__proto__', 'x'.repeat(290)], 3))
          await fire(seat, name, call, { params: { ...params, [key]: value }, query: plain, body: JSON.stringify(body ?? {}) })
      if (call.method !== 'GET')
        for (let at = 0; at < (list ? 1 : 3); at++) {
          const [type, text] = hostileBodies[turn++ % hostileBodies.length]!
          await fire(seat, name, call, { params, query: plain, type, body: text })
        }
    }
  })
  expect(faults).toEqual([])
  expect(reached).toBeGreaterThan(5000)
  expect(answered).toBeGreaterThan(6500)
}, 180_000)

async function inLanes<T>(lanes: number, all: readonly T[], work: (one: T) => Promise<void>) {
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await work(one)
    }),
  )
}
