import { randomUUID } from 'node:crypto'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { costCalls } from '@usance/wire/cost/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/database.ts'
import { once, TwinUnderWay } from '../http/once.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'
import { decide, signAll } from './lives/approvals.ts'
import { changeMarket, closeDays } from './lives/money.ts'
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
  ['a secret that is shown once and never kept', /\/(apiKey|webhook)\/client\/(add|rotate)$/],
  ['an invitation, of which the last one counts', /onboarding\/backend\/invite$/],
  ['reads that leave a trace', /(assistant\/client\/ask|contract\/client\/preview|realName\/backend\/reveal|user-analysis\/.*)$/],
]

const takesKey = (call: Call): boolean => {
  const shapes = [call.body, ...((call.body as any)?.options ?? [])]
  return shapes.some((one: any) => one?.shape && 'idempotencyKey' in one.shape)
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

// Jobs of the portal itself write to these at any moment.
const restless = ['receivable_change', 'receivable_day', 'receivable_month', 'audit_seal', 'outbox', 'session', 'end_of_day_step']
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
    const send = (changes: object = {}) => portal.ask(seat, call, { ...input, body, ...changes } as never)
    const since = await lastAudit()
    const [first, second] = await Promise.allSettled([send(), send()])
    if (first.status === 'rejected' && second.status === 'rejected') throw first.reason
    expect(second, call.path).toEqual(first)
    // Closing days goes on by itself after the answer.
    if (!call.path.includes('endOfDay')) {
      expect(await requestsSince(since), `${call.path} had an effect twice`).toBeLessThanOrEqual(1)
      const before = await rowsPerTable()
      expect(await send(), call.path).toEqual((first as PromiseFulfilledResult<unknown>).value)
      expect(await rowsPerTable(), `${call.path} sent again left something behind`).toEqual(before)
    }
    const other = changed({ query: input.query, body }) as { query?: object; body: object }
    if (JSON.stringify(other.body) !== JSON.stringify(body) || JSON.stringify(other.query) !== JSON.stringify(input.query))
      expect((await refusalOf(send(other))).error, call.path).toBe('IDEMPOTENCY_MISMATCH')
    // What one person sent is not answered to another of the same company.
    if (seat === settlement)
      expect((await refusalOf(portal.ask(portal.seats.settlement2, call, { ...input, body } as never))).error, call.path).toBe(
        'IDEMPOTENCY_MISMATCH',
      )
    checked.add(call.path)
    return (first as PromiseFulfilledResult<never>).value
  }
  return ask as Town['ask']
}

test('a write sent again under its key has one effect and one answer, and no other request is answered under it', {
  timeout: 180_000,
}, async () => {
  const town = await openTown(portal, 'idempotency')
  const checked = new Set<string>()
  const ask = sentAgain(town, checked)
  town.ask = ask
  const { alderMaker, cedarChecker, operations, settlement } = portal.seats
  const payee = portal.world.accounts.alder
  let made = 0
  const invoice = async (facts: object = {}) => {
    const body = {
      buyerCode: 'CEDAR',
      invoiceNo: `AGAIN-${++made}`,
      issueDate: '2025-02-20',
      dueDate: '2025-04-20',
      currency: 'USD',
      amount: '20000.00',
      ...facts,
    }
    return (await ask(alderMaker, invoiceCalls.add, { body })) as { id: string; version: number }
  }
  const confirmed = async () => {
    const { id } = await invoice()
    await ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    await ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
    return id
  }
  const one = async <T>(query: ReturnType<typeof sql<T>>) => (await town.rows(query))[0]!

  // Trade: entered, corrected, returned, disputed, settled, cancelled, paid, reduced.
  const draft = await invoice()
  await ask(alderMaker, invoiceCalls.edit, {
    body: {
      id: draft.id,
      version: draft.version,
      buyerCode: 'CEDAR',
      invoiceNo: 'AGAIN-NEW',
      issueDate: '2025-02-20',
      dueDate: '2025-04-20',
      currency: 'USD',
      amount: '21000.00',
    },
  })
  await ask(alderMaker, invoiceCalls.submit, { body: { ids: [draft.id] } })
  await ask(cedarChecker, invoiceCalls.returnToSupplier, { body: { id: draft.id, comment: 'Wrong' } })
  await ask(alderMaker, invoiceCalls.cancel, { body: { id: draft.id } })
  const disputed = await confirmed()
  await ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [disputed], reason: 'Broken' } })
  await ask(cedarChecker, invoiceCalls.proposeResolution, { body: { id: disputed, comment: 'Mended' } })
  await ask(operations, invoiceCalls.resolve, { body: { id: disputed } })
  await ask(settlement, repaymentCalls.payInvoice, { body: { invoiceId: disputed, amount: '100.00', payDate: town.day } })

  // Purchase orders.
  const order = {
    buyerCode: 'CEDAR',
    orderDate: town.day,
    latestShipDate: '2025-04-01',
    currency: 'USD',
    items: [{ description: 'Cloth', qty: '10', unitPrice: '100.00' }],
  }
  const [first, second] = [
    await ask(alderMaker, purchaseOrderCalls.add, { body: { ...order, poNo: 'AGAIN-PO-1' } }),
    await ask(alderMaker, purchaseOrderCalls.add, { body: { ...order, poNo: 'AGAIN-PO-2', saveType: 'SUBMIT' } }),
  ]
  await ask(alderMaker, purchaseOrderCalls.submit, { body: { ids: [first.id] } })
  await ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [first.id] } })
  await ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: second.id, comment: 'Wrong price' } })
  await ask(alderMaker, purchaseOrderCalls.cancel, { body: { id: second.id } })
  await ask(alderMaker, purchaseOrderCalls.close, { body: { id: first.id } })

  // An order from its draft to the money, and one that is taken back.
  const request = {
    financingProductId: town.products.purchaseInArrears!,
    currency: 'USD',
    fundingDate: town.day,
    items: [{ docType: 'INVOICE' as const, docId: await confirmed() }],
  }
  const saved = await ask(alderMaker, financeOrderCalls.createOrder, { body: { ...request, saveType: 'DRAFT' } })
  const { pricingHash } = await ask(alderMaker, financeOrderCalls.trialCalculation, { body: { ...request, orderId: saved.id } })
  await ask(alderMaker, financeOrderCalls.editOrder, {
    body: { ...request, id: saved.id, version: saved.version, pricingHash, payeeBankAccountId: payee, saveType: 'SUBMIT' },
  })
  await decide(town, 'FINANCE_ORDER', saved.id)
  await signAll(town, saved.id)
  await ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: saved.id }, body: { accept: true } })
  const withdrawn = await ask(alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, items: [{ docType: 'INVOICE', docId: await confirmed() }], saveType: 'DRAFT' },
  })
  await ask(alderMaker, financeOrderCalls.revocation, { query: { id: withdrawn.id }, body: {} })
  const payment = await one<{ id: string }>(sql`select id from payment where order_id = ${saved.id}`)
  const instruct = async (id: string, flow: string) => {
    await ask(settlement, paymentCalls.instruct, { body: { id } })
    await decide(town, flow, id)
  }
  await instruct(payment.id, 'PAYMENT')
  await ask(settlement, paymentCalls.fail, { body: { id: payment.id, reason: 'Returned' } })
  await instruct(payment.id, 'PAYMENT')
  await ask(settlement, paymentCalls.markPaid, { body: { id: payment.id, valueDate: town.day, bankRef: 'AGAIN-OUT-1' } })

  // Fees, receipts, what is left over, and a receipt that comes back.
  const fee = await one<{ id: string }>(sql`select id from order_fee where order_id = ${saved.id} and code = 'HANDLING'`)
  await ask(operations, costCalls.adjust, { body: { id: fee.id, delta: '10.00', reason: 'Courier' } })
  const receipt = await ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: 'AGAIN-IN-1',
      valueDate: town.day,
      amount: '20500.00',
      currency: 'USD',
      payerName: 'Cedar Retail Inc',
    },
  })
  const { repayments } = await ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, parts: [{ orderId: saved.id, amount: '20500.00' }] },
  })
  await decide(town, 'REPAYMENT', repayments[0]!.id, 'PASSED')
  await ask(settlement, repaymentCalls.reverse, { body: { id: repayments[0]!.id, reason: 'Looked at again' } })
  await decide(town, 'REPAYMENT_REVERSAL', repayments[0]!.id, 'REFUSED')
  const standing = await one<{ status: string }>(sql`select status from repayment where id = ${repayments[0]!.id}`)
  if (standing.status === 'POSTED') await ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayments[0]!.id } })
  await closeDays(town, 4)
  const { releases } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
  for (const { orderId } of releases) await ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await ask(settlement, paymentCalls.addRemittance, { body: { funderId: portal.world.companies.elm, currency: 'USD' } })

  // A pool, and the market.
  const invoiceIds = [await confirmed(), await confirmed()]
  const { poolId } = await ask(alderMaker, poolCalls.assign, {
    body: { productId: town.products.pool, currency: 'USD', invoiceIds },
  })
  const drawing = { poolId, amount: '1000.00', fundingDate: town.day, maturity: '2025-04-10' }
  const priced = await ask(alderMaker, poolCalls.trial, { body: drawing })
  await ask(alderMaker, poolCalls.draw, { body: { ...drawing, pricingHash: priced.pricingHash, payeeBankAccountId: payee } })
  const asset = await one<{ id: string }>(sql`select id from pool_asset where pool_id = ${poolId} limit 1`)
  await ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  await changeMarket(town)
  expect([...checked].length, [...checked].join('\n')).toBeGreaterThanOrEqual(33)
})

test('who meets its own request still at work waits for its answer, however long that takes', async () => {
  const { userId, companyId } = portal.seats.settlement
  const request = { companyId, userId, key: 'slow-request-1', call: 'POST /slow', input: {} }
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
