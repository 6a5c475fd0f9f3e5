import { afterEach, expect, test, vi } from 'vitest'
import { firstIdAt, newId } from './id.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ids of one millisecond sort in the order in which they were made, and none precedes the first of its instant', () => {
  const now = Date.parse('2026-01-05T09:00:00Z')
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const made = Array.from({ length: 2000 }, newId)
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(firstIdAt(now) < made[0]!).toBe(true)
  expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
