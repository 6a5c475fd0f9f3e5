import { useText } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { type Approval, useApproval } from './use-approval.ts'
import { nodeText, personText } from './words.ts'
import './approval.css'

/** Why an object was sent back, by whom and when, for its maker to begin with. Nothing while it was not. */
export function SentBack({ approval }: { approval: Approval }) {
  const text = useText()
  const last = approval.detailDTOS.findLast(({ operation }) => operation === 'REJECTED')
  if (approval.status !== 'REJECTED' || !last) return null
  const name = last.onBehalfOf
    ? text('approval.onBehalf', { name: last.assigneeName, other: last.onBehalfOf })
    : personText(last.assigneeName)
  return (
    <section className="sent-back" aria-label={text('approval.operation.REJECTED')}>
      <p>
        <strong>{text('approval.sentBackBy', { name, step: nodeText(last.nodeName) })}</strong>{' '}
        <time className="muted" dateTime={last.updateTime}>
          {formatDateTime(last.updateTime)}
        </time>
      </p>
      <p className="sent-back-words">{last.auditComment}</p>
    </section>
  )
}

/** The same for a form that knows its object alone. */
export function SentBackOf(named: { businessNo: string; businessType: string; businessId: string }) {
  const { data } = useApproval(named, false)
  return data ? <SentBack approval={data} /> : null
}
