import { Link } from '@tanstack/react-router'
import type { PaymentDetail } from '@usance/wire/payment/calls'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../session/session.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

/** When the money would move, and why not earlier: said before anybody instructs it. */
export function PaymentTiming({ payment }: { payment: PaymentDetail }) {
  const text = useText()
  const { timing, coolingUntil } = payment
  if (!timing && !coolingUntil) return null
  const { cutOff } = timing ?? {}
  const date = formatDate(timing?.executionDate)
  return (
    <div className={timing?.isRolled || coolingUntil ? 'payment-timing is-late' : 'payment-timing'}>
      {coolingUntil && <p>{text('payment.coolingUntil', { time: formatDateTime(coolingUntil) })}</p>}
      {timing && (
        <p>
          {timing.isRolled
            ? text('payment.timing.rolled', { wanted: formatDate(payment.dueDate), date })
            : text('payment.timing.next', { date })}
        </p>
      )}
      {timing && cutOff && (
        <p className="muted">
          {text(timing.isPastCutOff ? 'payment.timing.past' : 'payment.timing.open', {
            currency: payment.currency,
            cutOff: cutOff.time,
            zone: cutOff.zone.replaceAll('_', ' '),
            bankTime: cutOff.bankTime,
          })}
        </p>
      )}
    </div>
  )
}

/** A transfer the bank rejected was refused; nobody sent it back for correction. */
export const bankWord = (outcome: string): string => (outcome === 'REJECTED' ? 'REFUSED' : outcome)

/** The file that took a payment to the bank, and the bank's answer. */
export function BankSays({ file }: { file: NonNullable<PaymentDetail['bankFile']> }) {
  const text = useText()
  const can = useCan()
  const reason = [file.bankStatus, file.reasonCode, file.reasonText].filter(Boolean).join(' · ')
  return (
    <>
      {can('payment.management.view') ? <Link to={`/payment/files?id=${file.id}`}>{file.no}</Link> : file.no}{' '}
      <StatusTag value={file.bankStatus ? bankWord(file.outcome) : file.status} />{' '}
      <span className="muted">
        {[
          reason,
          file.reportedAt
            ? formatDateTime(file.reportedAt)
            : `${text('payment.executionDate')} ${formatDate(file.executionDate)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {file.isUnclear && <p className="muted">{text('payment.bankUnclear')}</p>}
      {['IN_APPROVE', 'READY'].includes(file.status) && can('payment.management.add') && (
        <p className="muted">{text('payment.fileWaits')}</p>
      )}
    </>
  )
}
