import { feeBillList } from '@usance/wire/fee-bill/list'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'

/** The fee bills of buyers, with the amounts still open. */
export default function Page() {
  const text = useText()
  const order = (row: { orderId: string }) => `/finance/finance-order/${row.orderId}/detail`
  return (
    <ListPage
      list={feeBillList}
      cells={{ orderNo: (row) => <RowLink to={order(row)}>{row.orderNo}</RowLink> }}
      rowActions={(row) => [{ key: 'detail', label: text('payment.openOrder'), to: order(row) }]}
      empty={{ title: text('payment.noBills'), text: text('payment.noBillsText') }}
    />
  )
}
