import { execFile } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type Tx } from '../database/database.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { type AuditHead, genesis, hashOf, isSigned, signHead } from './chain.ts'
import { keptHead } from './head-file.ts'
import { ChainBroken, sealAudit } from './seal.ts'
import { unsealedEntries, unsealedWords } from './unsealed.ts'
import { outsideWords, verifyAudit } from './verify.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.app.config.webhookPrivate = 'allow'
  await portal.ask(portal.seats.alderDirector, webhookCalls.add, {
    body: { url: 'http://127.0.0.1:9/heads', description: 'Archive of heads', events: ['AUDIT_HEAD'] },
  })
  for (let n = 1; n <= 5; n++) await add(`T-${n}`)
  await sealAudit(portal.app)
})
afterAll(() => portal.close())

const add = (objectNo: string) =>
  portal.look((tx) =>
    tx
      .insertInto('auditLog')
      .values({ event: 'TESTED', objectType: 'TEST', objectNo, companyId: portal.world.companies.alder, userName: 'a.maker' })
      .execute(),
  )

class RolledBack extends Error {}
/**
 * The finding of the verification after tampering, which is rolled back. Triggers are off, as an owner of the database can
 * arrange.
 */
async function foundAfter(tamper: (tx: Tx) => Promise<unknown>): Promise<string | undefined> {
  let found: string | undefined
  const inside = async (tx: Tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tamper(tx)
    found = (await verifyAudit(tx, portal.app)).broken
    throw new RolledBack()
  }
  await portal
    .asOwner((db) => inTransaction(db, { kind: 'system' }, 'write', inside))
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return found
}

describe('the audit chain', () => {
  test('is whole as long as nobody touches it', async () => {
    const { checked, broken } = await portal.look((tx) => verifyAudit(tx, portal.app))
    expect(broken).toBeUndefined()
    expect(checked).toBeGreaterThanOrEqual(5)
  })

  test('tells an entry that was changed, removed, or put into a gap', async () => {
    const last = sql`(select max(audit_id) from audit_link)`
    expect(await foundAfter((tx) => sql`update audit_log set user_name = 'b.checker' where id = ${last}`.execute(tx))).toMatch(
      /entry \d+ was changed/,
    )
    expect(await foundAfter((tx) => sql`delete from audit_log where id = ${last}`.execute(tx))).toMatch(/entry \d+ was removed/)
    expect(
      await foundAfter(async (tx) => {
        await sql`delete from audit_link where audit_id = (select max(audit_id) - 1 from audit_link)`.execute(tx)
      }),
    ).toMatch(/entry \d+ was put in between/)
  })

  test('tells an end that was cut off together with its links and heads, from the head kept outside the database', async () => {
    expect(
      await foundAfter(async (tx) => {
        await sql`delete from audit_head`.execute(tx)
        await sql`delete from audit_link`.execute(tx)
        await sql`delete from audit_log`.execute(tx)
      }),
    ).toMatch(/the chain once reached link \d+ .* and was cut/)
  })

  test.each([
    [
      'cut off',
      async (tx: Tx) => {
        await sql`delete from audit_head where seq > 2`.execute(tx)
        await sql`delete from audit_log where id in (select audit_id from audit_link where seq > 2)`.execute(tx)
        await sql`delete from audit_link where seq > 2`.execute(tx)
      },
    ],
    [
      'rewritten from its middle',
      async (tx: Tx) => {
        await sql`delete from audit_head where seq > 2`.execute(tx)
        await sql`delete from audit_link where seq > 2`.execute(tx)
        await sql`update audit_log set user_name = 'somebody.else' where id > (select max(audit_id) from audit_link)`.execute(tx)
      },
    ],
  ])('is not signed after it was %s: the kept head stays, and the verification goes on to tell it', async (_, tamper) => {
    const another = await openPortal()
    try {
      for (let n = 1; n <= 4; n++) {
        await another.look((tx) =>
          tx
            .insertInto('auditLog')
            .values({ event: 'TESTED', objectType: 'TEST', objectNo: `S-${n}` })
            .execute(),
        )
        await sealAudit(another.app)
      }
      const kept = await keptHead(another.app.config.dataDir)
      await another.asOwner((db) =>
        inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          await tamper(tx)
        }),
      )
      await another.look((tx) =>
        tx.insertInto('auditLog').values({ event: 'TESTED', objectType: 'TEST', objectNo: 'S-5' }).execute(),
      )
      await expect(sealAudit(another.app)).rejects.toThrow(ChainBroken)
      expect(await keptHead(another.app.config.dataDir)).toEqual(kept)
      expect((await another.look((tx) => verifyAudit(tx, another.app))).broken).toMatch(/was cut$/)
    } finally {
      await another.close()
    }
  })

  test('finds links that were recomputed without the key', async () => {
    const otherKey = Buffer.alloc(32, 7)
    const found = await foundAfter(async (tx) => {
      await sql`delete from audit_head`.execute(tx)
      const end = await tx
        .selectFrom('auditLink')
        .select(['seq', 'hash'])
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const forged = signHead(otherKey, { seq: end.seq, hash: end.hash.toString('hex'), signedAt: new Date().toISOString() })
      await tx
        .insertInto('auditHead')
        .values({
          seq: forged.seq,
          hash: Buffer.from(forged.hash, 'hex'),
          signedAt: forged.signedAt,
          signature: Buffer.from(forged.signature, 'hex'),
        })
        .execute()
    })
    expect(found).toMatch(/head \d+ was not signed by this installation/)
  })

  test('finds links behind the last signed head', async () => {
    const found = await foundAfter((tx) => sql`delete from audit_head where seq = (select max(seq) from audit_head)`.execute(tx))
    expect(found).toMatch(/the links after \d+ are not signed/)
  })

  test('leaves the installation: the first signed head of a day goes to each webhook that asks for it', async () => {
    await add('T-LATER')
    await sealAudit(portal.app)
    const { rows } = await portal.look((tx) =>
      sql<{ params: AuditHead }>`select payload->'params' as params from outbox where payload->>'event' = 'AUDIT_HEAD'`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(1)
    expect(rows.every(({ params }) => isSigned(portal.app.installKey, params))).toBe(true)
  })

  test('refuses an entry with a place before a sealed one, and gives each the instant at which it is written', async () => {
    await expect(
      portal.look((tx) =>
        sql`insert into audit_log (id, event, object_type) overriding system value values (1, 'FORGED', 'TEST')`.execute(tx),
      ),
    ).rejects.toThrow(/grows at its end only/)
    await portal.look((tx) =>
      sql`insert into audit_log (at, event, object_type) values ('2001-01-01', 'BACKDATED', 'TEST')`.execute(tx),
    )
    const row = await portal.look((tx) =>
      tx.selectFrom('auditLog').select('at').where('event', '=', 'BACKDATED').executeTakeFirstOrThrow(),
    )
    expect(row.at.slice(0, 4)).not.toBe('2001')
  })

  test('refuses an entry with a number that its writer has chosen, so that nobody ends the writing of later ones', async () => {
    const forged = (id: number) =>
      sql`insert into audit_log (id, event, object_type) overriding system value values (${id}, 'FORGED', 'TEST')`
    const far = 9_000_000_000_000_000
    await expect(portal.look((tx) => forged(far).execute(tx))).rejects.toThrow(/takes the next number/)
    await expect(portal.asOwner((db) => forged(far).execute(db))).rejects.toThrow(/takes the next number|not yet defined/)
    await expect(portal.look((tx) => sql`select setval('audit_log_id_seq', ${far})`.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
    // A number that a withdrawn entry has left free is nobody's choice either.
    await expect(
      portal.look(async (tx) => {
        const { rows } = await sql<{ id: string }>`select nextval('audit_log_id_seq') as id`.execute(tx)
        await tx.insertInto('auditLog').values({ event: 'TESTED', objectType: 'TEST' }).execute()
        await forged(Number(rows[0]!.id)).execute(tx)
      }),
    ).rejects.toThrow(/takes the next number/)
    await add('T-AFTER')
    await sealAudit(portal.app)
    expect((await portal.look((tx) => verifyAudit(tx, portal.app))).broken).toBeUndefined()
  })
})

test('a hash depends on the place, the hash before it and the digest; a signature on each part of the head', () => {
  const digest = Buffer.alloc(32, 1)
  const hashes = [
    hashOf(1n, genesis, digest),
    hashOf(2n, genesis, digest),
    hashOf(1n, digest, digest),
    hashOf(1n, genesis, genesis),
  ]
  expect(new Set(hashes.map((one) => one.toString('hex'))).size).toBe(4)
  const key = Buffer.alloc(32, 3)
  const head = signHead(key, { seq: '7', hash: 'ab', signedAt: '2026-01-02T03:04:05.000Z' })
  expect(isSigned(key, head)).toBe(true)
  for (const changed of [{ seq: '8' }, { hash: 'ac' }, { signedAt: '2026-01-03T03:04:05.000Z' }])
    expect(isSigned(key, { ...head, ...changed })).toBe(false)
})

const script = fileURLToPath(new URL('../../../web/public/verify-audit-proof.mjs', import.meta.url))
const runScript = (file: string) =>
  new Promise<{ code: number; text: string }>((done) => {
    execFile(process.execPath, [script, file], (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr })
    })
  })

describe('the proof of a company’s own entries', () => {
  test('is checked offline by the script that the portal serves, shows nobody else’s entries, and fails when touched', async () => {
    await add('T-MINE')
    await portal.look((tx) =>
      tx.insertInto('auditLog').values({ event: 'TESTED', objectType: 'TEST', objectNo: 'T-STAFF' }).execute(),
    )
    await sealAudit(portal.app)
    const file = await portal.ask(portal.seats.alderViewer, monitorCalls.proof, { query: { from: '2020-01-01' } })
    const text = String(file)
    expect(text).toContain('T-MINE')
    expect(text).not.toContain('T-STAFF')
    const place = join(portal.app.config.dataDir, 'proof.ndjson')
    writeFileSync(place, text)
    expect(await runScript(place)).toMatchObject({ code: 0, text: expect.stringMatching(/^Whole: \d+ entries/) })
    writeFileSync(place, text.replace('T-MINE', 'T-OURS'))
    expect(await runScript(place)).toMatchObject({ code: 1, text: expect.stringContaining('was changed') })
    writeFileSync(place, text.trimEnd().split('\n').slice(0, -1).join('\n'))
    expect(await runScript(place)).toMatchObject({ code: 1, text: expect.stringContaining('The end is missing') })
  })
})

test('a chain without its head outside the database is not called whole, until the next sealing writes the head anew', async () => {
  const { dataDir } = portal.app.config
  const words = async () => outsideWords(await portal.look((tx) => verifyAudit(tx, portal.app)))
  await add('T-outside-1')
  await sealAudit(portal.app)
  expect(await words()).toBeUndefined()
  const file = join(dataDir, 'audit-head.json')
  const away = join(dataDir, 'moved-away.json')
  renameSync(file, away)
  expect(await words()).toContain('missing, so nothing outside the database was compared')
  await add('T-outside-2')
  await sealAudit(portal.app)
  rmSync(away)
  expect(await words()).toBeUndefined()
  expect(outsideWords({ checked: 0, outside: 'MISSING' })).toBeUndefined()
})

test.each([
  ['empty', ''],
  ['half written', '{"seq":"12","hash":"ab'],
  ['no JSON', 'seq 12'],
  ['nothing', 'null'],
  ['of another shape', '{"seq":12,"hash":"ab","signedAt":"2026-01-02","signature":"cd"}'],
])('a head outside the database that is %s is told, and the chain is checked all the same', async (_, content) => {
  const file = join(portal.app.config.dataDir, 'audit-head.json')
  await add('T-damaged')
  await sealAudit(portal.app)
  const sound = readFileSync(file)
  writeFileSync(file, content)
  try {
    const verified = await portal.look((tx) => verifyAudit(tx, portal.app))
    expect(verified).toMatchObject({ outside: 'DAMAGED' })
    expect(verified.broken).toBeUndefined()
    expect(verified.checked).toBeGreaterThanOrEqual(5)
    expect(outsideWords(verified)).toContain('damaged, so nothing outside the database was compared')
    const changed = sql`update audit_log set user_name = 'b.checker' where id = (select max(audit_id) from audit_link)`
    expect(await foundAfter((tx) => changed.execute(tx))).toMatch(/entry \d+ was changed/)
    await add('T-behind')
    await expect(sealAudit(portal.app)).rejects.toThrow(ChainBroken)
    expect(await portal.ask(portal.seats.auditor, monitorCalls.chain, { body: { verify: true } })).toMatchObject({
      broken: null,
      outside: 'DAMAGED',
    })
  } finally {
    writeFileSync(file, sound)
  }
  await sealAudit(portal.app)
  expect(await portal.look((tx) => verifyAudit(tx, portal.app))).toMatchObject({ outside: 'HEAD' })
})

test('unsealed entries are counted, and are a fault once they have waited too long', async () => {
  await sealAudit(portal.app)
  const unsealed = (tx: Tx) => unsealedEntries(tx)
  expect(unsealedWords(await portal.look(unsealed))).toBe('Audit seals: every entry is sealed')
  await add('T-waiting-1')
  await add('T-waiting-2')
  const waiting = await portal.look(unsealed)
  expect(waiting).toMatchObject({ entries: 2, isLate: false })
  expect(unsealedWords(waiting)).toMatch(/^Audit seals: 2 entries since \d{4}-\d\d-\d\dT[\d:]{8}Z are not sealed yet$/)
  let late: Awaited<ReturnType<typeof unsealedEntries>> | undefined
  await foundAfter(async (tx) => {
    await sql`update audit_log set written_at = written_at - interval '11 minutes' where object_no = 'T-waiting-1'`.execute(tx)
    late = await unsealedEntries(tx)
  })
  expect(late).toMatchObject({ entries: 2, isLate: true })
  expect(unsealedWords(late!)).toContain('longer than 10 minutes')
  await sealAudit(portal.app)
  expect((await portal.look(unsealed)).entries).toBe(0)
})
