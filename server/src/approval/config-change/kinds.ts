import { holidayKind } from './holiday.ts'
import type { Kinds } from './kind.ts'
import { limitKind } from './limit.ts'
import { fxKind, rateKind } from './market-rates.ts'
import { paperKind } from './paper.ts'
import { relationshipKind } from './relationship.ts'
import { roleKind } from './role.ts'
import { toleranceKind } from './tolerance.ts'
import { workflowKind } from './workflow.ts'

/** The kinds of configuration that belong to no noun above. */
export const ownKinds = {
  HOLIDAY: holidayKind,
  RATE: rateKind,
  FX: fxKind,
  LIMIT: limitKind,
  RELATIONSHIP: relationshipKind,
  PAPER: paperKind,
  TOLERANCE: toleranceKind,
  ROLE: roleKind,
  WORKFLOW: workflowKind,
} satisfies Partial<Kinds>
