import { interestList } from '@usance/wire/pool/list'
import { useText } from '../../../i18n/i18n.ts'
import { listPage } from '../../../list/list-page-of.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useCan } from '../../../session/session.ts'

/** Interest of every financing, month by month. */
export default listPage(interestList, () => {
  const text = useText()
  const can = useCan()
  return {
    cells: {
      orderNo: (row) =>
        can('finance.finance-order.detail') ? (
          <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink>
        ) : (
          row.orderNo
        ),
    },
    empty: { title: text('pool.interestEmptyTitle'), text: text('pool.interestEmptyText') },
  }
})
