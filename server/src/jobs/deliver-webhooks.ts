import { sql } from 'kysely'
import type { App } from '../app.ts'
import { openText } from '../auth/sealed-text.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { type Outcome, postOutward } from '../webhook/outward.ts'
import { signatureOf } from '../webhook/secret.ts'

/** Seconds until the next attempt after the first, second, … failed one; after the last the message is given up. */
const pauses = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400]
/** Messages under way at once, of everybody and of one company. */
const most = { ofAll: 40, ofCompany: 8 }
const leaseSeconds = 120

/**
 * Takes what the outbox holds to the addresses that asked for it: one message for each address and event, made in the
 * same transaction that ticks the outbox off. Answers how many outbox rows were taken.
 */
export async function spreadOutbox(app: App, atMost = 2000): Promise<number> {
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        select id, topic, payload, created_at from outbox where done_at is null and available_at <= now()
        order by available_at limit ${atMost} for update skip locked),
      made as (
        insert into webhook_delivery (id, endpoint_id, company_id, event, body)
        select gen_random_uuid(), e.id, e.company_id, t.payload->>'event',
               jsonb_build_object('type', t.payload->>'event',
                                  'timestamp', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                                  'data', coalesce(t.payload->'params', '{}') || jsonb_build_object('link', t.payload->'link'))::text
        from taken t join webhook_endpoint e
          on e.company_id = (t.payload->>'companyId')::uuid and e.status = 'ENABLE' and t.payload->>'event' = any(e.events)
        where t.topic = 'notification' and e.created_at <= t.created_at),
      ticked as (update outbox set done_at = now() where id in (select id from taken) returning 1)
      select count(*)::int as taken from ticked`.execute(tx)
    return rows[0]!.taken
  })
}

type Claimed = {
  id: string
  companyId: string
  body: string
  attempts: number
  url: string
  secret: string
  earlierSecret: string | null
}

/** Messages under way by the id of their company. */
type UnderWay = Map<string, number>

/**
 * Claims messages that are due for two minutes, so that two processes rarely send the same one: of each company as many as its
 * share allows beside those under way, the oldest first.
 */
async function claim(app: App, underWay: UnderWay): Promise<Claimed[]> {
  const free = most.ofAll - [...underWay.values()].reduce((sum, count) => sum + count, 0)
  if (free <= 0) return []
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const { rows } = await sql<Claimed>`
      with busy as (select * from unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::int[]) as b(company_id, count)),
      due as (
        select w.id, w.next_at from (select distinct company_id from webhook_endpoint where status = 'ENABLE') c
        left join busy using (company_id)
        cross join lateral (
          select id, next_at from webhook_delivery w
          where w.company_id = c.company_id and w.status = 'PENDING' and w.next_at <= now()
            and exists (select from webhook_endpoint e where e.id = w.endpoint_id and e.status = 'ENABLE')
          order by w.next_at limit greatest(${most.ofCompany} - coalesce(busy.count, 0), 0)) w),
      taken as (
        select w.id, e.url, e.secret, case when e.earlier_until > now() then e.earlier_secret end as earlier_secret
        from due join webhook_delivery w on w.id = due.id and w.status = 'PENDING' and w.next_at <= now()
        join webhook_endpoint e on e.id = w.endpoint_id
        order by due.next_at limit ${free} for update of w skip locked)
      update webhook_delivery d set attempts = d.attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
      from taken where d.id = taken.id
      returning d.id, d.company_id, d.body, d.attempts, taken.url, taken.secret, taken.earlier_secret`.execute(tx)
    return rows
  })
}

export type WebhookDelivery = {
  /** Starts the messages that are due and returns how many; waits for none of them. */
  round: () => Promise<number>
  /** Waits until the messages under way have their outcome. */
  settled: () => Promise<void>
}

/**
 * The delivery of messages by this process, each signed with its address's secret. The slow receivers of one company take its own
 * share alone. A crash between sending and noting sends a message again under the same webhook-id, by which receivers know it. A
 * fault of noting goes to `report`.
 */
export function webhookDelivery(app: App, report: (error: unknown) => void): WebhookDelivery {
  const underWay: UnderWay = new Map()
  const running = new Set<Promise<void>>()
  const count = (companyId: string, change: number) => {
    const now = (underWay.get(companyId) ?? 0) + change
    if (now > 0) underWay.set(companyId, now)
    else underWay.delete(companyId)
  }
  const deliver = async (message: Claimed) => {
    try {
      await note(app, message, await post(app, message))
    } catch (error) {
      report(error)
    } finally {
      count(message.companyId, -1)
    }
  }
  return {
    round: async () => {
      while ((await spreadOutbox(app)) > 0);
      const claimed = await claim(app, underWay)
      for (const message of claimed) {
        count(message.companyId, 1)
        const one = deliver(message).finally(() => running.delete(one))
        running.add(one)
      }
      return claimed.length
    },
    settled: async () => void (await Promise.all(running)),
  }
}

function post(app: App, message: Claimed): Promise<Outcome> {
  const timestamp = Math.floor(Date.now() / 1000)
  const secrets = [message.secret, message.earlierSecret].filter((one) => one !== null)
  const signatures = secrets.map((sealed) => signatureOf(openText(app, 'webhook', sealed), message.id, timestamp, message.body))
  return postOutward(
    message.url,
    message.body,
    {
      'content-type': 'application/json',
      'user-agent': 'Usance-Webhook/1',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
    { allowPrivate: app.config.webhookPrivate === 'allow' },
  )
}

async function note(app: App, message: Claimed, outcome: Outcome): Promise<void> {
  const { httpStatus } = outcome
  const done = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  const pause = pauses[message.attempts - 1]
  await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    await tx
      .insertInto('webhookAttempt')
      .values({ id: newId(), deliveryId: message.id, companyId: message.companyId, ...outcome })
      .execute()
    await tx
      .updateTable('webhookDelivery')
      .set(
        done
          ? { status: 'DONE', doneAt: sql`now()` }
          : pause === undefined || httpStatus === 410
            ? { status: 'FAILED' }
            : { nextAt: sql`now() + make_interval(secs => ${pause})` },
      )
      .where('id', '=', message.id)
      .execute()
  })
}
