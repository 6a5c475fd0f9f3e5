import type { StatementAnswer, StatementRow } from '@usance/wire/repayment/calls'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { numbersWords } from '../../../ui/numbers-words.ts'
import { reasonWords } from './reason-words.ts'

const shown = 300
const states = ['BOOKED', 'NEW', 'FAULTY', 'KNOWN', 'PENDING', 'OUT'] as const

/** The lines of a statement, what needs eyes first, each with what becomes of it and why. */
export function StatementRows({ answer, fileName }: { answer: StatementAnswer; fileName: string }) {
  const text = useText()
  const rows = [...answer.rows].sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
  const outcome = (row: StatementRow) => {
    if (row.reason) {
      const fault = `${text('repayment.statement.state.FAULTY')}: ${text.of('repayment.statement.fault', row.fileNo ? 'TRANSFER_BACK' : row.reason)}`
      return [fault, row.no, row.fileNo].filter(Boolean).join(' · ')
    }
    const match = reasonWords(text, row.matchReason)
    const { maybeSameAs: same } = row
    const like = same && text('repayment.maybeSame', { no: same.no, date: formatDate(same.valueDate) })
    const payments = numbersWords(row.maybeReturnOf.map(({ no }) => no))
    const back = payments && text('repayment.maybeReturn', { payments })
    return [text(`repayment.statement.state.${row.state}`), row.no, match, like, back].filter(Boolean).join(' · ')
  }
  return (
    <>
      <p>
        <strong>{fileName}</strong>
        {answer.statements.slice(0, 3).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: statements of one file have no other identity
          <span key={index} className="muted">
            {' · '}
            {text('repayment.statement.line', { number: one.number ?? index + 1, format: answer.format, count: one.entries })}
          </span>
        ))}
        <br />
        {states
          .filter((state) => answer.counts[state] > 0)
          .map((state) => `${text(`repayment.statement.state.${state}`)}: ${answer.counts[state]}`)
          .join(' · ')}
      </p>
      <div className="money-scroll">
        <table className="money-sum">
          <caption>{text('repayment.statement.rows')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('payment.valueDate')}</th>
              <th scope="col">{text('payment.bankRef')}</th>
              <th scope="col">{text('repayment.payerName')}</th>
              <th scope="col">{text('common.result')}</th>
              <th scope="col" className="is-figure">
                {text('repayment.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a statement may be alike in all that they hold
              <tr key={at} className={row.state === 'OUT' ? 'muted' : ''}>
                <td className="is-day">{formatDate(row.valueDate)}</td>
                <td>{row.bankRef}</td>
                <td>
                  {row.payerName}
                  {row.text && (
                    <>
                      {row.payerName && <br />}
                      <span className="muted">{row.text.slice(0, 120)}</span>
                    </>
                  )}
                </td>
                <td className={row.state === 'FAULTY' ? 'form-error' : ''}>{outcome(row)}</td>
                <td>{row.amount && <Money amount={row.amount} currency={row.currency ?? ''} exact />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && <p className="muted">{text('repayment.statement.more', { count: rows.length - shown })}</p>}
    </>
  )
}
