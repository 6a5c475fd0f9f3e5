import { useText } from '../../i18n/i18n.ts'
import { Empty } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { Approval } from './use-approval.ts'
import { nodeText, operationText, personText } from './words.ts'

const toneOf = {
  PASSED: 'good',
  REJECTED: 'attention',
  REFUSED: 'bad',
  ESCALATED: 'attention',
  SUBMITTED: 'moving',
  COMPLETED: 'good',
} as const

/** Who did what and when, newest first. */
export function HistoryTable({ approval }: { approval: Approval }) {
  const text = useText()
  const rows = [...approval.detailDTOS].reverse()
  if (rows.length === 0) return <Empty />
  const rounds = new Set(rows.map((row) => row.round)).size > 1
  const label = { time: text('approval.time'), step: text('approval.step'), who: text('approval.who') }
  return (
    <table className="approval-history">
      <thead>
        <tr>
          <th scope="col">{label.time}</th>
          <th scope="col">{label.step}</th>
          <th scope="col">{label.who}</th>
          <th scope="col">{text('approval.what')}</th>
          <th scope="col">{text('approval.comment')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.updateTime}${row.nodeName}${row.operation}${row.assigneeName}`}>
            <td data-label={label.time}>{formatDateTime(row.updateTime)}</td>
            <td data-label={label.step}>
              {/* One element: on a phone the cell is a grid of its label and this. */}
              <span>
                {nodeText(row.nodeName)}
                {rounds && <span className="muted"> · {text('approval.round', { round: row.round })}</span>}
              </span>
            </td>
            <td data-label={label.who}>
              {row.onBehalfOf
                ? text('approval.onBehalf', { name: row.assigneeName, other: row.onBehalfOf })
                : personText(row.assigneeName)}
            </td>
            <td data-label={text('approval.what')}>
              <StatusTag
                value={row.operation}
                tone={toneOf[row.operation as keyof typeof toneOf] ?? 'ended'}
                label={operationText(row.operation)}
              />
            </td>
            <td data-label={text('approval.comment')} className="approval-comment-cell">
              {row.auditComment || <span className="muted">-</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
