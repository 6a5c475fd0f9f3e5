import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { keptWithin } from '../../auth/authenticate.ts'
import { forEachStream, type OpenStream, type OpenStreams } from './open-stream.ts'

/** The access of open streams: each ends with its session, its user, its seat and the roles in it. */
export class AccessWatch {
  /** The streams to check, and whether the database has told of an end that concerns them. */
  private readonly asked = new Map<OpenStream, boolean>()
  private checking: Promise<void> | undefined
  constructor(
    private readonly app: App,
    private readonly streams: OpenStreams,
  ) {}

  /** Checks every stream, as its session may have expired. */
  checkAll(): void {
    for (const stream of this.streams.all) this.asked.set(stream, this.asked.get(stream) ?? false)
    this.begin()
  }

  /** Checks the streams of a user whose session ended, who was stopped or whose seat was taken or got other roles. */
  checkUser(userId: string): void {
    for (const stream of this.streams.ofUser(userId)) this.asked.set(stream, true)
    this.begin()
  }

  /** Waits until the streams whose access ended are closed, so that none of them is told a later message. */
  settled = (): Promise<void> => this.checking ?? Promise.resolve()

  private begin(): void {
    if (this.asked.size === 0 || this.checking) return
    this.checking = this.work().finally(() => {
      this.checking = undefined
    })
  }

  /** Asks for all that are to be checked at once. Where the database gives no answer, a stream that is concerned ends. */
  private async work(): Promise<void> {
    while (this.asked.size > 0) {
      const asked = new Map(this.asked)
      this.asked.clear()
      const live = await this.liveAmong([...asked.keys()]).catch(() => undefined)
      await forEachStream(asked.keys(), (stream) => {
        if (live ? !live.has(stream) : asked.get(stream)) stream.end()
      })
    }
  }

  private async liveAmong(streams: readonly OpenStream[]): Promise<ReadonlySet<OpenStream>> {
    const actors = streams.map(({ actor }) => actor)
    const { sessionIdleMinutes, sessionHours } = this.app.config
    const { rows } = await sql<{ place: number }>`
      select asked.place::int as place
      from unnest(${actors.map((one) => one.sessionId)}::uuid[], ${actors.map((one) => one.companyId)}::uuid[],
        ${actors.map((one) => one.companyRole)}::text[], ${actors.map((one) => one.userRoles.join(','))}::text[])
        with ordinality as asked (session_id, company_id, role, user_roles, place)
      join session s on s.id = asked.session_id and s.ended_at is null and s.last_seen_at > now() - make_interval(mins => ${sessionIdleMinutes}, secs => ${keptWithin(this.app.config)})
        and s.created_at > now() - make_interval(hours => ${sessionHours})
      join app_user u on u.id = s.user_id and u.status = 'active'
      join user_company_role r on r.user_id = u.id and r.company_id = asked.company_id and r.role = asked.role and r.status = 'ENABLE'
        and r.user_roles @> string_to_array(asked.user_roles, ',') and r.user_roles <@ string_to_array(asked.user_roles, ',')`.execute(
      this.app.db,
    )
    return new Set(rows.flatMap(({ place }) => streams[place - 1] ?? []))
  }
}
