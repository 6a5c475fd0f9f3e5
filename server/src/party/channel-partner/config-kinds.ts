import type { Kinds } from '../../approval/config-change/kind.ts'
import { commission } from './commission-change.ts'
import { partnerKind } from './partner-change.ts'

export const partnerKinds = { PARTNER: partnerKind, COMMISSION: commission } satisfies Partial<Kinds>
