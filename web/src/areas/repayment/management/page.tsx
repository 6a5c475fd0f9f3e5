import { useNavigate } from '@tanstack/react-router'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
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

/** Money that arrived: recorded from the bank's statement, and matched to what it pays. */
export default function Page() {
  const text = useText()
  const reload = useReload(collectionList)
  const [recording, record] = useState(false)
  const [importing, importFile] = useState(false)
  const navigate = useNavigate()
  const [returning, giveBack] = useState<ReturnedReceipt>()
  const [recalled, recall] = useState<RecalledReceipt>()
  const [reported, dismiss] = useState<{ id: string; no: string }>()
  const [matching, match] = useState<MatchedReceipt>()
  return (
    <>
      <ListPage
        list={collectionList}
        toolbar={
          <>
            <Button act={repaymentCalls.importStatement} icon="upload" onClick={() => importFile(true)}>
              {text('repayment.statement.open')}
            </Button>
            <Button act={repaymentCalls.recordReceipt} look="solid" icon="plus" onClick={() => record(true)}>
              {text('repayment.record')}
            </Button>
          </>
        }
        cells={{
          matchReason: (row) => reasonWords(text, row.matchReason as string | null),
          reversalReportedAt: ({ reversalReportedAt: at }) =>
            at && text('repayment.reportedBack.at', { sign: text('repayment.reportedBack.sign'), date: formatDateTime(at) }),
        }}
        rowActions={(row) => [
          ...(row.operations?.includes('MATCH')
            ? [{ key: 'match', act: repaymentCalls.match, label: text('repayment.match'), onSelect: () => match(row) }]
            : []),
          ...(row.operations?.includes('RETURN')
            ? [
                {
                  key: 'return',
                  act: paymentCalls.addReturn,
                  label: text('repayment.return.open'),
                  onSelect: () => giveBack(row),
                },
              ]
            : []),
          ...(row.operations?.includes('RECALL')
            ? [
                {
                  key: 'recall',
                  act: repaymentCalls.recall,
                  label: text('repayment.recall.open'),
                  onSelect: () => recall(row),
                },
              ]
            : []),
          ...(row.operations?.includes('DISMISS')
            ? [
                {
                  key: 'dismiss',
                  act: repaymentCalls.dismissReversal,
                  label: text('repayment.reportedBack.open'),
                  onSelect: () => dismiss(row),
                },
              ]
            : []),
        ]}
        empty={{ title: text('repayment.emptyTitle'), text: text('repayment.emptyText') }}
      />
      {recording && (
        <ReceiptDialog
          onClose={() => record(false)}
          onDone={() => {
            record(false)
            reload()
          }}
        />
      )}
      {importing && <StatementPanel onClose={() => importFile(false)} onDone={reload} />}
      {returning && (
        <ReturnDialog
          receipt={returning}
          onClose={() => giveBack(undefined)}
          onDone={(id) => void navigate({ to: `/payment/release-refund?id=${id}` })}
        />
      )}
      {recalled && (
        <RecallDialog
          receipt={recalled}
          onClose={() => recall(undefined)}
          onDone={() => {
            recall(undefined)
            reload()
          }}
        />
      )}
      {reported && (
        <ReasonDialog
          open
          title={text('repayment.reportedBack.title', { no: reported.no })}
          about={<p className="form-hint">{text('repayment.reportedBack.text')}</p>}
          ok={text('repayment.reportedBack.open')}
          onClose={() => dismiss(undefined)}
          onSubmit={async (reason) => {
            await send(repaymentCalls.dismissReversal, { body: { id: reported.id, reason } })
            dismiss(undefined)
            reload()
          }}
        />
      )}
      {matching && (
        <MatchPanel
          receipt={matching}
          onClose={() => match(undefined)}
          onDone={() => {
            match(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}
