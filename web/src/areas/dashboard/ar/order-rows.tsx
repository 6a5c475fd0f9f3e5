import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

type Figure = 'principal' | 'interest'
type Order<F extends Figure> = { id: string; orderNo: string; maturity: string | null } & Record<F, string>

/** Finance orders with their maturity, some of their figures, and the sum of each. */
export function OrderRows<F extends Figure>({
  note,
  currency,
  orders,
  figures,
  totals,
}: {
  note: string
  currency: string
  orders: readonly Order<F>[]
  figures: readonly F[]
  totals: Record<F, string>
}) {
  const text = useText()
  const cells = (amounts: Record<F, string>) =>
    figures.map((figure) => (
      <td key={figure} className="cell-end" data-label={text(`dashboard.ar.${figure}`)}>
        <Money amount={amounts[figure]} currency={currency} bare exact />
      </td>
    ))
  return (
    <>
      <p className="muted">{note}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text('dashboard.ar.orderNo')}</th>
            <th scope="col">{text('dashboard.ar.maturity')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className="cell-end">
                {text(`dashboard.ar.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={[order.id, order.maturity, ...figures.map((figure) => order[figure])].join()}>
              <td data-label={text('dashboard.ar.orderNo')}>
                <Link to={`/finance/finance-order/${order.id}/detail` as string}>{order.orderNo}</Link>
              </td>
              <td data-label={text('dashboard.ar.maturity')}>{formatDate(order.maturity)}</td>
              {cells(order)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{text('common.summary')}</td>
            {cells(totals)}
          </tr>
        </tfoot>
      </table>
    </>
  )
}
