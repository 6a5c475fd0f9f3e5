import type { FlowStep } from '@usance/domain/approval'
import { type BusinessType, defaultFlows } from '@usance/domain/approval-flows'
import { type FlowDraft, namedSteps, soundFlow } from '@usance/domain/flow-definition'
import { droppedSteps } from '@usance/domain/held-steps'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { sentStep } from '@usance/wire/config-change/flow-step'
import { type ReactNode, useRef } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { NotAnswered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.ts'
import { nodeText } from '../../approval/words.ts'
import { useCurrent, useRefresh } from '../config/use-config.ts'
import { FlowPicture } from './flow-picture.tsx'
import { StepFields } from './step-fields.tsx'

type Props = { type: BusinessType; version: number; steps: readonly FlowStep[]; onClose: () => void }
type Keyed = { key: string; step: FlowDraft }
const most = 8
const keyed = (steps: readonly FlowDraft[]): Keyed[] => steps.map((step) => ({ key: randomId(), step }))
const without = ({ seq: _, ...step }: FlowStep): FlowDraft => step
const incomplete = ({ slaHours, when = [] }: FlowDraft) =>
  !(slaHours >= 1 && slaHours <= 720) ||
  when.some(
    (one) =>
      ('amount' in one && !/^\d{1,15}$/.test(one.amount)) ||
      ('percent' in one && !/^\d{1,3}(\.\d{1,6})?$/.test(one.percent)) ||
      ('grades' in one && one.grades.length === 0) ||
      ('codes' in one && one.codes.length === 0),
  )

/** The steps of a flow while they are changed, with their picture; what is sent waits for operations. */
export function FlowEditor({ type, version, steps, onClose }: Props) {
  const text = useText()
  const refresh = useRefresh('WORKFLOW')
  const products = useCurrent('PRODUCT')
  const [drafts, setDrafts] = useTyped(keyed(steps.map(without)), { part: `flow ${type}`, version })
  const first = useRef(drafts)
  useUnsaved(() => drafts !== first.current)
  const flow = drafts.map(({ step }) => step)
  const named = namedSteps(flow)
  const isComplete = !flow.some(incomplete)
  const sound = isComplete ? soundFlow(type, flow) : undefined
  const lacking = droppedSteps(
    type,
    flow.filter((step) => !incomplete(step)),
  )
  const [lacked] = lacking
  const why = sound && !sound.ok && text(`errors.${sound.refusal}`)
  const isLack = sound?.ok === false && sound.refusal.startsWith('FLOW_LACKS')
  const fault = !isComplete
    ? text('staff.stepIncomplete')
    : why && isLack && lacked
      ? text('staff.stepLacks', { step: nodeText(lacked.node), why })
      : why || false
  // A step that was changed to ask a party less says so itself; one that is gone is told below.
  const isWeak = ({ node }: FlowDraft) => isLack && lacked?.node === node
  const isHeld = (key: string) => {
    const rest = drafts.filter((one) => one.key !== key && !incomplete(one.step)).map(({ step }) => step)
    return droppedSteps(type, rest).length > lacking.length
  }
  const move = (from: number, to: number) => {
    const next = [...drafts]
    next.splice(to, 0, ...next.splice(from, 1))
    setDrafts(next)
  }
  const put = async () => {
    const sent = await send(configChangeCalls.propose, {
      body: {
        kind: 'WORKFLOW',
        targetId: type,
        version,
        values: { steps: named.map(sentStep).map(({ seq: _, ...step }) => step) },
        idempotencyKey: randomId(),
      },
    })
    notify('success', text('staff.sent', { no: sent.no }))
    refresh()
    onClose()
    return true
  }
  return (
    <>
      <FlowPicture type={type} steps={named} />
      <ol className="flow-drafts">
        {drafts.map(({ key, step }, index) => (
          <li key={key}>
            <div className="flow-draft-head">
              <strong>
                {index + 1}. {nodeText(named[index]!.node)}
              </strong>
              <Button small disabled={index === 0} onClick={() => move(index, index - 1)}>
                {text('staff.earlier')}
              </Button>
              <Button small disabled={index === drafts.length - 1} onClick={() => move(index, index + 1)}>
                {text('staff.later')}
              </Button>
              {!isHeld(key) && (
                <Button small disabled={drafts.length === 1} onClick={() => setDrafts(drafts.filter((one) => one.key !== key))}>
                  {text('staff.removeFee')}
                </Button>
              )}
            </div>
            {isWeak(step) && <Fault>{fault}</Fault>}
            <StepFields
              type={type}
              step={step}
              products={(products.data ?? []).map((row) => row.code)}
              onChange={(next) => setDrafts(drafts.map((one) => (one.key === key ? { key, step: next } : one)))}
            />
          </li>
        ))}
      </ol>
      <NotAnswered question={products} />
      <div className="staff-bar">
        <Button
          small
          icon="plus"
          disabled={drafts.length >= most}
          onClick={() => setDrafts([...drafts, ...keyed([{ roles: ['RISK'], mode: 'ANY', slaHours: 24 }])])}
        >
          {text('staff.addStep')}
        </Button>
        <Button small onClick={() => setDrafts(keyed(defaultFlows[type].map(without)))}>
          {text('staff.shippedFlow')}
        </Button>
      </div>
      {fault && !flow.some(isWeak) && <Fault>{fault}</Fault>}
      <div className="staff-bar">
        <ActionButton disabled={fault} action={put}>
          {text('staff.send')}
        </ActionButton>
        <Button onClick={onClose}>{text('common.cancel')}</Button>
      </div>
    </>
  )
}

const Fault = ({ children }: { children: ReactNode }) => (
  <p className="edit-error" role="alert">
    {children}
  </p>
)
