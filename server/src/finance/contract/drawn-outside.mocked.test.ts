import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { bankProofList, collectList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actAs, aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { issueContracts } from './issue-contracts.ts'

// Drawing takes seconds on a busy machine. While it lasts, no connection of the application may be inside a transaction.
type Draw = typeof import('../../files/pdf-sheet.ts')['pdfSheet']
const drawing = vi.hoisted(() => ({ begins: async (_no: string): Promise<void> => {} }))
vi.mock('../../files/pdf-sheet.ts', async (original) => {
  const actual = await original<typeof import('../../files/pdf-sheet.ts')>()
  const pdfSheet: Draw = async (outside, no, margin, write) => {
    await drawing.begins(no)
    return actual.pdfSheet(outside, no, margin, write)
  }
  return { ...actual, pdfSheet }
})

let portal: Portal
let order: { orderId: string; orderNo: string }
/** For each sheet: its number, and how many transactions were open while it was drawn. */
let drawn: [no: string, open: number][]
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const found = await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).where('id', '=', orderId).execute()
    return tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow()
  })
  await actAs(portal, portal.seats.elmChecker, (context) => issueContracts(context, orderId))
  order = { orderId, orderNo: found.orderNo }
})
afterAll(() => portal.close())
beforeEach(() => {
  drawn = []
  drawing.begins = async (no) => {
    // The portal's own jobs open a transaction for a moment. One that the call holds cannot end while its drawing waits here.
    let open = await openTransactions()
    for (let waited = 0; open > 0 && waited < 100; waited++) {
      await sleep(50)
      open = await openTransactions()
    }
    drawn.push([no, open])
  }
})

async function openTransactions(): Promise<number> {
  const { rows } = await portal.asOwner((db) =>
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(db),
  )
  return rows[0]!.n
}
const contracts = async (seat: Seat) =>
  (await portal.ask(seat, listCalls(contractList).pageList, { body: { filterFields: { orderNo: order.orderNo } } })).list ?? []
/** The agreement of the order as nobody has signed it yet. */
async function unsigned() {
  const [agreement] = (await contracts(portal.seats.elmChecker)).filter((row) => String(row.name).startsWith('Receivables'))
  const id = String(agreement!.id)
  await portal.asOwner(async (db) => {
    await sql`update contract set status = 'PENDING_SIGN', object_key = null, sha256 = null, signed_at = null where id = ${id}`.execute(
      db,
    )
    await sql`update contract_signatory set signed_at = null, signed_name = null, user_id = null, method = null, sha256 = null
      where contract_id = ${id}`.execute(db)
  })
  return id
}
async function sign(seat: Seat, id: string) {
  const { textSha256 } = await portal.ask(seat, contractCalls.detail, { body: { id } })
  return portal.ask(seat, contractCalls.sign, { body: { id, name: seat.cname, method: 'TYPED', textSha256 } })
}

test('no transaction is open while a contract is drawn: looked at, or by its last signature', async () => {
  const { alderChecker, elmChecker } = portal.seats
  const id = await unsigned()
  await portal.ask(alderChecker, contractCalls.download, { query: { id } })
  expect(drawn.map(([, open]) => open)).toEqual([0])
  expect((await sign(alderChecker, id)).status).toBe('PARTIALLY_SIGNED')
  expect(drawn).toHaveLength(1)
  expect((await sign(elmChecker, id)).status).toBe('SIGNED')
  expect(drawn.map(([, open]) => open)).toEqual([0, 0])
  const file = await portal.ask(alderChecker, contractCalls.download, { query: { id } })
  const sha256 = createHash('sha256')
    .update(file as Buffer)
    .digest('hex')
  expect(await portal.ask(elmChecker, contractCalls.verify, { body: { sha256 } })).toMatchObject({ matches: true })
})

test('the last signatures of two parties at the same moment make one signed file that shows both', async () => {
  const { alderChecker, elmChecker } = portal.seats
  const id = await unsigned()
  // Signatures of one second make one and the same file, so that those of earlier tests are left out.
  const signedFiles = async () => {
    const { rows } = await portal.asOwner((db) =>
      sql<{
        sha256: string
      }>`select after ->> 'sha256' as sha256 from audit_log where event = 'CONTRACT_SIGNED' and object_id = ${id}
        and after ->> 'sha256' is not null order by id`.execute(db),
    )
    return rows.map((row) => row.sha256)
  }
  const before = await signedFiles()
  const answers = await Promise.all([sign(alderChecker, id), sign(elmChecker, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['PARTIALLY_SIGNED', 'SIGNED'])
  const { status, signatories, sha256 } = await portal.ask(alderChecker, contractCalls.detail, { body: { id } })
  expect([status, signatories.every((one) => one.signedAt !== null)]).toEqual(['SIGNED', true])
  const file = await portal.ask(alderChecker, contractCalls.download, { query: { id } })
  expect(
    createHash('sha256')
      .update(file as Buffer)
      .digest('hex'),
  ).toBe(sha256)
  expect((await signedFiles()).slice(before.length)).toEqual([sha256])
})

test('a signer whose drawing is overtaken by another signature is asked for nothing: the file is drawn again', async () => {
  const { alderChecker, elmChecker } = portal.seats
  const id = await unsigned()
  await sign(alderChecker, id)
  // While the file of the last signature is drawn, the first one is withdrawn and given again.
  const measured = drawing.begins
  drawing.begins = async (no) => {
    await measured(no)
    if (drawn.length === 1)
      await portal.asOwner((db) =>
        sql`update contract_signatory set signed_at = signed_at - interval '1 minute' where contract_id = ${id} and signed_at is not null`.execute(
          db,
        ),
      )
  }
  expect((await sign(elmChecker, id)).status).toBe('SIGNED')
  expect(drawn).toHaveLength(2)
})

test('the last signature, sent twice at once and again under one key, signs once and gives one answer', async () => {
  const { alderChecker, elmChecker } = portal.seats
  const id = await unsigned()
  await sign(alderChecker, id)
  const { textSha256 } = await portal.ask(elmChecker, contractCalls.detail, { body: { id } })
  const body = { id, name: elmChecker.cname, method: 'TYPED' as const, textSha256, idempotencyKey: randomUUID() }
  const once = () => portal.ask(elmChecker, contractCalls.sign, { body })
  expect(await Promise.all([once(), once()])).toEqual([{ status: 'SIGNED' }, { status: 'SIGNED' }])
  expect(await once()).toEqual({ status: 'SIGNED' })
})

test('no transaction is open while slips, packs, the file of an order or the preview of a contract are drawn', async () => {
  const { alderMaker, elmMaker } = portal.seats
  await unsigned()
  const rowsOf = async (one: typeof bankProofList | typeof collectList) =>
    (await portal.ask(elmMaker, listCalls(one).pageList, { body: {} })).list ?? []
  await portal.ask(elmMaker, reportCalls.bankSlip, { query: { id: String((await rowsOf(bankProofList))[0]!.id) } })
  const pack = (await rowsOf(collectList)).find((row) => row.kind === 'REGISTRY' || row.kind === 'CONFIRMATION')
  await portal.ask(elmMaker, reportCalls.collectProof, { query: { id: String(pack!.id) } })
  await portal.ask(elmMaker, reportCalls.orderFile, { query: { id: order.orderId } })
  const financingProductId = portal.world.products.purchaseInArrears
  await portal.ask(alderMaker, contractCalls.preview, { body: { financingProductId, items: [] } })
  expect(drawn.map(([no]) => no)).toContain('PREVIEW')
  expect(drawn.length).toBeGreaterThanOrEqual(6)
  expect(drawn.filter(([, open]) => open > 0)).toEqual([])
})
