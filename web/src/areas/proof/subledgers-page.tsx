import type { SubledgerRow } from '@usance/wire/report/list'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { subledgersIn } from './subledger-columns.ts'
import { SubledgerPanel } from './subledger-panel.tsx'
import { useProofFiles } from './use-proof-files.tsx'

/** The own books by account, order and counterparty; each row opens with its journals. */
export default function SubledgersPage() {
  const text = useText()
  const [opened, open] = useState<SubledgerRow>()
  const papers = useProofFiles('subledgers')
  return (
    <>
      <ListPage
        list={subledgersIn(language())}
        cells={{
          accountCode: (row) => (
            <button type="button" className="link-button" onClick={() => open(row)}>
              {row.accountCode}
            </button>
          ),
          orderNo: (row) =>
            row.orderId ? <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink> : '-',
        }}
        rowActions={(row) => [
          { key: 'open', label: text('report.journals'), onSelect: () => open(row) },
          papers.action(row, [row.accountCode, row.orderNo].filter(Boolean).join(' ')),
        ]}
        empty={{ title: text('report.subledgerEmpty'), text: text('report.subledgerEmptyText') }}
      />
      {papers.dialog}
      <SubledgerPanel row={opened} onClose={() => open(undefined)} />
    </>
  )
}
