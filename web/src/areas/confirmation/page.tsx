import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type ConfirmationRow, confirmationList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ListPage, useReload } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useMayAct } from '../../session/session.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import '../trading/trading.css'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shownDebt } from '../trading/invoice/shown-debt.ts'
import { ReasonChoiceDialog } from '../trading/reason-choice.tsx'
import { reasonTitles, reasonVerbs } from '../trading/reasons.ts'
import { WhatOf, WhatToConfirm } from './what-of.tsx'

// The form kit is heavy and most visits only read.
const AdjustDialog = lazyPart(async () => (await import('../trading/adjust-dialog.tsx')).AdjustDialog)
const ConfirmationImportPanel = lazyPart(
  async () => (await import('../trading/invoice/import-panel.tsx')).ConfirmationImportPanel,
)

/** What suppliers say they are owed, for the buyer to confirm, return or dispute. */
export default function ConfirmationPage() {
  const text = useText()
  const mayDo = useMayAct()
  const reload = useReload(confirmationList)
  const [asking, setAsking] = useState<{ kind: 'RETURN' | 'DISPUTE' | 'PROPOSE'; rows: readonly ConfirmationRow[] }>()
  const [uploading, setUploading] = useState(false)
  const [adjusting, setAdjusting] = useState<ConfirmationRow>()
  const confirm = async (rows: readonly ConfirmationRow[]) => {
    if (
      !(await ask({
        title: text('trading.confirmAsk', { count: rows.length }),
        text: (
          <>
            <p>{text('trading.confirmText')}</p>
            <WhatToConfirm rows={rows} />
          </>
        ),
        ok: text('trading.confirm'),
      }))
    )
      return
    const { changed } = await send(invoiceCalls.confirm, {
      body: { items: rows.map(shownDebt) },
    })
    notify('success', text('trading.confirmed', { count: changed.length }))
    reload()
  }
  return (
    <>
      <ListPage
        list={confirmationList}
        cells={{
          invoiceNo: (row) => <RowLink to={`/confirmation/invoiceConfirmation/${row.id}/detail`}>{row.invoiceNo}</RowLink>,
        }}
        selection={
          mayDo(invoiceCalls.confirm)
            ? (row) => (row.operations?.includes('CONFIRM') ? undefined : text('trading.onlySubmitted'))
            : false
        }
        rowActions={(row) => [
          ...(row.operations?.includes('CONFIRM')
            ? [
                {
                  key: 'confirm',
                  label: text('trading.confirm'),
                  act: invoiceCalls.confirm,
                  onSelect: () => confirm([row]),
                },
              ]
            : []),
          ...(row.operations?.includes('RETURN')
            ? [
                {
                  key: 'return',
                  label: text('trading.return'),
                  act: invoiceCalls.returnToSupplier,
                  onSelect: () => setAsking({ kind: 'RETURN', rows: [row] }),
                },
              ]
            : []),
          ...(row.operations?.includes('DISPUTE')
            ? [
                {
                  key: 'dispute',
                  label: text('trading.dispute'),
                  danger: true,
                  act: invoiceCalls.dispute,
                  onSelect: () => setAsking({ kind: 'DISPUTE', rows: [row] }),
                },
              ]
            : []),
          ...(row.operations?.includes('PROPOSE_RESOLUTION')
            ? [
                {
                  key: 'propose',
                  label: text('trading.proposeResolution'),
                  act: invoiceCalls.proposeResolution,
                  onSelect: () => setAsking({ kind: 'PROPOSE', rows: [row] }),
                },
              ]
            : []),
          ...(row.operations?.includes('RESOLVE')
            ? [{ key: 'resolve', label: text('trading.resolve'), to: `/confirmation/invoiceConfirmation/${row.id}/detail` }]
            : []),
          ...(row.operations?.includes('ADJUST')
            ? [
                {
                  key: 'adjust',
                  label: text('trading.adjust'),
                  act: adjustmentCalls.add,
                  onSelect: () => setAdjusting(row),
                },
              ]
            : []),
        ]}
        toolbar={(selected) => (
          <>
            {selected.length > 0 && (
              <>
                <Button act={invoiceCalls.dispute} small onClick={() => setAsking({ kind: 'DISPUTE', rows: selected })}>
                  {text('trading.dispute')}
                </Button>
                <ActionButton act={invoiceCalls.confirm} small action={() => confirm(selected)}>
                  {text('trading.confirmCount', { count: selected.length })}
                </ActionButton>
              </>
            )}
            {mayDo(invoiceCalls.batchUpload) && (
              <Button small icon="upload" onClick={() => setUploading(true)}>
                {text('trading.batchUpload')}
              </Button>
            )}
          </>
        )}
        empty={{ title: text('trading.confirmEmptyTitle'), text: text('trading.confirmEmptyText') }}
      />
      <ReasonDialog
        open={asking?.kind === 'PROPOSE'}
        title={text(reasonTitles.PROPOSE)}
        ok={text(reasonVerbs.PROPOSE)}
        about={asking && <WhatOf rows={asking.rows} />}
        onClose={() => setAsking(undefined)}
        onSubmit={async (comment) => {
          await send(invoiceCalls.proposeResolution, { body: { id: asking!.rows[0]!.id, comment } })
          setAsking(undefined)
          reload()
        }}
      />
      {asking && asking.kind !== 'PROPOSE' && (
        <ReasonChoiceDialog
          title={text(reasonTitles[asking.kind])}
          ok={text(reasonVerbs[asking.kind])}
          about={<WhatOf rows={asking.rows} />}
          kept={`${asking.kind} ${asking.rows.map((row) => row.id).join()}`}
          onClose={() => setAsking(undefined)}
          onSubmit={async (reason) => {
            const ids = asking.rows.map((row) => row.id)
            if (asking.kind === 'RETURN') await send(invoiceCalls.returnToSupplier, { body: { id: ids[0]!, comment: reason } })
            else await send(invoiceCalls.dispute, { body: { ids, reason } })
            setAsking(undefined)
            reload()
          }}
        />
      )}
      {uploading && <ConfirmationImportPanel open onClose={() => setUploading(false)} onDone={reload} />}
      {adjusting && (
        <AdjustDialog
          invoice={{ invoiceId: adjusting.id, currency: adjusting.currency, outstanding: adjusting.outstanding }}
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
