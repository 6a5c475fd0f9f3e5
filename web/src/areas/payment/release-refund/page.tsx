import { releaseRefundList } from '@usance/wire/payment/list'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { PaymentPanel } from '../payment-panel.tsx'
import { useOpened } from '../use-opened.ts'
import { WaitingToPay } from './waiting-to-pay.tsx'

/** Reserves and surpluses: what waits to be paid out, and what has been. */
export default function Page() {
  const text = useText()
  const reload = useReload(releaseRefundList)
  const { opened, open } = useOpened()
  return (
    <>
      <ListPage
        list={releaseRefundList}
        above={
          <WaitingToPay
            onDrafted={(id) => {
              reload()
              open(id)
            }}
          />
        }
        cells={{
          no: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.no}
            </button>
          ),
        }}
        rowActions={(row) => [{ key: 'detail', label: text('payment.open'), onSelect: () => open(row.id) }]}
        empty={{ title: text('payment.releaseEmptyTitle'), text: text('payment.releaseEmptyText') }}
      />
      <PaymentPanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
    </>
  )
}
