import { type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import type { SentBack } from '../adjust-dialog.tsx'
import { reasonsDone, reasonTitles, reasonVerbs } from '../reasons.ts'
import { WithdrawAdjustment } from '../withdraw-adjustment.tsx'
import { unconfirmedOf } from './unconfirmed.tsx'

// The form kit is heavy and most visits only read.
const AdjustDialog = lazyPart(async () => (await import('../adjust-dialog.tsx')).AdjustDialog)
const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
const ReportPaymentDialog = lazyPart(async () => (await import('../report-payment-dialog.tsx')).ReportPaymentDialog)
const ProofDialog = lazyPart(async () => (await import('./proof-dialog.tsx')).ProofDialog)

/** What was opened on an invoice: a dialog of its own, one that asks for a reason, or one about an adjustment. */
export type Opened =
  | { kind: 'ADJUST' | 'CREDIT_NOTE' | 'CONFIRM' | 'PROOF' | 'REPORT' }
  | { kind: 'RETURN' | 'DISPUTE' | 'PROPOSE' }
  | { kind: 'CORRECT'; sentBack: SentBack }
  | { kind: 'WITHDRAW'; adjustment: { id: string; refNo: string } }

type Props = {
  invoice: InvoiceDetail
  opened: Opened
  onClose: () => void
  /** The invoice has changed. */
  onChanged: () => void
  /** It has, and so it is told. */
  onDone: (what: string) => Promise<void>
}

/** The dialog that is open on an invoice. */
export function InvoiceDialog({ invoice, opened, onClose, onChanged, onDone }: Props) {
  const text = useText()
  const told = { no: invoice.invoiceNo }
  const about = { invoiceId: invoice.id, currency: invoice.currency }
  const rest = unconfirmedOf(invoice)
  const adjusted = { invoice: { ...about, outstanding: invoice.outstanding }, onClose, onDone: onChanged }
  switch (opened.kind) {
    case 'RETURN':
    case 'DISPUTE':
    case 'PROPOSE':
      return <GiveReason id={invoice.id} kind={opened.kind} onClose={onClose} onDone={(done) => onDone(text(done, told))} />
    case 'ADJUST':
      return <AdjustDialog {...adjusted} />
    case 'CREDIT_NOTE':
      return <AdjustDialog {...adjusted} {...(rest !== undefined ? { amount: rest } : {})} />
    case 'CORRECT':
      return <AdjustDialog {...adjusted} sentBack={opened.sentBack} />
    case 'WITHDRAW':
      return <WithdrawAdjustment adjustment={opened.adjustment} onClose={onClose} onDone={onChanged} />
    case 'REPORT':
      return (
        <ReportPaymentDialog
          invoice={{ ...about, outstanding: invoice.payableToSupplier }}
          onClose={onClose}
          onDone={onChanged}
        />
      )
    case 'CONFIRM':
      return <ConfirmDialog invoice={invoice} onClose={onClose} onDone={() => void onDone(text('trading.didConfirm', told))} />
    case 'PROOF':
      return <ProofDialog id={invoice.id} onClose={onClose} onDone={() => void onDone(text('trading.didProve', told))} />
  }
}

type ReasonProps = {
  id: string
  kind: 'RETURN' | 'DISPUTE' | 'PROPOSE'
  onClose: () => void
  onDone: (done: (typeof reasonsDone)[ReasonProps['kind']]) => Promise<void>
}

/** Asks why an invoice is returned or disputed, or how its dispute may end, and sends that. */
function GiveReason({ id, kind, onClose, onDone }: ReasonProps) {
  const text = useText()
  return (
    <ReasonDialog
      open
      title={text(reasonTitles[kind])}
      ok={text(reasonVerbs[kind])}
      onClose={onClose}
      onSubmit={async (reason) => {
        if (kind === 'RETURN') await send(invoiceCalls.returnToSupplier, { body: { id, comment: reason } })
        else if (kind === 'PROPOSE') await send(invoiceCalls.proposeResolution, { body: { id, comment: reason } })
        else await send(invoiceCalls.dispute, { body: { ids: [id], reason } })
        await onDone(reasonsDone[kind])
      }}
    />
  )
}
