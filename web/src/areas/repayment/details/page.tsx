import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listCalls, type Row } from '@usance/wire/list'
import { repaymentDetailList } from '@usance/wire/repayment/list'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { formatDate } from '../../../ui/format.ts'
import '../../payment/money.css'

/** The allocations of repayments, line by line; `?id=` selects one repayment. */
export default function RepaymentLinesPage() {
  const text = useText()
  const { id } = useSearch({ strict: false })
  if (!id)
    return (
      <ListPage list={repaymentDetailList} empty={{ title: text('repayment.noneTitle'), text: text('repayment.noneText') }} />
    )
  return (
    <ListPage
      key={id}
      list={repaymentDetailList}
      fixed={{ repaymentId: id }}
      above={<OneRepayment id={id} />}
      empty={{ title: text('repayment.noLinesTitle'), text: text('repayment.noLinesText') }}
    />
  )
}

/** The repayment of the lines, with a link to those of all. */
function OneRepayment({ id }: { id: string }) {
  const text = useText()
  const { data } = useQuery({
    queryKey: ['repayment-lines', id],
    queryFn: () =>
      send(
        listCalls(repaymentDetailList).pageList,
        { body: { pageNum: 1, pageSize: 1, filterFields: { repaymentId: id } } },
        { quiet: true },
      ),
  })
  const line = data?.list?.[0] as Row<typeof repaymentDetailList> | undefined
  return (
    <p className="repayment-lines" role="status">
      <span>
        {line ? text('repayment.linesOf', { no: line.no, day: formatDate(line.valueDate) }) : text('repayment.linesOfOne')}
      </span>
      <Link to={'/repayment/details' as string}>{text('repayment.linesOfAll')}</Link>
    </p>
  )
}
