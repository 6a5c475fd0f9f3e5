import type { StatementAnswer } from '@usance/wire/repayment/calls'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/i18n.ts'

type Declared = readonly string[]
type Props = { toDeclare: StatementAnswer['toDeclare']; declared: Declared; onChange: (declared: Declared) => void }

/** What a person has to say of a bank's list before its rows are booked. Each answer names titles or lines; the audit log keeps them. */
export function Declarations({ toDeclare: { columns, lines, unsigned }, declared, onChange }: Props) {
  const text = useText()
  const ask = (titles: Declared, question: ReactNode, answer: string) => {
    const isDeclared = titles.every((title) => declared.includes(title))
    const others = declared.filter((title) => !titles.includes(title))
    return (
      <p className="form-hint">
        {question}
        <br />
        <label>
          <input type="checkbox" checked={isDeclared} onChange={() => onChange(isDeclared ? others : [...others, ...titles])} />{' '}
          {answer}
        </label>
      </p>
    )
  }
  if (columns.length + lines.length === 0 && unsigned === null) return null
  return (
    <div className="statement-declarations">
      {columns.length > 0 &&
        ask(
          columns,
          text('repayment.statement.columns', { columns: columns.join(', ') }),
          text('repayment.statement.columnsSayNothing'),
        )}
      {lines.length > 0 &&
        ask(
          lines,
          <>
            {text('repayment.statement.lines')}
            <span className="statement-lines">{lines.join('\n')}</span>
          </>,
          text('repayment.statement.linesSayNothing'),
        )}
      {unsigned !== null &&
        ask([unsigned], text('repayment.statement.unsigned', { column: unsigned }), text('repayment.statement.unsignedCameIn'))}
    </div>
  )
}
