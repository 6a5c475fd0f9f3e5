import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useText } from '../../../i18n/i18n.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'

type Buyer = OrderDetail['buyers'][number]

/** Who owes what on an order of several buyers, and who of them has confirmed it. */
export function BuyersSection({ order }: { order: OrderDetail }) {
  const text = useText()
  const money = (key: string, label: string, amount: (buyer: Buyer) => string) => ({
    key,
    label,
    figure: true,
    cell: (buyer: Buyer) => <Money amount={amount(buyer)} currency={order.currency} bare />,
  })
  const confirmation = {
    key: 'confirmation',
    label: text('finance.confirmation'),
    cell: ({ confirmedAt, confirmedBy }: Buyer) =>
      confirmedAt ? (
        <>
          {formatDateTime(confirmedAt)}
          {confirmedBy && <small className="muted"> {confirmedBy}</small>}
        </>
      ) : (
        <span className="muted">{text('finance.notConfirmed')}</span>
      ),
  }
  return (
    <Section title={text('finance.buyers')}>
      <DataTable
        rows={order.buyers}
        keyOf={(buyer) => buyer.code}
        columns={[
          { key: 'buyer', label: text('finance.buyer'), cell: (buyer) => buyer.name },
          ...(order.rightConfirmParty === 'BUYER' ? [confirmation] : []),
          money('face', text('finance.quantity.face'), (buyer) => buyer.faceAmount),
          money('applyAmount', text('finance.quantity.applyAmount'), (buyer) => buyer.financeAmount),
          money('outstanding', text('finance.outstanding'), (buyer) => buyer.principalOutstanding),
        ]}
      />
    </Section>
  )
}
