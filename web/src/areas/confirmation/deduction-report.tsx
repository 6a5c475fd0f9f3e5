import { Link } from '@tanstack/react-router'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { type DeductionRow, deductionReport } from '@usance/wire/adjustment/list'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { ListPage, useReload } from '../../list/list-page.tsx'
import { AdjustDialog } from '../trading/adjust-dialog.tsx'
import { WithdrawAdjustment } from '../trading/withdraw-adjustment.tsx'

/** What was taken off invoices, why, and who bears it. */
export default function DeductionReportPage() {
  const text = useText()
  const reload = useReload(deductionReport)
  const [correcting, setCorrecting] = useState<DeductionRow>()
  const [withdrawn, setWithdrawn] = useState<DeductionRow>()
  return (
    <>
      <ListPage
        list={deductionReport}
        cells={{
          invoiceNo: (row) => <Link to={`/confirmation/invoiceConfirmation/${row.invoiceId}/detail`}>{row.invoiceNo}</Link>,
        }}
        rowActions={(row) => [
          ...(row.operations?.includes('RESUBMIT')
            ? [
                {
                  key: 'resubmit',
                  label: text('trading.resubmit'),
                  act: adjustmentCalls.resubmit,
                  onSelect: () => setCorrecting(row),
                },
              ]
            : []),
          ...(row.operations?.includes('WITHDRAW')
            ? [
                {
                  key: 'withdraw',
                  label: text('trading.withdrawAdjustment'),
                  act: adjustmentCalls.withdraw,
                  onSelect: () => setWithdrawn(row),
                },
              ]
            : []),
        ]}
        empty={{ title: text('trading.deductionEmptyTitle'), text: text('trading.deductionEmptyText') }}
      />
      {withdrawn && (
        <WithdrawAdjustment
          adjustment={withdrawn}
          onClose={() => setWithdrawn(undefined)}
          onDone={() => {
            setWithdrawn(undefined)
            reload()
          }}
        />
      )}
      {correcting && (
        <AdjustDialog
          invoice={{ invoiceId: correcting.invoiceId, currency: correcting.currency }}
          sentBack={{ ...correcting, date: correcting.adjustmentDate }}
          onClose={() => setCorrecting(undefined)}
          onDone={() => {
            setCorrecting(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}
