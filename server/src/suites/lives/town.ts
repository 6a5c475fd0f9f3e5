import { isDeepStrictEqual } from 'node:util'
import type { Answer, Call, Input } from '@usance/wire/call'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../database/database.ts'
import { type Random, randomOf } from '../../demo/random.ts'
import { addPricing, addProduct, type NewFee, type NewProduct } from '../../finance/product/add-product.ts'
import { shownTo, toldBoth } from '../../testing/answered-twice.ts'
import { type Portal, Refusal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

const takesKey = ({ body }: Call) => body instanceof z.ZodObject && 'idempotencyKey' in body.shape

/** A few companies, their bank and the operator, as one seed lets them live. */
export type Town = {
  portal: Portal
  roll: Random
  /** Product ids by a short name. */
  products: Record<string, string>
  day: string
  /** A number that no other thing of this life has. */
  next: () => number
  /** What happened so far, one line a step. */
  story: string[]
  /** How often each thing went through. */
  done: Map<string, number>
  ask: <C extends Call>(seat: Seat, call: C, input: AnyInput<C>) => Promise<Answer<C>>
  rows: <T>(query: RawBuilder<T>) => Promise<T[]>
  count: (thing: string) => void
}
type AnyInput<C extends Call> = { [Part in keyof Input<C>]?: unknown } & { body?: unknown; query?: unknown }

const common = {
  recourse: true,
  disclosed: true,
  rightConfirmParty: 'BUYER',
  advanceRate: '85',
  minTenor: 1,
  maxTenor: 200,
  rateType: 'FLOATING',
  baseRateType: 'SOFR',
  margin: '2.50',
  dayCount: 'ACT_360',
  graceDays: 5,
  penaltyMargin: '3',
  breakDays: 3,
  calendars: ['US'],
  bdConvention: 'FOLLOWING',
  type: 'RECEIVABLE_PURCHASE',
  interestMethod: 'IN_ARREARS',
} satisfies Partial<NewProduct>

const charged = { taxPct: '6', beneficiary: 'PLATFORM', timing: 'FUNDING', payer: 'SUPPLIER' } satisfies Partial<NewFee>

/** Purchases that the small world does not offer: resets, two legs, and fees of every kind. */
const purchases = (elm: string): Record<string, NewProduct> => ({
  monthly: {
    ...common,
    code: 'L-MONTH',
    name: 'Monthly reset',
    nameCn: '按月重定价',
    funderId: elm,
    currencies: ['USD', 'CNY'],
    recourse: false,
    resetFrequency: 'MONTHLY',
    minInterestDays: 20,
    dayCount: 'ACT_365F',
    penaltyMode: 'PROSPECTIVE',
    calendars: ['CN', 'US'],
    bdConvention: 'MODIFIED_FOLLOWING',
    accrualShift: 'CS',
    fees: [{ ...charged, code: 'SERVICE', basis: 'PCT_FACE', value: '0.20', timing: 'SETTLEMENT' }],
  },
  daily: {
    ...common,
    code: 'L-DAY',
    name: 'Daily reset with an early fee',
    nameCn: '按日重定价',
    funderId: elm,
    currencies: ['USD', 'JPY', 'KWD'],
    resetFrequency: 'DAILY',
    fundRate: '5.10',
    fundDayBase: 365,
    earlyFeePct: '0.10',
    penaltyMargin: null,
    penaltyMultiplier: '1.5',
    fees: [{ ...charged, code: 'HANDLING', basis: 'PER_INVOICE', value: '20', payer: 'BUYER' }],
  },
  legs: {
    ...common,
    code: 'L-LEGS',
    name: 'In advance, to yield, on two legs',
    nameCn: '前收息双利率',
    funderId: elm,
    currencies: ['USD', 'JPY', 'KWD', 'CNY'],
    interestMethod: 'IN_ADVANCE',
    discountMethod: 'YIELD',
    fundRate: '5.90',
    fundDayBase: 365,
    minInterestDays: 7,
    fees: [{ ...charged, code: 'PLATFORM', basis: 'PCT_PA_ADVANCE', value: '0.50' }],
  },
})

/** The loans that it does not offer: on purchase orders, with a fee at settlement, and on both kinds of pool; and what a rival offers. */
const loansAndRival = (elm: string, fir: string, arpTargetProduct: string): Record<string, NewProduct> => ({
  orders: {
    ...common,
    code: 'L-PO',
    name: 'Purchase orders, with a fee at settlement and an early fee',
    nameCn: '订单融资（结清时收费）',
    type: 'PO_FINANCE',
    funderId: elm,
    currencies: ['USD'],
    recourse: true,
    rightConfirmParty: 'SUPPLIER',
    advanceRate: '60',
    maturityOffset: 15,
    arpTargetProduct,
    earlyFeePct: '0.50',
    fees: [{ ...charged, code: 'SERVICE', basis: 'FLAT', value: '40', timing: 'SETTLEMENT' }],
  },
  rival: {
    ...common,
    code: 'L-FIR',
    name: 'Of the rival, undisclosed',
    nameCn: '暗保理（另一资金方）',
    funderId: fir,
    currencies: ['USD', 'EUR'],
    disclosed: false,
    rightConfirmParty: 'NONE',
    advanceRate: '80',
    fees: [],
  },
  pool: {
    ...common,
    code: 'L-POOL',
    name: 'Pool',
    nameCn: '池保理',
    type: 'POOL_FACTORING',
    poolKind: 'OWN',
    funderId: elm,
    currencies: ['USD'],
    disclosed: false,
    rightConfirmParty: 'NONE',
    advanceRate: '80',
    concentrationPct: '60',
    dilutionThreshold: '5',
    fees: [{ code: 'FUNDER', basis: 'PCT_ADVANCE', value: '0.10', beneficiary: 'FUNDER', timing: 'FUNDING', payer: 'SUPPLIER' }],
  },
  bankPool: {
    ...common,
    code: 'L-BANK',
    name: 'Pool of a bank',
    nameCn: '银行池',
    type: 'POOL_FACTORING',
    poolKind: 'DBS',
    funderId: elm,
    currencies: ['EUR'],
    disclosed: false,
    rightConfirmParty: 'NONE',
    advanceRate: '70',
    fees: [],
  },
})

/** Opens a town on a fresh portal. A share of all writes is sent twice at the same moment under one key. */
export async function openTown(portal: Portal, seed: string): Promise<Town> {
  const { alder, birch, elm, fir } = portal.world.companies
  const products: Record<string, string> = { ...portal.world.products }
  await portal.look(async (tx) => {
    let offer = 0
    const offered = { ...purchases(elm), ...loansAndRival(elm, fir, portal.world.products.purchaseInAdvance) }
    for (const [name, product] of Object.entries(offered)) {
      products[name] = await addProduct(tx, product)
      for (const supplierId of [alder, birch])
        await addPricing(tx, {
          supplierId,
          productId: products[name],
          margin: '2.50',
          validUntil: '2030-12-31',
          no: `L-${++offer}`,
        })
    }
  })
  let made = 0
  const twice = randomOf(seed, 'twice')
  const done = new Map<string, number>()
  const rows = <T>(query: RawBuilder<T>): Promise<T[]> => portal.look(async (tx: Tx) => (await query.execute(tx)).rows)
  const ask: Town['ask'] = async (seat, call, input) => {
    if (call.effect !== 'write' || !call.body) return portal.ask(seat, call, input as never)
    const body = { idempotencyKey: `life-${seed}-${++made}`, ...(input.body as object | undefined) }
    const send = () => portal.ask(seat, call, { ...input, body } as never)
    if (!twice.chance(0.15) || !takesKey(call)) return send()
    const [first, second] = await Promise.allSettled([send(), send()])
    if (first!.status === 'rejected' && second!.status === 'rejected') throw first!.reason
    if (!isDeepStrictEqual(toldBoth(call, first!), toldBoth(call, second!)))
      throw new Error(`${call.path} sent twice under one key: ${JSON.stringify(first)} and ${JSON.stringify(second)}`)
    return (shownTo(call, first!, second!) as PromiseFulfilledResult<never>).value
  }
  return {
    portal,
    roll: randomOf(seed, 'life'),
    products,
    day: openingDay,
    next: () => ++made,
    story: [],
    done,
    ask,
    rows,
    count: (thing) => done.set(thing, (done.get(thing) ?? 0) + 1),
  }
}

/** An amount as people write it, of random size and with all decimals its currency has. */
export function figure({ roll }: Town, currency: string, low: number, high: number): string {
  const whole = roll.between(low, high)
  if (currency === 'JPY') return `${whole}${roll.between(10, 99)}`
  return currency === 'KWD' ? `${whole}.${roll.between(100, 999)}` : `${whole}.${roll.between(10, 99)}`
}

/** The refusal an error is, or undefined when it is a fault. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof Refusal && error.error && error.error !== 'INTERNAL' ? error.error : undefined
