import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { fromDecimal, toDecimal } from '../money.ts'
import { parseDecimal, rational } from '../rational.ts'
import { accrualOfDay, accruedOn } from './accrued.ts'
import type { ItemLife, OrderLife, RatePeriod, ServicingTerms } from './life.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const fundedOn = '2025-03-03'
const usd = (text: string) => fromDecimal(text, 'USD')
type Financed = { advance?: string; days: number; least: number; rates: RatePeriod[]; paid?: ItemLife['principalPaid'] }

/** A financing in arrears of so many days, with a least number of interest days and a rate that is reset. */
const financed = ({ advance = '900000', days, least, rates, paid = [] }: Financed, terms: Partial<ServicingTerms> = {}) => {
  const maturity = addDays(fundedOn, days)
  const item: ItemLife = {
    itemId: 'I1',
    number: 'INV-1',
    fundedOn,
    maturity,
    interestTo: maturity,
    ...(least > 0 ? { leastTo: addDays(fundedOn, least) } : {}),
    advance: usd(advance),
    charged: { client: usd('0'), fund: usd('0') },
    principalPaid: paid,
    released: [],
  }
  return { orderId: 'FO-1', currency: 'USD', terms: servicingTerms(terms), rates, items: [item], cuts: paid.map(({ on }) => on) }
}
const at = (day: number, percent: string): RatePeriod => ({ from: addDays(fundedOn, day), rate: parseDecimal(percent) })

/** What the closes of all days before `on` book, each knowing only the rates and payments of its own day. */
function bookedBefore(order: OrderLife, on: string) {
  const booked = { interest: usd('0'), fund: usd('0') }
  for (let day = fundedOn; day < on; day = addDays(day, 1)) {
    const known = <T extends { on: string }>(events: readonly T[]) => events.filter((event) => event.on <= day)
    const items = order.items.map((item) => ({ ...item, principalPaid: known(item.principalPaid) }))
    const rates = order.rates.filter(({ from }) => from <= day)
    const cuts = order.cuts.filter((cut) => cut <= day)
    const { interest, fund } = accrualOfDay({ ...order, items, rates, cuts }, items[0]!, day)
    booked.interest = M.add(booked.interest, interest)
    booked.fund = M.add(booked.fund, fund)
  }
  return booked
}

describe('900,000.00 for sixty days at 5 %, at least sixty, whose benchmark rises to 7 % on the thirtieth', () => {
  const order = financed({ days: 60, least: 60, rates: [at(0, '5'), at(29, '7')] })
  const [item] = order.items
  it('is charged the 7,500.00 that the quote said and the funding booked', () => {
    expect(toDecimal(accrualOfDay(order, item!, fundedOn).interest)).toBe('7500.00')
    expect(toDecimal(accruedOn(order, item!, item!.maturity).interest)).toBe('7500.00')
  })
  it('bears the new rate from the end of the least days on', () => {
    const late = financed({ days: 90, least: 60, rates: [at(0, '5'), at(29, '7')] })
    expect(toDecimal(accruedOn(late, late.items[0]!, late.items[0]!.maturity).interest)).toBe('12750.00')
  })
})

test('what the closes of the days book is what is charged, however the rate is reset and whatever is repaid', () => {
  const percent = fc.integer({ min: 0, max: 1200 }).map((hundredths) => (hundredths / 100).toFixed(2))
  fc.assert(
    fc.property(
      fc.constantFrom('ACT_360' as const, 'ACT_365F' as const, '30_360' as const, '30E_360' as const),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 0, max: 60 }),
      fc.option(fc.integer({ min: 1, max: 9 })),
      percent,
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 90 }), percent), { selector: ([day]) => day, maxLength: 6 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 69 }), { maxLength: 3 }),
      (dayCount, days, least, fundPercent, first, resets, payments) => {
        const rates = [at(0, first), ...resets.sort(([a], [b]) => a - b).map(([day, rate]) => at(day, rate))]
        const paid = payments.sort((a, b) => a - b).map((day) => ({ on: addDays(fundedOn, day), amount: usd('1234.56') }))
        const fundLeg = fundPercent === null ? null : { rate: rational(fundPercent), dayCount: 'ACT_360' as const }
        const order = financed({ days, least, rates, paid }, { dayCount, fundLeg })
        const on = addDays(fundedOn, days + 20)
        const charged = accruedOn(order, order.items[0]!, on)
        const booked = bookedBefore(order, on)
        expect([toDecimal(booked.interest), toDecimal(booked.fund)]).toEqual([
          toDecimal(charged.interest),
          toDecimal(charged.fund),
        ])
      },
    ),
  )
})
