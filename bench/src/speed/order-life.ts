import { randomUUID } from 'node:crypto'
import { verifyPassword } from '@usance/server/auth/password-hash'
import { inTransaction, type Tx } from '@usance/server/database/database'
import { aDraftedPayment } from '@usance/server/testing/financing'
import type { Portal } from '@usance/server/testing/portal'
import { signInAs } from '@usance/server/testing/sealed-fields'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '@usance/server/testing/trade'
import { openingDay, testPassword } from '@usance/server/testing/world'
import type { Call } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Bench } from './bench.ts'
import { beside, type Line } from './measure.ts'

// As everywhere in this bench a server that has been at work for a while is measured, not one that has just started.
const warmUps = 12
const lives = 15
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** An order from its submission to its payment, and a sign-in, each against the least that it could cost. */
export async function measureOrderLife(bench: Bench): Promise<Line[]> {
  const times = new Map<Call, number[]>()
  const portal = portalOf(bench, (call, ms) => times.set(call, [...(times.get(call) ?? []), ms]))
  await prepareFloor(bench)
  const floors: number[] = []
  for (let n = 0; n < warmUps + lives; n++) {
    if (n === warmUps) for (const list of [...times.values(), floors]) list.length = 0
    const invoiceId = await aConfirmedInvoice(portal, { invoiceNo: `LIFE-${n}`, amount: '10000.00' })
    const order = await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId]))
    const payment =
      (await portal.look((tx) =>
        tx
          .selectFrom('payment')
          .select(['id', 'no'])
          .where('orderId', '=', order.id)
          .where('status', '=', 'DRAFT')
          .executeTakeFirst(),
      )) ?? (await aDraftedPayment(portal, order.id))
    await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
    await passAll(portal, payment.no, 'PAYMENT')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: payment.id, valueDate: openingDay, bankRef: `LIFE-${n}` },
    })
    const began = performance.now()
    await floorTransaction(bench)
    floors.push(performance.now() - began)
  }
  const floor = median(floors)
  const line = (what: string, ours: number, budget = ''): Line => ({ what, ours, floor, budget })
  const of = (call: Call) => median(times.get(call)!)
  const create = of(financeOrderCalls.createOrder)
  const approve = of(workflowCalls.approve)
  const fund = of(paymentCalls.markPaid)
  return [
    line('create + approve + fund', create + approve + fund, '<= 15'),
    line('  create and submit', create),
    line('  approve, one step', approve),
    line('  fund, with its journals', fund),
    await beside(
      'sign in',
      '<= 1.5 x argon2id',
      () => signInAs(portal, 'alder.viewer', testPassword),
      async () => {
        const { rows } = await bench.floor('select password_hash from app_user where user_name = $1', ['alder.viewer'])
        await verifyPassword(rows[0]!.password_hash, testPassword)
      },
    ),
  ]
}

/** The helpers of the tests, speaking over HTTP here; each call's time is told. */
export const portalOf = ({ app, world, send }: Bench, tell: (call: Call, ms: number) => void) =>
  ({
    app,
    world,
    seats: world.seats,
    ask: async (
      seat: { token: string } | null,
      call: Call,
      input: { params?: Record<string, string>; query?: Record<string, string>; body?: object },
    ) => {
      const body =
        call.body && call.effect === 'write' && !Array.isArray(input.body)
          ? { idempotencyKey: randomUUID(), ...input.body }
          : input.body
      const began = performance.now()
      const answer = await send(call, { ...input, body }, seat?.token)
      tell(call, performance.now() - began)
      return answer
    },
    look: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.db, { kind: 'system' }, 'write', work),
  }) as unknown as Portal

/** The least a booked order takes: one durable transaction of an order, its audit row and a journal of eight postings. */
async function prepareFloor({ floor }: Bench): Promise<void> {
  await floor('drop table if exists floor_order, floor_audit, floor_posting')
  await floor(
    'create table floor_order (id uuid primary key, no text unique, amount numeric(20,4), at timestamptz default now())',
  )
  await floor('create table floor_audit (id bigint generated always as identity primary key, order_id uuid, body jsonb)')
  await floor(
    'create table floor_posting (id bigint generated always as identity primary key, order_id uuid, account text, amount numeric(20,4))',
  )
}
async function floorTransaction({ plain }: Bench): Promise<void> {
  const client = await plain.connect()
  try {
    const id = randomUUID()
    await client.query('begin')
    await client.query('insert into floor_order (id, no, amount) values ($1, $2, $3)', [id, id, '90000'])
    await client.query('insert into floor_audit (order_id, body) values ($1, $2)', [id, JSON.stringify({ event: 'FUNDED' })])
    await client.query(
      `insert into floor_posting (order_id, account, amount) select $1, (1000 + n)::text, case when n % 2 = 0 then 100 else -100 end from generate_series(1, 8) n`,
      [id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
