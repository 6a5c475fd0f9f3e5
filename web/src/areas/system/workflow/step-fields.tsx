import { type CandidateRole, payingParties, type StepCondition } from '@usance/domain/approval'
import type { BusinessType } from '@usance/domain/approval-flows'
import { type ConditionKind, type FlowDraft, flowConditions, flowRoles } from '@usance/domain/flow-definition'
import { mostProducts } from '@usance/wire/config-change/values'
import { useId, useState } from 'react'
import { figureOf } from '../../../form/number-input.ts'
import { NumberText } from '../../../form/number-text.tsx'
import { useText } from '../../../i18n/i18n.ts'

type Props = {
  type: BusinessType
  step: FlowDraft
  products: readonly string[]
  onChange: (step: FlowDraft) => void
}
const mostRoles = 3
const grades = ['A', 'B', 'C', 'D', 'E']
const fresh: Record<ConditionKind, StepCondition> = {
  AMOUNT_OVER_USD: { kind: 'AMOUNT_OVER_USD', amount: '100000' },
  SHARE_OVER: { kind: 'SHARE_OVER', percent: '5' },
  ANY_WARNING: { kind: 'ANY_WARNING' },
  RISK_GRADE: { kind: 'RISK_GRADE', grades: ['D', 'E'] },
  NEW_ACCOUNT: { kind: 'NEW_ACCOUNT' },
  PRODUCT: { kind: 'PRODUCT', codes: [] },
  PAYS_MORE: { kind: 'PAYS_MORE', party: 'SUPPLIER' },
}

/** What one step asks: who, how many of them, when, how long, and whether it may be left out. */
export function StepFields({ type, step, products, onChange }: Props) {
  const text = useText()
  const [hours, setHours] = useState(String(step.slaHours))
  const hoursId = useId()
  const when = step.when ?? []
  const kinds = flowConditions[type] ?? []
  const put = (next: readonly StepCondition[]) => {
    const { when: _, ...rest } = step
    onChange(next.length > 0 ? { ...rest, when: next } : rest)
  }
  const replace = (condition: StepCondition) => put(when.map((one) => (one.kind === condition.kind ? condition : one)))
  const toggleRole = (role: CandidateRole) => {
    const roles = step.roles.includes(role) ? step.roles.filter((one) => one !== role) : [...step.roles, role]
    const { node: _, ...rest } = step
    onChange({ ...rest, roles })
  }
  const flag = (name: 'skippable' | 'standIn' | 'passNeedsComment') => (
    <label className="flow-check">
      <input type="checkbox" checked={Boolean(step[name])} onChange={() => onChange({ ...step, [name]: !step[name] })} />
      {text(`staff.${name}`)}
    </label>
  )
  return (
    <div className="flow-fields">
      <fieldset>
        <legend>{text('staff.who')}</legend>
        {flowRoles(type).map((role) => (
          <label key={role} className="flow-check">
            <input
              type="checkbox"
              checked={step.roles.includes(role)}
              // One to three seats decide a step.
              disabled={step.roles.includes(role) ? step.roles.length === 1 : step.roles.length === mostRoles}
              onChange={() => toggleRole(role)}
            />
            {text(`staff.seat.${role}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{text('staff.modeTitle')}</legend>
        {(['ANY', 'ALL'] as const).map((mode) => (
          <label key={mode} className="flow-check">
            <input type="radio" checked={step.mode === mode} onChange={() => onChange({ ...step, mode })} />
            {text(`staff.mode.${mode}`)}
          </label>
        ))}
      </fieldset>
      {kinds.length > 0 && (
        <fieldset>
          <legend>{text('staff.whenTitle')}</legend>
          {kinds.map((kind) => {
            const condition = when.find((one) => one.kind === kind)
            return (
              <div key={kind} className="flow-condition">
                <label className="flow-check">
                  <input
                    type="checkbox"
                    checked={Boolean(condition)}
                    onChange={() => put(condition ? when.filter((one) => one !== condition) : [...when, fresh[kind]])}
                  />
                  {text(`staff.when.${kind}`)}
                  {kind === 'AMOUNT_OVER_USD' ? ' (USD)' : kind === 'SHARE_OVER' ? ' (%)' : ''}
                </label>
                {condition && <ConditionValue condition={condition} products={products} onChange={replace} />}
              </div>
            )
          })}
        </fieldset>
      )}
      <fieldset>
        <legend>{text('staff.otherwise')}</legend>
        <label className="flow-check" htmlFor={hoursId}>
          {text('staff.sla')}
          <span className="flow-number">
            <NumberText
              id={hoursId}
              kind="count"
              value={hours}
              onChange={(typed) => {
                setHours(typed)
                onChange({ ...step, slaHours: Number(figureOf(typed, 'count')) })
              }}
            />
          </span>
        </label>
        {flag('skippable')}
        {flag('standIn')}
        {flag('passNeedsComment')}
      </fieldset>
    </div>
  )
}

function ConditionValue({
  condition,
  products,
  onChange,
}: {
  condition: StepCondition
  products: readonly string[]
  onChange: (condition: StepCondition) => void
}) {
  const text = useText()
  const label = text(`staff.when.${condition.kind}`)
  const toggled = (all: readonly string[], chosen: readonly string[], one: string) =>
    all.filter((each) => (each === one ? !chosen.includes(each) : chosen.includes(each)))
  switch (condition.kind) {
    case 'AMOUNT_OVER_USD':
      return (
        <span className="flow-amount">
          <NumberText
            label={label}
            kind="count"
            value={condition.amount}
            onChange={(amount) => onChange({ ...condition, amount })}
          />
        </span>
      )
    case 'SHARE_OVER':
      return (
        <span className="flow-number">
          <NumberText
            label={label}
            kind="share"
            value={condition.percent}
            onChange={(percent) => onChange({ ...condition, percent })}
          />
        </span>
      )
    case 'RISK_GRADE':
      return (
        <span className="flow-options">
          {grades.map((grade) => (
            <label key={grade} className="flow-check">
              <input
                type="checkbox"
                checked={condition.grades.includes(grade)}
                onChange={() => onChange({ ...condition, grades: toggled(grades, condition.grades, grade) })}
              />
              {grade}
            </label>
          ))}
        </span>
      )
    case 'PRODUCT':
      return (
        <span className="flow-options">
          {products.map((code) => (
            <label key={code} className="flow-check">
              <input
                type="checkbox"
                checked={condition.codes.includes(code)}
                disabled={!condition.codes.includes(code) && condition.codes.length >= mostProducts}
                onChange={() => onChange({ ...condition, codes: toggled(products, condition.codes, code) })}
              />
              {code}
            </label>
          ))}
          {products.length > mostProducts && <span className="muted">{text('form.atMost', { most: mostProducts })}</span>}
        </span>
      )
    case 'PAYS_MORE':
      return (
        <span className="flow-options">
          {payingParties.map((party) => (
            <label key={party} className="flow-check">
              <input type="radio" checked={condition.party === party} onChange={() => onChange({ ...condition, party })} />
              {text(`staff.seat.${party}`)}
            </label>
          ))}
        </span>
      )
    default:
      return null
  }
}
