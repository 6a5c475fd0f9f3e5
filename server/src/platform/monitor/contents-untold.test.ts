import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditRow, digestOf, entryColumns, hashOf, signHead } from '../../audit/chain.ts'
import { keepHead } from '../../audit/head-file.ts'
import { sealAudit } from '../../audit/seal.ts'
import { verifyAudit } from '../../audit/verify.ts'
import { canonical } from '../../http/once.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const proofOf = async (seat: Seat) => String(await portal.ask(seat, monitorCalls.proof, { query: { from: '2020-01-01' } }))
const plainDigest = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')
const script = fileURLToPath(new URL('../../../../web/public/verify-audit-proof.mjs', import.meta.url))

/** What the script that the portal serves says of a proof. It ends with an error where the proof is not whole. */
function checkedOffline(text: string): string {
  const file = join(portal.app.config.dataDir, 'proof-of-contents.ndjson')
  writeFileSync(file, text)
  return execFileSync(process.execPath, [script, file], { encoding: 'utf8' })
}

const entryOf = (event: string) =>
  portal.look(async (tx) => {
    const { rows } =
      await sql<AuditRow>`select ${entryColumns} from audit_log where event = ${event} order by id desc limit 1`.execute(tx)
    return rows[0]!
  })

test('a buyer that confirmed an order cannot try amounts against the proof of its entries until the payout fits', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  await portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, {
    query: { id: order.id },
    body: { accept: true },
  })
  await sealAudit(portal.app)
  const { after } = await entryOf('PAYMENT_DRAFTED')
  expect(after).toMatchObject({ order: order.orderNo })
  const told = await proofOf(portal.seats.cedarMaker)
  expect(told).toContain('PAYMENT_DRAFTED')
  expect(told).not.toContain(plainDigest(after))
  expect(told).not.toContain('"salt"')
  expect(checkedOffline(told)).toMatch(/^Whole: \d+ entries/)
})

test('an entry that was linked without a salt leaves to its company by its own digest alone, and the chain stays whole', async () => {
  await sealAudit(portal.app)
  await portal.look((tx) =>
    tx
      .insertInto('auditLog')
      .values({
        event: 'TESTED_BEFORE_SALTS',
        objectType: 'TEST',
        companyId: portal.world.companies.cedar,
        after: JSON.stringify({ amount: '8376.2300' }),
      })
      .execute(),
  )
  const entry = await entryOf('TESTED_BEFORE_SALTS')
  await linkWithoutSalt(entry)
  const told = await proofOf(portal.seats.cedarMaker)
  expect(told).not.toContain('TESTED_BEFORE_SALTS')
  expect(told).not.toContain(plainDigest(entry.after))
  expect(checkedOffline(told)).toMatch(/^Whole: \d+ entries/)
  expect((await portal.look((tx) => verifyAudit(tx, portal.app))).broken).toBeUndefined()
})

test('an auditor of the platform proves by the salt what an entry of its staff changed', async () => {
  await portal.look(async (tx) => {
    const { companyId } = portal.seats.auditor
    await tx
      .insertInto('auditLog')
      .values({ event: 'TESTED_BY_STAFF', objectType: 'TEST', companyId, after: JSON.stringify({ rate: '6.80' }) })
      .execute()
  })
  await sealAudit(portal.app)
  const told = await proofOf(portal.seats.auditor)
  const line = JSON.parse(told.split('\n').find((one) => one.includes('TESTED_BY_STAFF'))!)
  const digest = createHash('sha256')
    .update(Buffer.from(line.salt, 'hex'))
    .update('after\n')
    .update(canonical({ rate: '6.80' }))
  expect(line.entry.afterDigest).toBe(digest.digest('hex'))
  expect(checkedOffline(told)).toMatch(/^Whole: \d+ entries/)
})

/** Links an entry as the portal did before there were salts, and signs the new end. */
async function linkWithoutSalt(row: AuditRow): Promise<void> {
  const head = await portal.look(async (tx) => {
    const last = await tx
      .selectFrom('auditLink')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const seq = BigInt(last.seq) + 1n
    const nonce = randomBytes(16)
    const digest = digestOf(nonce, null, row)
    const hash = hashOf(seq, last.hash, digest)
    await tx
      .insertInto('auditLink')
      .values({ seq: String(seq), auditId: row.id, nonce, digest, prevHash: last.hash, hash })
      .execute()
    const signedAt = new Date().toISOString()
    const signed = signHead(portal.app.installKey, { seq: String(seq), hash: hash.toString('hex'), signedAt })
    await tx
      .insertInto('auditHead')
      .values({ seq: signed.seq, hash, signedAt, signature: Buffer.from(signed.signature, 'hex') })
      .execute()
    return signed
  })
  await keepHead(portal.app.config.dataDir, head)
}
