import { monitorCalls } from '@usance/wire/monitor/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { verifyAudit } from '../../audit/verify.ts'
import { idReadByStaff, refusePartner } from '../../auth/partner.ts'
import { ofOneMoment, type Tx } from '../../database/database.ts'
import type { AuditLogTable } from '../../database/tables.ts'
import { type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { linkPlace } from '../../notify/mail.ts'
import { refRatesState } from '../../reference/ref-rates-state.ts'
import { proof } from './audit-proof.ts'

const mostFailures = 100
const hex = (bytes: Buffer | null | undefined) => bytes?.toString('hex') ?? null
const count = sql<string>`count(*)`

const entry: Handler<typeof monitorCalls.entry> = async ({ tx, actor, body }) => {
  const row = await tx
    .selectFrom('auditLog as l')
    .leftJoin('company as c', 'c.id', 'l.companyId')
    .leftJoin('auditLink as s', 's.auditId', 'l.id')
    .select([
      'l.id',
      'l.at',
      'l.userName',
      'c.name as companyName',
      'l.event',
      'l.objectType',
      'l.objectNo',
      'l.objectId',
      'l.requestId',
      'l.ip',
      'l.before',
      's.hash',
      's.prevHash',
    ])
    // Earlier entries hold the plain hash of what was decided on, such as an account with its whole number.
    .select(
      sql<AuditLogTable['after']>`case when jsonb_typeof(l.after) = 'object' then l.after - 'contentHash' else l.after end`.as(
        'after',
      ),
    )
    .where('l.id', '=', body.id)
    .where(idReadByStaff(actor, sql.ref('l.companyId')))
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const { hash, prevHash, ...rest } = row
  return { ...rest, id: String(row.id), hash: hex(hash), previousHash: hex(prevHash) }
}

const chain: Handler<typeof monitorCalls.chain> = async ({ app, tx, actor, body }) => {
  refusePartner(actor)
  // The end of the chain stored outside the database is read first, so that an entry sealed meanwhile does not seem missing.
  if (body.verify) ofOneMoment(tx)
  const verified = body.verify ? await verifyAudit(tx, app) : undefined
  const entries = await tx.selectFrom('auditLog').select(count.as('n')).executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('auditLink')
    .select(['seq', 'hash', 'sealedAt'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    entries: Number(entries.n),
    sealed: Number(last?.seq ?? 0),
    lastHash: hex(last?.hash),
    lastSealedAt: last?.sealedAt ?? null,
    checked: verified?.checked ?? null,
    broken: verified?.broken ?? null,
    outside: verified?.outside ?? null,
  }
}

/** What waits in the outbox and what is done, by topic. */
async function outboxByTopic(tx: Tx) {
  const rows = await tx
    .selectFrom('outbox')
    .select([
      'topic',
      sql<string>`count(*) filter (where done_at is null)`.as('open'),
      sql<string>`count(*) filter (where done_at is null and attempts > 0)`.as('failing'),
      sql<string>`count(*) filter (where done_at is not null)`.as('done'),
      sql<string | null>`min(created_at) filter (where done_at is null)`.as('oldest'),
    ])
    .groupBy('topic')
    .orderBy('topic')
    .execute()
  return rows.map((row) => ({ ...row, open: Number(row.open), failing: Number(row.failing), done: Number(row.done) }))
}

/** The latest mails and messages that could not be sent. */
async function failuresIn(tx: Tx) {
  const mails = await tx
    .selectFrom('mail')
    .select(['id', 'recipient', 'attempts', 'lastError', 'createdAt'])
    .where('status', '<>', 'SENT')
    .where('lastError', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(mostFailures)
    .execute()
  const messages = await tx
    .selectFrom('outbox')
    .select(['id', 'topic', 'attempts', 'lastError', 'createdAt'])
    .where('doneAt', 'is', null)
    .where('lastError', 'is not', null)
    .orderBy('id', 'desc')
    .limit(mostFailures)
    .execute()
  return [
    ...mails.map((row) => ({
      id: row.id,
      kind: 'MAIL' as const,
      what: row.recipient,
      attempts: row.attempts,
      error: row.lastError,
      at: row.createdAt,
    })),
    ...messages.map((row) => ({
      id: String(row.id),
      kind: 'OUTBOX' as const,
      what: row.topic,
      attempts: row.attempts,
      error: row.lastError,
      at: row.createdAt,
    })),
  ]
}

/** The latest ends of day, with how far each has come. */
async function recentDays(tx: Tx) {
  const rows = await tx
    .selectFrom('endOfDayStep')
    .select([
      'businessDate',
      count.as('steps'),
      sql<string>`count(*) filter (where state = 'DONE')`.as('done'),
      sql<string>`count(*) filter (where state = 'FAILED')`.as('failed'),
      sql<string>`sum(done)`.as('items'),
      sql<string>`min(started_at)`.as('startedAt'),
      sql<string | null>`case when bool_and(finished_at is not null) then max(finished_at) end`.as('finishedAt'),
      sql<string | null>`max(message)`.as('message'),
    ])
    .groupBy('businessDate')
    .orderBy('businessDate', 'desc')
    .limit(14)
    .execute()
  return rows.map((row) => ({
    ...row,
    steps: Number(row.steps),
    done: Number(row.done),
    failed: Number(row.failed),
    items: Number(row.items),
  }))
}

const jobs: Handler<typeof monitorCalls.jobs> = async ({ tx, app, actor }) => {
  refusePartner(actor)
  const mails = await tx
    .selectFrom('mail')
    .select(['status', count.as('n')])
    .groupBy('status')
    .execute()
  const oldest = await tx
    .selectFrom('mail')
    .select((eb) => eb.fn.min('createdAt').as('at'))
    .where('status', '=', 'QUEUED')
    .executeTakeFirst()
  const outbox = await outboxByTopic(tx)
  const failures = await failuresIn(tx)
  const days = await recentDays(tx)
  const unsealed = await tx
    .selectFrom('auditLog')
    .select(count.as('n'))
    .where('id', '>', sql<string>`(select coalesce(max(audit_id), 0) from audit_link)`)
    .executeTakeFirstOrThrow()
  const mailCount = (status: string) => Number(mails.find((row) => row.status === status)?.n ?? 0)
  return {
    mail: { QUEUED: mailCount('QUEUED'), SENT: mailCount('SENT'), FAILED: mailCount('FAILED') },
    oldestMail: oldest?.at ?? null,
    outbox,
    unsealed: Number(unsealed.n),
    refRates: app.config.refRatesUrl
      ? ((await refRatesState(tx)) ?? { at: null, ok: true, added: 0, error: null, ahead: null })
      : null,
    failures,
    days,
  }
}

/** Mails whose link is no longer kept, or has ended: they would ask their reader to open nothing. */
const hasLostLink = sql<boolean>`(strpos(body, ${linkPlace}) > 0 and (sealed_link is null or coalesce(link_expires_at <= now(), false)))`

/** Gives what failed another full series of attempts, from now on. A mail whose link has ended is not sent any more. */
const retry: Handler<typeof monitorCalls.retry> = async (request) => {
  const { tx, actor, body } = request
  refusePartner(actor)
  const uuid = /^[0-9a-f-]{36}$/
  const ids = body.ids.filter((id) => (body.kind === 'MAIL' ? uuid.test(id) : /^\d{1,18}$/.test(id)))
  if (ids.length === 0) throw new Refused('NOT_FOUND')
  const changed =
    body.kind === 'MAIL'
      ? await tx
          .updateTable('mail')
          .set({ status: 'QUEUED', attempts: 0, nextAt: sql`app_now()` })
          .where('id', 'in', ids)
          .where('status', '<>', 'SENT')
          .where((eb) => eb.not(hasLostLink))
          .executeTakeFirst()
      : await tx
          .updateTable('outbox')
          .set({ attempts: 0, availableAt: sql`app_now()` })
          .where('id', 'in', ids)
          .where('doneAt', 'is', null)
          .executeTakeFirst()
  const retried = Number(changed.numUpdatedRows)
  if (retried === 0)
    throw new Refused(body.kind === 'MAIL' && (await areWithoutLink(tx, ids)) ? 'LINK_USED_OR_EXPIRED' : 'NOT_FOUND')
  await audit(request, { event: 'JOB_RETRIED', objectType: body.kind, after: { ids, retried } })
  return { retried }
}

async function areWithoutLink(tx: Tx, ids: string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('mail')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '<>', 'SENT')
    .where(hasLostLink)
    .executeTakeFirst()
  return found !== undefined
}

export const monitorRoutes = routes(monitorCalls, { entry, chain, proof, jobs, retry })
