import type { FlowStep } from '@usance/domain/approval'
import { useText } from '../../../i18n/i18n.ts'
import { nodeText, typeText } from '../../approval/words.ts'
import { conditionText } from './condition-text.ts'

const box = { width: 160, height: 64, gap: 36, top: 66 }
const end = 14

/** A picture of a flow from submission to decision; a step that is not always needed has a way around it with its reason. */
export function FlowPicture({ type, steps }: { type: string; steps: readonly FlowStep[] }) {
  const text = useText()
  const left = (index: number) => end * 2 + box.gap + index * (box.width + box.gap)
  const width = left(steps.length) + end * 2
  const middle = box.top + box.height / 2
  const optional = (step: FlowStep) => Boolean(step.when?.length || step.skippable || step.standIn)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys.
    <section className="flow-scroll" tabIndex={0} aria-label={typeText(type)}>
      <svg
        className="flow-picture"
        width={width}
        height={box.top + box.height + 26}
        viewBox={`0 0 ${width} ${box.top + box.height + 26}`}
        role="img"
        aria-label={`${typeText(type)}: ${steps.map((step) => nodeText(step.node)).join(', ')}`}
      >
        <circle cx={end} cy={middle} r={end - 4} className="flow-start" />
        {steps.map((step, index) => {
          const x = left(index)
          const around = `M ${x - box.gap / 2} ${middle} C ${x - 8} ${box.top - 46}, ${x + box.width + 8} ${box.top - 46}, ${x + box.width + box.gap / 2} ${middle}`
          return (
            <g key={step.node}>
              <path d={`M ${index === 0 ? end * 2 - 4 : x - box.gap} ${middle} H ${x - 2}`} className="flow-line" />
              <path d={`M ${x - 9} ${middle - 5} L ${x - 2} ${middle} L ${x - 9} ${middle + 5}`} className="flow-line" />
              {optional(step) && (
                <>
                  <path d={around} className="flow-around" />
                  <text x={x + box.width / 2} y={14} className="flow-why">
                    {conditionText(text, step)}
                  </text>
                </>
              )}
              <rect
                x={x}
                y={box.top}
                width={box.width}
                height={box.height}
                rx={8}
                className={optional(step) ? 'flow-box is-optional' : 'flow-box'}
              />
              <text x={x + box.width / 2} y={box.top + 27} className="flow-title">
                {nodeText(step.node)}
              </text>
              <text x={x + box.width / 2} y={box.top + 47} className="flow-sub">
                {step.roles.map((role) => text(`staff.seat.${role}`)).join(' / ')}
                {step.mode === 'ALL' ? ` · ${text('staff.mode.ALL')}` : ''}
              </text>
              <text x={x + box.width / 2} y={box.top + box.height + 18} className="flow-sub">
                {text('staff.hours', { count: step.slaHours })}
                {step.passNeedsComment ? ` · ${text('staff.withComment')}` : ''}
              </text>
            </g>
          )
        })}
        <path d={`M ${left(steps.length) - box.gap} ${middle} H ${left(steps.length) - 2}`} className="flow-line" />
        <circle cx={left(steps.length) + end - 4} cy={middle} r={end - 4} className="flow-end" />
      </svg>
    </section>
  )
}
