import { addLimit, addPricing, addProduct } from '../finance/product/add-product.ts'
import type { Portal } from './portal.ts'

/** A receivable purchase of Fir, on the terms of Elm's, which Alder may use for what Cedar owes. Answers the id of the product. */
export const productOfFir = (portal: Portal): Promise<string> =>
  portal.look(async (tx) => {
    const { alder, cedar, fir } = portal.world.companies
    const elms = await tx
      .selectFrom('financingProduct')
      .selectAll()
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .executeTakeFirstOrThrow()
    const { id: _, ...terms } = elms
    const productId = await addProduct(tx, {
      ...terms,
      code: 'FIR-RP',
      name: 'Fir purchase',
      funderId: fir,
      arpTargetProduct: null,
    })
    await addPricing(tx, { supplierId: alder, productId, margin: '2.50', validUntil: '2030-12-31', no: 'PR-FIR' })
    const life = { effectiveDate: '2024-01-01', expiryDate: '2030-12-31', currency: 'USD', amount: '5000000' }
    await addLimit(tx, { type: 'SUPPLIER_FACILITY', supplierId: alder, funderId: fir, ...life })
    await addLimit(tx, { type: 'BUYER', buyerId: cedar, funderId: fir, ...life })
    return productId
  })
