import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { formatDate, formatRatePct } from './format.ts'
import { Icon } from './icons.tsx'
import { SidePanel } from './page-frame.tsx'
import './explain.css'

export type Explanation = {
  /** Names what was calculated. */
  key: string
  /** The rule with the names of its inputs, e.g. `advance × rate × days ÷ 360`. */
  formula: string
  /** The rule with the figures in place of the names, where it is not written by replacing them. */
  numbers?: string
  /** Values in their display format, a percentage with its sign. */
  inputs: readonly { name: string; value: string; unit?: string }[]
  dayCount?: { name: string; from?: string; to?: string; days?: number }
  fixing?: { type: string; date: string; rate: string; source?: string }
  rounding: string
  /** Exact text before rounding. */
  unrounded: string
  result: string
  /** How each part of a sum came about. */
  parts?: readonly { name: string; explanation: Explanation }[]
}

/** The formula with every input's name replaced by its figure; longer names first, so that `rate` never breaks `baseRate`. */
function withNumbers({ formula, inputs }: Pick<Explanation, 'formula' | 'inputs'>): string {
  const byName = new Map(inputs.map((input) => [input.name, input.value]))
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return names.length ? formula.replace(new RegExp(names.join('|'), 'g'), (name) => byName.get(name)!) : formula
}

/** A figure that can say how it came about: rule, inputs, day count, fixing, rounding. */
export function Explain({
  label,
  explanation,
  children,
}: {
  label: string
  explanation: Explanation | undefined
  children: ReactNode
}) {
  const text = useText()
  const [open, setOpen] = useState(false)
  if (!explanation) return children
  return (
    <>
      <button
        type="button"
        className="explain"
        title={text('explain.open')}
        aria-label={`${label}: ${text('explain.open')}`}
        onClick={() => setOpen(true)}
      >
        {children}
        <Icon name="info" size={14} />
      </button>
      <SidePanel open={open} width={440} title={text('explain.title', { label })} onClose={() => setOpen(false)}>
        <ExplainBody explanation={explanation} />
      </SidePanel>
    </>
  )
}

/** The explanation itself, for panels and prints. */
function ExplainBody({ explanation }: { explanation: Explanation }) {
  const text = useText()
  const { formula, numbers, inputs, dayCount, fixing, rounding, unrounded, result, parts = [] } = explanation
  return (
    <div className="explain-body">
      <h3>{text('explain.rule')}</h3>
      <p className="explain-formula">{formula}</p>
      <h3>{text('explain.numbers')}</h3>
      <p className="explain-formula">{numbers ?? withNumbers(explanation)}</p>
      <dl className="explain-list">
        {inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have one number, and the list never changes
          <div key={index}>
            <dt>{input.name}</dt>
            <dd>
              {input.value}
              {input.unit && <small> {input.unit}</small>}
            </dd>
          </div>
        ))}
        {dayCount && (
          <div>
            <dt>{text('explain.dayCount')}</dt>
            <dd>
              {dayCount.name}
              {dayCount.days !== undefined && <small> {text('explain.days', { days: dayCount.days })}</small>}
              {dayCount.from && (
                <small className="explain-line">
                  {formatDate(dayCount.from)} → {formatDate(dayCount.to)}
                </small>
              )}
            </dd>
          </div>
        )}
        {fixing && (
          <div>
            <dt>{text('explain.fixing')}</dt>
            <dd>
              {fixing.type} {formatRatePct(fixing.rate)}
              <small className="explain-line">
                {formatDate(fixing.date)} {fixing.source}
              </small>
            </dd>
          </div>
        )}
        <div>
          <dt>{text('explain.unrounded')}</dt>
          <dd>{unrounded}</dd>
        </div>
        <div>
          <dt>{text('explain.rounding')}</dt>
          <dd>{rounding}</dd>
        </div>
        <div className="explain-result">
          <dt>{text('explain.result')}</dt>
          <dd>{result}</dd>
        </div>
      </dl>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <details key={index} className="explain-part">
          <summary>
            <span>{part.name}</span>
            <span>{part.explanation.result}</span>
          </summary>
          <ExplainBody explanation={part.explanation} />
        </details>
      ))}
    </div>
  )
}
