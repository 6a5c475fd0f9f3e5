import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { type ProductTerms, type ProposedProduct, purchaseTerms } from '../../testing/product-terms.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Own = Partial<Omit<ProposedProduct, 'terms'>> & { terms?: Partial<ProductTerms> }

/** Puts a product of 90 % at 6.80 % forward, with terms of its own. */
function propose({ terms, ...own }: Own) {
  const values: ProposedProduct = {
    code: 'RP-WIDE',
    name: 'Wide',
    nameCn: '宽',
    advanceRate: '90',
    minTenor: 1,
    maxTenor: 720,
    margin: '6.8',
    floor: '0',
    graceDays: 3,
    penaltyMargin: '3',
    dilutionThreshold: '5',
    status: 'ENABLE',
    fees: [],
    ...own,
    terms: purchaseTerms(portal, terms),
  }
  return portal.ask(portal.seats.operations, configChangeCalls.propose, { body: { kind: 'PRODUCT', values } })
}

const yielding = { interestMethod: 'IN_ADVANCE', discountMethod: 'YIELD', fundRate: '6.7', fundDayBase: 360 } as const
const fee = { value: '29', payer: 'BUYER', beneficiary: 'PLATFORM', timing: 'FUNDING', taxPct: '0' } as const

describe('a product that harms a party at some of its tenors', () => {
  test.each<[string, Own, string, number, { field: string; least: number; most: number }]>([
    [
      'a funder that pays a share of the advance, however short',
      { maxTenor: 180, fees: [{ ...fee, code: 'SERVICE', basis: 'PCT_ADVANCE', value: '0.5', payer: 'FUNDER' }] },
      'FUNDER_LOSES',
      1,
      { field: 'minTenor', least: 54, most: 180 },
    ],
    [
      'a leg of the funder above a discount by yield',
      { terms: yielding },
      'FUND_LEG_ABOVE_CLIENT',
      720,
      { field: 'maxTenor', least: 1, most: 79 },
    ],
    [
      'a buyer that pays a fee for each day',
      { minTenor: 60, fees: [{ ...fee, code: 'SERVICE', basis: 'PCT_PA_ADVANCE' }] },
      'BUYER_OVERCHARGED',
      720,
      { field: 'maxTenor', least: 60, most: 68 },
    ],
    [
      'a discount that uses up the advance',
      { margin: '55', terms: { interestMethod: 'IN_ADVANCE' } },
      'COSTS_EXCEED_ADVANCE',
      720,
      { field: 'maxTenor', least: 1, most: 294 },
    ],
  ])('%s is refused with the tenor, and accepted at the tenors that are called sound', async (_name, own, harm, days, sound) => {
    const { field, ...tenors } = sound
    const refusal = await refusalOf(propose(own))
    expect(refusal.error).toBe(harm)
    expect(refusal.data.fields).toEqual([
      expect.objectContaining({ message: harm, params: expect.objectContaining({ days, face: '100000.00' }) }),
      { field, message: 'TENORS_WITHOUT_HARM', params: tenors },
    ])
    await propose({ ...own, minTenor: tenors.least, maxTenor: tenors.most, code: `RP-${days}-${tenors.most}` })
  })
})

test('the approvers of a product read its lives at its shortest and its longest tenor', async () => {
  const { no } = await propose({ code: 'RP-LIVES', minTenor: 10, maxTenor: 120 })
  const [usd] = await portal.ask(portal.seats.risk, configChangeCalls.proof, { body: { no } })
  expect(usd!.sample!.days).toBe(60)
  expect(usd!.otherTenors.map(({ sample, lives }) => [sample.days, sample.interest, lives[1]!.funderEarns])).toEqual([
    [10, '170.00', '170.00'],
    [120, '2040.00', '2040.00'],
  ])
})

test('a floating product without the fixing of its look-back day is refused beside its base rate, with the day', async () => {
  const floating = { rateType: 'FLOATING', baseRateType: 'TERM_SOFR_1M' } as const
  const fix = (effectiveDate: string) =>
    portal.look((tx) =>
      tx
        .insertInto('baseRateFixing')
        .values({ id: newId(), type: 'TERM_SOFR_1M', effectiveDate, percentRate: '4.30', source: 'test' })
        .execute(),
    )
  // The fixing of today prices nothing before two business days have passed.
  await fix('2025-03-03')
  const refusal = await refusalOf(propose({ code: 'RP-FLOAT', margin: '2.5', terms: floating }))
  expect(refusal.error).toBe('FIXING_MISSING')
  const params = { benchmark: 'Term SOFR, 1 month', benchmarkCn: 'SOFR 期限利率 1 个月', day: '2025-02-27' }
  expect(refusal.data.fields).toEqual([{ field: 'terms.baseRateType', message: 'FIXING_MISSING', params }])
  await fix(params.day)
  await propose({ code: 'RP-FLOAT', margin: '2.5', terms: floating })
})
