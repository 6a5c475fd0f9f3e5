import { useQuery } from '@tanstack/react-query'
import { paymentFileCalls, type ReadyPayment } from '@usance/wire/payment-file/calls'
import { useState } from 'react'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatCount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import '../money.css'

/** Chooses the payments that go to the bank now; each shows the day on which it would be executed. */
export function MakePanel({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const text = useText()
  const submit = useSubmit(paymentFileCalls.make)
  const [ticked, tick] = useState<ReadonlySet<string>>()
  const answer = useQuery({
    queryKey: ['payment-file-ready'],
    queryFn: () => send(paymentFileCalls.ready, { body: {} }, { quiet: true }),
    gcTime: 0,
  })
  const payments = answer.data?.payments ?? []
  const possible = payments.filter((one) => !one.blockedBy)
  // What is ready at first is ticked; what becomes ready later has not been looked at by anybody.
  if (answer.data && !ticked) tick(new Set(possible.map(({ id }) => id)))
  const chosen = possible.filter((one) => ticked?.has(one.id))
  const make = async () => {
    const made = await submit.run({ body: { paymentIds: chosen.map(({ id }) => id) } })
    if (!made) return void answer.refetch()
    notify('success', text('payment.file.made', { no: made.files.map(({ no }) => no).join(', ') }))
    onMade(made.files[0]!.id)
  }
  const toggle = (ids: readonly string[], on: boolean) =>
    tick((now) => {
      const next = new Set(now)
      for (const id of ids) on ? next.add(id) : next.delete(id)
      return next
    })
  return (
    <SidePanel
      open
      width={880}
      title={text('payment.file.make')}
      onClose={onClose}
      footer={
        <>
          <FormError error={submit.error} />
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={submit.busy} disabled={chosen.length === 0} onClick={() => void make()}>
            {text('payment.file.makeOf', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p className="muted">{text('payment.file.makeText')}</p>
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isLoadingError && <Skeleton lines={6} />}
      {answer.data && payments.length === 0 && (
        <Empty title={text('payment.file.noneTitle')} text={text('payment.file.noneText')} />
      )}
      {answer.data?.more && (
        <p className="muted" role="status">
          {text('payment.file.more', { count: formatCount(payments.length) })}
        </p>
      )}
      {payments.length > 0 && (
        <div className="money-scroll">
          <table className="money-sum">
            <caption>{text('payment.file.ready')}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={text('table.selectAll')}
                    checked={possible.length > 0 && chosen.length === possible.length}
                    disabled={possible.length === 0}
                    onChange={(event) =>
                      toggle(
                        possible.map(({ id }) => id),
                        event.target.checked,
                      )
                    }
                  />
                </th>
                <th scope="col">{text('list.payment.management.no')}</th>
                <th scope="col">{text('payment.to')}</th>
                <th scope="col">{text('payment.from')}</th>
                <th scope="col">{text('payment.executionDate')}</th>
                <th scope="col" className="is-figure">
                  {text('list.payment.management.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {payments.map((one) => (
                <ReadyRow key={one.id} payment={one} isChosen={chosen.includes(one)} onToggle={(on) => toggle([one.id], on)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SidePanel>
  )
}

function ReadyRow({
  payment,
  isChosen,
  onToggle,
}: {
  payment: ReadyPayment
  isChosen: boolean
  onToggle: (on: boolean) => void
}) {
  const text = useText()
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={payment.no}
          checked={isChosen}
          disabled={payment.blockedBy !== null}
          onChange={(event) => onToggle(event.target.checked)}
        />
      </td>
      <td className="is-day">
        {payment.no}
        <br />
        <span className="muted">{text.of('word', payment.type)}</span>
      </td>
      <td>
        {payment.payeeName}
        {payment.blockedBy && (
          <>
            <br />
            <span className="is-faulty">{text(`payment.file.blocked.${payment.blockedBy}`)}</span>
          </>
        )}
      </td>
      <td>
        {payment.funderName}
        <br />
        <span className="muted">{payment.fromAccount ?? text('payment.noAccount')}</span>
      </td>
      <td className="is-day">
        {formatDate(payment.executionDate)}
        {payment.isRolled && (
          <>
            <br />
            <span className="muted">{text('payment.rolled')}</span>
          </>
        )}
      </td>
      <td>
        <Money amount={payment.amount} currency={payment.currency} exact />
      </td>
    </tr>
  )
}
