import type { FlowStep, StepCondition } from '@usance/domain/approval'
import { oneOf } from '@usance/domain/one-of'
import { riskGrades } from '../company/standing.ts'

const sentCondition = (one: StepCondition) =>
  'grades' in one
    ? { ...one, grades: one.grades.map((grade) => oneOf(riskGrades, grade)) }
    : 'codes' in one
      ? { ...one, codes: [...one.codes] }
      : one

/** A step of an approval flow as it is sent: lists of its own, with declared values. */
export const sentStep = ({ roles, when, ...step }: FlowStep) => ({
  ...step,
  roles: [...roles],
  ...(when ? { when: when.map(sentCondition) } : {}),
})
