import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as M from './money.ts'
import { applyReceipt, type DueComponent, dueComponents, dueStateOf, dueStates, type WaterfallItem } from './waterfall.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const item = (itemId: string, due: WaterfallItem['due'], more: Partial<WaterfallItem> = {}): WaterfallItem => ({
  orderId: 'o1',
  itemId,
  number: itemId,
  dueDate: '2025-05-02',
  due,
  ...more,
})
const shown = (result: ReturnType<typeof applyReceipt>) =>
  result.allocations.map((one) => [one.itemId, one.component, M.toDecimal(one.amount)])
const collection = { fundSource: 'COLLECTION' } as const

describe('the buyer pays a financing in arrears at maturity', () => {
  const order = item('a', { DUE: { INTEREST: usd('1020.00'), PRINCIPAL: usd('90000.00') } }, { receivable: usd('100000.00') })
  test('interest, principal, and the rest of the receivable is reserve', () => {
    expect(shown(applyReceipt(usd('100000.00'), [order], collection))).toEqual([
      ['a', 'INTEREST', '1020.00'],
      ['a', 'PRINCIPAL', '90000.00'],
      ['a', 'RESERVE', '8980.00'],
    ])
  })
  test('500.00 too much goes back to the buyer', () => {
    const { reserve, refund } = applyReceipt(usd('100500.00'), [order], collection)
    expect([reserve, refund].map(M.toDecimal)).toEqual(['8980.00', '500.00'])
  })
  test('a discount already kept leaves the whole reserve', () => {
    const inAdvance = item('a', { DUE: { PRINCIPAL: usd('90000.00') } }, { receivable: usd('100000.00') })
    const { reserve, refund } = applyReceipt(usd('100500.00'), [inAdvance], collection)
    expect([reserve, refund].map(M.toDecimal)).toEqual(['10000.00', '500.00'])
  })
})

test('items due the same day share a receipt pro rata to principal', () => {
  const items = ['33333.33', '27777.77', '12345.67'].map((principal, index) =>
    item(`i${index}`, { DUE: { PRINCIPAL: usd(principal) } }),
  )
  expect(shown(applyReceipt(usd('50000.00'), items, collection))).toEqual([
    ['i0', 'PRINCIPAL', '22689.08'],
    ['i1', 'PRINCIPAL', '18907.56'],
    ['i2', 'PRINCIPAL', '8403.36'],
  ])
})

test('the earliest due item is paid in full first, costs before penalty, fee, interest and principal', () => {
  const all = { COST: usd('1.00'), PENALTY: usd('2.00'), FEE: usd('3.00'), INTEREST: usd('4.00'), PRINCIPAL: usd('100.00') }
  const early = item('early', { PAST_DUE: all }, { dueDate: '2025-04-01' })
  const late = item('late', { DUE: all })
  expect(shown(applyReceipt(usd('113.00'), [late, early], collection))).toEqual([
    ['early', 'COST', '1.00'],
    ['early', 'PENALTY', '2.00'],
    ['early', 'FEE', '3.00'],
    ['early', 'INTEREST', '4.00'],
    ['early', 'PRINCIPAL', '100.00'],
    ['late', 'COST', '1.00'],
    ['late', 'PENALTY', '2.00'],
  ])
})

test('principal not yet due is paid only when the order is settled early', () => {
  const open = item('a', { DUE: { INTEREST: usd('10.00') }, NOT_DUE: { PRINCIPAL: usd('100.00') } })
  expect(shown(applyReceipt(usd('60.00'), [open], collection))).toEqual([
    ['a', 'INTEREST', '10.00'],
    [null, 'REFUND', '50.00'],
  ])
  expect(shown(applyReceipt(usd('60.00'), [open], { ...collection, settleEarly: true }))).toEqual([
    ['a', 'INTEREST', '10.00'],
    ['a', 'PRINCIPAL', '50.00'],
  ])
})

test('money meant for interest never pays principal', () => {
  const open = item('a', { DUE: { INTEREST: usd('10.00'), PRINCIPAL: usd('100.00') } }, { receivable: usd('120.00') })
  expect(shown(applyReceipt(usd('60.00'), [open], { fundSource: 'INTEREST' }))).toEqual([
    ['a', 'INTEREST', '10.00'],
    [null, 'REFUND', '50.00'],
  ])
})

test('the reserve pays another overdue order of the supplier only when the contract says so', () => {
  const paid = item('a', { DUE: { PRINCIPAL: usd('90.00') } }, { receivable: usd('100.00') })
  const overdue = item('b', { PAST_DUE: { PRINCIPAL: usd('4.00') } }, { orderId: 'o2', dueDate: '2025-01-01' })
  expect(shown(applyReceipt(usd('103.00'), [paid], { ...collection, offset: [overdue] }))).toEqual([
    ['a', 'PRINCIPAL', '90.00'],
    ['b', 'PRINCIPAL', '4.00'],
    ['a', 'RESERVE', '6.00'],
    [null, 'REFUND', '3.00'],
  ])
})

test('an amount is past due the day after its date', () => {
  expect(['2025-05-01', '2025-05-02', '2025-05-03'].map((date) => dueStateOf(date, '2025-05-02'))).toEqual([
    'PAST_DUE',
    'DUE',
    'NOT_DUE',
  ])
})

test('a receipt is never lost and never created, and nothing is paid beyond what is owed', () => {
  const amount = fc.bigInt(0n, 100000n).map((minor) => M.money(minor, 'USD'))
  const components = fc.record(
    Object.fromEntries(dueComponents.map((one) => [one, amount])) as Record<DueComponent, typeof amount>,
    { requiredKeys: [] },
  )
  const items = fc.array(
    fc.record({
      due: fc.record({ PAST_DUE: components, DUE: components, NOT_DUE: components }),
      day: fc.integer({ min: 1, max: 3 }),
      receivable: fc.option(amount, { nil: undefined }),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2000000n),
      items,
      fc.constantFrom('INTEREST', 'COLLECTION'),
      fc.boolean(),
      (minor, drawn, fundSource, settleEarly) => {
        const owing = drawn.map(({ due, day, receivable }, index) =>
          item(`i${index}`, due, { dueDate: `2025-05-0${day}`, ...(receivable ? { receivable } : {}) }),
        )
        const { allocations } = applyReceipt(M.money(minor, 'USD'), owing, { fundSource: fundSource as 'INTEREST', settleEarly })
        expect(
          M.sum(
            allocations.map((one) => one.amount),
            'USD',
          ).minor,
        ).toBe(minor)
        for (const one of owing)
          for (const state of dueStates)
            for (const component of dueComponents) {
              const paid = allocations.filter((a) => a.itemId === one.itemId && a.state === state && a.component === component)
              expect(
                M.sum(
                  paid.map((a) => a.amount),
                  'USD',
                ).minor <= (one.due[state]?.[component]?.minor ?? 0n),
              ).toBe(true)
            }
      },
    ),
  )
})
