import { expect, test } from 'vitest'
import { zoneName } from './zones.ts'

test('an offset is written with hours and minutes, on either side of Greenwich', () => {
  expect([8, 5.75, 0, -3.5].map(zoneName)).toEqual(['UTC+08:00', 'UTC+05:45', 'UTC+00:00', 'UTC−03:30'])
})
