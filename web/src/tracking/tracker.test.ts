import { describe, expect, test } from 'vitest'
import { createTracker, sessionIdOf, visitOf } from './tracker.ts'

const storageOf = (entries: Record<string, string> = {}) => ({
  getItem: (key: string) => entries[key] ?? null,
  setItem: (key: string, value: string) => {
    entries[key] = value
  },
})
const trackerWith = (storage = storageOf()) => {
  const sent: { path: string; body: any; leaving: boolean }[] = []
  const tracker = createTracker(
    async (path, body, leaving) => {
      sent.push({ path, body, leaving })
      return { insert_user_analysis_sessions: { returning: [{ id: 'S-1' }] } }
    },
    storage,
    () => ({ email: 'a@b.example', companyId: 'C', companyName: 'Alder' }),
  )
  return { tracker, sent }
}
const device = { userAgent: 'UA', screen: '1440x900', language: 'en-US' }

describe('what is told of a visit', () => {
  test.each([
    [3000, undefined],
    [3001, { time: '1970-01-01T00:00:00.010Z', leaveTime: '1970-01-01T00:00:03.011Z', duration: 3001 }],
  ])('of %i milliseconds', (ms, told) => {
    expect(visitOf(10, 10 + ms)).toEqual(told)
  })

  test('goes out when the page is hidden, in one message that outlives the page, and the queue is empty then', async () => {
    const { tracker, sent } = trackerWith()
    await tracker.start(device)
    tracker.enter('/home', 0)
    tracker.enter('/trading/invoice', 5000)
    tracker.hide(9000)
    tracker.hide(9001)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ leaving: true })
    expect(
      sent[1]!.body.objects.map((event: any) => [event.action_type, event.page_url, JSON.parse(event.action_details).duration]),
    ).toEqual([
      ['PAGE_VISIT', '/home', 5000],
      ['PAGE_VISIT', '/trading/invoice', 4000],
    ])
    expect(sent[1]!.body.objects[0]).toMatchObject({
      session_id: 'S-1',
      email: 'a@b.example',
      company_id: 'C',
      company_name: 'Alder',
    })
  })
})

test('the time while the page is hidden counts for no page', async () => {
  const { tracker, sent } = trackerWith()
  await tracker.start(device)
  tracker.enter('/home', 0)
  tracker.hide(4000)
  tracker.show(60_000)
  tracker.enter('/trading/invoice', 65_000)
  tracker.hide(66_000)
  tracker.enter('/approval', 90_000, false)
  tracker.show(100_000)
  tracker.hide(104_000)
  const visits = sent.slice(1).flatMap(({ body }) => body.objects)
  expect(visits.map((event: any) => [event.page_url, JSON.parse(event.action_details).duration])).toEqual([
    ['/home', 4000],
    ['/home', 5000],
    ['/approval', 4000],
  ])
})

test('of somebody who asked not to be recorded nothing is told any more, not even what waited', async () => {
  const { tracker, sent } = trackerWith()
  await tracker.start(device)
  tracker.enter('/home', 0)
  tracker.enter('/trading/invoice', 5000)
  tracker.stop()
  tracker.hide(9000)
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['start-session'])
})

describe('a session', () => {
  test('begins with exactly six facts, and the visitor stays the same after a reload', async () => {
    const storage = storageOf()
    const first = trackerWith(storage)
    await first.tracker.start(device)
    const { objects } = first.sent[0]!.body
    expect(Object.keys(objects).sort()).toEqual([
      'anonymous',
      'country_code',
      'device_info',
      'email',
      'ip_address',
      'project_name',
    ])
    const second = trackerWith(storage)
    await second.tracker.start(device)
    expect(second.sent[0]!.body.objects.anonymous).toBe(objects.anonymous)
  })

  test('has no id when the answer lacks it, and nothing breaks', () => {
    expect(sessionIdOf({})).toBeUndefined()
    expect(sessionIdOf({ insert_user_analysis_sessions: { returning: [] } })).toBeUndefined()
  })
})
