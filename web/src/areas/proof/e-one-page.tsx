import { reportCalls } from '@usance/wire/report/calls'
import { orderFileList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { takeHome } from '../report/take-home.ts'
import { useProofFiles } from './use-proof-files.tsx'

/** The whole file of each order as one ZIP with the SHA-256 of each part. */
export default function OrderFilesPage() {
  const text = useText()
  const papers = useProofFiles('e_one')
  return (
    <>
      <ListPage
        list={orderFileList}
        cells={{ orderNo: (row) => <RowLink to={`/finance/finance-order/${row.id}/detail`}>{row.orderNo}</RowLink> }}
        rowActions={(row) => [
          {
            key: 'zip',
            label: text('report.zip'),
            onSelect: () => takeHome(reportCalls.orderFile, { query: { id: row.id } }, `${row.orderNo}.zip`),
          },
          papers.action(row, row.orderNo),
        ]}
        empty={{ title: text('report.eOneEmpty'), text: text('report.eOneEmptyText') }}
      />
      {papers.dialog}
    </>
  )
}
