import type { Kinds } from '../../approval/config-change/kind.ts'
import { commissionKind } from './commission-change.ts'
import { partnerKind } from './partner-change.ts'

export const partnerKinds = { PARTNER: partnerKind, COMMISSION: commissionKind } satisfies Partial<Kinds>
