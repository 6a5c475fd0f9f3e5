import { costCalls } from '@usance/wire/cost/calls'
import { type CostRow, costList } from '@usance/wire/cost/list'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// The form kit is heavy and most visits only read.
const AdjustFeeDialog = lazyPart(async () => (await import('./adjust-fee-dialog.tsx')).AdjustFeeDialog)

/** Fees of all orders: as agreed, as adjusted, and what they come to. */
export default function CostsPage() {
  const text = useText()
  const reload = useReload(costList)
  const [adjusting, setAdjusting] = useState<CostRow>()
  const detail = (row: CostRow) => `/finance/costs/details?id=${row.id}`
  return (
    <>
      <ListPage
        list={costList}
        cells={{ orderNo: (row) => <RowLink to={detail(row)}>{row.orderNo}</RowLink> }}
        rowActions={(row) => [
          { key: 'detail', label: text('costs.open'), to: detail(row) },
          ...(row.operations?.includes('ADJUST')
            ? [{ key: 'adjust', act: costCalls.adjust, label: text('costs.adjust'), onSelect: () => setAdjusting(row) }]
            : []),
        ]}
        empty={{ title: text('costs.emptyTitle'), text: text('costs.emptyText') }}
      />
      {adjusting && (
        <AdjustFeeDialog
          fee={{ id: adjusting.id, code: adjusting.code, currency: adjusting.currency, net: adjusting.net }}
          onClose={() => setAdjusting(undefined)}
          onDone={() => {
            setAdjusting(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}
