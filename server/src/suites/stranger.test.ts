import { randomUUID } from 'node:crypto'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../http/server.ts'
import { aReceipt, passAll as passMoney } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, signAll } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

let portal: Portal
/** Everything of Alder's business that a stranger might name. */
let named: { id: string; what: string }[]
/** Words that stand only in Alder's business. */
let canaries: string[]

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
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

/** Names foreign things to every call that takes an id, as each of the seats. Answers how often it did. */
async function answeredLikeMissing(seats: Seat[], foreignThings: { id: string; what: string }[]): Promise<number> {
  let probes = 0
  for (const { name, call } of guarded) {
    if (call.kind === 'upload' || /login\/|preference|sessions\/revoke|mfa|changePassword/.test(call.path)) continue
    for (const seat of seats)
      for (const { id, what } of foreignThings) {
        const parts = partsOf(call, id)
        if (!JSON.stringify(parts ?? {}).includes(id)) continue
        const missing = id.includes('-') && id.length === 36 ? randomUUID() : 'FO-2025-999999'
        const foreign = await send(seat, call, parts)
        const absent = await send(seat, call, JSON.parse(JSON.stringify(parts).replaceAll(id, missing)))
        // Each answer may repeat what was asked; beyond that the two must not differ.
        expect([name, what, foreign.body.replaceAll(id, missing).replace(/"(requestId|sha256|objectKey)":"[^"]*"/g, '')]).toEqual(
          [name, what, absent.body.replace(/"(requestId|sha256|objectKey)":"[^"]*"/g, '')],
        )
        expect([name, what, codeOf(foreign)]).not.toEqual([name, what, 500])
        probes++
      }
  }
  return probes
}

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
    const { birchMaker, firChecker, dogwoodChecker } = portal.seats
    expect(await answeredLikeMissing([birchMaker, firChecker, dogwoodChecker], named)).toBeGreaterThan(300)
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

describe('an order of two buyers, visited by one of them', () => {
  test('shows nothing of the other: no document, amount, name, contract, payment or word', async () => {
    const { alderMaker, cedarChecker, dogwoodChecker, settlement } = portal.seats
    // Amounts that stand nowhere else, so that each of them in an answer is a leak.
    const cedars = await aConfirmedInvoice(portal, { invoiceNo: 'CANARY-OF-CEDAR', amount: '123456.78' })
    const dogwoods = await aConfirmedInvoice(portal, {
      buyerCode: 'DOGWOOD',
      invoiceNo: 'CANARY-OF-DOGWOOD',
      amount: '54321.09',
      dueDate: '2025-05-16',
    })
    const order = await aSubmittedOrder(portal, { ...requestFor(portal, [cedars, dogwoods]), buyerCode: undefined })
    await passAll(portal, order.orderNo)
    await signAll(portal, order.id)
    for (const seat of [cedarChecker, dogwoodChecker])
      await portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })
    const { payments } = await portal.ask(settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: payments[0]!.id } })
    await passMoney(portal, payments[0]!.no, 'PAYMENT')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: payments[0]!.id, valueDate: '2025-03-03', bankRef: 'CANARY-BANK-REF' },
    })
    const repaid = async (payerName: string, amount: string) => {
      const { id } = await aReceipt(portal, amount, { payerName })
      const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
        body: { collectionId: id, payerRole: 'BUYER', parts: [{ orderId: order.id, amount }] },
      })
      await passMoney(portal, repayments[0]!.no, 'REPAYMENT')
      return { ...repayments[0]!, amount }
    }
    const ofCedar = await repaid('Cedar Retail Inc', '31415.92')
    const ofDogwood = await repaid('Dogwood Stores GmbH', '27182.81')
    const whole = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: order.id } })
    const rows = await portal.look(async (tx) => ({
      items: await tx.selectFrom('financeOrderItem').select(['id', 'buyerId']).where('orderId', '=', order.id).execute(),
      contracts: await tx.selectFrom('contract').select(['id', 'no', 'buyerId']).where('orderId', '=', order.id).execute(),
    }))
    const { cedar, dogwood } = portal.world.companies
    const sides = [
      {
        seat: dogwoodChecker,
        own: dogwood,
        ownNo: 'CANARY-OF-DOGWOOD',
        invoice: cedars,
        other: cedar,
        repayment: ofCedar,
        words: ['CANARY-OF-CEDAR', 'Cedar', 'CEDAR', '123456.78', '31415.92'],
      },
      {
        seat: cedarChecker,
        own: cedar,
        ownNo: 'CANARY-OF-CEDAR',
        invoice: dogwoods,
        other: dogwood,
        repayment: ofDogwood,
        words: ['CANARY-OF-DOGWOOD', 'Dogwood', 'DOGWOOD', '54321.09', '27182.81'],
      },
    ]
    const ofTheWhole = [
      whole.faceAmount,
      whole.financeAmount,
      whole.netAmount!,
      whole.interestAmount!,
      whole.principalOutstanding,
    ]
    for (const { seat, own, ownNo, invoice, other, repayment, words } of sides) {
      const contracts = rows.contracts.filter(({ buyerId }) => buyerId !== own)
      const share = whole.buyers.find(({ code }) => code === (other === cedar ? 'CEDAR' : 'DOGWOOD'))!
      const secrets = [
        ...words,
        ...[...ofTheWhole, share.financeAmount, share.principalOutstanding].flatMap((amount) => [
          amount,
          amount.replace(/\B(?=(\d{3})+\.)/g, ','),
        ]),
        'CANARY-BANK-REF',
        payments[0]!.no,
        repayment.no,
        ...contracts.map(({ no }) => no),
      ]
      const foreign = [
        { what: 'invoice', id: invoice },
        { what: 'repayment', id: repayment.id },
        { what: 'payment', id: payments[0]!.id },
        ...rows.items.filter(({ buyerId }) => buyerId === other).map(({ id }) => ({ what: 'item', id })),
        ...contracts.map(({ id }) => ({ what: 'contract', id })),
      ]
      expect(await answeredLikeMissing([seat], foreign)).toBeGreaterThan(50)
      let seen = 0
      for (const { name, call } of guarded) {
        if (call.kind === 'upload' || call.effect === 'write') continue
        const named = [order.id, order.orderNo, ...foreign.map(({ id }) => id), randomUUID()]
        const asked: { params?: any; query?: any; body?: any }[] = named.map((id) => partsOf(call, id))
        const wide = { pageNum: 1, pageSize: 1000 }
        asked.push({ ...partsOf(call, order.id), body: wide }, { ...partsOf(call, order.id), body: { ...wide, exportAll: true } })
        asked.push({
          ...partsOf(call, order.id),
          body: { ...partsOf(call, order.id).body, currency: 'USD', buyerCode: 'ALL', asOf: undefined },
        })
        for (const parts of asked) {
          const { body } = await send(seat, call, parts)
          // What was asked may come back in the answer; only what was not asked is a leak.
          const told = secrets.filter((one) => body.includes(one) && !JSON.stringify(parts).includes(one))
          expect([name, JSON.stringify(parts), told, told.length > 0 ? body.slice(0, 3000) : '']).toEqual([
            name,
            JSON.stringify(parts),
            [],
            '',
          ])
          if (body.includes(ownNo) || body.includes(order.orderNo)) seen++
        }
      }
      // Its own part it does see, in lists, the order itself and more.
      expect(seen).toBeGreaterThan(10)
    }
  }, 300_000)
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
