import type { OrderDetail } from '@usance/wire/finance-order/calls'
import { useText } from '../../../i18n/i18n.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'

/** Who owes what on an order of several buyers, and who of them has confirmed it. */
export function BuyersSection({ order }: { order: OrderDetail }) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={order.currency} bare />
  const asked = order.rightConfirmParty === 'BUYER'
  return (
    <Section title={text('finance.buyers')}>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('finance.buyer')}</th>
              {asked && <th scope="col">{text('finance.confirmation')}</th>}
              {['face', 'applyAmount'].map((key) => (
                <th key={key} scope="col" className="cell-end">
                  {text(`finance.quantity.${key}`)}
                </th>
              ))}
              <th scope="col" className="cell-end">
                {text('finance.outstanding')}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.buyers.map((buyer) => (
              <tr key={buyer.code}>
                <td data-label={text('finance.buyer')}>{buyer.name}</td>
                {asked && (
                  <td data-label={text('finance.confirmation')}>
                    {buyer.confirmedAt ? (
                      <>
                        {formatDateTime(buyer.confirmedAt)}
                        {buyer.confirmedBy && <small className="muted"> {buyer.confirmedBy}</small>}
                      </>
                    ) : (
                      <span className="muted">{text('finance.notConfirmed')}</span>
                    )}
                  </td>
                )}
                <td className="cell-end" data-label={text('finance.quantity.face')}>
                  {money(buyer.faceAmount)}
                </td>
                <td className="cell-end" data-label={text('finance.quantity.applyAmount')}>
                  {money(buyer.financeAmount)}
                </td>
                <td className="cell-end" data-label={text('finance.outstanding')}>
                  {money(buyer.principalOutstanding)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
