import { reportCalls } from '@usance/wire/report/calls'
import { type BankProofRow, bankProofList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { takeHome } from '../report/take-home.ts'
import { useProofFiles } from './use-proof-files.tsx'

/** Money that moved, each with its slip as a PDF. */
export default function BankProofPage() {
  const text = useText()
  const slip = (row: BankProofRow) => takeHome(reportCalls.bankSlip, { query: { id: row.id } }, `${row.no}.pdf`)
  const papers = useProofFiles('bank')
  return (
    <>
      <ListPage
        list={bankProofList}
        cells={{
          orderNo: (row) =>
            row.orderId ? <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink> : '-',
        }}
        rowActions={(row) => [{ key: 'slip', label: text('report.slip'), onSelect: () => slip(row) }, papers.action(row, row.no)]}
        empty={{ title: text('report.bankEmpty'), text: text('report.bankEmptyText') }}
      />
      {papers.dialog}
    </>
  )
}
