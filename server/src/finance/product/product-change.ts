import type { Kind, Kinds } from '../../approval/config-change/kind.ts'
import { applyProduct, productBefore } from './apply-product.ts'
import { pricingKind } from './pricing-change.ts'
import { proofOf } from './prove-product.ts'

const productKind: Kind<'PRODUCT'> = {
  permission: 'system.product.edit',
  page: '/system/product',
  businessType: () => 'PRODUCT',
  prepare: productBefore,
  apply: applyProduct,
  proof: proofOf,
}

export const productKinds = { PRODUCT: productKind, PRICING: pricingKind } satisfies Partial<Kinds>
