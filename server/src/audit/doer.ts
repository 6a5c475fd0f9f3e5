import type { TimelineEntry } from '@usance/wire/fields'
import type { ToldName } from '@usance/wire/notification/params'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'

type Reader = Pick<Actor, 'companyId' | 'staff'>

/**
 * Whether the reader may see a person's name: people of the own company, and everybody for the operator's staff, who manage the
 * users.
 */
const isNamed = (reader: Reader, companyId: RawBuilder<string | null>) =>
  sql<boolean>`(${reader.staff} or ${companyId} = ${reader.companyId})`

/**
 * The name of an actor for a reader: the person's own where the reader may see it, else that of the person's company. Null where
 * the portal itself acted.
 */
export const doerName = (reader: Reader, companyId: RawBuilder<string | null>, person: RawBuilder<string | null>) =>
  sql<
    string | null
  >`case when ${isNamed(reader, companyId)} then ${person} else (select name from company where id = ${companyId}) end`

/** The name of an actor for people of a company: a colleague's own, else that of the actor's company. */
export const nameTold = (
  actor: Pick<Actor, 'companyId' | 'companyName' | 'cname'>,
  readersCompanyId: string | null,
): ToldName => ({ toldAs: actor.companyId === readersCompanyId ? actor.cname : actor.companyName })

/** The name of a user at an instant: an act shows the name of its day. */
export const nameAt = (userId: RawBuilder<string | null>, at: RawBuilder<string | null>) =>
  sql<string | null>`name_at(${userId}, ${at})`

/**
 * The same as `doerName` for what the operator's staff alone do, such as a payment file or a change of the configuration: their
 * company is the operator, because a person works for the operator or for companies. Null for nobody.
 */
export const staffName = (reader: Reader, userId: RawBuilder<string | null>, at: RawBuilder<string | null>) =>
  sql<
    string | null
  >`case when ${userId} is not null then ${doerName(reader, sql`(select id from company where is_platform limit 1)`, nameAt(userId, at))} end`

/** The same for several of the staff, each at an instant of their own, in the given order; null for nobody. */
export async function staffNames(
  tx: Tx,
  reader: Reader,
  done: readonly { userId: string | null; at: string | null }[],
): Promise<(string | null)[]> {
  const [ids, instants] = [done.map(({ userId }) => userId), done.map(({ at }) => at)]
  const { rows } = await sql<{ name: string | null }>`
    select ${staffName(reader, sql`asked.user_id`, sql`asked.at`)} as name
    from unnest(${ids}::uuid[], ${instants}::timestamptz[]) with ordinality as asked (user_id, at, place) order by place`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

type Asked = {
  objectType: string
  objectId: string
  /** The comment of an entry `l` as far as the reader may see it; the full comment when left out. */
  comment?: RawBuilder<string | null>
  /** The entries `l` that the reader may see; all when left out. */
  where?: RawBuilder<unknown>
}
/** How many entries of an object are shown whole; of more, how many of each event are: so many from its end, and the first one. */
const [shownWhole, shownOfEach] = [100, 20]

/**
 * The events of an object from the audit log, the newest first. People of another company appear under its name and role. Of a long story
 * the middle of whatever happened again and again is left out, and the entry above says how many; what happened seldom stays, so that
 * nothing that binds is lost under changes.
 */
export async function timelineOf(
  tx: Tx,
  reader: Reader,
  { objectType, objectId, comment, where }: Asked,
): Promise<TimelineEntry[]> {
  const company = sql<string | null>`l.company_id`
  const { rows } = await sql<TimelineEntry>`
    select event, at, case when l.user_id is not null then ${doerName(reader, company, sql`coalesce(${nameAt(sql`l.user_id`, sql`l.at`)}, l.user_name)`)} end as by,
      case when l.user_id is not null and not ${isNamed(reader, company)} then l.company_role end as by_role,
      ${comment ?? sql`after ->> 'comment'`} as comment, coalesce(lead(told.place) over (order by told.place), told.entries + 1) - told.place - 1 as left_out
    from audit_log l join (
      select id, place, entries from (
        select l.id, (row_number() over (order by l.id desc))::int as place, (count(*) over ())::int as entries,
          row_number() over (partition by event order by l.id desc) as of_event, row_number() over (partition by event order by l.id) as from_first
        from audit_log l where object_type = ${objectType} and object_id = ${objectId} ${where ? sql`and ${where}` : sql``}) entry
      where entries <= ${shownWhole} or of_event <= ${shownOfEach} or from_first = 1) told on told.id = l.id
    order by l.id desc`.execute(tx)
  return rows
}
