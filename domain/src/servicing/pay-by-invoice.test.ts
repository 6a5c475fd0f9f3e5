import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { balancesOfOrder } from '../ledger/balances-of-order.fixture.ts'
import { fundsInUse } from '../ledger/invariants.ts'
import type { Posting } from '../ledger/journal.ts'
import { dilute, fundPurchase, rebateDiscount, releaseReserve } from '../ledger/templates.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { parseDecimal, rational } from '../rational.ts'
import { allocate, heldPays } from './journals.ts'
import { type ItemLife, type OrderLife, principalOn, type ServicingTerms } from './life.ts'
import { asBooked, paidOnInvoices } from './pay-by-invoice.ts'
import { type OrderPosition, type PaidCosts, planRepayment } from './plan-repayment.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'
import { settlesClaim } from './settles-claim.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const cents = (minor: bigint | number) => M.money(BigInt(minor), 'USD')
const none = cents(0)
const funded = '2025-03-03'
const key = { eventType: 'TEST', sourceType: 'TEST', sourceId: '1', seq: 0 }
const deal = {
  parties: { funder: 'FUN', platform: 'PLT', supplier: 'SUP', buyer: 'BUY' },
  orderId: 'FO-1',
  recourse: true,
  disclosed: true,
}

/** An order of several invoices with its books and receipts. */
class Order {
  items: ItemLife[]
  postings: Posting[] = []
  readonly face = new Map<string, M.Money>()
  readonly owes = new Map<string, M.Money>()
  readonly free = new Map<string, M.Money>()
  readonly paid = new Map<string, PaidCosts>()
  readonly cuts: string[] = []
  terms: ServicingTerms
  feesDue = none

  constructor(invoices: { face: M.Money; advance: M.Money; tenor: number }[], terms: Partial<ServicingTerms> = {}) {
    this.terms = servicingTerms({ graceDays: 3, breakDays: 0, ...terms })
    this.items = invoices.map(({ advance, tenor }, index) => {
      const charged = this.terms.method === 'IN_ADVANCE' ? M.times(advance, rational(68 * tenor, 360_000)) : none
      return {
        itemId: `I${index}`,
        number: `INV-${index}`,
        fundedOn: funded,
        maturity: addDays(funded, tenor),
        interestTo: addDays(funded, tenor),
        advance,
        charged: { client: charged, fund: charged },
        principalPaid: [],
        released: [],
      }
    })
    for (const [index, { face }] of invoices.entries()) {
      this.face.set(`I${index}`, face)
      this.owes.set(`I${index}`, face)
      this.free.set(`I${index}`, none)
      this.paid.set(`I${index}`, { interest: none, penalty: none })
    }
    const sum = (amounts: M.Money[]) => M.sum(amounts, 'USD')
    const discount = sum(this.items.map((item) => item.charged.client))
    this.book(
      fundPurchase(key, deal, {
        face: sum([...this.face.values()]),
        advance: sum(this.items.map((item) => item.advance)),
        discount: { fund: discount, spread: none },
        fees: [],
      }),
    )
  }

  book(...journals: { postings: readonly Posting[] }[]) {
    this.postings.push(...journals.flatMap((journal) => journal.postings))
  }
  get balances() {
    return balancesOfOrder(this.postings, 'FO-1')
  }
  at = (account: 'F1100' | 'F1300' | 'F2000') => cents(this.balances[account] ?? 0n)
  principal = (itemId: string) => principalOn(this.items.find((item) => item.itemId === itemId)!, '9999-12-31')
  get freed() {
    return M.sum([...this.free.values()], 'USD')
  }
  get life(): OrderLife {
    return {
      orderId: 'FO-1',
      currency: 'USD',
      terms: this.terms,
      rates: [{ from: funded, rate: parseDecimal('6.8') }],
      items: this.items,
      cuts: this.cuts,
    }
  }
  get position(): OrderPosition {
    return {
      order: this.life,
      paid: this.paid,
      feesDue: this.feesDue,
      buyerFees: none,
      owes: this.owes,
      receivable: { face: this.at('F1100'), claim: this.at('F1300'), reserve: M.subtract(this.at('F2000'), this.freed) },
    }
  }

  /** Plans and books a receipt of the buyer or the supplier. */
  receives(amount: M.Money, day: number, payer: 'BUYER' | 'SUPPLIER' = 'BUYER', named: string[] = []) {
    const on = addDays(funded, day)
    this.cuts.push(on)
    const { position } = this
    const plan = planRepayment(position, amount, { on, fundSource: 'COLLECTION', payer, named: new Set(named) })
    const { fees } = plan.totals
    this.book(allocate(key, deal, { plan, before: position.receivable, payer }))
    const sum = (amounts: M.Money[]) => M.sum(amounts, 'USD')
    const rebate = sum(plan.releases.map((one) => one.rebate))
    this.book(rebateDiscount(key, deal, { fund: sum(plan.releases.map((one) => one.client)), spread: none, rebate }))
    const held = sum(plan.heldToPrincipal.map((one) => one.amount))
    this.book(heldPays(key, deal, { kind: 'PURCHASE', principal: held, claims: plan.heldToClaims }))
    this.feesDue = M.subtract(M.add(this.feesDue, sum(plan.earlyFees.map((one) => one.amount))), fees)
    const add = (to: Map<string, M.Money>, itemId: string, more: M.Money) => to.set(itemId, M.add(to.get(itemId)!, more))
    for (const one of plan.allocations) {
      if (one.itemId === null) continue
      const done = this.paid.get(one.itemId)!
      if (one.component === 'INTEREST') this.paid.set(one.itemId, { ...done, interest: M.add(done.interest, one.amount) })
      if (one.component === 'PENALTY') this.paid.set(one.itemId, { ...done, penalty: M.add(done.penalty, one.amount) })
      if (one.component === 'RESERVE') add(this.free, one.itemId, one.amount)
      const invoice = one.paidOn ?? one.itemId
      if (payer === 'BUYER' || one.component === 'PRINCIPAL')
        this.owes.set(invoice, M.atLeastZero(M.subtract(this.owes.get(invoice)!, one.amount)))
    }
    for (const one of plan.releases) if (M.isPositive(one.rebate)) add(this.free, one.itemId, one.rebate)
    for (const one of plan.heldToPrincipal) add(this.free, one.from, M.negate(one.amount))
    const paidOf = (itemId: string) => [
      ...plan.allocations.filter((one) => one.itemId === itemId && one.component === 'PRINCIPAL'),
      ...plan.heldToPrincipal.filter((one) => one.itemId === itemId),
    ]
    this.items = this.items.map((item) => ({
      ...item,
      principalPaid: [...item.principalPaid, ...paidOf(item.itemId).map((one) => ({ on, amount: one.amount }))],
      released: [
        ...item.released,
        ...plan.releases.filter((one) => one.itemId === item.itemId).map(({ client, fund }) => ({ on, client, fund })),
      ],
    }))
    return plan
  }

  /** A credit note on one invoice. */
  dilutes(itemId: string, amount: M.Money) {
    const face = M.min(M.min(amount, this.owes.get(itemId)!), this.at('F1100'))
    const principal = this.items.reduce((sum, item) => M.add(sum, this.principal(item.itemId)), none)
    const unfilled = M.atLeastZero(M.subtract(M.add(this.at('F1100'), this.at('F1300')), principal))
    const absorbed = M.min(face, unfilled)
    this.book(dilute(key, deal, { absorbed, excess: M.subtract(face, absorbed) }))
    this.owes.set(itemId, M.subtract(this.owes.get(itemId)!, face))
  }

  /** Pays out the free reserve of an invoice. */
  releases(itemId: string) {
    this.book(releaseReserve(key, deal, this.free.get(itemId)!))
    this.free.set(itemId, none)
  }
}

const lines = ({ allocations }: ReturnType<Order['receives']>) =>
  allocations.map((one) => `${one.component} ${one.itemId} ${M.toDecimal(one.amount)}`)
const three = (terms: Partial<ServicingTerms> = {}, tenors = [30, 60, 90]) =>
  new Order(
    tenors.map((tenor) => ({ face: usd('100000'), advance: usd('90000'), tenor })),
    terms,
  )

describe('an order of three invoices', () => {
  it('gives the reserve of the first back when it is paid, less the interest of its own advance', () => {
    const order = three()
    const plan = order.receives(usd('100000'), 30)
    expect(lines(plan)).toEqual(['INTEREST I0 510.00', 'PRINCIPAL I0 90000.00', 'RESERVE I0 9490.00'])
    expect(plan.settles).toBe(false)
    order.releases('I0')
    expect(lines(order.receives(usd('100000'), 60))).toEqual([
      'INTEREST I1 1020.00',
      'PRINCIPAL I1 90000.00',
      'RESERVE I1 8980.00',
    ])
    const last = order.receives(usd('100000'), 90)
    expect([lines(last), last.settles]).toEqual([['INTEREST I2 1530.00', 'PRINCIPAL I2 90000.00', 'RESERVE I2 8470.00'], true])
  })
  it('is paid by what the buyer names, though another is due earlier', () =>
    expect(lines(three().receives(usd('100000'), 10, 'BUYER', ['I2']))).toEqual([
      'INTEREST I2 170.00',
      'PRINCIPAL I2 90000.00',
      'RESERVE I2 9830.00',
    ]))
  it('pays what is past its grace before it leaves a reserve', () =>
    expect(lines(three().receives(usd('100000'), 45, 'BUYER', ['I1']))).toEqual([
      'INTEREST I1 765.00',
      'PRINCIPAL I1 90000.00',
      'PENALTY I0 112.50',
      'INTEREST I0 765.00',
      'PRINCIPAL I0 8357.50',
    ]))
  it('covers the principal that a credit note on another invoice has uncovered, and leaves the rest as reserve', () => {
    const order = three()
    order.dilutes('I1', usd('15000'))
    expect(lines(order.receives(usd('100000'), 30))).toEqual([
      'INTEREST I0 510.00',
      'PRINCIPAL I0 90000.00',
      'PRINCIPAL I1 5000.00',
      'RESERVE I0 4490.00',
    ])
  })
  it('in advance gives the rebate of the invoice that is paid early to its own reserve', () => {
    const plan = three({ method: 'IN_ADVANCE' }).receives(usd('100000'), 10)
    expect(lines(plan)).toEqual(['PRINCIPAL I0 90000.00', 'RESERVE I0 10000.00'])
    expect([M.toDecimal(plan.rebateToReserve), plan.heldToPrincipal]).toEqual(['340.00', []])
  })
  it('charges the fee for being early on the invoice that is paid alone', () =>
    expect(lines(three({ earlyFeePct: rational(1) }).receives(usd('100000'), 10))).toEqual([
      'FEE I0 900.00',
      'INTEREST I0 170.00',
      'PRINCIPAL I0 90000.00',
      'RESERVE I0 8930.00',
    ]))
  it('charges no fee for being early on principal that the reserve of another invoice pays', () => {
    const order = three({ earlyFeePct: rational(1) })
    order.dilutes('I1', usd('15000'))
    const plan = order.receives(usd('100000'), 30)
    expect(lines(plan)).toEqual(['INTEREST I0 510.00', 'PRINCIPAL I0 90000.00', 'PRINCIPAL I1 5000.00', 'RESERVE I0 4490.00'])
    expect(plan.earlyFees).toEqual([])
    // What the buyer of that invoice then pays early bears the fee: 85,000.00 less 526.05 of interest, over 1.01.
    expect(order.receives(usd('85000'), 31).earlyFees).toMatchObject([{ itemId: 'I1', amount: usd('836.38') }])
  })
})

describe('a claim on the supplier of an order of two invoices in advance', () => {
  // A credit note of 8,000.00 on a reserve of 5,000.00: a claim of 3,000.00, and 1,000.00 of principal that no buyer owes.
  const claimed = () => {
    const order = new Order(
      [
        { face: usd('30000'), advance: usd('27000'), tenor: 60 },
        { face: usd('20000'), advance: usd('18000'), tenor: 60 },
      ],
      { method: 'IN_ADVANCE' },
    )
    order.dilutes('I0', usd('8000'))
    return order
  }
  /** The claim, and the reserve that is not free. */
  const leftOf = (order: Order) => [order.at('F1300'), M.subtract(order.at('F2000'), order.freed)].map(M.toDecimal)

  it.each<[string, 'SUPPLIER' | 'BUYER', string, [string, string]]>([
    ['less a cent', 'SUPPLIER', '2999.99', ['0.00', '34.38']],
    ['less its own rebate', 'SUPPLIER', '2966.00', ['0.00', '0.00']],
    ['less a cent more than its own rebate', 'SUPPLIER', '2965.99', ['0.01', '0.00']],
    ['to a part', 'SUPPLIER', '1000.00', ['1988.53', '0.00']],
    // The rebate on 18,000.00 and on the principal that it pays goes where no buyer owes the first invoice.
    ['by the rebate of what a buyer pays', 'BUYER', '20000.00', ['2770.74', '0.00']],
  ])('that is paid %s leaves no claim beside reserve of open invoices', (_, payer, amount, left) => {
    const order = claimed()
    expect(leftOf(order)).toEqual(['3000.00', '0.00'])
    order.receives(usd(amount), 0, payer, payer === 'BUYER' ? ['I1'] : [])
    expect(leftOf(order)).toEqual(left)
  })

  it('is settled by what is told, and by no cent less', () => {
    const told = settlesClaim(claimed().position, funded)
    const { totals, heldToPrincipal } = claimed().receives(told, 0, 'SUPPLIER')
    const principal = M.sum([totals.principal, ...heldToPrincipal.map(({ amount }) => amount)], 'USD')
    expect([told, principal].map(M.toDecimal)).toEqual(['2966.00', '3000.00'])
    const order = claimed()
    order.receives(M.subtract(told, cents(1)), 0, 'SUPPLIER')
    expect(M.toDecimal(settlesClaim(order.position, funded))).toBe('0.01')
  })
})

test('for any payments, names, dilutions and releases, funds in use are principal less the reserve of paid invoices', () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('pay' as const),
        share: fc.integer({ min: 1, max: 130 }),
        named: fc.integer({ min: -1, max: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('supplier' as const), share: fc.integer({ min: 1, max: 120 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constant('dilute' as const), share: fc.integer({ min: 1, max: 40 }), of: fc.nat(3) }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('release' as const), of: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('fee' as const), share: fc.integer({ min: 1, max: 3 }) }) },
  )
  const wanted = fc.record({
    invoices: fc.array(
      fc.record({
        face: fc.integer({ min: 100, max: 9_000_000 }),
        pct: fc.integer({ min: 50, max: 100 }),
        tenor: fc.integer({ min: 5, max: 60 }),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    method: fc.constantFrom('IN_ARREARS' as const, 'IN_ADVANCE' as const),
    earlyFee: fc.constantFrom(0, 1),
    steps: fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), step), { minLength: 1, maxLength: 9 }),
  })
  let freed = 0
  fc.assert(
    fc.property(wanted, ({ invoices, method, earlyFee, steps }) => {
      const order = new Order(
        invoices.map(({ face, pct, tenor }) => ({
          face: cents(face),
          advance: cents(Math.max(1, Math.floor((face * pct) / 100))),
          tenor,
        })),
        { method, earlyFeePct: rational(earlyFee) },
      )
      const ids = order.items.map((item) => item.itemId)
      let day = 0
      for (const [pause, one] of steps) {
        day += pause
        const of = 'of' in one ? ids[one.of % ids.length]! : ids[0]!
        if (one.act === 'pay' || one.act === 'supplier') {
          const named = one.act === 'pay' && one.named >= 0 ? [ids[one.named % ids.length]!] : []
          const owed = named[0] ? order.owes.get(named[0])! : one.act === 'pay' ? order.at('F1100') : order.principal(of)
          const amount = cents((owed.minor * BigInt(one.share)) / 100n + 1n)
          const plan = order.receives(amount, day, one.act === 'pay' ? 'BUYER' : 'SUPPLIER', named)
          expect(plan.allocations.reduce((sum, part) => M.add(sum, part.amount), none)).toEqual(amount)
          // Reserve of open invoices pays a claim, that of paid ones does not.
          expect(M.isPositive(order.at('F1300')) && M.exceeds(order.at('F2000'), order.freed)).toBe(false)
        } else if (one.act === 'dilute') order.dilutes(of, cents((order.owes.get(of)!.minor * BigInt(one.share)) / 100n))
        else if (one.act === 'fee') order.feesDue = M.add(order.feesDue, cents(((invoices[0]!.face * one.share) / 100) | 0))
        else {
          if (M.isPositive(order.free.get(of)!)) freed++
          order.releases(of)
        }
        const principal = ids.reduce((sum, id) => M.add(sum, order.principal(id)), none)
        expect(fundsInUse(order.balances)).toBe(principal.minor - order.freed.minor)
        expect(principal.minor <= order.at('F1100').minor + order.at('F1300').minor).toBe(true)
        // The reserve of a paid invoice covers no other one, and an invoice that is still financed has no free reserve.
        expect(order.at('F2000').minor >= order.freed.minor).toBe(true)
        for (const id of ids) {
          expect(order.free.get(id)!.minor >= 0n).toBe(true)
          if (M.isPositive(order.free.get(id)!)) expect(order.principal(id)).toEqual(none)
        }
      }
    }),
    { numRuns: 400 },
  )
  expect(freed).toBeGreaterThan(50)
})

describe('the debts by invoice of a buyer as the books have them', () => {
  const inTurn = [{ itemId: 'I0' }, { itemId: 'I1' }]
  const byItem = (first: number, second: number) =>
    new Map([
      ['I0', cents(first)],
      ['I1', cents(second)],
    ])
  test.each<[string, [number, number], number, [number, number], [number, number], [number, number]]>([
    ['are their own where they come to the balance', [300, 200], 500, [0, 0], [300, 200], [300, 200]],
    ['are cut from the last on beyond it', [300, 200], 450, [0, 0], [300, 200], [300, 150]],
    [
      'have back from the first on what the supplier paid as principal but not as their debt',
      [300, 200],
      550,
      [40, 90],
      [340, 290],
      [340, 210],
    ],
    ['have it back first where the buyer still owes it', [300, 200], 550, [40, 90], [310, 290], [310, 240]],
    ['have none of it back on an invoice that its buyer has paid', [0, 200], 250, [40, 90], [0, 250], [0, 250]],
    ['have back beyond what the buyer owes what is missing then', [0, 200], 250, [40, 90], [0, 230], [20, 230]],
    ['have back no more than the supplier paid on each', [300, 200], 700, [40, 90], [340, 290], [340, 290]],
    ['are none where the books hold nothing of the buyer', [300, 200], -5, [40, 90], [340, 290], [0, 0]],
  ])('%s', (_, owes, face, [first, second], [firstDebt, secondDebt], expected) => {
    const told = new Map([
      ['I0', { takenBack: cents(first), debt: cents(firstDebt) }],
      ['I1', { takenBack: cents(second), debt: cents(secondDebt) }],
    ])
    expect(asBooked(byItem(...owes), cents(face), inTurn, told)).toEqual(byItem(...expected))
  })
})

describe("a buyer's money that pays costs of another's item", () => {
  const cost = (amount: number) =>
    ({ orderId: 'FO-1', itemId: 'I9', state: null, component: 'INTEREST', amount: cents(amount) }) as const
  const refund = { ...cost(7), itemId: null, component: 'REFUND' } as const
  const on = (room: [string, number][]) => room.map(([itemId, amount]) => ({ itemId, amount: cents(amount) }))
  test('is paid on its own invoices in turn, as far as they are owed', () => {
    expect(
      paidOnInvoices(
        [cost(30), cost(40), refund],
        on([
          ['I0', 50],
          ['I1', 60],
        ]),
      ),
    ).toEqual([{ ...cost(30), paidOn: 'I0' }, { ...cost(20), paidOn: 'I0' }, { ...cost(20), paidOn: 'I1' }, refund])
  })
  test('is paid on the last of them beyond that', () => {
    expect(
      paidOnInvoices(
        [cost(30)],
        on([
          ['I0', 10],
          ['I1', 0],
        ]),
      ),
    ).toEqual([
      { ...cost(10), paidOn: 'I0' },
      { ...cost(20), paidOn: 'I1' },
    ])
  })
})
