import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '../local-date.ts'
import * as M from '../money.ts'
import type { ItemLife } from './life.ts'
import { feeEarnedOn, feeOfNight, periodFeesOf, principalPaidOn, spreadFee } from './period-fees.ts'

const usd = (text: string) => ({ minor: BigInt(text.replace('.', '')), currency: 'USD' })
const start = '2026-03-02'
const item = (days: number, paid: [day: number, amount: string][] = []): ItemLife => ({
  itemId: 'item-1',
  number: '0001',
  fundedOn: start,
  maturity: addDays(start, days),
  interestTo: addDays(start, days),
  advance: usd('50000.00'),
  charged: { client: usd('0.00'), fund: usd('0.00') },
  principalPaid: paid.map(([day, amount]) => ({ on: addDays(start, day), amount: usd(amount) })),
  released: [],
})
const fee = (amount: string) =>
  ({ code: 'PLATFORM', payer: 'SUPPLIER', beneficiary: 'PLATFORM', amount: usd(amount), tax: usd('0.00') }) as const
const text = (amount: M.Money) => M.toDecimal(amount)

describe('a fee for a period', () => {
  test('is earned evenly by calendar days, and whole from the end of the interest on', () => {
    const on = (day: number) => text(feeEarnedOn(usd('41.67'), item(60), addDays(start, day)))
    expect([on(-1), on(0), on(1), on(15), on(60), on(90)]).toEqual(['0.00', '0.00', '0.69', '10.42', '41.67', '41.67'])
  })

  test('adds up night by night to the whole, and no night takes anything back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 400 }), (minor, days) => {
        const amount = { minor: BigInt(minor), currency: 'USD' }
        let sum = M.zero('USD')
        for (let day: LocalDate = start; day < addDays(start, days + 3); day = addDays(day, 1)) {
          const night = feeOfNight(amount, item(days), day, addDays(day, 1))
          expect(M.isNegative(night)).toBe(false)
          sum = M.add(sum, night)
        }
        expect(sum).toEqual(amount)
      }),
    )
  })

  test('earns nothing by night after the receipt that pays the last principal', () => {
    const paid = item(60, [
      [10, '20000.00'],
      [15, '30000.00'],
    ])
    expect(principalPaidOn(paid)).toBe(addDays(start, 15))
    expect(principalPaidOn(item(60, [[10, '20000.00']]))).toBeNull()
    const night = (day: number) => text(feeOfNight(usd('60.00'), paid, addDays(start, day), addDays(start, day + 1)))
    expect([night(14), night(15), night(16)]).toEqual(['1.00', '0.00', '0.00'])
  })

  test('is split by advance × days, and an item without days earns its part with the charge', () => {
    const funded = (itemId: string, advance: string, days: number) => ({
      itemId,
      number: itemId,
      advance: usd(advance),
      fundedOn: start,
      interestTo: addDays(start, days),
    })
    const split = spreadFee(fee('100.00'), [funded('a', '10000.00', 30), funded('b', '10000.00', 90), funded('c', '5000.00', 0)])
    expect(split.overTime?.map(({ itemId, amount }) => [itemId, text(amount)])).toEqual([
      ['a', '25.00'],
      ['b', '75.00'],
    ])
    expect(periodFeesOf([split], 'b')).toEqual([{ income: 'P4020', amount: usd('75.00') }])
    expect(spreadFee(fee('100.00'), [funded('c', '5000.00', 0)]).overTime).toBeUndefined()
    expect(spreadFee(fee('0.00'), [funded('a', '10000.00', 30)]).overTime).toBeUndefined()
  })
})
