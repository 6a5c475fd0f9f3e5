import { reportCalls } from '@usance/wire/report/calls'
import { type CollectRow, collectList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useCan } from '../../session/session.ts'
import { downloadContract } from '../contract/info/download.ts'
import { takeHome } from '../report/take-home.ts'
import { useProofFiles } from './use-proof-files.tsx'

/** Notice, assignment, confirmation and registry pack of each order: what proves the right to collect. */
export default function CollectPage() {
  const text = useText()
  const can = useCan()
  const fetchProof = (row: CollectRow) =>
    row.contractId
      ? downloadContract(row.contractId, row.no)
      : takeHome(reportCalls.collectProof, { query: { id: row.id } }, `${row.no}.pdf`)
  const papers = useProofFiles('collect')
  return (
    <>
      <ListPage
        list={collectList}
        cells={{ orderNo: (row) => <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink> }}
        rowActions={(row) => [
          ...(row.contractId && !can('contract.info.view')
            ? []
            : [{ key: 'download', label: text('report.download'), onSelect: () => fetchProof(row) }]),
          papers.action(row, row.no),
        ]}
        empty={{ title: text('report.collectEmpty'), text: text('report.collectEmptyText') }}
      />
      {papers.dialog}
    </>
  )
}
