import { addPricing, addProduct } from '../finance/product/add-product.ts'
import type { Portal } from './portal.ts'

/** Elm's pool in dollars and dinars, offered to Alder: 80 % of what is eligible, one buyer counting up to 60 %. In one of kind DBS a bank
 *  says what it carries. Answers the product's id. */
export const aPoolProduct = (portal: Portal, poolKind: 'OWN' | 'DBS' = 'OWN'): Promise<string> =>
  portal.look(async (tx) => {
    const id = await addProduct(tx, {
      code: poolKind === 'DBS' ? 'DBS-USD' : 'POOL-USD',
      name: 'Pool factoring',
      nameCn: '池保理',
      type: 'POOL_FACTORING',
      poolKind,
      funderId: portal.world.companies.elm,
      currencies: ['USD', 'KWD'],
      recourse: true,
      disclosed: false,
      rightConfirmParty: 'NONE',
      advanceRate: '80',
      maxTenor: 180,
      interestMethod: 'IN_ARREARS',
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      penaltyMargin: '3',
      calendars: ['US'],
      concentrationPct: '60',
      dilutionThreshold: '5',
      fees: [{ code: 'FUNDER', basis: 'PCT_ADVANCE', value: '0.10', beneficiary: 'FUNDER', timing: 'FUNDING' }],
    })
    await addPricing(tx, {
      supplierId: portal.world.companies.alder,
      productId: id,
      margin: '2.50',
      validUntil: '2030-12-31',
      no: `PR-POOL-${poolKind}`,
    })
    return id
  })
