import type { Kinds } from './approval/config-change/kind.ts'
import { ownKinds } from './approval/config-change/kinds.ts'
import { productKinds } from './finance/product/product-change.ts'
import { templetKind } from './insight/report/templet.ts'
import { partnerKinds } from './party/channel-partner/config-kinds.ts'
import { companyKind } from './party/company/company-change.ts'

/** Every kind of configuration that changes by approval: one line for each noun. */
export const allConfigKinds: Kinds = {
  ...ownKinds,
  ...partnerKinds,
  ...productKinds,
  COMPANY: companyKind,
  TEMPLATE: templetKind,
}
