import type { PurchaseOrderDetail } from '@usance/wire/purchase-order/calls'
import { useText } from '../../../i18n/i18n.ts'
import { displayScale, formatDecimal } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

/** As many decimals as the figure has. */
const figure = (text: string) => formatDecimal(text, text.split('.')[1]?.length ?? 0)

/** At least the decimals of the currency, so that prices line up below each other. */
const price = (text: string, currency: string) =>
  formatDecimal(text, Math.max(displayScale(currency), text.split('.')[1]?.length ?? 0))

type Shown = Pick<PurchaseOrderDetail, 'currency' | 'amount'> & {
  items: readonly PurchaseOrderDetail['items'][number][]
}

/** The lines of an order as a table. Inside another table a phone shows each line as a card, whose figures say what they are. */
export function OrderLines({ order: { items, currency, amount } }: { order: Shown }) {
  const text = useText()
  if (items.length === 0) return <p className="muted">{text('purchase.noLines')}</p>
  return (
    <div className="po-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{text('purchase.line')}</th>
            <th scope="col">{text('purchase.description')}</th>
            <th scope="col" className="is-number">
              {text('purchase.qty')}
            </th>
            <th scope="col" className="is-number">
              {text('purchase.unitPrice')}
            </th>
            <th scope="col" className="is-number">
              {text('purchase.lineAmount')}
            </th>
            <th scope="col" className="is-number">
              {text('purchase.shipped')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.line}>
              <td data-label={text('purchase.line')}>{item.line}</td>
              <td data-label={text('purchase.description')}>
                {item.description} {item.sku && <span className="muted">{item.sku}</span>}
              </td>
              <td className="is-number" data-label={text('purchase.qty')}>
                {figure(item.qty)} {item.unit}
              </td>
              <td className="is-number" data-label={text('purchase.unitPrice')}>
                {price(item.unitPrice, currency)}
              </td>
              <td className="is-number" data-label={text('purchase.lineAmount')}>
                <Money amount={item.amount} currency={currency} exact />
              </td>
              <td className="is-number" data-label={text('purchase.shipped')}>
                {figure(item.shippedQty)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {text('purchase.total')}
            </th>
            <td className="is-number">
              <strong>
                <Money amount={amount} currency={currency} exact />
              </strong>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
