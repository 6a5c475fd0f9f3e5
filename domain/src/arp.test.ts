import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arpPayoff, type BilledInvoice, stillConvertible } from './arp.ts'
import * as M from './money.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const cents = (minor: number) => M.money(BigInt(minor), 'USD')
const billed = (standing: BilledInvoice['standing'], amount: M.Money, of: Partial<BilledInvoice> = {}): BilledInvoice => ({
  standing,
  amount,
  confirmed: amount,
  paid: cents(0),
  left: amount,
  ...of,
})
const still = (...invoices: BilledInvoice[]) => M.toDecimal(stillConvertible(usd('110000.00'), invoices))
const shipped = billed('SHIPPED', usd('66000.00'))

test.each<[string, BilledInvoice[], string]>([
  ['nothing else', [], '110000.00'],
  ['a claim within the order', [billed('CLAIMED', usd('44000.00'))], '110000.00'],
  ['a claim beyond the order', [billed('CLAIMED', usd('660000.00'))], '110000.00'],
  ['a claim that was reduced', [billed('CLAIMED', usd('660000.00'), { left: usd('44000.00') })], '110000.00'],
  ['a claim of which a part is paid', [billed('CLAIMED', usd('660000.00'), { paid: usd('10000.00') })], '100000.00'],
  ['a confirmed one beyond the order', [billed('OPEN', usd('660000.00'))], '110000.00'],
  ['one beyond the order that was credited', [billed('OPEN', usd('660000.00'), { left: usd('44000.00') })], '110000.00'],
  ['one within the order that was credited', [billed('OPEN', usd('44000.00'), { left: usd('34000.00') })], '100000.00'],
  ['one beyond the order, partly paid', [billed('OPEN', usd('660000.00'), { paid: usd('20000.00') })], '90000.00'],
  [
    'one that was sold, and one beyond the order',
    [billed('SOLD', usd('24000.00')), billed('OPEN', usd('660000.00'))],
    '86000.00',
  ],
  ['one to which an accepted debit note adds', [billed('OPEN', usd('44000.00'), { left: usd('49000.00') })], '110000.00'],
  ['one whose debit note a credit note takes off again', [billed('OPEN', usd('44000.00'))], '110000.00'],
  [
    'one of which a part is not confirmed, and to which a debit note adds',
    [billed('OPEN', usd('44000.00'), { confirmed: usd('34000.00'), left: usd('39000.00') })],
    '100000.00',
  ],
  [
    'one to which a debit note adds, partly paid',
    [billed('OPEN', usd('44000.00'), { paid: usd('20000.00'), left: usd('29000.00') })],
    '90000.00',
  ],
  [
    'one to which a debit note adds, all of it paid',
    [billed('OPEN', usd('24000.00'), { paid: usd('29000.00'), left: usd('0.00') })],
    '86000.00',
  ],
  ['a claim to which a debit note adds', [billed('CLAIMED', usd('44000.00'), { left: usd('49000.00') })], '110000.00'],
  ['more sold than the order', [billed('SOLD', usd('150000.00'))], '66000.00'],
])('of a purchase order of 110,000.00 with 66,000.00 shipped may be converted, beside %s', (_, others, expected) => {
  expect(still(shipped, ...others)).toBe(expected)
})

/** An invoice with its buyer's notes. What is left of it is reckoned as `confirmed_left` does (decisions 204 and 209). */
type Noted = { amount: number; unconfirmed: number; debited: number; credited: number; paid: number; since: number }
const percent = (part: number, of: number) => Math.floor((of * part) / 100)
function openOne({ amount, ...noted }: Noted, debited = noted.debited): BilledInvoice {
  const unconfirmed = percent(noted.unconfirmed, amount)
  const credited = percent(noted.credited, amount + debited)
  const paid = percent(noted.paid, amount + debited - credited)
  const owed = amount + debited - credited - paid
  const left = Math.max(0, Math.min(owed, owed - unconfirmed + Math.min(credited, unconfirmed)))
  return billed('OPEN', cents(amount), { confirmed: cents(amount - unconfirmed), paid: cents(paid), left: cents(left) })
}
const rate = fc.integer({ min: 0, max: 100 })
const noted = fc.record({
  amount: fc.integer({ min: 1, max: 200_000 }),
  unconfirmed: fc.oneof(fc.constant(0), rate),
  debited: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000_000 })),
  credited: fc.oneof(fc.constant(0), rate),
  paid: fc.oneof(fc.constant(0), rate),
  /** The conversion from which on its debit note is accepted. */
  since: fc.integer({ min: 0, max: 3 }),
})

test('a debit note adds nothing to what may still be converted, beside invoices of any standing', () => {
  const claims = fc.array(
    fc.integer({ min: 1, max: 200_000 }).map((amount) => billed('CLAIMED', cents(amount))),
    { maxLength: 2 },
  )
  const whole = fc.array(
    noted.map((one) => ({ ...one, credited: 0, paid: 0 })),
    { minLength: 1, maxLength: 4 },
  )
  const own = fc.integer({ min: 1, max: 200_000 }).map((amount) => billed('SHIPPED', cents(amount)))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800_000 }), own, whole, claims, (ordered, converted, others, claimed) => {
      const of = (open: BilledInvoice[]) => stillConvertible(cents(ordered), [converted, ...claimed, ...open])
      expect(of(others.map((one) => openOne(one)))).toEqual(of(others.map((one) => openOne(one, 0))))
    }),
  )
})

test('whatever else is claimed or invoiced, a conversion pays off no less than its share, and leaves no loan without its share of goods', () => {
  const claims = fc.array(
    fc.integer({ min: 1, max: 2_000_000 }).map((amount) => billed('CLAIMED', cents(amount))),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 150_000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(noted, { minLength: 1, maxLength: 5 }),
      fc.array(claims, { minLength: 5, maxLength: 5 }),
      (order, rate, invoices, claimed) => {
        const ordered = BigInt(order)
        const loan = M.mulDiv(cents(order), BigInt(rate), 100n)
        let principal = loan
        let goods = ordered
        for (const [at, { amount }] of invoices.entries()) {
          // What was converted before is sold; what comes later is open, some of it paid or credited, or with a debit note by then.
          const others = invoices.flatMap((one, index): BilledInvoice[] => {
            if (index < at) return [billed('SOLD', cents(one.amount))]
            return index > at ? [openOne(one, at < one.since ? 0 : one.debited)] : []
          })
          const own = cents(amount)
          const payoff = (beside: BilledInvoice[]) =>
            arpPayoff({
              principal,
              segments: [],
              dayCount: 'ACT_360',
              shipped: own,
              convertible: stillConvertible(cents(order), [billed('SHIPPED', own), ...others, ...beside]),
            })
          const { principal: paid, principalLeft } = payoff(claimed[at] ?? [])
          // A claim changes nothing.
          expect(paid).toEqual(payoff([]).principal)
          // Its part of the goods that are left, which is at least that of the whole order. A share is rounded to the nearest cent.
          const share = own.minor < goods ? own.minor : goods
          expect(paid.minor * goods * 2n + goods >= principal.minor * share * 2n).toBe(true)
          goods = goods > own.minor ? goods - own.minor : 0n
          principal = principalLeft
          expect(principal.minor * ordered <= loan.minor * goods + ordered * BigInt(at + 1)).toBe(true)
        }
      },
    ),
  )
})
