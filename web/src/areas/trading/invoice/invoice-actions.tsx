import { useNavigate } from '@tanstack/react-router'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import type { Opened } from './invoice-dialogs.tsx'
import { shownDebt } from './shown-debt.ts'

type Props = {
  invoice: InvoiceDetail
  onOpen: (opened: Opened) => void
  /** Something was done, in words. */
  onDone: (what: string) => Promise<void>
}

/** What may be done to an invoice now. */
export const InvoiceActions = (props: Props) => (
  <>
    <BesideTheDebt {...props} />
    <OfTheDebtor {...props} />
    <NextSteps {...props} />
  </>
)

/** What lowers, proves or ends an invoice. */
function BesideTheDebt({ invoice, onOpen, onDone }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { id, invoiceNo: no } = invoice
  const may = (operation: string) => invoice.operations.includes(operation)
  const cancelling = {
    title: text('trading.cancelAsk', { no }),
    text: text('trading.cancelText'),
    ok: text('trading.cancel'),
    danger: true,
  }
  const cancel = async () => {
    await send(invoiceCalls.cancel, { body: { id } })
    await onDone(text('trading.didCancel', { no }))
  }
  return (
    <>
      {may('CANCEL') && (
        <ActionButton act={invoiceCalls.cancel} look="plain" before={() => ask(cancelling)} action={cancel}>
          {text('trading.cancel')}
        </ActionButton>
      )}
      {may('UPLOAD') && (
        <Button onClick={() => void navigate({ to: `/trading/invoice/${id}/upload` })}>{text('trading.upload')}</Button>
      )}
      {may('ADJUST') && (
        <Button act={adjustmentCalls.add} onClick={() => onOpen({ kind: 'ADJUST' })}>
          {text('trading.adjust')}
        </Button>
      )}
      {may('REPORT_PAYMENT') && (
        <Button act={directPaymentCalls.report} onClick={() => onOpen({ kind: 'REPORT' })}>
          {text('trading.report')}
        </Button>
      )}
      {may('UPLOAD_CONFIRMATION') && (
        <Button act={invoiceCalls.uploadConfirmation} onClick={() => onOpen({ kind: 'PROOF' })}>
          {text('trading.uploadConfirmation')}
        </Button>
      )}
    </>
  )
}

/** What the buyer says of an invoice, and both of a dispute. */
function OfTheDebtor({ invoice, onOpen, onDone }: Props) {
  const text = useText()
  const { id, invoiceNo: no } = invoice
  const may = (operation: string) => invoice.operations.includes(operation)
  const resolving = {
    title: text(invoice.confirmedAmount === null ? 'trading.resolveAskUnconfirmed' : 'trading.resolveAsk', { no }),
    text: invoice.resolution,
  }
  const resolve = async () => {
    await send(invoiceCalls.resolve, { body: { id } })
    await onDone(text('trading.didResolve', { no }))
  }
  const confirm = async () => {
    await send(invoiceCalls.confirm, { body: { items: [shownDebt(invoice)] } })
    await onDone(text('trading.didConfirm', { no }))
  }
  return (
    <>
      {may('CONFIRM') && (
        <Button act={invoiceCalls.confirm} onClick={() => onOpen({ kind: 'CONFIRM' })}>
          {text('trading.confirmLower')}
        </Button>
      )}
      {may('PROPOSE_RESOLUTION') && (
        <Button act={invoiceCalls.proposeResolution} look="solid" onClick={() => onOpen({ kind: 'PROPOSE' })}>
          {text('trading.proposeResolution')}
        </Button>
      )}
      {may('RESOLVE') && (
        <ActionButton act={invoiceCalls.resolve} before={() => ask(resolving)} action={resolve}>
          {text('trading.resolve')}
        </ActionButton>
      )}
      {may('RETURN') && (
        <Button act={invoiceCalls.returnToSupplier} onClick={() => onOpen({ kind: 'RETURN' })}>
          {text('trading.return')}
        </Button>
      )}
      {may('DISPUTE') && (
        <Button act={invoiceCalls.dispute} onClick={() => onOpen({ kind: 'DISPUTE' })}>
          {text('trading.dispute')}
        </Button>
      )}
      {may('CONFIRM') && (
        <ActionButton act={invoiceCalls.confirm} action={confirm}>
          {text('trading.confirm')}
        </ActionButton>
      )}
    </>
  )
}

/** What brings an invoice on: it is completed, sent to its buyer, financed. */
function NextSteps({ invoice, onDone }: Props) {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const { id, invoiceNo: no } = invoice
  const may = (operation: string) => invoice.operations.includes(operation)
  const submit = async () => {
    await send(invoiceCalls.submit, { body: { ids: [id] } })
    await onDone(text('trading.didSubmit', { no, buyer: invoice.buyer.name }))
  }
  return (
    <>
      {may('EDIT') && (
        <Button onClick={() => void navigate({ to: `/trading/invoice/${id}/edit` })}>{text('trading.edit')}</Button>
      )}
      {may('SUBMIT') && (
        <ActionButton act={invoiceCalls.submit} action={submit}>
          {text('trading.submit')}
        </ActionButton>
      )}
      {may('FINANCE') && mayOpen(`/finance/finance-order/add?invoice=${id}`) && (
        <Button look="solid" onClick={() => void navigate({ to: `/finance/finance-order/add?invoice=${id}` })}>
          {text('trading.finance')}
        </Button>
      )}
    </>
  )
}
