import { useText } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Approval } from './use-approval.ts'
import { nodeText } from './words.ts'

/** The steps of an approval in their order, the present one marked; steps this object does not need stay out. */
export function FlowSteps({ approval }: { approval: Approval }) {
  const text = useText()
  const steps = approval.steps.filter((step) => step.state !== 'NOT_NEEDED')
  // Nothing waits in an approval that has ended.
  const stateOf = (state: string) => (state === 'WAITING' && approval.status !== 'IN_APPROVE' ? 'NOT_REACHED' : state)
  return (
    <>
      <ol className="flow-steps">
        <li className="flow-step is-DONE">
          <span className="flow-mark">
            <Icon name="check" size={14} />
          </span>
          <p className="flow-name">{nodeText('SUBMIT')}</p>
          <p className="flow-note">{approval.makerName ?? text('approval.system')}</p>
          <p className="flow-note">{formatDateTime(approval.startedAt, { seconds: false })}</p>
        </li>
        {steps.map((step, index) => (
          <li
            key={step.seq}
            className={`flow-step is-${step.state}`}
            aria-current={step.state === 'CURRENT' ? 'step' : undefined}
          >
            <span className="flow-mark">
              {step.state === 'DONE' ? (
                <Icon name="check" size={14} />
              ) : step.state === 'STOPPED' ? (
                <Icon name="close" size={14} />
              ) : (
                index + 2
              )}
            </span>
            <p className="flow-name">{nodeText(step.nodeName)}</p>
            <p className="flow-note">
              {step.state === 'DONE' || step.state === 'STOPPED'
                ? step.assigneeName
                : text.of('approval.state', stateOf(step.state))}
              {step.mode === 'ALL' && step.state !== 'DONE' && <> · {text('approval.everyone')}</>}
            </p>
            {step.updateTime && (step.state === 'DONE' || step.state === 'STOPPED') && (
              <p className="flow-note">{formatDateTime(step.updateTime, { seconds: false })}</p>
            )}
          </li>
        ))}
      </ol>
      {approval.withoutDecider && <p className="form-error">{text('approval.withoutDecider')}</p>}
    </>
  )
}
