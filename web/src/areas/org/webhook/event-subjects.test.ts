import { webhookEvents } from '@usance/wire/notification/events'
import { expect, test } from 'vitest'
import { bySubject } from './event-subjects.ts'

test('every event stands under exactly one subject, so that each can be chosen and taken out again', () => {
  expect(
    bySubject(webhookEvents)
      .flatMap(({ events }) => events)
      .sort(),
  ).toEqual([...webhookEvents].sort())
})
