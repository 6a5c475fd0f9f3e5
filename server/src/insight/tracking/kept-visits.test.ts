import { trackingCalls } from '@usance/wire/tracking/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { mostOfDay } from './kept-visits.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.asOwner(async (db) => {
    await sql`truncate user_analysis_event, user_analysis_session, visit_count`.execute(db)
  }),
)

/** Sends a hundred actions in one call. Returns whether the answer says that they were stored. */
async function hundred(seat: Seat | null, anonymous: string): Promise<void> {
  const objects = Array.from({ length: 100 }, () => ({ action_type: 'CLICK', action_details: '{}', anonymous, page_url: '/' }))
  const { insert_user_analysis_events } = await portal.ask(seat, trackingCalls.trackAction, { body: { objects } })
  expect(new Set(insert_user_analysis_events.returning.map(({ id }) => id)).size).toBe(100)
}
const begin = (seat: Seat | null, anonymous: string) =>
  portal.ask(seat, trackingCalls.startSession, { body: { objects: { anonymous, device_info: {} } } })
const kept = () =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ events: number; sessions: number }>`
      select (select count(*)::int from user_analysis_event) as events, (select count(*)::int from user_analysis_session) as sessions`.execute(
      tx,
    )
    return rows[0]!
  })
const counted = (teller: string, rows: number) =>
  portal.look((tx) =>
    sql`insert into visit_count (day, teller, kept) values (app_now()::date, ${teller}, ${rows})
      on conflict (day, teller, part) do update set kept = excluded.kept`.execute(tx),
  )

test('of who has not signed in only so much of a day is kept, by visitor and by address, and each is answered alike', async () => {
  for (let told = 0; told < mostOfDay.visitor + 200; told += 100) await hundred(null, 'visitor-0001')
  await begin(null, 'visitor-0001')
  expect(await kept()).toEqual({ events: mostOfDay.visitor, sessions: 0 })
  for (let told = 0; told < mostOfDay.address; told += 100) await hundred(null, `visitor-of-${told}`)
  const { insert_user_analysis_sessions } = await begin(null, 'visitor-another')
  expect(insert_user_analysis_sessions.returning).toHaveLength(1)
  expect(await kept()).toEqual({ events: mostOfDay.address, sessions: 0 })
})

test('of all who have not signed in only so much of a day is kept, and a signed-in user has a count of their own', async () => {
  const { alderMaker, birchMaker } = portal.seats
  await counted('visitors', mostOfDay.visitors)
  await begin(null, 'visitor-0002')
  await hundred(null, 'visitor-0002')
  expect(await kept()).toEqual({ events: 0, sessions: 0 })
  await begin(alderMaker, 'visitor-0002')
  await counted(`user:${alderMaker.userId}`, mostOfDay.user - 100)
  for (let times = 0; times < 2; times++) await hundred(alderMaker, 'visitor-0002')
  await begin(birchMaker, 'visitor-0002')
  expect(await kept()).toEqual({ events: 100, sessions: 2 })
})

test('the count of another day holds nothing back', async () => {
  await portal.look((tx) =>
    sql`insert into visit_count (day, teller, kept) values (app_now()::date - 1, 'visitors', ${mostOfDay.visitors})`.execute(tx),
  )
  await begin(null, 'visitor-0003')
  expect(await kept()).toEqual({ events: 0, sessions: 1 })
})

test('a visitor who is still being counted keeps no other visitor waiting, and all of them count together', async () => {
  const began = (rows: number) =>
    portal.look(async (tx) => {
      await sql`select count_visits(array['visitors'], array[${mostOfDay.visitors}::int], ${rows}::int)`.execute(tx)
      await begin(null, 'visitor-0004')
    })
  await began(mostOfDay.visitors - 3)
  expect(await kept()).toEqual({ events: 0, sessions: 1 })
  for (let more = 0; more < 3; more++) await begin(null, 'visitor-0004')
  expect(await kept()).toEqual({ events: 0, sessions: 3 })
})
