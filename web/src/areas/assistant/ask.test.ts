import { expect, test } from 'vitest'
import { eventOf } from './ask.ts'

test('an event has a name and data; a beat is none', () => {
  expect(eventOf('event: text\ndata: "USD 1,000.00 is overdue"')).toEqual({ event: 'text', data: 'USD 1,000.00 is overdue' })
  expect(eventOf('event: done\ndata: {"next":[]}')).toEqual({ event: 'done', data: { next: [] } })
  expect(eventOf(': beat')).toBeUndefined()
})
