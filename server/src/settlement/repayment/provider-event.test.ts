import { addDays } from '@usance/domain/local-date'
import { notificationCalls } from '@usance/wire/notification/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../books/ledger/check-books.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { nowInSeconds, sendProviderMessage } from '../../testing/provider-message.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { signProviderMessage } from './provider-event.ts'

let portal: Portal
let virtual: { id: string; number: string }
beforeAll(async () => {
  portal = await openPortal()
  const seat = portal.seats.settlement
  const { accounts } = await portal.ask(seat, repaymentCalls.accounts, { body: {} })
  virtual = await portal.ask(seat, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: accounts[0]!.id, payerCompanyCode: 'CEDAR', idempotencyKey: 'cedars-number' },
  })
})
afterAll(() => portal.close())

const deposit = (id: string, more: object = {}) =>
  JSON.stringify({
    id,
    name: 'deposit.settled',
    data: { virtualAccount: virtual.number, amount: '1200.50', currency: 'USD', bankRef: id, valueDate: openingDay, ...more },
  })
async function arrive(raw: string, timestamp?: string, signature?: string) {
  const response = await sendProviderMessage(portal, raw, timestamp, signature)
  return { http: response.statusCode, code: response.json().code, data: response.json().data }
}
const receipts = () => portal.look((tx) => tx.selectFrom('collection').select(['amount', 'payerCompanyId', 'bankRef']).execute())

test('money the provider tells of becomes one receipt of the payer behind the number, however often it is told', async () => {
  const raw = deposit('evt-1')
  const first = await Promise.all([arrive(raw), arrive(raw)])
  expect(first.map(({ data }) => data.status).sort()).toEqual(['DONE', 'KNOWN'])
  expect((await arrive(raw)).data.status).toBe('KNOWN')
  expect(await receipts()).toEqual([{ amount: '1200.5000', payerCompanyId: portal.world.companies.cedar, bankRef: 'evt-1' }])
  await portal.look(async (tx) => expect(await checkBooks(tx)).toEqual([]))
})

test('a forged, altered or recorded message is turned away and leaves no trace', async () => {
  const raw = deposit('evt-forged')
  const old = String(Number(nowInSeconds()) - 301)
  expect((await arrive(raw, nowInSeconds(), 'f'.repeat(64))).http).toBe(401)
  expect((await arrive(raw, old)).http).toBe(401)
  const timestamp = nowInSeconds()
  const signature = signProviderMessage(portal.app, timestamp, raw)
  expect((await arrive(raw.replace('1200.50', '9200.50'), timestamp, signature)).http).toBe(401)
  const kept = await portal.look((tx) => tx.selectFrom('providerEvent').select('eventId').execute())
  expect(kept.map(({ eventId }) => eventId)).not.toContain('evt-forged')
})

test('what cannot be booked stays on record with its reason, and other events are only noted', async () => {
  expect((await arrive(deposit('evt-2', { virtualAccount: 'VA-NOBODY' }))).data).toEqual({
    status: 'REFUSED',
    reason: 'PARTY_UNKNOWN',
  })
  expect((await arrive(deposit('evt-3', { bankRef: 'evt-1' }))).data).toEqual({ status: 'REFUSED', reason: 'BANK_REF_DUPLICATE' })
  expect((await arrive(JSON.stringify({ id: 'evt-4', name: 'deposit.pending', data: {} }))).data.status).toBe('IGNORED')
  expect(await receipts()).toHaveLength(1)
  const { list } = await portal.ask(portal.seats.settlement, providerCalls.events, { body: {} })
  expect(list.map(({ eventId, status }) => [eventId, status])).toEqual([
    ['evt-4', 'IGNORED'],
    ['evt-3', 'REFUSED'],
    ['evt-2', 'REFUSED'],
    ['evt-1', 'DONE'],
  ])
})

test('what the provider writes is read by the rules of the forms, and a text that breaks them is an invalid event', async () => {
  const before = await receipts()
  const faulty: [string, object][] = [
    ['turned', { bankRef: 'x\u202ey' }],
    ['blank', { bankRef: '   ' }],
    ['two-lines', { bankRef: 'one\ntwo' }],
    ['turned-payer', { payerName: 'Cedar\u202e dtL' }],
    ['two-payers', { payerName: 'Cedar\nBirch' }],
  ]
  for (const [name, more] of faulty)
    expect((await arrive(deposit(`evt-${name}`, more))).data, name).toEqual({ status: 'REFUSED', reason: 'BAD_REQUEST' })
  expect((await arrive(deposit('evt-\u202eturned'))).code).toBe(400)
  expect((await arrive(deposit('   '))).code).toBe(400)
  expect(await receipts()).toEqual(before)
})

const ahead = addDays(openingDay, 1)
const toldOf = async (seat: Seat, eventId: string) =>
  (await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })).list.filter(
    ({ event, params }) => event === 'PROVIDER_EVENT_REFUSED' && params.no === eventId,
  )
const receiptsUnder = async (bankRef: string) => (await receipts()).filter((one) => one.bankRef === bankRef).length

test('a deposit that was refused is tried again when it is sent again, and two redeliveries at once make one receipt', async () => {
  const early = deposit('evt-early', { valueDate: ahead })
  expect((await arrive(early)).data).toEqual({ status: 'REFUSED', reason: 'VALUE_DATE_AHEAD' })
  expect((await arrive(early)).data).toEqual({ status: 'REFUSED', reason: 'VALUE_DATE_AHEAD' })
  const dated = deposit('evt-early')
  const again = await Promise.all([arrive(dated), arrive(dated), arrive(dated)])
  expect(again.map(({ data }) => data.status).sort()).toEqual(['DONE', 'KNOWN', 'KNOWN'])
  expect((await arrive(early)).data.status).toBe('KNOWN')
  expect(await receiptsUnder('evt-early')).toBe(1)

  const seat = portal.seats.settlement
  const { accounts } = await portal.ask(seat, repaymentCalls.accounts, { body: {} })
  const next = virtual.number.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
  const unknown = deposit('evt-unknown', { virtualAccount: next })
  expect((await arrive(unknown)).data).toEqual({ status: 'REFUSED', reason: 'PARTY_UNKNOWN' })
  const made = await portal.ask(seat, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: accounts[0]!.id, payerCompanyCode: 'DOGWOOD', idempotencyKey: 'dogwoods-number' },
  })
  expect(made.number).toBe(next)
  expect((await arrive(unknown)).data).toEqual({ status: 'DONE', reason: null })
  await portal.look(async (tx) => expect(await checkBooks(tx)).toEqual([]))
})

test('a deposit that meets a statement being booked is answered as not taken, and is booked when it is sent again', async () => {
  const raw = deposit('evt-busy')
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('bankAccount').select('id').forUpdate().execute()
      expect(await arrive(raw)).toMatchObject({ http: 503, data: { error: 'UNAVAILABLE' } })
    }),
  )
  const events = await portal.look((tx) => tx.selectFrom('providerEvent').select('eventId').execute())
  expect(events.map(({ eventId }) => eventId)).not.toContain('evt-busy')
  expect((await arrive(raw)).data.status).toBe('DONE')
})

test('many events at once wait for their turn, and leave connections to all others', async () => {
  const sent: ReturnType<typeof arrive>[] = []
  await portal.look(async (tx) => {
    await sql`select pg_advisory_xact_lock(727278)`.execute(tx)
    for (let n = 0; n < 12; n++) sent.push(arrive(deposit(`evt-turn-${n}`)))
    await expect.poll(() => portal.app.turns.calls.size).toEqual({ working: 6, waiting: 6 })
  })
  for (const { data } of await Promise.all(sent)) expect(data.status).toBe('DONE')
})

test('settlement is told once of a deposit that is refused, and reads in the list what it is about', async () => {
  const early = deposit('evt-told', { valueDate: ahead, payerName: 'Cedar Trading' })
  await arrive(early)
  await arrive(early)
  for (const seat of [portal.seats.settlement, portal.seats.settlement2])
    expect((await toldOf(seat, 'evt-told')).map(({ params, link }) => [params, link])).toEqual([
      [
        {
          ...{ no: 'evt-told', kind: 'deposit.settled', account: virtual.number, payer: 'Cedar Trading' },
          ...{ amount: '1200.50', currency: 'USD', fault: 'VALUE_DATE_AHEAD' },
        },
        '/repayment/airwallex-management',
      ],
    ])
  expect(await toldOf(portal.seats.operations, 'evt-told')).toEqual([])
  const { list, total } = await portal.ask(portal.seats.settlement, providerCalls.events, { body: { pageSize: 2 } })
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({
    ...{ eventId: 'evt-told', status: 'REFUSED', reason: 'VALUE_DATE_AHEAD', account: virtual.number, payer: 'Cedar Trading' },
    ...{ bankRef: 'evt-told', valueDate: ahead, amount: '1200.50', currency: 'USD' },
  })
  const last = await portal.ask(portal.seats.settlement, providerCalls.events, { body: { pageNum: total, pageSize: 1 } })
  expect(last.list.map(({ eventId }) => eventId)).toEqual(['evt-1'])
  // What cannot be read of an event is left out, and the rest is shown.
  for (const [id, faulty] of Object.entries({
    scale: { amount: '100.505' },
    yen: { amount: '100.50', currency: 'JPY' },
    none: { currency: 'XXX' },
  }))
    expect((await arrive(deposit(`evt-${id}`, faulty))).data.status).toBe('REFUSED')
  await arrive(deposit('evt-faulty', { amount: 'much', bankRef: ' ' }))
  const [faulty] = (await portal.ask(portal.seats.settlement, providerCalls.events, { body: {} })).list
  expect(faulty).toMatchObject({ reason: 'BAD_REQUEST', amount: null, bankRef: null, account: virtual.number, currency: 'USD' })
})

test('the sandbox plays a deposit as long as no provider is connected', async () => {
  const before = (await receipts()).length
  const body = { id: virtual.id, amount: '75.25', currency: 'USD' }
  const outcome = await portal.ask(portal.seats.settlement, providerCalls.deposit, { body: body })
  expect(outcome).toEqual({ status: 'DONE', reason: null })
  expect(await receipts()).toHaveLength(before + 1)
  const played = await portal.look((tx) =>
    tx.selectFrom('auditLog').select(['userName', 'after']).where('event', '=', 'SANDBOX_DEPOSIT').execute(),
  )
  expect(played).toMatchObject([{ after: { amount: '75.25', currency: 'USD', status: 'DONE' } }])
  // Whoever made the money up has recorded it, and decides on no use of it.
  const recorded = await portal.look((tx) =>
    tx.selectFrom('collection').select('createdBy').where('amount', '=', '75.25').executeTakeFirstOrThrow(),
  )
  expect(recorded.createdBy).toBe(portal.seats.settlement.userId)
  portal.app.config.providerSecret = 'a real secret'
  const refusal = await refusalOf(portal.ask(portal.seats.settlement, providerCalls.deposit, { body: body }))
  expect(refusal.error).toBe('PROVIDER_IS_LIVE')
  await portal.look(async (tx) => expect(await checkBooks(tx)).toEqual([]))
})
