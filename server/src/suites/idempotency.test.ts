import { randomUUID } from 'node:crypto'
import { allCalls } from '@usance/wire/all-calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import type { Call } from '@usance/wire/call'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '../database/database.ts'
import { once, TwinUnderWay } from '../http/once.ts'
import { onceShownIn } from '../http/without-secrets.ts'
import { shownTo, toldBoth } from '../testing/answered-twice.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { sealedFields } from '../testing/sealed-fields.ts'
import { type Seat, testPassword } from '../testing/world.ts'
import { liveThroughEveryAct } from './lives/every-act.ts'
import { openTown, type Town } from './lives/town.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

/** Writes that take no key, and why sending them again does no harm. */
const unkeyed: [why: string, paths: RegExp][] = [
  ['signing in and out, and proofs that count once by themselves', /^\/\{p\}-auth-center\/(login|userClient)\b/],
  ['what is the same afterwards', /(user\/preference\/.*|assistant\/client\/forget)$/],
  ['a file: sent again it is another file that nothing refers to', /sysAttachment\/upload$/],
  ['a sheet or e-invoice: what is there already is reported as a duplicate', /(import\w+|batch\/upload)$/],
  ['a link of its own that ends by itself, shown once and never kept', /\/(exhibitionLink|backend\/mail\/link)$/],
  ['reads that leave a trace', /(assistant\/client\/ask|contract\/client\/preview|realName\/backend\/reveal|user-analysis\/.*)$/],
]

const takesKey = (call: Call): boolean => {
  const shapes = (call.body as any)?.options ?? [call.body]
  return shapes.every((one: any) => one?.shape && 'idempotencyKey' in one.shape)
}

test('every write takes an idempotency key, or stands among those that need none', () => {
  const writes = allCalls().filter(({ call }) => call.effect === 'write')
  const keyless = writes.filter(({ call }) => !takesKey(call)).map(({ call }) => call.path)
  expect(keyless.filter((path) => !unkeyed.some(([, paths]) => paths.test(path)))).toEqual([])
  for (const [why, paths] of unkeyed)
    expect(
      keyless.some((path) => paths.test(path)),
      why,
    ).toBe(true)
})

test('an answer with a secret is never stored for a repetition', async () => {
  const shown = allCalls().filter(({ call }) => textOf(call.answer).includes('"isSecret":true'))
  expect(shown.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['session.login', 'session.mfaBegin', 'apiKey.make', 'webhook.add', 'outlook.exhibitionLink']),
  )
  // What a repetition leaves out is null there; nothing else of a keyed answer is a secret.
  const keyed = shown.filter(({ call }) => takesKey(call))
  expect(keyed.map(({ name }) => name).sort()).toEqual(['apiKey.make', 'onboarding.invite', 'webhook.add', 'webhook.rotate'])
  for (const { name, call } of keyed)
    expect(textOf(call.answer).split('"isSecret":true').length - 1, name).toBe(onceShownIn(call.answer).length)
  // A field whose name suggests a secret is declared as one.
  const telling = /"(token|secret|link|uri|\w*(Token|Secret|Password))":\{"type":"string"\}/
  const open = allCalls().filter(({ call }) => call.effect === 'write' && telling.test(textOf(call.answer)))
  expect(open.map(({ name }) => name)).toEqual([])

  const [password] = await sealedFields(portal, [testPassword])
  const body = { idempotencyKey: randomUUID(), password }
  const { secret } = await portal.ask(portal.seats.alderViewer, sessionCalls.mfaBegin, { body })
  const { rows } = await portal.look((tx) =>
    sql<{ n: number }>`select count(*)::int as n from idempotency where answer::text like ${`%${secret}%`}`.execute(tx),
  )
  expect(rows[0]?.n).toBe(0)
})

test('a secret is shown to one of the requests under a key, and made once', async () => {
  const { alderMaker } = portal.seats
  const body = { name: 'ERP', permissions: ['trading.invoice.view'], days: 30, idempotencyKey: randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => portal.ask(alderMaker, apiKeyCalls.make, { body })))
  expect(answers.filter(({ token }) => token !== null)).toHaveLength(1)
  expect(await portal.ask(alderMaker, apiKeyCalls.make, { body })).toEqual({ ...answers[0], token: null })
  const { list } = await portal.ask(alderMaker, apiKeyCalls.keys, { body: {} })
  expect(list.filter(({ name }) => name === 'ERP').map(({ id }) => id)).toEqual([answers[0]?.id])
})
const textOf = (type: z.ZodType) => JSON.stringify(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }))

// Jobs of the portal itself write to these at any moment.
const restless = [
  'receivable_change',
  'receivable_day',
  'receivable_month',
  'book_change',
  'book_day',
  'audit_seal',
  'outbox',
  'session',
  'end_of_day_step',
]
const rowsPerTable = async (): Promise<Record<string, number>> => {
  const { rows } = await portal.look((tx) =>
    sql<{ name: string; n: number }>`select table_name as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as n
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in (${sql.join(restless)})`.execute(
      tx,
    ),
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.n]))
}
const requestsSince = async (id: string): Promise<number> => {
  const { rows } = await portal.look((tx) =>
    sql<{ n: number }>`select count(distinct request_id)::int as n from audit_log where id > ${id} and call is not null`.execute(
      tx,
    ),
  )
  return rows[0]!.n
}
const lastAudit = async (): Promise<string> =>
  (await portal.look((tx) => sql<{ id: string }>`select coalesce(max(id), 0)::text as id from audit_log`.execute(tx))).rows[0]!.id

/** The same request but for one thing. */
function changed(value: unknown, isDone = { yet: false }): unknown {
  if (isDone.yet) return value
  if (Array.isArray(value)) return value.map((one) => changed(one, isDone))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'idempotencyKey' ? one : changed(one, isDone)]),
    )
  if (typeof value !== 'string') return value
  const other = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? randomUUID() : /^\d+\.\d\d$/.test(value) ? `9${value}` : undefined
  if (other === undefined) return value
  isDone.yet = true
  return other
}

/** Sends a write twice at once, once more, and once with another body, all under one key. Each call is tried once. */
function sentAgain(town: Town, checked: Set<string>): Town['ask'] {
  const plain = town.ask
  const ask = async (seat: Seat, call: Call, input: any) => {
    const { settlement } = portal.seats
    if (call.effect !== 'write' || !takesKey(call) || checked.has(call.path)) return plain(seat, call, input)
    const body = { idempotencyKey: `again-${randomUUID()}`, ...input.body }
    const send = (changes: object = {}) => portal.ask(seat, call, { ...input, body, ...changes })
    const since = await lastAudit()
    const [first, second] = await Promise.allSettled([send(), send()])
    if (first.status === 'rejected' && second.status === 'rejected') throw first.reason
    expect(toldBoth(call, second), call.path).toEqual(toldBoth(call, first))
    // Closing days goes on by itself after the answer.
    if (!call.path.includes('endOfDay')) {
      expect(await requestsSince(since), `${call.path} had an effect twice`).toBeLessThanOrEqual(1)
      const before = await rowsPerTable()
      expect(await send(), call.path).toEqual(toldBoth(call, first))
      expect(await rowsPerTable(), `${call.path} sent again left something behind`).toEqual(before)
    }
    const other = changed({ query: input.query, body }) as { query?: object; body: object }
    if (JSON.stringify(other.body) !== JSON.stringify(body) || JSON.stringify(other.query) !== JSON.stringify(input.query))
      expect((await refusalOf(send(other))).error, call.path).toBe('IDEMPOTENCY_MISMATCH')
    // What one person sent is not answered to another of the same company.
    if (seat === settlement)
      expect((await refusalOf(portal.ask(portal.seats.settlement2, call, { ...input, body }))).error, call.path).toBe(
        'IDEMPOTENCY_MISMATCH',
      )
    checked.add(call.path)
    return (shownTo(call, first, second) as PromiseFulfilledResult<never>).value
  }
  return ask as Town['ask']
}

test('a write sent again under its key has one effect and one answer, and no other request is answered under it', {
  timeout: 180_000,
}, async () => {
  const town = await openTown(portal, 'idempotency')
  const checked = new Set<string>()
  town.ask = sentAgain(town, checked)
  await liveThroughEveryAct(town)
  expect([...checked].length, [...checked].join('\n')).toBeGreaterThanOrEqual(33)
})

test('who meets its own request still at work waits for its answer, however long that takes', async () => {
  const { userId, companyId } = portal.seats.settlement
  const request = { app: portal.app, companyId, userId, key: 'slow-request-1', call: 'POST /slow', input: {} }
  const send = (work: () => Promise<number>) =>
    inTransaction(portal.app.db, { kind: 'system' }, 'write', (tx) => once(tx, request, work))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let slow = Promise.resolve(0)
  await new Promise<void>((atWork) => {
    slow = send(async () => {
      atWork()
      await finished
      return 1
    })
  })
  // Longer than one waits for a lock: the choke point begins again until the first is done.
  await expect(send(async () => 2)).rejects.toBeInstanceOf(TwinUnderWay)
  finish()
  expect(await slow).toBe(1)
  expect(await send(async () => 3)).toBe(1)
})

test('who meets a record that somebody else holds is told to try again, and the same request then succeeds', async () => {
  const { alderMaker } = portal.seats
  const dates = { issueDate: '2025-02-20', dueDate: '2025-04-20' }
  const facts = { buyerCode: 'CEDAR', invoiceNo: 'HELD-1', ...dates, currency: 'USD', amount: '100.00' }
  const invoice = { ...facts, idempotencyKey: 'held-invoice' }
  const { id } = (await portal.ask(alderMaker, invoiceCalls.add, { body: invoice })) as { id: string }
  const body = { ids: [id], idempotencyKey: 'held-for-a-while' }
  const submit = () => portal.ask(alderMaker, invoiceCalls.submit, { body })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let holding = Promise.resolve()
  await new Promise<void>((taken) => {
    holding = inTransaction(portal.app.db, { kind: 'system' }, 'write', async (tx) => {
      await sql`select 1 from invoice where id = ${id} for update`.execute(tx)
      taken()
      await held
    })
  })
  expect(await refusalOf(submit())).toMatchObject({ error: 'BUSY', code: 20007 })
  release()
  await holding
  await submit()
  const { rows } = await portal.look((tx) => sql`select doc_status from invoice where id = ${id}`.execute(tx))
  expect(rows).toEqual([{ docStatus: 'SUBMITTED' }])
})
