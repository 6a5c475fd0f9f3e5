import { useText } from '../../../i18n/i18n.ts'
import { Pager } from '../../../list/pager.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

type Figure = 'principal' | 'interest'
type Order<F extends Figure> = { id: string; orderNo: string; maturity: string | null } & Record<F, string>

/** A page of finance orders with their maturity, some of their figures, and the sum of each over all orders. */
export function OrderRows<F extends Figure>({
  note,
  currency,
  orders,
  figures,
  totals,
  page,
  count,
  onPage,
}: {
  note: string
  currency: string
  orders: readonly Order<F>[]
  figures: readonly F[]
  totals: Record<F, string>
  page: { num: number; size: number }
  count: number
  onPage: (page: { num: number; size: number }) => void
}) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={currency} bare exact />
  return (
    <>
      <p className="muted">{note}</p>
      <DataTable
        rows={orders}
        keyOf={(order) => [order.id, order.maturity, ...figures.map((figure) => order[figure])].join()}
        columns={[
          {
            key: 'orderNo',
            label: text('dashboard.ar.orderNo'),
            cell: (order) => <RowLink to={`/finance/finance-order/${order.id}/detail`}>{order.orderNo}</RowLink>,
          },
          { key: 'maturity', label: text('dashboard.ar.maturity'), cell: (order) => formatDate(order.maturity) },
          ...figures.map((figure) => ({
            key: figure,
            label: text(`dashboard.ar.${figure}`),
            figure: true,
            cell: (order: Order<F>) => money(order[figure]),
          })),
        ]}
        footer={{
          words: text('common.summary'),
          cells: Object.fromEntries(figures.map((figure) => [figure, money(totals[figure])])),
        }}
      />
      <Pager page={page.num} size={page.size} total={count} onChange={(num, size) => onPage({ num, size })} />
    </>
  )
}
