import { randomUUID } from 'node:crypto'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../http/server.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

let portal: Portal
/** Everything of Alder's business that a stranger might name. */
let named: { id: string; what: string }[]
/** Words that stand only in Alder's business. */
let canaries: string[]

beforeAll(async () => {
  portal = await openPortal()
  const invoice = await aConfirmedInvoice(portal, { invoiceNo: 'CANARY-INVOICE-77' })
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [invoice]))
  const draft = await aConfirmedInvoice(portal, { invoiceNo: 'CANARY-SECOND-78' })
  const rows = await portal.look(async (tx) => ({
    items: await tx.selectFrom('financeOrderItem').select('id').where('orderId', '=', order.id).execute(),
    contracts: await tx.selectFrom('contract').select(['id', 'no']).where('orderId', '=', order.id).execute(),
    payments: await tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).execute(),
    tasks: await tx.selectFrom('workflowTask').select('id').execute(),
  }))
  named = [
    { what: 'invoice', id: invoice },
    { what: 'second invoice', id: draft },
    { what: 'order', id: order.id },
    { what: 'order number', id: order.orderNo },
    { what: 'bank account', id: portal.world.accounts.alder },
    ...rows.items.map(({ id }) => ({ what: 'item', id })),
    ...rows.contracts.map(({ id }) => ({ what: 'contract', id })),
    ...rows.payments.map(({ id }) => ({ what: 'payment', id })),
    ...rows.tasks.slice(0, 2).map(({ id }) => ({ what: 'task', id })),
  ]
  canaries = [
    'CANARY-INVOICE-77',
    'CANARY-SECOND-78',
    order.orderNo,
    '6222020200001',
    ...rows.contracts.map(({ no }) => no),
    ...rows.payments.map(({ no }) => no),
  ]
})
afterAll(() => portal.close())

const send = (
  seat: Seat | null,
  call: Call,
  parts: { params?: any; query?: any; body?: any } = {},
  headers: Record<string, string> = {},
) => {
  const path = addressesOf(call.path, 'usance')[0]!.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? 'x'),
  )
  const search = new URLSearchParams(Object.entries(parts.query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  return portal.sendRaw(
    seat,
    call.method,
    `${path}${search ? `?${search}` : ''}`,
    call.method === 'GET' ? undefined : (parts.body ?? {}),
    headers,
  )
}
const codeOf = (response: { body: string; headers: Record<string, unknown> }) =>
  String(response.headers['content-type']).includes('json') ? JSON.parse(response.body).code : 200
const partsOf = (call: Call, id: string) => ({
  params: sampleOf(call.params, id),
  query: sampleOf(call.query, id),
  body: sampleOf(call.body, id),
})

const guarded = allCalls().filter(({ call }) => call.access !== 'public')
const permitted = guarded.filter(({ call }) => typeof call.access === 'object')
const permissionsOf = (call: Call) =>
  ([] as string[]).concat(typeof call.access === 'object' ? (call.access.permission as string) : [])

describe('every call, visited by strangers', () => {
  test('nobody, and somebody with an old token, is sent to sign in', async () => {
    const ended = { ...portal.seats.alderMaker, token: 'a-token-that-was-never-given-out-1234567890' }
    for (const { name, call } of guarded)
      for (const seat of [null, ended]) expect([name, codeOf(await send(seat, call))]).toEqual([name, 401])
  })

  test('a role header that the user does not hold is refused', async () => {
    for (const { name, call } of guarded)
      expect([name, codeOf(await send(portal.seats.alderViewer, call, {}, { companyrole: 'FUNDER' }))]).toEqual([name, 403])
  })

  test('a seat without the permission gets 403, whatever it sends', async () => {
    let refused = 0
    for (const { name, call } of permitted)
      for (const [who, seat] of Object.entries(portal.seats)) {
        const actor = await portal.app.matrix.permissionsOf(seat.companyRole, (await rolesOf(seat)) ?? [])
        if (permissionsOf(call).some((permission) => actor.has(permission))) continue
        refused++
        expect([name, who, codeOf(await send(seat, call))]).toEqual([name, who, 403])
      }
    expect(refused).toBeGreaterThan(500)
  })

  test('a foreign id is answered byte for byte like a missing one', async () => {
    let probes = 0
    for (const { name, call } of guarded) {
      if (call.kind === 'upload' || /login\/|preference|sessions\/revoke|mfa|changePassword/.test(call.path)) continue
      for (const seat of [portal.seats.birchMaker, portal.seats.firChecker, portal.seats.dogwoodChecker])
        for (const { id, what } of named) {
          const parts = partsOf(call, id)
          if (!JSON.stringify(parts ?? {}).includes(id)) continue
          const missing = id.includes('-') && id.length === 36 ? randomUUID() : 'FO-2025-999999'
          const foreign = await send(seat, call, parts)
          const absent = await send(seat, call, JSON.parse(JSON.stringify(parts).replaceAll(id, missing)))
          // Each answer may repeat what was asked; beyond that the two must not differ.
          expect([
            name,
            what,
            foreign.body.replaceAll(id, missing).replace(/"(requestId|sha256|objectKey)":"[^"]*"/g, ''),
          ]).toEqual([name, what, absent.body.replace(/"(requestId|sha256|objectKey)":"[^"]*"/g, '')])
          expect([name, what, codeOf(foreign)]).not.toEqual([name, what, 500])
          probes++
        }
    }
    expect(probes).toBeGreaterThan(300)
  }, 300_000)

  test('no answer to a stranger holds a word of another company’s business', async () => {
    for (const { name, call } of guarded) {
      if (call.kind === 'upload' || call.effect === 'write') continue
      for (const seat of [portal.seats.birchMaker, portal.seats.firChecker, portal.seats.dogwoodChecker]) {
        const { params, query } = partsOf(call, randomUUID())
        const { body } = await send(seat, call, {
          params,
          query,
          body:
            name.includes('pageList') || name.includes('xport')
              ? { pageNum: 1, pageSize: 1000 }
              : partsOf(call, randomUUID()).body,
        })
        for (const canary of canaries) expect([name, body.includes(canary)]).toEqual([name, false])
      }
    }
  })
})

const roles = new Map<string, string[]>()
async function rolesOf(seat: Seat): Promise<string[] | undefined> {
  if (!roles.has(seat.userId))
    roles.set(
      seat.userId,
      await portal.look(
        async (tx) =>
          (await tx.selectFrom('userCompanyRole').select('userRoles').where('userId', '=', seat.userId).executeTakeFirstOrThrow())
            .userRoles,
      ),
    )
  return roles.get(seat.userId)
}
