import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Props = { invoice: Pick<InvoiceDetail, 'currency' | 'directPayments'>; onDone: (no: string) => Promise<void> }

/** The payments to the supplier that were reported on an invoice, each with what became of it. */
export function DirectPayments({ invoice: { currency, directPayments }, onDone }: Props) {
  const text = useText()
  const [id, setId] = useState<string>()
  const about = directPayments.find((one) => one.id === id)
  if (directPayments.length === 0) return null
  return (
    <Section title={text('trading.directPayments')}>
      <ul className="plain-rows">
        {directPayments.map((one) => (
          <li key={one.id}>
            <span>
              {formatDate(one.date)} · {one.no} {one.reference ?? ''}
              {one.takeBackReason && <span className="muted"> {one.takeBackReason}</span>}
            </span>
            <StatusTag value={one.status} />
            {one.mayTakeBack && (
              <Button small act={directPaymentCalls.takeBack} onClick={() => setId(one.id)}>
                {text('trading.takeBack')}
              </Button>
            )}
            <Money amount={one.amount} currency={currency} exact />
          </li>
        ))}
      </ul>
      <ReasonDialog
        open={about !== undefined}
        title={text('trading.takeBackTitle', { no: about?.no ?? '' })}
        about={text('trading.takeBackText')}
        ok={text('trading.takeBack')}
        onClose={() => setId(undefined)}
        onSubmit={async (reason) => {
          await send(directPaymentCalls.takeBack, { body: { id: about?.id ?? '', reason } })
          setId(undefined)
          await onDone(about?.no ?? '')
        }}
      />
    </Section>
  )
}
