import type { Elsewhere, Message } from '@usance/wire/notification/calls'
import { type RawBuilder, sql } from 'kysely'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'userId' | 'companyId' | 'companyRole' | 'staff'>

type Seat = Pick<Reader, 'companyRole' | 'staff'>

/** Whether a seat reads the messages of each side of its company: the seat of the whole company, and staff. */
const readsEachSide = ({ companyRole, staff }: Seat): boolean => staff || companyRole === 'COMPANY'

/** Whether a seat reads a message to its company. The seat of one side reads the messages of that side and those without a side. */
export const isForSeat = (sides: readonly string[] | null, seat: Seat): boolean =>
  sides === null || readsEachSide(seat) || sides.includes(seat.companyRole)

/** SQL: the same of a message `n`. */
const isTold = (seat: Seat): RawBuilder<boolean> =>
  readsEachSide(seat) ? sql<boolean>`true` : sql<boolean>`coalesce(${seat.companyRole} = any(n.sides), true)`

/**
 * The messages of one reader: to them by name, on the matters of the company they work for now or on their own, or to that company on
 * the side of their seat. Row-level security says the same of the company.
 */
const messagesOf = (tx: Tx, { userId, companyId, ...seat }: Reader) =>
  tx
    .selectFrom('notification as n')
    .leftJoin('notificationReading as r', (join) => join.onRef('r.notificationId', '=', 'n.id').on('r.userId', '=', userId))
    .where(({ eb, or, and }) =>
      or([
        and([eb('n.userId', '=', userId), or([eb('n.companyId', 'is', null), eb('n.companyId', '=', companyId)])]),
        and([eb('n.userId', 'is', null), eb('n.companyId', '=', companyId), isTold(seat)]),
      ]),
    )
    .where('n.channel', '=', 'SITE')

type Asked = { unreadOnly: boolean; about: readonly string[]; pageNum: number; pageSize: number }

/** A page of messages, the latest first, with the exact count of all that match. */
export async function listMessages(tx: Tx, reader: Reader, asked: Asked): Promise<{ list: Message[]; total: number }> {
  const matching = messagesOf(tx, reader)
    .$if(asked.unreadOnly, (query) => query.where('r.readAt', 'is', null))
    .$if(asked.about.length > 0, (query) =>
      query.where(({ or, eb }) => or(asked.about.map((start) => eb(sql<boolean>`starts_with(n.event, ${start})`, '=', true)))),
    )
  const { total } = await matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  if (asked.pageSize === 0) return { list: [], total: Number(total) }
  const rows = await matching
    .select(['n.id', 'n.event', 'n.params', 'n.link', 'n.createdAt', 'r.readAt'])
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(asked.pageSize)
    .offset((asked.pageNum - 1) * asked.pageSize)
    .execute()
  return { list: rows.map(asMessage), total: Number(total) }
}

type Row = { id: string; event: string; params: unknown; link: string | null; createdAt: string; readAt?: string | null }
const asMessage = (row: Row): Message => ({
  id: row.id,
  event: row.event,
  params: row.params as Message['params'],
  link: row.link,
  createdAt: row.createdAt,
  read: row.readAt != null,
})

/** How many messages the reader has not read. */
export async function unreadOf(tx: Tx, reader: Reader): Promise<number> {
  const { unread } = await messagesOf(tx, reader)
    .where('r.readAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** The same, with the ids of those counted that were made after one: they may still be on their way to open streams. */
export async function unreadWithLatest(tx: Tx, reader: Reader, after: string): Promise<{ unread: number; latest: string[] }> {
  const { unread, latest } = await messagesOf(tx, reader)
    .where('r.readAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('unread'))
    .select(sql<string[]>`coalesce(array_agg(n.id::text) filter (where n.id > ${after}), '{}')`.as('latest'))
    .executeTakeFirstOrThrow()
  return { unread: Number(unread), latest }
}

/**
 * How many messages to a reader by name wait unread in each other company in which they have a seat, with the seat to read them in.
 * The transaction sees every company afterwards.
 */
export async function unreadElsewhere(tx: Tx, { userId, companyId }: Pick<Reader, 'userId' | 'companyId'>): Promise<Elsewhere[]> {
  await elevate(tx)
  const { rows } = await sql<Omit<Elsewhere, 'unread'> & { unread: string }>`
    select n.company_id as "companyId", c.name as "companyName", s.role as "companyRole", count(*) as unread
    from notification n join company c on c.id = n.company_id
    join lateral (select role from user_company_role where user_id = n.user_id and company_id = n.company_id and status = 'ENABLE'
      order by is_default desc, created_at, role limit 1) s on true
    where n.user_id = ${userId} and n.company_id <> ${companyId} and n.channel = 'SITE'
      and not exists (select from notification_reading r where r.notification_id = n.id and r.user_id = n.user_id)
    group by n.company_id, c.name, s.role order by c.name`.execute(tx)
  return rows.map((row) => ({ ...row, unread: Number(row.unread) }))
}

/** Marks messages as read by one reader; others of the company still find them unread. Without ids, all of them. */
export async function markRead(tx: Tx, reader: Reader, ids?: readonly string[]): Promise<void> {
  await tx
    .insertInto('notificationReading')
    .columns(['notificationId', 'userId'])
    .expression(
      messagesOf(tx, reader)
        .where('r.readAt', 'is', null)
        .$if(ids !== undefined, (query) => query.where('n.id', 'in', [...ids!]))
        .select(['n.id', sql<string>`${reader.userId}::uuid`.as('userId')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Messages made after the one a reader saw last, oldest first and at most so many; for a stream that is taken up again. */
export const messagesAfter = async (tx: Tx, reader: Reader, lastId: string, most: number): Promise<Message[]> =>
  (
    await messagesOf(tx, reader)
      .where('n.id', '>', lastId)
      .select(['n.id', 'n.event', 'n.params', 'n.link', 'n.createdAt', 'r.readAt'])
      .orderBy('n.id')
      .limit(most)
      .execute()
  ).map(asMessage)

/** A new message, with the sides of a company that it is for; null where each seat reads it. */
export type NewMessage = { message: Message; sides: readonly string[] | null }

/** New messages to a company or to one user, oldest first. Nobody has read them yet, so that they read the same for all. */
export const messagesTold = async (
  tx: Tx,
  audience: { userId: string } | { companyId: string },
  ids: readonly string[],
): Promise<NewMessage[]> =>
  (
    await tx
      .selectFrom('notification as n')
      .where('n.id', 'in', [...ids])
      .where('n.channel', '=', 'SITE')
      .where(({ eb, and }) =>
        'userId' in audience
          ? eb('n.userId', '=', audience.userId)
          : and([eb('n.userId', 'is', null), eb('n.companyId', '=', audience.companyId)]),
      )
      .select(['n.id', 'n.event', 'n.params', 'n.link', 'n.createdAt', 'n.sides'])
      .orderBy('n.id')
      .execute()
  ).map(({ sides, ...row }) => ({ message: asMessage(row), sides }))
