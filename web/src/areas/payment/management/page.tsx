import { paymentList } from '@usance/wire/payment/list'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { PaymentPanel } from '../payment-panel.tsx'
import { useOpened } from '../use-opened.ts'
import { CutOffsPanel } from './cut-offs-panel.tsx'

/** Every payment: instructed by settlement, approved, and recorded when the bank has paid. */
export default function Page() {
  const text = useText()
  const reload = useReload(paymentList)
  const { opened, open } = useOpened()
  const [showsCutOffs, showCutOffs] = useState(false)
  return (
    <>
      <ListPage
        list={paymentList}
        toolbar={
          <Button icon="calendar" onClick={() => showCutOffs(true)}>
            {text('payment.cutOff.title')}
          </Button>
        }
        cells={{
          no: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.no}
            </button>
          ),
        }}
        rowActions={(row) => [{ key: 'detail', label: text('payment.open'), onSelect: () => open(row.id) }]}
        empty={{ title: text('payment.emptyTitle'), text: text('payment.emptyText') }}
      />
      <PaymentPanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
      {showsCutOffs && <CutOffsPanel onClose={() => showCutOffs(false)} />}
    </>
  )
}
