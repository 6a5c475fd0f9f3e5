import type { CandidateRole, FlowStep, StepCondition } from './approval.ts'
import { type BusinessType, defaultFlows, type PartyRole } from './approval-flows.ts'
import { droppedSteps, missingConditions, partyOf } from './held-steps.ts'
import { ok, type Result, refuse } from './result.ts'

/** A step as an administrator writes it; its number and its name come from its place and its role. */
export type FlowDraft = Omit<FlowStep, 'seq' | 'node'> & { readonly node?: string }
export type ConditionKind = StepCondition['kind']

const staff: readonly CandidateRole[] = ['OPERATIONS', 'RISK', 'SETTLEMENT']
const amount: readonly ConditionKind[] = ['AMOUNT_OVER_USD']
const money: readonly ConditionKind[] = ['AMOUNT_OVER_USD', 'ANY_WARNING']
const share: readonly ConditionKind[] = ['AMOUNT_OVER_USD', 'SHARE_OVER']

/** The conditions each kind of object has facts for; a step under any other condition would never be needed. */
export const flowConditions: Partial<Record<BusinessType, readonly ConditionKind[]>> = {
  KYC: ['RISK_GRADE'],
  LIMIT: amount,
  BUYER_LIMIT: amount,
  PRODUCT: ['ANY_WARNING'],
  RATE: ['ANY_WARNING'],
  PO_ADJUSTMENT: share,
  INVOICE_ADJUSTMENT: share,
  DIRECT_PAYMENT: money,
  DIRECT_PAYMENT_REVERSAL: money,
  FINANCE_ORDER: ['AMOUNT_OVER_USD', 'ANY_WARNING', 'RISK_GRADE', 'PRODUCT'],
  BANK_ACCOUNT: ['ANY_WARNING'],
  PAYMENT: money,
  RELEASE: money,
  REFUND: ['AMOUNT_OVER_USD', 'NEW_ACCOUNT', 'ANY_WARNING'],
  PAYMENT_FILE: ['ANY_WARNING'],
  REPAYMENT: money,
  REPAYMENT_REVERSAL: money,
  FEE_ADJUSTMENT: [...share, 'PAYS_MORE'],
  WRITE_OFF: amount,
}

/** Who can be asked in a flow: the operator's staff, and the parties the shipped flow asks. Administrators are no business approvers. */
export function flowRoles(type: BusinessType): CandidateRole[] {
  const shipped: readonly FlowStep[] = defaultFlows[type]
  return [...new Set([...staff, ...shipped.flatMap((step) => step.roles)])]
}

/** Whether a step is needed only for objects that a party pays more by: those have that party. */
const onlyWherePays = ({ when = [] }: Pick<FlowStep, 'when'>, role: CandidateRole): boolean =>
  when.length > 0 && when.every((one) => one.kind === 'PAYS_MORE' && one.party === role)

/** Whether a step finds somebody of a role for whatever object needs it: of staff always, of a party where each such object has it. */
function isAlwaysThere(type: BusinessType, step: FlowDraft, role: CandidateRole): boolean {
  const shipped: readonly FlowStep[] = defaultFlows[type]
  return (
    staff.includes(role) ||
    shipped.some(
      (one) => one.roles.length === 1 && one.roles[0] === role && (!onlyWherePays(one, role) || onlyWherePays(step, role)),
    )
  )
}

const places = ['', '_SECOND', '_THIRD', '_FOURTH', '_FIFTH', '_SIXTH', '_SEVENTH', '_EIGHTH']

/** Numbers and names the steps of a drafted flow: each is named for its first role, or keeps the name it had. */
export function namedSteps(drafts: readonly FlowDraft[]): FlowStep[] {
  const taken = new Set<string>()
  return drafts.map(({ node, ...draft }, index) => {
    const own = [node, ...places.map((place) => `${draft.roles[0]}${place}_CHECK`)]
    const name = own.find((one) => one && !taken.has(one)) ?? `STEP_${index + 1}_CHECK`
    taken.add(name)
    return { ...draft, seq: index + 1, node: name }
  })
}

export type FlowRefusal = 'FLOW_ROLE' | 'FLOW_CONDITION' | 'FLOW_PASSES_UNSEEN' | `FLOW_LACKS_${PartyRole}`

/**
 * Whether a drafted flow can be put in force: every role can be asked, every condition has facts, whatever the object is,
 * somebody decides on it, and no party loses its say.
 */
export function soundFlow(type: BusinessType, drafts: readonly FlowDraft[]): Result<FlowStep[], FlowRefusal> {
  const roles = flowRoles(type)
  for (const draft of drafts) {
    const { roles: asked, when = [] } = draft
    if (!asked.every((role) => roles.includes(role)) || new Set(asked).size !== asked.length) return refuse('FLOW_ROLE')
    if (!asked.some((role) => isAlwaysThere(type, draft, role))) return refuse('FLOW_ROLE')
    if (when.some(({ kind }) => !flowConditions[type]?.includes(kind))) return refuse('FLOW_CONDITION')
  }
  const always = (step: FlowDraft) => !step.when?.length
  const decides = drafts.some((step) => always(step) && !step.skippable && !step.standIn)
  const covered = drafts.some(
    (step, index) =>
      always(step) &&
      step.skippable &&
      !step.standIn &&
      drafts.slice(index + 1).some((next) => next.standIn && always(next) && !next.skippable),
  )
  if (!decides && !covered) return refuse('FLOW_PASSES_UNSEEN')
  const [dropped] = droppedSteps(type, drafts)
  const party = dropped && partyOf(type, dropped)
  return party ? refuse(`FLOW_LACKS_${party}`) : ok(namedSteps(drafts))
}

/**
 * The steps of a stored flow, followed by the shipped ones of the parties that it lacks: a flow of an earlier release may. A step that
 * has some of the conditions of the shipped one gets the others: its party is asked once, as by the shipped flow.
 */
export function flowInForce(type: BusinessType, stored: readonly FlowStep[] | undefined): readonly FlowStep[] {
  const steps = stored ?? defaultFlows[type]
  const dropped = droppedSteps(type, steps)
  if (dropped.length === 0) return steps
  const widened = dropped
    .flatMap((held) => widenedFor(held, steps))
    .find((one) => droppedSteps(type, one).length < dropped.length)
  return widened ? flowInForce(type, widened) : namedSteps([...steps, ...dropped])
}

/** A flow with one step widened by the conditions that it lacks of a held one, for each step that has some of them. */
function widenedFor(held: FlowStep, steps: readonly FlowStep[]): FlowStep[][] {
  return steps.flatMap((step, index) => {
    const missing = missingConditions(step, held)
    const hasSome = missing.length > 0 && missing.length < (held.when?.length ?? 0)
    return hasSome ? [steps.with(index, { ...step, when: [...(step.when ?? []), ...missing] })] : []
  })
}
