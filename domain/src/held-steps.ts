import type { FlowStep, StepCondition } from './approval.ts'
import { type BusinessType, defaultFlows, heldParties, type PartyRole } from './approval-flows.ts'
import { cmp, parseDecimal } from './rational.ts'

/** A step as a definition of a flow states it, whatever its place and its name. */
type Stated = Omit<FlowStep, 'seq' | 'node' | 'slaHours'>

/** The party that a held step asks. */
export const partyOf = (type: BusinessType, step: Stated): PartyRole | undefined =>
  heldParties[type].find((party) => step.roles.includes(party))

/** The shipped steps of the parties of a kind of object, which every flow of that kind keeps. */
const heldSteps = (type: BusinessType): FlowStep[] => {
  const shipped: readonly FlowStep[] = defaultFlows[type]
  return shipped.filter((step) => partyOf(type, step) !== undefined)
}

/** The held steps that a flow of a kind of object lacks, or has in a weaker form. */
export const droppedSteps = (type: BusinessType, flow: readonly Stated[]): FlowStep[] => unmatched(heldSteps(type), flow)

/** Gives each held step a step of its own in the flow, and returns as few as possible that get none. */
function unmatched([step, ...rest]: readonly FlowStep[], flow: readonly Stated[]): FlowStep[] {
  if (!step) return []
  const matched = flow.flatMap((own, index) =>
    keeps(own, step)
      ? [
          unmatched(
            rest,
            flow.filter((_, other) => other !== index),
          ),
        ]
      : [],
  )
  return [...matched, [step, ...unmatched(rest, flow)]].reduce((least, one) => (one.length < least.length ? one : least))
}

/** Whether a step asks the same people as a held one, at least as many of them and at least as often. */
const keeps = (own: Stated, held: FlowStep): boolean =>
  own.roles.length === held.roles.length &&
  held.roles.every((role) => own.roles.includes(role)) &&
  (held.mode === 'ANY' || own.mode === 'ALL') &&
  (held.skippable === true || !own.skippable) &&
  (held.standIn === true || !own.standIn) &&
  isNeededAsOften(own, held)

function isNeededAsOften(own: Stated, held: FlowStep): boolean {
  if (!own.when || !held.when) return !own.when
  return missingConditions(own, held).length === 0
}

/** The conditions of a held step under which a step is not needed; none where the step is always needed. */
export const missingConditions = ({ when: own }: Stated, { when: held = [] }: FlowStep): StepCondition[] =>
  own ? held.filter((condition) => !own.some((one) => holdsWherever(one, condition))) : []

/** Whether a condition holds wherever another one does: one of its kind with the same or a lower threshold, or with more values. */
function holdsWherever(own: StepCondition, other: StepCondition): boolean {
  switch (other.kind) {
    case 'AMOUNT_OVER_USD':
      return own.kind === other.kind && cmp(parseDecimal(own.amount), parseDecimal(other.amount)) <= 0
    case 'SHARE_OVER':
      return own.kind === other.kind && cmp(parseDecimal(own.percent), parseDecimal(other.percent)) <= 0
    case 'RISK_GRADE':
      return own.kind === other.kind && other.grades.every((grade) => own.grades.includes(grade))
    case 'PRODUCT':
      return own.kind === other.kind && other.codes.every((code) => own.codes.includes(code))
    case 'PAYS_MORE':
      return own.kind === other.kind && own.party === other.party
    case 'ANY_WARNING':
    case 'NEW_ACCOUNT':
      return own.kind === other.kind
  }
}
