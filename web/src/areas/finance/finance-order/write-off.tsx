import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { Stale } from '../../../ui/stale.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'

/** The button with which a funder asks to recognise the loss of an order. */
export function WriteOffButton({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const text = useText()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button act={writeOffCalls.request} look="danger" onClick={() => setAsking(true)}>
        {text('finance.loss.writeOff')}
      </Button>
      <ReasonDialog
        open={asking}
        title={text('finance.loss.writeOffTitle', { no: order.orderNo })}
        about={<LossAhead order={order} />}
        ok={text('finance.loss.writeOff')}
        onClose={() => setAsking(false)}
        onSubmit={async (reason) => {
          await send(writeOffCalls.request, { body: { orderId: order.id, reason } })
          setAsking(false)
          notify('success', text('finance.loss.writeOffSent'))
          onDone()
        }}
      />
    </>
  )
}

/** The button with which the funder takes its request back. */
function WithdrawButton({ order, no, onDone }: { order: OrderDetail; no: string; onDone: () => void }) {
  const text = useText()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button act={writeOffCalls.withdraw} small onClick={() => setAsking(true)}>
        {text('finance.loss.withdraw')}
      </Button>
      <ReasonDialog
        open={asking}
        title={text('finance.loss.withdrawTitle', { no })}
        ok={text('finance.loss.withdraw')}
        onClose={() => setAsking(false)}
        onSubmit={async (comment) => {
          await send(writeOffCalls.withdraw, { body: { orderId: order.id, comment } })
          setAsking(false)
          notify('success', text('finance.loss.withdrawn'))
          onDone()
        }}
      />
    </>
  )
}

const useLoss = (order: OrderDetail) =>
  useQuery({
    queryKey: ['write-off', order.id, order.version],
    // A comment that is being written stays while the order is read anew.
    placeholderData: keepWhile(['write-off', order.id]),
    queryFn: () => send(writeOffCalls.preview, { body: { orderId: order.id } }, { quiet: true }),
  })

/** What would be lost today, and of what it is made up. */
function LossAhead({ order }: { order: OrderDetail }) {
  const text = useText()
  const ahead = useLoss(order)
  return (
    <Answered question={ahead} lines={4}>
      {({ parts, loss, currency }) => (
        <Stale question={ahead}>
          <dl className="price-lines loss-lines">
            {parts.map((part) => (
              <div key={part.name}>
                <dt>{text.of('finance.loss.part', part.name)}</dt>
                <dd>
                  <Money amount={part.amount} currency={currency} exact />
                </dd>
              </div>
            ))}
            <div className="loss-sum">
              <dt>{text('finance.loss.loss')}</dt>
              <dd>
                <Money amount={loss} currency={currency} exact />
              </dd>
            </div>
          </dl>
          <p className="muted">{text('finance.loss.ahead')}</p>
        </Stale>
      )}
    </Answered>
  )
}

/** What is lost of an order, or would be: for its funder and the operator only. */
export function LossSection({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const text = useText()
  const told = useLoss(order)
  const seen = told.data
  if (!seen || (!seen.writeOff && !seen.allowed)) return null
  const money = (amount: string) => <Money amount={amount} currency={seen.currency} exact />
  const { writeOff } = seen
  return (
    <>
      <Section
        title={text('finance.loss.lossOf')}
        extra={
          writeOff && (
            <>
              <StatusTag value={writeOff.status} />
              {writeOff.mayWithdraw && <WithdrawButton order={order} no={writeOff.no} onDone={onDone} />}
            </>
          )
        }
      >
        {writeOff?.status === 'IN_APPROVE' && seen.nothingLost && <p>{text(`finance.loss.nothingLost.${seen.nothingLost}`)}</p>}
        <Stale question={told}>
          <DescriptionList
            facts={[
              ...seen.parts.map((part) => ({ label: text.of('finance.loss.part', part.name), value: money(part.amount) })),
              { label: text('finance.loss.loss'), value: money(seen.loss) },
              writeOff ? { label: text('finance.loss.no'), value: writeOff.no } : undefined,
              writeOff?.status === 'PASSED' && { label: text('finance.loss.recovered'), value: money(writeOff.recovered) },
              writeOff?.writtenOffOn
                ? { label: text('finance.loss.writtenOffOn'), value: formatDate(writeOff.writtenOffOn) }
                : undefined,
              writeOff ? { label: text('finance.loss.principalThen'), value: money(writeOff.principal) } : undefined,
              writeOff ? { label: text('finance.loss.reason'), value: writeOff.reason, wide: true } : undefined,
            ]}
          />
        </Stale>
      </Section>
      {writeOff && <ApprovalPanel businessNo={writeOff.no} businessType="WRITE_OFF" businessId={writeOff.id} onDone={onDone} />}
    </>
  )
}
