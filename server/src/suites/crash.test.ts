import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Call } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { verifyAudit } from '../audit/verify.ts'
import { checkBooks } from '../books/ledger/check-books.ts'
import { inTransaction, openDatabase } from '../database/database.ts'
import { freePort, startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { randomOf } from '../demo/random.ts'
import { checkSums } from '../insight/ar/sums.ts'
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
  const { platformId } = await install(db, openingDay, Buffer.from(testKey, 'base64'))
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
  await untilReady()
}

async function untilReady(): Promise<void> {
  // A busy machine takes its time, which the test has; a server that has ended does not come back.
  while (child?.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(50)
  }
  throw new Error('The portal did not come back.')
}

const postmaster = () => Number(readFileSync(join(postgres, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
const ended = () => new Promise<number | null>((resolve) => child!.once('exit', resolve))

/** What befalls a portal, each without a warning to its clients. */
const misfortunes = {
  async 'the server is killed'() {
    child!.kill('SIGKILL')
    await start()
  },
  async 'the server and its database are killed'() {
    child!.kill('SIGKILL')
    process.kill(postmaster(), 'SIGKILL')
    await start()
  },
  async 'the database is killed, and the server brings it back'() {
    const { pid } = child!
    process.kill(postmaster(), 'SIGKILL')
    // Until it has noticed it may still call itself ready.
    await sleep(500)
    await untilReady()
    expect(child!.pid).toBe(pid)
    expect(child!.exitCode).toBeNull()
  },
  async 'the server is asked to stop, as for a new version'() {
    const exit = ended()
    child!.kill('SIGTERM')
    expect(await exit).toBe(0)
    await start()
  },
}

type Answer = { code: number; data: any }
type Asked = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
async function send(seat: Seat, call: Call, { params = {}, query = {}, body }: Asked): Promise<Answer | undefined> {
  const path = call.path.replace('{p}', 'usance').replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}?${new URLSearchParams(query)}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', appid: 'usance-portal', token: seat.token },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(20_000),
    })
    const envelope = (await response.json()) as Answer
    // A refusal of a rule has a code of its own, beyond those of HTTP.
    return envelope.code >= 500 && envelope.code < 600 ? undefined : envelope
  } catch {
    return undefined
  }
}

/** Asks until there is an answer: whoever got none sends the same again with the same key. Any refusal is a failure. */
async function insist<C extends Call>(seat: Seat, call: C, asked: Asked): Promise<z.output<C['answer']>> {
  const keyed = call.effect === 'write' ? { ...asked, body: { idempotencyKey: randomUUID(), ...asked.body } } : asked
  for (;;) {
    const answer = await send(seat, call, keyed)
    if (answer) {
      expect(answer, call.path).toMatchObject({ code: 200 })
      return answer.data
    }
    await sleep(60)
  }
}

let made = 0
/** Alder enters an invoice and Cedar confirms it. */
async function confirmedInvoice() {
  const amount = `${1000 + ++made}.00`
  const { alderMaker, cedarChecker } = world.seats
  const { id } = (await insist(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: `CR-${made}`,
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount,
    },
  })) as { id: string }
  await insist(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await insist(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  return { id, amount }
}

/** Everybody who is asked passes an object's approval. */
async function pass(businessType: string, businessNo: string) {
  const { alderChecker, elmChecker, elmChecker2, operations, risk, settlement2 } = world.seats
  // The approval of a payment or repayment is shown to those who may read its page.
  const payers = [settlement2, elmChecker, elmChecker2]
  const own: Record<string, Seat[]> = { PAYMENT: payers, REPAYMENT: payers, DIRECT_PAYMENT: [alderChecker] }
  const asking = own[businessType] ?? [operations, risk, alderChecker, ...payers]
  for (let step = 0; step < 8; step++)
    for (const seat of asking) {
      const asked = { businessNo, businessType, ifQueryTask: 'YES' }
      const { status, taskId, currentNode } = await insist(seat, workflowCalls.history, { body: asked })
      if (status === 'PASSED') return
      const decision = { businessNo, nodeName: currentNode, taskId, reviewType: 'PASSED', approvalComments: 'Looked at' }
      if (taskId) await insist(seat, workflowCalls.approve, { body: decision })
    }
  throw new Error(`${businessNo} is never passed.`)
}

/** An order from its price to the money on the supplier's account. */
async function fundedOrder(invoiceId: string) {
  const { alderMaker, alderChecker, elmChecker, settlement, settlement3 } = world.seats
  const request = {
    financingProductId: world.products.undisclosed,
    currency: 'USD',
    fundingDate: openingDay,
    items: [{ docType: 'INVOICE', docId: invoiceId }],
  }
  const { pricingHash } = await insist(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const { id, orderNo } = await insist(alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash, payeeBankAccountId: world.accounts.alder, saveType: 'SUBMIT' },
  })
  await pass('FINANCE_ORDER', orderNo)
  const { contracts } = await insist(alderChecker, financeOrderCalls.detail, { query: { id } })
  for (const contract of contracts)
    for (const seat of [alderChecker, elmChecker]) {
      const { textSha256 } = await insist(seat, contractCalls.detail, { body: { id: contract.id } })
      await insist(seat, contractCalls.sign, { body: { id: contract.id, name: seat.cname, method: 'TYPED', textSha256 } })
    }
  const { payments } = await insist(settlement, financeOrderCalls.fundingInfo, { params: { id } })
  const payment = payments[0]!
  await insist(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await pass('PAYMENT', payment.no)
  await insist(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: openingDay, bankRef: `OUT-${orderNo}` } })
  return { id, orderNo }
}

/** What the supplier owes comes in, is matched and approved, and settles the order. */
async function repaid({ id, orderNo }: { id: string; orderNo: string }) {
  const { settlement } = world.seats
  const { total } = await insist(settlement, repaymentCalls.payoff, { body: { orderId: id } })
  const receipt = await insist(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: world.accounts.elm,
      bankRef: `IN-${orderNo}`,
      valueDate: openingDay,
      amount: total,
      currency: 'USD',
      payerName: 'Alder Textiles Ltd',
    },
  })
  const { repayments } = await insist(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'SUPPLIER', parts: [{ orderId: id, amount: total }] },
  })
  await pass('REPAYMENT', repayments[0]!.no)
  return { total }
}

describe('killing the server and the database', () => {
  test(`nothing acknowledged is lost, and nothing happens twice, over ${rounds} rounds`, async () => {
    const random = randomOf(seed, 'rounds')
    const paid: { id: string; amount: string }[] = []
    const funded: { id: string }[] = []
    const settled: { id: string; total: string }[] = []
    let stopped = false
    const trader = async () => {
      while (!stopped) {
        const invoice = await confirmedInvoice()
        const { no } = await insist(world.seats.cedarMaker, directPaymentCalls.report, {
          body: { invoiceId: invoice.id, amount: invoice.amount, valueDate: openingDay, reference: `P-${invoice.id}` },
        })
        await pass('DIRECT_PAYMENT', no)
        paid.push(invoice)
      }
    }
    const borrower = async () => {
      while (!stopped) {
        const order = await fundedOrder((await confirmedInvoice()).id)
        funded.push(order)
        if (random.chance(0.7)) settled.push({ ...order, ...(await repaid(order)) })
      }
    }
    await start()
    let failure: unknown
    const clients = [trader, trader, borrower, borrower].map((client) =>
      client().catch((error) => {
        failure ??= error
        stopped = true
      }),
    )
    const names = Object.keys(misfortunes) as (keyof typeof misfortunes)[]
    for (let round = 0; round < rounds && !stopped; round++) {
      await sleep(150 + random.between(0, 900))
      // A busy machine needs longer until there is something acknowledged to lose.
      while (paid.length < round + 2 && !stopped) await sleep(20)
      await misfortunes[round < names.length ? names[round]! : random.pick(names)]()
    }
    stopped = true
    await Promise.all(clients)
    if (failure) throw failure
    child!.kill('SIGKILL')

    const embedded = await startEmbedded({ dataDir: postgres })
    const db = openDatabase(embedded.adminUrl, { max: 2, statementTimeoutMs: 60_000, name: 'crash-check' })
    try {
      await inTransaction(db, { kind: 'system' }, 'read', async (tx) => {
        const invoices = await tx.selectFrom('invoice').select(['id', 'amount', 'paidAmount', 'docStatus']).execute()
        const invoiceOf = new Map(invoices.map((row) => [row.id, row]))
        for (const { id, amount } of paid)
          expect(invoiceOf.get(id)).toMatchObject({ amount: `${amount}00`, paidAmount: `${amount}00`, docStatus: 'CLOSED' })

        const { rows: orders } = await sql<{ id: string; status: string; paid: number; repaid: string; journals: number }>`
          select o.id, o.status, (select count(*)::int from payment p where p.order_id = o.id and p.type = 'FUNDING' and p.status = 'PAID') as paid,
            (select coalesce(sum(r.amount), 0)::text from repayment r where r.order_id = o.id and r.status = 'POSTED') as repaid,
            (select count(*)::int from journal j where j.order_id = o.id) as journals from finance_order o`.execute(tx)
        const orderOf = new Map(orders.map((row) => [row.id, row]))
        for (const { id } of funded) {
          expect(orderOf.get(id)).toMatchObject({ paid: 1 })
          expect(orderOf.get(id)!.journals).toBeGreaterThan(0)
        }
        for (const { id, total } of settled) expect(orderOf.get(id)).toMatchObject({ status: 'SETTLED', repaid: `${total}00` })

        const { rows: twice } = await sql`select invoice_id from invoice_payment group by invoice_id having count(*) > 1`.execute(
          tx,
        )
        expect(twice).toEqual([])
        expect(await checkBooks(tx)).toEqual([])
        expect(await checkSums(tx)).toEqual([])
        expect(
          (await verifyAudit(tx, { installKey: Buffer.from(testKey, 'base64'), config: { dataDir: folder } })).broken,
        ).toBeFalsy()
        const { rows: postings } = await sql<{ n: number }>`select count(*)::int as n from posting`.execute(tx)
        expect(postings[0]!.n).toBeGreaterThan(settled.length)
      })
      expect(paid.length).toBeGreaterThan(rounds)
      expect(settled.length).toBeGreaterThan(0)
    } finally {
      await db.destroy()
      await embedded.stop()
    }
  }, 900_000)
})
