import type { FlowStep, StepCondition } from '@usance/domain/approval'
import type { Translate } from '../../../i18n/i18n.ts'
import { formatDecimal } from '../../../ui/format.ts'

function worded(text: Translate, condition: StepCondition): string {
  const key = `staff.when.${condition.kind}` as const
  switch (condition.kind) {
    case 'AMOUNT_OVER_USD':
      return `${text(key)} ${formatDecimal(condition.amount, 0)} USD`
    case 'SHARE_OVER':
      return `${text(key)} ${condition.percent}%`
    case 'RISK_GRADE':
      return `${text(key)} ${condition.grades.join(', ')}`
    case 'PRODUCT':
      return `${text(key)} ${condition.codes.join(', ')}`
    case 'PAYS_MORE':
      return text('staff.paysMore', { party: text(`staff.seat.${condition.party}`) })
    default:
      return text(key)
  }
}

/** When a step is needed, in a few words. */
export function conditionText(text: Translate, step: Pick<FlowStep, 'when' | 'skippable' | 'standIn'>): string {
  const why = (step.when ?? []).map((condition) => worded(text, condition)).join(' / ')
  const rest = [step.skippable && text('staff.skippable'), step.standIn && text('staff.standIn')].filter(Boolean)
  return [why, ...rest].filter(Boolean).join(' · ')
}
