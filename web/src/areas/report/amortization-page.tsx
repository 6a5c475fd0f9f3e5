import { amortizationList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { Button } from '../../ui/button.tsx'

/** The financial interest statement: what each order owed, earned and was paid, period by period. */
export default function AmortizationPage() {
  const text = useText()
  return (
    <ListPage
      list={amortizationList}
      toolbar={<Button onClick={() => window.print()}>{text('report.print')}</Button>}
      cells={{ orderNo: (row) => <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink> }}
      empty={{ title: text('report.amortizationEmpty'), text: text('report.amortizationEmptyText') }}
    />
  )
}
