import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../database/database.ts'
import { freePort, startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { randomOf } from '../demo/random.ts'
import { install } from '../install.ts'
import { buildWorld, openingDay, type Seat, testKey, type World } from '../testing/world.ts'

// More rounds by a setting: CRASH_ROUNDS=200.
const rounds = Number(process.env.CRASH_ROUNDS ?? 20)
const seed = process.env.CRASH_SEED ?? 'crash'
const folder = mkdtempSync(join(tmpdir(), 'usance-crash-'))
const postgres = join(folder, 'postgres')
const root = fileURLToPath(new URL('../../../', import.meta.url))

let world: World
let port: number
let child: ChildProcess | undefined

beforeAll(async () => {
  port = await freePort()
  const embedded = await startEmbedded({ dataDir: postgres })
  await migrate(embedded.adminUrl)
  const db = openDatabase(embedded.adminUrl, { max: 2, statementTimeoutMs: 60_000, name: 'crash-world' })
  const { platformId } = await install(db, openingDay)
  world = await buildWorld(db, platformId)
  await db.destroy()
  await embedded.stop()
})
afterAll(async () => {
  child?.kill('SIGTERM')
  await sleep(500)
  const embedded = await startEmbedded({ dataDir: postgres })
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      USANCE_DATA: folder,
      USANCE_KEY: testKey,
      PORT: String(port),
      USANCE_DEMO: 'off',
      LOG_LEVEL: 'silent',
      SESSION_IDLE_MINUTES: '600',
      DATABASE_URL: '',
      RATE_PER_MINUTE: '0',
    },
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not come back.')
}

/** Kills the server, and every second time the database with it, without a warning. */
function killHard(withDatabase: boolean) {
  const postmaster = Number(readFileSync(join(postgres, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  child?.kill('SIGKILL')
  if (withDatabase) process.kill(postmaster, 'SIGKILL')
}

type Answer = { code: number; data: any }
async function send(seat: Seat, path: string, body: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api${path.replace('{p}', 'usance')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', appid: 'usance-portal', token: seat.token },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const envelope = (await response.json()) as Answer
    return envelope.code >= 500 ? undefined : envelope
  } catch {
    return undefined
  }
}

/** Sends until there is an answer: whoever got none sends the same again with the same key. */
async function insist(seat: Seat, path: string, body: object): Promise<Answer> {
  const keyed = { idempotencyKey: randomUUID(), ...body }
  for (;;) {
    const answer = await send(seat, path, keyed)
    if (answer) return answer
    await sleep(60)
  }
}

describe('killing the server and the database', () => {
  test(`nothing acknowledged is lost, and nothing happens twice, over ${rounds} rounds`, async () => {
    const random = randomOf(seed, 'rounds')
    const acknowledged: { id: string; amount: string }[] = []
    let stopped = false
    let made = 0
    /** One client's working day: enter, submit, confirm, be paid – every step acknowledged or repeated. */
    const client = async () => {
      while (!stopped) {
        const amount = `${1000 + ++made}.00`
        const invoice = {
          buyerCode: 'CEDAR',
          invoiceNo: `CR-${made}`,
          issueDate: '2025-02-20',
          dueDate: '2025-05-02',
          currency: 'USD',
          amount,
        }
        const added = await insist(world.seats.alderMaker, invoiceCalls.add.path, invoice)
        expect(added).toMatchObject({ code: 200 })
        const id = added.data.id as string
        expect(await insist(world.seats.alderMaker, invoiceCalls.submit.path, { ids: [id] })).toMatchObject({ code: 200 })
        expect(await insist(world.seats.cedarChecker, invoiceCalls.confirm.path, { items: [{ id }] })).toMatchObject({
          code: 200,
        })
        expect(
          await insist(world.seats.settlement, repaymentCalls.payInvoice.path, {
            invoiceId: id,
            amount,
            payDate: '2025-03-03',
            reference: `P-${id}`,
          }),
        ).toMatchObject({ code: 200 })
        acknowledged.push({ id, amount })
      }
    }
    await start()
    const clients = Array.from({ length: 4 }, client)
    for (let round = 0; round < rounds; round++) {
      await sleep(150 + random.between(0, 700))
      killHard(random.chance(0.5))
      await start()
    }
    stopped = true
    await Promise.all(clients)

    const embedded = await startEmbedded({ dataDir: postgres })
    const db = openDatabase(embedded.adminUrl, { max: 2, statementTimeoutMs: 60_000, name: 'crash-check' })
    try {
      await inTransaction(db, { kind: 'system' }, 'read', async (tx) => {
        const rows = await tx.selectFrom('invoice').select(['id', 'amount', 'paidAmount', 'docStatus']).execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const { id, amount } of acknowledged)
          expect(byId.get(id)).toMatchObject({ amount: `${amount}00`, paidAmount: `${amount}00`, docStatus: 'CLOSED' })
        const payments = await sql<{
          n: number
          m: number
        }>`select count(*)::int as n, count(distinct invoice_id)::int as m from invoice_payment`.execute(tx)
        expect(payments.rows[0]!.n).toBe(payments.rows[0]!.m)
        const ledger = await sql<{
          total: string | null
        }>`select sum(case side when 'D' then amount else -amount end)::text as total from posting`.execute(tx)
        expect(Number(ledger.rows[0]!.total ?? 0)).toBe(0)
        const drift = await sql<{ n: number }>`
          select count(*)::int as n from ledger_balance b where b.balance <> (select coalesce(sum(case side when 'D' then amount else -amount end), 0) from posting p
            where p.owner_id = b.owner_id and p.book = b.book and p.account = b.account and p.currency = b.currency and coalesce(p.order_id, '00000000-0000-0000-0000-000000000000') = b.order_id)`.execute(
          tx,
        )
        expect(drift.rows[0]!.n).toBe(0)
      })
      expect(acknowledged.length).toBeGreaterThan(rounds)
    } finally {
      await db.destroy()
      await embedded.stop()
    }
  }, 900_000)
})
