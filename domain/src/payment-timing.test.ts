import { describe, expect, test } from 'vitest'
import { calendar } from './calendar.ts'
import { paymentTiming } from './payment-timing.ts'

const us = calendar('US', { rest: ['2025-05-26'] })
const cutOff = { time: '17:00' }
const at = (time: string, day = '2025-05-22') => ({ time, day })

describe('when the money of a payment moves', () => {
  test.each([
    ['the same day before the cut-off', '2025-05-22', at('16:59'), '2025-05-22', false, false],
    ['the next day from the minute of the cut-off on', '2025-05-22', at('17:00'), '2025-05-23', true, true],
    ['the day it is wanted, when that lies ahead', '2025-05-29', at('18:30'), '2025-05-29', true, false],
    ['after the weekend and the holiday, when it is wanted on a Saturday', '2025-05-24', at('09:00'), '2025-05-27', false, true],
    [
      'the same day, while the bank is still on the day before',
      '2025-05-22',
      at('22:00', '2025-05-21'),
      '2025-05-22',
      false,
      false,
    ],
    ['the next day, when the bank has begun another day', '2025-05-22', at('06:00', '2025-05-23'), '2025-05-23', true, true],
    [
      'the same day, in the evening before it, after the close',
      '2025-05-22',
      at('20:00', '2025-05-21'),
      '2025-05-22',
      false,
      false,
    ],
    [
      'the day of the bank, while the close of the day before waits',
      '2025-05-22',
      at('09:00', '2025-05-23'),
      '2025-05-23',
      true,
      true,
    ],
    [
      'the day after that of the bank, once its cut-off has passed too',
      '2025-05-22',
      at('18:00', '2025-05-23'),
      '2025-05-27',
      true,
      true,
    ],
    ['today, when it was wanted earlier', '2025-05-20', at('09:00'), '2025-05-22', false, true],
  ])('is %s', (_, wanted, clock, executionDate, isPastCutOff, isRolled) => {
    const timing = paymentTiming({ wanted, today: '2025-05-22', bank: { clock, cutOff }, calendars: [us] })
    expect(timing).toEqual({ executionDate, isPastCutOff, isRolled })
  })

  test('a Friday after the cut-off becomes the Tuesday behind a long weekend', () => {
    const timing = paymentTiming({
      wanted: null,
      today: '2025-05-23',
      bank: { clock: at('17:01', '2025-05-23'), cutOff },
      calendars: [us],
    })
    expect(timing).toEqual({ executionDate: '2025-05-27', isPastCutOff: true, isRolled: false })
  })

  test('without a cut-off today is possible until its end, and a day of rest is not', () => {
    const facts = { wanted: null, bank: undefined, calendars: [us] }
    expect(paymentTiming({ ...facts, today: '2025-05-23' }).executionDate).toBe('2025-05-23')
    expect(paymentTiming({ ...facts, today: '2025-05-24' }).executionDate).toBe('2025-05-27')
  })
})
