import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type ConfirmationRow, confirmationList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ListPage, useReload } from '../../list/list-page.tsx'
import { offered } from '../../list/offered.ts'
import { RowLink } from '../../list/row-link.tsx'
import { useMayAct } from '../../session/session.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'
import '../trading/trading.css'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shownDebt } from '../trading/invoice/shown-debt.ts'
import { GiveReason, type Reasoned } from './give-reason.tsx'
import { WhatToConfirm } from './what-of.tsx'

// The form kit is heavy and most visits only read.
const AdjustDialog = lazyPart(async () => (await import('../trading/adjust-dialog.tsx')).AdjustDialog)
const ConfirmationImportPanel = lazyPart(
  async () => (await import('../trading/invoice/import-panel.tsx')).ConfirmationImportPanel,
)

/** Confirms invoices after a question that shows what is owed; the list is then read again. */
function useConfirm(reload: () => void) {
  const text = useText()
  return async (rows: readonly ConfirmationRow[]) => {
    const isSure = await ask({
      title: text('trading.confirmAsk', { count: rows.length }),
      text: (
        <>
          <p>{text('trading.confirmText')}</p>
          <WhatToConfirm rows={rows} />
        </>
      ),
      ok: text('trading.confirm'),
    })
    if (!isSure) return
    const { changed } = await send(invoiceCalls.confirm, { body: { items: rows.map(shownDebt) } })
    notify('success', text('trading.confirmed', { count: changed.length }))
    reload()
  }
}

type Acts = {
  confirm: (rows: readonly ConfirmationRow[]) => Promise<void>
  reason: (asking: Reasoned) => void
  adjust: (row: ConfirmationRow) => void
}

/** What may be done to a row. */
function useRowActions({ confirm, reason, adjust }: Acts) {
  const text = useText()
  return (row: ConfirmationRow) => [
    ...offered(row, 'CONFIRM', {
      key: 'confirm',
      label: text('trading.confirm'),
      act: invoiceCalls.confirm,
      onSelect: () => confirm([row]),
    }),
    ...offered(row, 'RETURN', {
      key: 'return',
      label: text('trading.return'),
      act: invoiceCalls.returnToSupplier,
      onSelect: () => reason({ kind: 'RETURN', rows: [row] }),
    }),
    ...offered(row, 'DISPUTE', {
      key: 'dispute',
      label: text('trading.dispute'),
      danger: true,
      act: invoiceCalls.dispute,
      onSelect: () => reason({ kind: 'DISPUTE', rows: [row] }),
    }),
    ...offered(row, 'PROPOSE_RESOLUTION', {
      key: 'propose',
      label: text('trading.proposeResolution'),
      act: invoiceCalls.proposeResolution,
      onSelect: () => reason({ kind: 'PROPOSE', rows: [row] }),
    }),
    ...offered(row, 'RESOLVE', {
      key: 'resolve',
      label: text('trading.resolve'),
      to: `/confirmation/invoiceConfirmation/${row.id}/detail`,
    }),
    ...offered(row, 'ADJUST', {
      key: 'adjust',
      label: text('trading.adjust'),
      act: adjustmentCalls.add,
      onSelect: () => adjust(row),
    }),
  ]
}

/** What suppliers say they are owed, for the buyer to confirm, return or dispute. */
export default function ConfirmationPage() {
  const text = useText()
  const mayDo = useMayAct()
  const reload = useReload(confirmationList)
  const [asking, setAsking] = useState<Reasoned>()
  const [uploading, setUploading] = useState(false)
  const [adjusting, setAdjusting] = useState<ConfirmationRow>()
  const confirm = useConfirm(reload)
  const rowActions = useRowActions({ confirm, reason: setAsking, adjust: setAdjusting })
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
        rowActions={rowActions}
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
      {asking && (
        <GiveReason
          asking={asking}
          onClose={() => setAsking(undefined)}
          onDone={() => {
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
