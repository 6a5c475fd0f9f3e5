import { allApprovals } from './all-approvals.ts'
import { approvals } from './approval/workflow/decision.ts'
import type { Binding } from './port.ts'

/** What the contexts below get from those above them. */
export const allPorts: readonly Binding[] = [approvals.bind(allApprovals)]
