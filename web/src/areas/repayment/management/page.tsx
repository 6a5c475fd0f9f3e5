import { useNavigate } from '@tanstack/react-router'
import type { Row } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { offered } from '../../../list/offered.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import type { MatchedReceipt } from './match-panel.tsx'
import { reasonWords } from './reason-words.ts'
import type { RecalledReceipt } from './recall-dialog.tsx'
import type { ReturnedReceipt } from './return-dialog.tsx'

// The form kit is heavy and most visits only read.
const MatchPanel = lazyPart(async () => (await import('./match-panel.tsx')).MatchPanel)
const ReceiptDialog = lazyPart(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog)
const ReturnDialog = lazyPart(async () => (await import('./return-dialog.tsx')).ReturnDialog)
const RecallDialog = lazyPart(async () => (await import('./recall-dialog.tsx')).RecallDialog)
const StatementPanel = lazyPart(async () => (await import('./statement-panel.tsx')).StatementPanel)

/** The dialog that is open: one that adds receipts, or one about a receipt. */
type Opened =
  | { kind: 'RECORD' | 'IMPORT' }
  | { kind: 'MATCH'; receipt: MatchedReceipt }
  | { kind: 'RETURN'; receipt: ReturnedReceipt }
  | { kind: 'RECALL'; receipt: RecalledReceipt }
  | { kind: 'DISMISS'; receipt: { id: string; no: string } }
type Open = (opened: Opened | undefined) => void

/** What may be done to a row. */
function useRowActions(open: Open) {
  const text = useText()
  return (row: Row<typeof collectionList>) => [
    ...offered(row, 'MATCH', {
      key: 'match',
      act: repaymentCalls.match,
      label: text('repayment.match'),
      onSelect: () => open({ kind: 'MATCH', receipt: row }),
    }),
    ...offered(row, 'RETURN', {
      key: 'return',
      act: paymentCalls.addReturn,
      label: text('repayment.return.open'),
      onSelect: () => open({ kind: 'RETURN', receipt: row }),
    }),
    ...offered(row, 'RECALL', {
      key: 'recall',
      act: repaymentCalls.recall,
      label: text('repayment.recall.open'),
      onSelect: () => open({ kind: 'RECALL', receipt: row }),
    }),
    ...offered(row, 'DISMISS', {
      key: 'dismiss',
      act: repaymentCalls.dismissReversal,
      label: text('repayment.reportedBack.open'),
      onSelect: () => open({ kind: 'DISMISS', receipt: row }),
    }),
  ]
}

/** Money that arrived: recorded from the bank's statement, and matched to what it pays. */
export default function Page() {
  const text = useText()
  const [opened, open] = useState<Opened>()
  const rowActions = useRowActions(open)
  return (
    <>
      <ListPage
        list={collectionList}
        toolbar={
          <>
            <Button act={repaymentCalls.importStatement} icon="upload" onClick={() => open({ kind: 'IMPORT' })}>
              {text('repayment.statement.open')}
            </Button>
            <Button act={repaymentCalls.recordReceipt} look="solid" icon="plus" onClick={() => open({ kind: 'RECORD' })}>
              {text('repayment.record')}
            </Button>
          </>
        }
        cells={{
          matchReason: (row) => reasonWords(text, row.matchReason as string | null),
          reversalReportedAt: ({ reversalReportedAt: at }) =>
            at && text('repayment.reportedBack.at', { sign: text('repayment.reportedBack.sign'), date: formatDateTime(at) }),
        }}
        rowActions={rowActions}
        empty={{ title: text('repayment.emptyTitle'), text: text('repayment.emptyText') }}
      />
      {opened && <ReceiptDialogs opened={opened} onClose={() => open(undefined)} />}
    </>
  )
}

/** The dialog that is open; the list is read again once something was done in it. */
function ReceiptDialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const navigate = useNavigate()
  const reload = useReload(collectionList)
  const done = () => {
    onClose()
    reload()
  }
  switch (opened.kind) {
    case 'RECORD':
      return <ReceiptDialog onClose={onClose} onDone={done} />
    case 'IMPORT':
      return <StatementPanel onClose={onClose} onDone={reload} />
    case 'MATCH':
      return <MatchPanel receipt={opened.receipt} onClose={onClose} onDone={done} />
    case 'RETURN':
      return (
        <ReturnDialog
          receipt={opened.receipt}
          onClose={onClose}
          onDone={(id) => void navigate({ to: `/payment/release-refund?id=${id}` })}
        />
      )
    case 'RECALL':
      return <RecallDialog receipt={opened.receipt} onClose={onClose} onDone={done} />
    case 'DISMISS':
      return <DismissDialog receipt={opened.receipt} onClose={onClose} onDone={done} />
  }
}

type DismissProps = { receipt: { id: string; no: string }; onClose: () => void; onDone: () => void }

/** Asks why a receipt that the bank reported back stays as it is. */
function DismissDialog({ receipt: { id, no }, onClose, onDone }: DismissProps) {
  const text = useText()
  return (
    <ReasonDialog
      open
      title={text('repayment.reportedBack.title', { no })}
      about={<p className="form-hint">{text('repayment.reportedBack.text')}</p>}
      ok={text('repayment.reportedBack.open')}
      onClose={onClose}
      onSubmit={async (reason) => {
        await send(repaymentCalls.dismissReversal, { body: { id, reason } })
        onDone()
      }}
    />
  )
}
