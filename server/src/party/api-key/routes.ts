import { randomBytes } from 'node:crypto'
import { type ApiKey, apiKeyCalls, keyPrefix } from '@usance/wire/api-key/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { grantable } from '../../auth/api-key.ts'
import { lockSeat } from '../../auth/ended-meanwhile.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { type Actor, type Handler, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'

const dayMs = 86_400_000
/** A company's systems need a few keys; nobody keeps control of a long list. */
const mostKeys = 50
const mostOwnKeys = 10
/** Those who manage the company's users see and end its keys too. */
const managesUsers = (actor: Actor) => actor.permissions.has('org.account.edit')

const keys: Handler<typeof apiKeyCalls.keys> = async ({ tx, actor, now }) => {
  const rows = await tx
    .selectFrom('apiKey as k')
    .innerJoin('appUser as u', 'u.id', 'k.userId')
    .select([
      'k.id',
      'k.name',
      'k.lastFour',
      'k.companyRole',
      'u.userName',
      'k.userId',
      'k.permissions',
      'k.createdAt',
      'k.expiresAt',
      'k.lastUsedAt',
      'k.lastUsedIp',
      'k.revokedAt',
    ])
    .where('k.companyId', '=', actor.companyId)
    .$if(!managesUsers(actor), (query) => query.where('k.userId', '=', actor.userId))
    .orderBy(sql`k.revoked_at is not null`)
    .orderBy('k.createdAt', 'desc')
    .limit(200)
    .execute()
  const list = rows.map(({ revokedAt, userId: _, ...row }): ApiKey => {
    const state = revokedAt ? 'REVOKED' : row.expiresAt <= now.toISOString() ? 'EXPIRED' : 'ACTIVE'
    return { ...row, state, mayRevoke: state === 'ACTIVE' }
  })
  return { list, grantable: grantable(actor.permissions) }
}

const make: Handler<typeof apiKeyCalls.make> = async (request) => {
  const { tx, actor, body, now } = request
  const offered = new Set(grantable(actor.permissions))
  const permissions = [...new Set(body.permissions)].sort()
  if (permissions.some((name) => !offered.has(name))) throw faultyField('permissions', 'FORBIDDEN')
  // Concurrent calls wait here for each other, so that the count is exact.
  await lockCompany(tx, actor.companyId)
  await lockSeat(tx, actor)
  const { held, own } = await tx
    .selectFrom('apiKey')
    .select(({ fn, eb }) => [
      fn.countAll<string>().as('held'),
      fn
        .countAll<string>()
        .filterWhere(eb('userId', '=', actor.userId))
        .as('own'),
    ])
    .where('companyId', '=', actor.companyId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (Number(own) >= mostOwnKeys) throw faultyField('name', 'TOO_MANY_OWN_KEYS', { count: mostOwnKeys })
  if (Number(held) >= mostKeys) throw faultyField('name', 'TOO_MANY_KEYS', { count: mostKeys })
  const token = keyPrefix + randomBytes(32).toString('base64url')
  const key = { id: newId(), expiresAt: new Date(now.getTime() + body.days * dayMs).toISOString() }
  await tx
    .insertInto('apiKey')
    .values({
      ...key,
      companyId: actor.companyId,
      companyRole: actor.companyRole,
      userId: actor.userId,
      name: body.name,
      tokenHash: hashToken(token),
      lastFour: token.slice(-4),
      permissions,
    })
    .execute()
  await audit(request, {
    event: 'API_KEY_MADE',
    objectType: 'API_KEY',
    objectId: key.id,
    objectNo: body.name,
    after: { permissions, expiresAt: key.expiresAt },
  })
  return { ...key, token }
}

const revoke: Handler<typeof apiKeyCalls.revoke> = async (request) => {
  const { tx, actor, body, now } = request
  const key = await tx
    .selectFrom('apiKey')
    .select(['id', 'name', 'revokedAt'])
    .where('id', '=', body.id)
    .where('companyId', '=', actor.companyId)
    .$if(!managesUsers(actor), (query) => query.where('userId', '=', actor.userId))
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw new Refused('NOT_FOUND')
  if (key.revokedAt) throw new Refused('ILLEGAL_TRANSITION')
  await tx.updateTable('apiKey').set({ revokedAt: now.toISOString(), revokedBy: actor.userId }).where('id', '=', key.id).execute()
  await audit(request, { event: 'API_KEY_REVOKED', objectType: 'API_KEY', objectId: key.id, objectNo: key.name })
  return { id: key.id }
}

export const apiKeyRoutes = routes(apiKeyCalls, { keys, make, revoke })
