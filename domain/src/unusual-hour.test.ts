import { expect, test } from 'vitest'
import { deviceOf, isAfterHours, isNewDevice } from './unusual-hour.ts'

test.each([
  ['2026-03-02', '06:59', true],
  ['2026-03-02', '07:00', false],
  ['2026-03-02', '19:59', false],
  ['2026-03-02', '20:00', true],
  ['2026-03-07', '12:00', true],
])('%s %s is after hours: %s', (day, time, after) => {
  expect(isAfterHours({ day, time })).toBe(after)
})

const office = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1'
const [hour, month] = [1, 30 * 24]

test('a browser stays the same device after an update, and what is no browser is no device', () => {
  expect(deviceOf(office.replace('131', '140'))).toBe(deviceOf(office))
  expect(deviceOf(phone)).not.toBe(deviceOf(office))
  expect(deviceOf('node')).toBeUndefined()
})

test('a device is new only to somebody who has one of their own, and until it has been in use for a day', () => {
  expect(isNewDevice(phone, [])).toBe(false)
  expect(isNewDevice(phone, [{ userAgent: office, hoursAgo: hour }])).toBe(false)
  expect(isNewDevice(phone, [{ userAgent: null, hoursAgo: month }])).toBe(false)
  const own = { userAgent: office, hoursAgo: month }
  expect(isNewDevice(phone, [own])).toBe(true)
  expect(isNewDevice('curl/8.1', [own])).toBe(true)
  expect(isNewDevice(office, [own])).toBe(false)
  expect(isNewDevice(phone, [own, { userAgent: phone, hoursAgo: hour }])).toBe(true)
  expect(isNewDevice(phone, [own, { userAgent: phone, hoursAgo: 48 }])).toBe(false)
})
