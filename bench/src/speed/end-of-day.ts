import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { checkBooks } from '@usance/server/books/ledger/check-books'
import { inTransaction } from '@usance/server/database/database'
import { aFundedOrder } from '@usance/server/testing/financing'
import { openingDay } from '@usance/server/testing/world'
import type { Bench } from './bench.ts'
import { copyOrder } from './many-orders.ts'
import type { Line } from './measure.ts'
import { portalOf } from './order-life.ts'

const perBatch = 1000

/**
 * Closes a day over this many open orders in a process of its own, kills it without a warning on the way, starts it again,
 * and looks whether every accrual is there exactly once and the books balance. Beside it, the least such a day could cost.
 */
export async function measureEndOfDay(bench: Bench, orders: number): Promise<Line[]> {
  const { app, floor } = bench
  const portal = portalOf(bench, () => {})
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [90] })
  console.log(`copying an order ${orders} times`)
  await copyOrder(app.reportDb, orderId, orders - 1, {
    tell: (made) => made % 25_000 === 0 && console.log(`  ${made}`),
    analyze: () => floor('analyze journal, posting, ledger_balance, finance_order, finance_order_item, invoice'),
  })
  await floor('vacuum analyze')

  const progress = async () => {
    const { rows } = await floor(
      `select coalesce(max(done), 0) as done, coalesce(max(total), 0) as total from end_of_day_step where step = 'ACCRUALS' and business_date = $1`,
      [openingDay],
    )
    return rows[0] as { done: number; total: number }
  }
  const until = async (done: number) => {
    for (;;) {
      const now = await progress()
      if (now.done >= done) return now
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  let seconds = 0
  const killed = await started(bench)
  let began = performance.now()
  const atKill = await until(orders * 0.4)
  killed.child.kill('SIGKILL')
  seconds += (performance.now() - began) / 1000
  await killed.ended
  console.log(`killed at ${atKill.done} of ${atKill.total}; ${(await progress()).done} were kept`)
  const second = await started(bench)
  began = performance.now()
  const code = await second.ended
  seconds += (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`The end of day ended with ${code}.`)

  await proveOnce(bench, orders)
  const plain = await floorRate(bench)
  return [
    {
      what: `end of day over ${orders} open orders`,
      budget: 'minutes',
      ours: orders / seconds,
      floor: plain,
      unit: 'orders/s',
    },
    { what: '  all its steps, with the kill', budget: 'minutes', ours: seconds, floor: orders / plain, unit: 's' },
  ]
}

/** A process that closes the day, once it is ready to. */
async function started(bench: Bench): Promise<{ child: ChildProcess; ended: Promise<number | null> }> {
  const child = fork(fileURLToPath(new URL('./end-of-day-run.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...bench.addresses },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  await new Promise((resolve) => {
    child.once('message', resolve)
    child.once('exit', resolve)
  })
  return { child, ended }
}

/** Throws unless each order's night is there once, with one journal, and the whole ledger is at zero. */
async function proveOnce({ app, floor }: Bench, orders: number): Promise<void> {
  const one = async (text: string) => Number((await floor(text, [openingDay])).rows[0].n)
  const accrued = await one('select count(distinct order_id) as n from interest_accrual where accrual_date = $1')
  const twice = await one(
    'select count(*) as n from (select from interest_accrual where accrual_date = $1 group by item_id, component having count(*) > 1) x',
  )
  const journals = await one(`select count(*) as n from journal where event = 'ACCRUAL' and value_date = $1`)
  if (accrued !== orders || twice !== 0 || journals !== orders)
    throw new Error(`${accrued} orders accrued, ${twice} accruals twice, ${journals} journals, of ${orders} orders.`)
  const off = await one('select coalesce(sum(balance), 0) as n from ledger_balance where $1::date is not null')
  const { rows } = await floor('select id from finance_order order by id limit 200')
  const broken = await inTransaction(app.reportDb, { kind: 'system' }, 'read', (tx) =>
    checkBooks(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  if (off !== 0 || broken.length > 0) throw new Error(`The ledger is off by ${off}: ${JSON.stringify(broken.slice(0, 3))}`)
  console.log(`every accrual is posted once, the ledger is at zero, and the laws of the books hold`)
}

/** The least: an accrual, a journal and four postings an order, a thousand orders a durable transaction of plain inserts. */
async function floorRate({ plain }: Bench): Promise<number> {
  const client = await plain.connect()
  try {
    await client.query('drop table if exists floor_accrual, floor_journal, floor_line')
    await client.query('create table floor_accrual (order_id uuid, day date, posted numeric(20,4), primary key (order_id, day))')
    await client.query('create table floor_journal (id uuid primary key, key text not null unique)')
    await client.query(
      'create table floor_line (id bigint generated always as identity primary key, journal_id uuid not null, account text, side text, amount numeric(20,4))',
    )
    const batches = 20
    const began = performance.now()
    for (let batch = 0; batch < batches; batch++) {
      const ids = Array.from({ length: perBatch }, () => randomUUID())
      await client.query('begin')
      await client.query('insert into floor_accrual select id, $2::date, 17 from unnest($1::uuid[]) id', [ids, openingDay])
      await client.query(`insert into floor_journal select id, 'ACCRUAL:' || id from unnest($1::uuid[]) id`, [ids])
      await client.query(
        `insert into floor_line (journal_id, account, side, amount) select id, (1000 + n)::text, case when n % 2 = 0 then 'D' else 'C' end, 17 from unnest($1::uuid[]) id, generate_series(1, 4) n`,
        [ids],
      )
      await client.query('commit')
    }
    return (batches * perBatch * 1000) / (performance.now() - began)
  } finally {
    client.release()
  }
}
