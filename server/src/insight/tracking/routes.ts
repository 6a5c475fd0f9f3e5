import { orderFormSteps, projectName, trackingCalls } from '@usance/wire/tracking/calls'
import { sql } from 'kysely'
import { dayInZoneSql } from '../../calendar/day-in-zone.ts'
import { newId } from '../../database/id.ts'
import { type Actor, routes } from '../../http/context.ts'
import { countryOfVisitor } from '../../reference/country-of-visitor.ts'
import { isKept } from './kept-visits.ts'

/** Details are kept as what they are when they are JSON, else as a text inside. */
const detailsOf = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value && typeof value === 'object' ? value : { value })
  } catch {
    return JSON.stringify({ text })
  }
}
const whoIs = (actor: Actor | null) => ({ userId: actor?.userId ?? null, companyId: actor?.companyId ?? null })

export const trackingRoutes = routes(trackingCalls, {
  startSession: async ({ tx, actor, ip, body, raw }) => {
    const id = newId()
    const { anonymous, device_info } = body.objects
    const answer = { insert_user_analysis_sessions: { returning: [{ id }] } }
    if (!(await isKept(tx, { actor, ip, anonymous: [anonymous] }, 1))) return answer
    // Who, from where: the server's own knowledge, whatever was sent.
    const email = actor
      ? ((await tx.selectFrom('appUser').select('email').where('id', '=', actor.userId).executeTakeFirst())?.email ?? null)
      : null
    const country =
      (actor &&
        (await tx.selectFrom('company').select('country').where('id', '=', actor.companyId).executeTakeFirst())?.country) ??
      countryOfVisitor({
        timeZone: typeof device_info === 'string' ? undefined : device_info.timeZone,
        languages: raw.request.headers['accept-language'],
      })
    await sql`insert into user_analysis_session (id, user_id, company_id, email, anonymous, device_info, ip_address, country_code, project_name)
      values (${id}, ${actor?.userId ?? null}, ${actor?.companyId ?? null}, ${email}, ${anonymous}, ${typeof device_info === 'string' ? detailsOf(device_info) : JSON.stringify(device_info)}::jsonb, ${ip}, ${country}, ${projectName})`.execute(
      tx,
    )
    return answer
  },
  trackAction: async ({ tx, actor, ip, body }) => {
    const { userId, companyId } = whoIs(actor)
    // Drawn before, not read back: rows of others stay invisible to whoever writes.
    const { rows: ids } = await sql<{ id: string }>`select nextval('user_analysis_event_id_seq')::text as id
      from generate_series(1, ${body.objects.length}::int)`.execute(tx)
    const answer = { insert_user_analysis_events: { returning: ids } }
    const anonymous = body.objects.map((event) => event.anonymous)
    if (!(await isKept(tx, { actor, ip, anonymous }, body.objects.length))) return answer
    const values = body.objects.map(
      (event, index) =>
        sql`(${ids[index]?.id}::bigint, (select id from user_analysis_session_of(${/^[0-9a-f-]{36}$/.test(event.session_id ?? '') ? event.session_id : null}::uuid)), ${userId}::uuid, ${companyId}::uuid, ${event.action_type}, ${detailsOf(event.action_details)}::jsonb, ${event.page_url}, ${event.anonymous})`,
    )
    await sql`insert into user_analysis_event (id, session_id, user_id, company_id, action_type, action_details, page_url, anonymous) overriding system value values ${sql.join(values)}`.execute(
      tx,
    )
    return answer
  },
  usage: async ({ tx, app, body }) => {
    const since = sql`now() - make_interval(days => ${body.days})`
    const who = sql`coalesce(user_id::text, anonymous)`
    // Pages of single records count together: what is looked at matters here, not which one.
    const page = sql`regexp_replace(page_url, '/([0-9]+|[0-9a-f]{8}-[0-9a-f-]{27})(?=/|$)', '/…', 'g')`
    const day = (first: ReturnType<typeof sql>) => dayInZoneSql(first, app.config.zoneMinutes)
    const [whole, funnel, pages, errors, held] = await Promise.all([
      sql<{ sessions: number; people: number }>`
        select count(*)::int as sessions, count(distinct ${who})::int as people from user_analysis_session where created_at > ${since}`.execute(
        tx,
      ),
      // One visit of the form counts once in a step, however often its price was asked.
      sql<{ step: (typeof orderFormSteps)[number]; visits: number; people: number }>`
        select action_details->>'step' as step, count(distinct coalesce(action_details->>'form', session_id::text))::int as visits, count(distinct ${who})::int as people
        from user_analysis_event where action_type = 'ORDER_FORM' and created_at > ${since} group by 1`.execute(tx),
      sql<{ page: string; visits: number; people: number; medianSeconds: string }>`
        select ${page} as page, count(*)::int as visits, count(distinct coalesce(user_id::text, anonymous))::int as people,
          coalesce(percentile_cont(0.5) within group (order by (action_details->>'duration')::numeric), 0)::numeric as median_seconds
        from user_analysis_event where action_type = 'PAGE_VISIT' and created_at > ${since} and (action_details->>'duration') ~ '^[0-9]{1,12}$' group by 1 order by 2 desc limit 100`.execute(
        tx,
      ),
      sql<{ message: string; count: number; people: number; page: string }>`
        select coalesce(action_details->>'message', '') as message, count(*)::int as count, count(distinct ${who})::int as people, max(${page}) as page
        from user_analysis_event where action_type = 'ERROR' and created_at > ${since} group by 1 order by 2 desc limit 100`.execute(
        tx,
      ),
      sql<{ ofUsers: string | null; ofVisitors: string | null }>`
        select ${day(sql`(select min(created_at) from user_analysis_session where user_id is not null)`)} as of_users,
          ${day(sql`(select min(created_at) from user_analysis_session where user_id is null)`)} as of_visitors`.execute(tx),
    ])
    return {
      ...whole.rows[0]!,
      funnel: orderFormSteps.map((step) => funnel.rows.find((row) => row.step === step) ?? { step, visits: 0, people: 0 }),
      pages: pages.rows.map((row) => ({ ...row, medianSeconds: Math.round(Number(row.medianSeconds) / 1000) })),
      errors: errors.rows,
      heldFrom: held.rows[0]!,
    }
  },
})
