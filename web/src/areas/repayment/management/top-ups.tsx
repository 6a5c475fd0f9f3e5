import { fromDecimal, min, toDecimal } from '@usance/domain/money'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { formatAmount } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

type Props = {
  receipt: { id: string; currency: string }
  /** The earlier receipt and the payments that it was told apart from, if it may be one of them. */
  apart: { notTheSameAs?: string; notReturnOf?: string[] }
  topUps: readonly { orderId: string; orderNo: string; supplierName: string; missing: string }[]
  /** What of the receipt nothing has taken. */
  left: string
  onDone: () => void
  /** It may be refused for a payment that may have come back since. */
  onRefused: () => unknown
}

/** Conversions that lack money of their supplier: the receipt, or as much of it as is missing, is kept for one of them. */
export function TopUps({ receipt: { id, currency }, apart, topUps, left, onDone, onRefused }: Props) {
  const text = useText()
  const amountFor = (missing: string) => toDecimal(min(fromDecimal(missing, currency), fromDecimal(left, currency)))
  return (
    <section className="match-top-ups" aria-label={text('repayment.topUp.title')}>
      <h3>{text('repayment.topUp.title')}</h3>
      <p className="muted">{text('repayment.topUp.text')}</p>
      {topUps.map((one) => (
        <div key={one.orderId} className="match-top-up">
          <span>
            <strong>{one.orderNo}</strong> {one.supplierName}
            <br />
            <span className="muted">
              {text('repayment.topUp.missing')} <Money amount={one.missing} currency={currency} exact />
            </span>
          </span>
          <ActionButton
            act={repaymentCalls.topUp}
            look="plain"
            before={() =>
              ask({
                title: text('repayment.topUp.askTitle', { no: one.orderNo }),
                text: text('repayment.topUp.askText', {
                  amount: `${formatAmount(amountFor(one.missing), currency, { exact: true })} ${currency}`,
                }),
              })
            }
            action={async () => {
              const body = { collectionId: id, orderId: one.orderId, amount: amountFor(one.missing), ...apart }
              await send(repaymentCalls.topUp, { body }).catch((error) => {
                onRefused()
                throw error
              })
              onDone()
              return true
            }}
          >
            {text('repayment.topUp.keep')}
          </ActionButton>
        </div>
      ))}
    </section>
  )
}
