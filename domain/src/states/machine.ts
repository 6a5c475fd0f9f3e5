import { ok, type Result, refuse } from '../result.ts'

/** Who may cause an event: S supplier, B buyer, F funder, D director seat; staff O operations, R risk, T settlement, P business
 *  development, A administrator, U auditor; `system` is the portal itself, the end-of-day job included. */
const actorKinds = ['S', 'B', 'F', 'D', 'O', 'R', 'T', 'P', 'A', 'U', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

/** One row of a transition table. */
export type Row<Status extends string, Event extends string, Next extends Status = Status> = readonly [
  from: readonly Status[],
  event: Event,
  actors: readonly ActorKind[],
  to: Next,
]

export type Machine<Status extends string, Event extends string, Next extends Status = Status> = {
  readonly statuses: readonly Status[]
  readonly events: readonly Event[]
  readonly rows: readonly Row<Status, Event, Next>[]
  /** The status an event leads to, or a refusal when the table does not list it for this status. */
  readonly next: (status: Status, event: Event) => Result<Next, 'ILLEGAL_TRANSITION'>
  /** The same, and only for somebody who may cause the event. */
  readonly nextBy: (status: Status, event: Event, actor: ActorKind) => Result<Next, 'ILLEGAL_TRANSITION' | 'NOT_YOUR_ACTION'>
  /** One question for each event: `can.revoke('FUNDED')` is false. */
  readonly can: { readonly [Name in Event]: (status: Status) => boolean }
  /** The events that somebody may cause in a status. */
  readonly eventsFor: (status: Status, actor: ActorKind) => Event[]
  /** The statuses in which an event may happen. */
  readonly from: (event: Event) => Status[]
  /** Statuses that no event leaves. */
  readonly finals: readonly Status[]
}

/** Turns a transition table into the questions that browser and server ask. The same status and event listed twice is a bug. */
export function machine<const Status extends string, const Event extends string, const Next extends Status>(
  statuses: readonly Status[],
  rows: readonly Row<Status, Event, Next>[],
): Machine<Status, Event, Next> {
  const table = new Map<string, Row<Status, Event, Next>>()
  for (const row of rows)
    for (const from of row[0]) {
      const key = `${from}|${row[1]}`
      if (table.has(key)) throw new Error(`The event ${row[1]} is listed twice for ${from}.`)
      table.set(key, row)
    }
  const rowOf = (status: Status, event: Event) => table.get(`${status}|${event}`)
  const events = [...new Set(rows.map(([, event]) => event))]
  return {
    statuses,
    events,
    rows,
    next: (status, event) => {
      const row = rowOf(status, event)
      return row ? ok(row[3]) : refuse('ILLEGAL_TRANSITION')
    },
    nextBy: (status, event, actor) => {
      const row = rowOf(status, event)
      if (!row) return refuse('ILLEGAL_TRANSITION')
      return row[2].includes(actor) ? ok(row[3]) : refuse('NOT_YOUR_ACTION')
    },
    can: Object.fromEntries(events.map((event) => [event, (status: Status) => rowOf(status, event) !== undefined])) as {
      [Name in Event]: (status: Status) => boolean
    },
    eventsFor: (status, actor) => events.filter((event) => rowOf(status, event)?.[2].includes(actor)),
    from: (event) => statuses.filter((status) => rowOf(status, event) !== undefined),
    finals: statuses.filter((status) => rows.every(([from, , , to]) => !from.includes(status) || to === status)),
  }
}
