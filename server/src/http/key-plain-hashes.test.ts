import { createHash, randomUUID } from 'node:crypto'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { keyPlainHashes } from './key-plain-hashes.ts'
import { canonical } from './once.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const call = `POST ${realNameCalls.personInfo.path}`
const stated = (documentNo: string, idempotencyKey: string = randomUUID()) => ({
  body: { name: 'Tan Wei', documentType: 'SG_NRIC' as const, documentNo, idempotencyKey },
})
const plainHashOf = (input: { body: object }) =>
  createHash('sha256')
    .update(canonical([call, { params: undefined, query: undefined, ...input }]))
    .digest()
const keptOf = (key: string) =>
  portal.look((tx) =>
    tx.selectFrom('idempotency').select(['inputHash', 'plainHash']).where('key', '=', key).executeTakeFirstOrThrow(),
  )

test('the kept hash of a document number cannot be worked out from the number alone', async () => {
  const input = stated('S1234567D')
  await portal.ask(portal.seats.birchMaker, realNameCalls.personInfo, input)
  const { inputHash, plainHash } = await keptOf(input.body.idempotencyKey)
  expect(plainHash).toBeNull()
  expect(inputHash).toHaveLength(32)
  expect(inputHash?.equals(plainHashOf(input))).toBe(false)
})

test('a hash that an earlier version kept plain is keyed by the next start, and its request is still answered once', async () => {
  const input = stated('S1234567D')
  const key = input.body.idempotencyKey
  const { birchMaker } = portal.seats
  const first = await portal.ask(birchMaker, realNameCalls.personInfo, input)
  const { inputHash } = await keptOf(key)
  await portal.asOwner((db) => sql`alter table idempotency drop constraint idempotency_hash_is_keyed`.execute(db))
  await portal.look((tx) =>
    sql`update idempotency set plain_hash = ${plainHashOf(input)}, input_hash = null where key = ${key}`.execute(tx),
  )
  await keyPlainHashes(portal.app.db, portal.app.installKey)
  expect(await keptOf(key)).toEqual({ inputHash, plainHash: null })
  expect(await portal.ask(birchMaker, realNameCalls.personInfo, input)).toEqual(first)
  const other = portal.ask(birchMaker, realNameCalls.personInfo, stated('F1234567N', key))
  expect((await refusalOf(other)).error).toBe('IDEMPOTENCY_MISMATCH')
})
