import { randomUUID } from 'node:crypto'
import { effectivePermissions, permissionRows } from '@usance/domain/permissions'
import { actOf, isNamed } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOfCall } from '../http/ids-of-call.ts'
import { valuesAt } from '../http/input-values.ts'
import { addressesOf } from '../http/server.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'
import { liveThroughEveryAct, liveThroughOtherActs } from './lives/every-act.ts'
import { liveThroughRareActs } from './lives/rare-acts.ts'
import { openTown } from './lives/town.ts'
import { type Known, knownBy, missingLike, standsFor, unanswered } from './reading-facts.ts'
import { aNeighbour, wholeRequests } from './reading-world.ts'
import { sampleOf } from './sample.ts'

// Asks every call that binds nobody with ids that its caller may name, and then with each of them replaced: by records of others,
// and by a word that names nothing. The two must be answered alike, to the last character.

type Parts = { params?: any; query?: any; body?: any }
type Asked = { name: string; call: Call; places: string[] }
type Asker = { name: string; seat: Seat; permissions: readonly string[] }

let portal: Portal
let known: Known[]
let askers: Asker[]
let whole: Record<string, Parts[]>

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await aNeighbour(portal)
  const town = await openTown(portal, 'readings')
  await liveThroughEveryAct(town)
  await liveThroughOtherActs(town)
  await liveThroughRareActs(town)
  whole = await wholeRequests(portal)
  known = await recordsKnown()
  askers = await everyAsker()
}, 300_000)
afterAll(() => portal.close())

const recordsKnown = () =>
  portal.look(async (tx) => {
    const all: Known[] = []
    for (const [kind, word, from, companies, users, closed] of knownBy) {
      const { rows } = await sql<{ word: string; companies: string[]; users: string[] | null }>`
        select ${sql.raw(word)}::text as word, array_remove(${sql.raw(companies)}, null)::text[] as companies,
          ${sql.raw(users)}::text[] as users from ${sql.raw(from)} order by 1`.execute(tx)
      all.push(...rows.map((row) => ({ kind, closed: closed !== undefined, ...row })))
    }
    return all
  })

async function everyAsker(): Promise<Asker[]> {
  const { alderMaker, alderDirector, birchMaker, cedarChecker, dogwoodChecker, elmMaker, firChecker, ...staff } = portal.seats
  const { operations, settlement, risk, bd, administrator, auditor } = staff
  const companies = { alderMaker, alderDirector, birchMaker, cedarChecker, dogwoodChecker, elmMaker, firChecker }
  const seats: Record<string, Seat> = { ...companies, operations, settlement, risk, bd, administrator, auditor }
  return Promise.all(
    Object.entries(seats).map(async ([name, seat]) => {
      const { userRoles } = await portal.look((tx) =>
        tx.selectFrom('userCompanyRole').select('userRoles').where('userId', '=', seat.userId).executeTakeFirstOrThrow(),
      )
      return { name, seat, permissions: effectivePermissions(permissionRows, seat.companyRole, userRoles) }
    }),
  )
}

const isStaff = ({ companyRole }: Seat) => companyRole === 'PLATFORM'
/** Staff read every record that is not closed; a partner those of the company that they introduced. */
const isForeign = (seat: Seat, { companies, users, closed }: Known) => {
  if (closed || !isStaff(seat)) return users ? !users.includes(seat.userId) : !companies.includes(seat.companyId)
  if (seat.userId !== portal.seats.bd.userId || companies.length === 0) return false
  const { alder } = portal.world.companies
  return !companies.includes(alder) && !companies.includes(seat.companyId) && !(users ?? []).includes(seat.userId)
}
const mayAsk = ({ permissions }: Asker, { access }: Call) =>
  typeof access === 'string' || [access.permission].flat().some((one) => permissions.includes(one))

/** The kinds of records that stand at a place; none for what belongs to everybody. */
function kindsAt({ name, call }: Asked, place: string): string[] {
  const line = call.names?.[place as 'body.id']
  if (!line) return []
  if (!isNamed(line)) {
    if ('selected' in line && line.selected === 'data of everybody') return []
    if (standsFor[`${name} ${place}`]) return [standsFor[`${name} ${place}`]!]
    if (/[kK]ey(s?\[\])?$/.test(place)) return ['invoiceFile', 'file']
    if (/conversationId$/.test(place)) return ['conversation']
    if (/(buyer|funder)Code(\[\])?$/.test(place)) return ['companyCode']
    return []
  }
  if (['product', 'templet'].includes(line.kind)) return []
  if (line.kind === 'file') return ['ownFile']
  if (line.kind === 'document') return ['invoice', 'purchaseOrder', 'draftInvoice', 'draftPurchaseOrder']
  if (line.kind === 'financeOrder') return ['financeOrder', 'draftFinanceOrder']
  if (line.kind === 'invoice') return ['invoice', 'draftInvoice']
  if (line.kind === 'purchaseOrder') return ['purchaseOrder', 'draftPurchaseOrder']
  return [line.kind]
}

/** A copy of the input with a word at a place; `[]` is the first entry of a list. Undefined takes the place out. */
function withWord(parts: Parts, place: string, word: string | undefined): Parts {
  const copy = structuredClone(parts) as any
  const steps = place.split('.')
  let inside = copy
  for (const step of steps.slice(0, -1)) {
    const name = step.replace('[]', '')
    inside[name] ??= step.endsWith('[]') ? [{}] : {}
    inside = step.endsWith('[]') ? inside[name][0] : inside[name]
  }
  const last = steps.at(-1)!
  const name = last.replace('[]', '')
  if (word === undefined) delete inside[name]
  else inside[name] = last.endsWith('[]') ? [word] : word
  return copy
}

let asked = 0
/** Asks over HTTP: what came back, and whether it answers. */
async function ask(seat: Seat, call: Call, parts: Parts) {
  asked++
  const path = addressesOf(call.path, portal.app.config.prefix)[0]!.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? 'x'),
  )
  const search = new URLSearchParams(
    Object.entries(parts.query ?? {}).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)])),
  ).toString()
  const body = call.effect === 'write' ? { idempotencyKey: randomUUID(), ...parts.body } : (parts.body ?? {})
  const answer = await portal.sendRaw(
    seat,
    call.method,
    `${path}${search ? `?${search}` : ''}`,
    call.method === 'GET' ? undefined : body,
  )
  const isJson = String(answer.headers['content-type']).includes('json')
  const text = isJson ? answer.body : `${answer.headers['content-type']} ${answer.rawPayload.length}`
  return {
    text,
    passed: answer.statusCode === 200 && (!isJson || answer.json().code === 200),
  }
}

/** An answer without the words that it was asked with. */
const without = (text: string, ...words: string[]) => words.reduce((rest, word) => rest.replaceAll(word, '*'), text)

const required = (call: Call): Parts => ({
  params: sampleOf(call.params, randomUUID()),
  query: sampleOf(call.query, randomUUID()),
  body: call.body ? sampleOf(call.body, randomUUID()) : undefined,
})

/** A request with a sample at every place, for an id that no reader of this world gets an answer with. */
const filledIn = (call: Call, place: string): Parts => withWord(required(call), place, randomUUID())

/** Requests that answer their reader, one for each place that can be filled in. */
async function rightful({ seat }: Asker, one: Asked): Promise<Map<string, Parts>> {
  const found = new Map<string, Parts>()
  const own = (place: string) => {
    const kinds = kindsAt(one, place)
    const all = known.filter((record) => kinds.includes(record.kind) && !isForeign(seat, record))
    return [...all.slice(0, 4), ...all.slice(-4)].map(({ word }) => word)
  }
  for (const parts of whole[one.name] ?? [])
    if (
      one.places.some((place) => !found.has(place) && valuesAt(parts, place).length > 0) &&
      (await ask(seat, one.call, parts)).passed
    )
      for (const place of one.places) if (!found.has(place) && valuesAt(parts, place).length > 0) found.set(place, parts)
  if (whole[one.name]) return found
  const bare = one.places.reduce((parts, place) => withWord(parts, place, undefined), required(one.call))
  for (const place of one.places)
    for (const word of own(place)) {
      const parts = one.places.length > 1 ? withWord(bare, place, word) : withWord(required(one.call), place, word)
      if (!(await ask(seat, one.call, parts)).passed) continue
      found.set(place, parts)
      break
    }
  return found
}

/** One record of each kind and circle of companies that a seat has nothing to do with. */
function strangers(seat: Seat, kinds: readonly string[]): Known[] {
  const circles = new Map<string, Known>()
  for (const record of known)
    if (kinds.includes(record.kind) && isForeign(seat, record))
      circles.set(`${record.kind} ${[...record.companies].sort()} ${record.users}`, record)
  return [...circles.values()].slice(0, 3)
}

const nameOf = (companies: readonly string[]) =>
  Object.entries(portal.world.companies)
    .filter(([, id]) => companies.includes(id))
    .map(([name]) => name)
    .join('+')

test('a record of others is answered like one that is not there, whatever call it is named to', {
  timeout: 300_000,
}, async () => {
  const calls = allCalls()
    .filter(({ call }) => !actOf(call))
    .map(({ name, call }) => ({ name, call, places: idsOfCall(call) }))
    .map((one) => ({ ...one, places: one.places.filter((place) => kindsAt(one, place).length > 0) }))
    .filter(({ places }) => places.length > 0)
  const wrong = new Set<string>()
  const reached = new Set<string>()
  let probes = 0
  asked = 0
  await inLanes(4, calls, async (one) => {
    const all = new Map<string, Parts>()
    const readers = new Map<string, Map<string, Parts>>()
    for (const asker of askers.filter((asker) => mayAsk(asker, one.call))) {
      const own = await rightful(asker, one)
      readers.set(asker.name, own)
      for (const [place, parts] of own) {
        reached.add(`${one.name} ${place}`)
        if (!all.has(place)) all.set(place, parts)
      }
    }
    for (const asker of askers.filter((asker) => mayAsk(asker, one.call)))
      for (const place of one.places) {
        const bases = [readers.get(asker.name)?.get(place), all.get(place) ?? filledIn(one.call, place)].filter(
          (parts) => parts !== undefined,
        )
        for (const parts of new Set(bases)) {
          const [sample] = valuesAt(parts, place)
          const foreign = strangers(asker.seat, kindsAt(one, place))
          if (foreign.length === 0) continue
          const missing = missingLike(sample!)
          const expected = await ask(asker.seat, one.call, withWord(parts, place, missing))
          for (const { word, kind, companies } of foreign) {
            probes++
            const { text } = await ask(asker.seat, one.call, withWord(parts, place, word))
            if (without(text, missing, word) !== without(expected.text, missing, word))
              wrong.add(
                `${one.name} ${place}: ${asker.name} names a ${kind} of ${nameOf(companies)}: ${text.slice(0, 160)} instead of ${expected.text.slice(0, 120)}`,
              )
          }
        }
      }
  })
  const unreached = calls
    .flatMap(({ name, places }) => places.map((place) => `${name} ${place}`))
    .filter((one) => !reached.has(one))
  console.info(
    `readings: ${calls.length} calls, ${reached.size} ids, ${probes} probes, ${asked} requests, ${wrong.size} let through`,
  )
  expect({ wrong: [...wrong].sort(), unreached }).toEqual({ wrong: [], unreached: unanswered })
  expect(probes).toBeGreaterThan(1000)
})

async function inLanes<T>(lanes: number, all: readonly T[], work: (one: T) => Promise<void>) {
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await work(one)
    }),
  )
}
