import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { paymentCalls } from '@usance/wire/payment/calls'
import { type ReactNode, useState } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { figureWithin } from '../../../form/number-input.ts'
import { NumberText } from '../../../form/number-text.tsx'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { NotAnswered } from '../../../ui/answered.tsx'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Stale } from '../../../ui/stale.tsx'

const nothing: Answer<typeof paymentCalls.releasable> = { more: false, releases: [], refunds: [], remittances: [] }

/** What could be paid out now, each with why not when it cannot. */
export function WaitingToPay({ onDrafted }: { onDrafted: (id: string) => void }) {
  const text = useText()
  const mayDo = useMayAct()
  const queries = useQueryClient()
  const [orderNo, setOrderNo] = useState('')
  const question = useQuery({
    queryKey: ['releasable', orderNo],
    queryFn: () => send(paymentCalls.releasable, { body: orderNo ? { orderNo } : {} }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const data = question.data ?? nothing
  const isEmpty = data.releases.length + data.refunds.length + data.remittances.length === 0
  if (isEmpty && !orderNo && !question.isLoadingError) return null
  const draft = async (work: () => Promise<{ id: string }>) => {
    const { id } = await work()
    void queries.invalidateQueries({ queryKey: ['releasable'] })
    onDrafted(id)
    return true
  }
  const whyNot = (one: { blockedBy: string | null; from?: string }) =>
    text.of('payment.blocked', one.blockedBy ?? '', { date: one.from ? formatDate(one.from) : '' })
  return (
    <>
      {(data.more || orderNo) && (
        <p>
          <input
            className="input"
            aria-label={text('payment.searchWaiting')}
            placeholder={text('payment.searchWaiting')}
            value={orderNo}
            onChange={(event) => setOrderNo(event.target.value)}
          />{' '}
          {data.more && <span className="muted">{text('payment.moreWaits')}</span>}
        </p>
      )}
      <NotAnswered question={question} />
      <Stale question={question} className="waiting-cards">
        {data.releases.length > 0 && (
          <Card title={text('payment.freeReserves')}>
            {data.releases.map((one) => (
              <li key={one.itemId}>
                <span>
                  {one.docNo}{' '}
                  <span className="muted">
                    {one.orderNo} · {one.supplierName}
                  </span>
                  {one.blockedBy !== null && <small className="muted">{whyNot(one)}</small>}
                </span>
                <Money amount={one.amount} currency={one.currency} exact />
                <Release
                  reserve={one}
                  blocked={one.blockedBy !== null && whyNot(one)}
                  onDraft={(part) =>
                    draft(() => send(paymentCalls.addRelease, { body: { orderId: one.orderId, itemId: one.itemId, ...part } }))
                  }
                />
              </li>
            ))}
          </Card>
        )}
        {data.refunds.length > 0 && (
          <Card title={text('payment.openRefunds')}>
            {data.refunds.map((one) => (
              <li key={`${one.repaymentId} ${one.ofPool}`}>
                <span>
                  {one.no}{' '}
                  <span className="muted">
                    {one.ofPool && `${text('payment.poolSurplus')} · `}
                    {one.payerName}
                  </span>
                  {one.blockedBy !== null && <small className="muted">{whyNot(one)}</small>}
                </span>
                <Money amount={one.amount} currency={one.currency} exact />
                <ActionButton
                  act={paymentCalls.addRefund}
                  small
                  look="plain"
                  disabled={one.blockedBy !== null && whyNot(one)}
                  action={() =>
                    draft(() => send(paymentCalls.addRefund, { body: { repaymentId: one.repaymentId, ofPool: one.ofPool } }))
                  }
                >
                  {text(one.ofPool ? 'payment.release' : 'payment.refund')}
                </ActionButton>
              </li>
            ))}
          </Card>
        )}
        {data.remittances.length > 0 && mayDo(paymentCalls.addRemittance) && (
          <Card title={text('payment.dueToPlatform')}>
            {data.remittances.map((one) => (
              <li key={one.funderId + one.currency}>
                <span>
                  {one.funderName}
                  {one.blockedBy !== null && <small className="muted">{whyNot(one)}</small>}
                </span>
                <Money amount={one.amount} currency={one.currency} exact />
                <ActionButton
                  small
                  look="plain"
                  disabled={one.blockedBy !== null && whyNot(one)}
                  action={() =>
                    draft(() => send(paymentCalls.addRemittance, { body: { funderId: one.funderId, currency: one.currency } }))
                  }
                >
                  {text('payment.remit')}
                </ActionButton>
              </li>
            ))}
          </Card>
        )}
      </Stale>
    </>
  )
}

/** Drafts the release of a reserve: all of it unless a part is typed. */
function Release({
  reserve: { docNo, orderNo, amount, currency },
  blocked,
  onDraft,
}: {
  reserve: { docNo: string; orderNo: string; amount: string; currency: string }
  blocked: string | false
  onDraft: (part: { amount?: string }) => Promise<boolean>
}) {
  const text = useText()
  const mayDo = useMayAct()
  const [typed, setTyped] = useTyped<string | undefined>(undefined, { part: `release of ${orderNo} ${docNo}` })
  const limits = { kind: { money: currency }, positive: true, max: amount }
  const figure = figureWithin(typed ?? amount, limits)
  return (
    <span className="release-part">
      {!blocked && mayDo(paymentCalls.addRelease) && (
        <span>
          <NumberText
            label={text('payment.releaseAmount', { no: docNo })}
            {...limits}
            value={typed ?? amount}
            onChange={setTyped}
          />
        </span>
      )}
      <ActionButton
        act={paymentCalls.addRelease}
        small
        look="plain"
        disabled={
          blocked ||
          (figure === '' &&
            text('payment.releaseMost', { amount: `${formatAmount(amount, currency, { exact: true })} ${currency}` }))
        }
        action={() => onDraft(figure === amount ? {} : { amount: figure })}
      >
        {text('payment.release')}
      </ActionButton>
    </span>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="panel">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)
