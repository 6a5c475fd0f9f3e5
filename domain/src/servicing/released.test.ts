import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDecimal, isPositive, money, negate, sum, toDecimal, zero } from '../money.ts'
import { type FeeEntry, heldOf, netOfMissing, owedBackAfter, shortReserves } from './released.ts'
import { keptRefund } from './stays-paid.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const reserve = (itemId: string, fed: string, paidOut: string, short = '0') => ({
  itemId,
  fed: usd(fed),
  paidOut: usd(paidOut),
  short: usd(short),
})

describe('what was released beyond the reserve', () => {
  it.each([
    { name: 'is nothing where the receipts fill it', items: [reserve('A', '100', '100')], short: [] },
    { name: 'is the rest where they fill less', items: [reserve('A', '93.50', '100')], short: [['A', '6.50']] },
    { name: 'is owed once', items: [reserve('A', '93.50', '100', '6.50')], short: [] },
    { name: 'is set off against other invoices', items: [reserve('A', '90', '100'), reserve('B', '10', '0')], short: [] },
    {
      name: 'is what the others do not cover',
      items: [reserve('A', '90', '100'), reserve('B', '4', '0'), reserve('C', '0', '3')],
      short: [
        ['A', '6.00'],
        ['C', '3.00'],
      ],
    },
  ])('$name', ({ items, short }) => {
    expect(shortReserves(items).map(({ itemId, amount }) => [itemId, toDecimal(amount)])).toEqual(short)
  })

  it('adds up to what the order lacks, and leaves nothing lacking once it is owed', () => {
    const cents = fc.bigInt({ min: 0n, max: 10_000n }).map((minor) => money(minor, 'USD'))
    const some = fc.array(fc.record({ fed: cents, paidOut: cents, short: cents }), { maxLength: 5 })
    fc.assert(
      fc.property(some, (rows) => {
        const items = rows.map((row, index) => ({ itemId: `${index}`, ...row }))
        const short = shortReserves(items)
        const lacks = negate(sum(items.map(heldOf), 'USD'))
        expect(short.every(({ amount }) => isPositive(amount))).toBe(true)
        expect(
          sum(
            short.map(({ amount }) => amount),
            'USD',
          ),
        ).toEqual(isPositive(lacks) ? lacks : zero('USD'))
        const owed = items.map((one) => ({
          ...one,
          short: sum([one.short, ...short.filter(({ itemId }) => itemId === one.itemId).map(({ amount }) => amount)], 'USD'),
        }))
        expect(shortReserves(owed)).toEqual([])
        // What is free of an order is what it holds in all.
        const free = netOfMissing(owed.map((one) => ({ itemId: one.itemId, amount: heldOf(one) })))
        expect(
          sum(
            free.map(({ amount }) => amount),
            'USD',
          ),
        ).toEqual(sum(owed.map(heldOf), 'USD'))
      }),
    )
  })
})

it.each([
  { refunded: '0', planned: '5', kept: '0.00' },
  { refunded: '5', planned: '5', kept: '0.00' },
  { refunded: '5', planned: '8', kept: '0.00' },
  { refunded: '5', planned: '4.99', kept: '5.00' },
  { refunded: '5', planned: '0', kept: '5.00' },
])('a refund of $refunded keeps $kept of its receipt where $planned would be refunded', ({ refunded, planned, kept }) =>
  expect(toDecimal(keptRefund(usd(refunded), usd(planned)))).toBe(kept),
)

it('pays reserve owed back before the other fees, the oldest part first, and never by a fee that is credited', () => {
  const entry = (on: string, kind: FeeEntry['kind'], amount: string) => ({ on, kind, amount: usd(amount) })
  const after = (...entries: FeeEntry[]) => {
    const { charged, open, dueOn } = owedBackAfter(entries, 'USD')
    return [toDecimal(charged), toDecimal(open), dueOn]
  }
  const [short, fee] = [entry('2026-01-05', 'SHORT', '50.00'), entry('2026-01-06', 'OTHER', '100.00')]
  expect(after(short, fee)).toEqual(['50.00', '50.00', '2026-01-05'])
  expect(after(short, fee, entry('2026-01-07', 'CREDIT', '-100.00'))).toEqual(['50.00', '50.00', '2026-01-05'])
  expect(after(short, fee, entry('2026-01-07', 'OTHER', '-60.00'))).toEqual(['50.00', '0.00', null])
  const later = entry('2026-01-08', 'SHORT', '20.00')
  expect(after(short, fee, entry('2026-01-07', 'OTHER', '-40.00'), later)).toEqual(['70.00', '30.00', '2026-01-05'])
})
