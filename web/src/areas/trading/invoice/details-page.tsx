import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { useState } from 'react'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { sendOrTake } from '../../../http/ahead.ts'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { doerText } from '../../../ui/doer.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, PageHeader, Section, Timeline } from '../../../ui/page-frame.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { SentBack } from '../adjust-dialog.tsx'
import { RiskFlags } from '../risk-flags.tsx'
import '../trading.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { reasonsDone, reasonTitles, reasonVerbs } from '../reasons.ts'
import { WithdrawAdjustment } from '../withdraw-adjustment.tsx'
import { DirectPayments } from './direct-payments.tsx'
import { shownDebt } from './shown-debt.ts'
import { Unconfirmed, unconfirmedOf } from './unconfirmed.tsx'

// The form kit is heavy and most visits only read.
const AdjustDialog = lazyPart(async () => (await import('../adjust-dialog.tsx')).AdjustDialog)
const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
const ReportPaymentDialog = lazyPart(async () => (await import('../report-payment-dialog.tsx')).ReportPaymentDialog)
const ProofDialog = lazyPart(async () => (await import('./proof-dialog.tsx')).ProofDialog)

/** A payment lowers what is owed; one that was taken back has a sign already. */
const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** One invoice: its figures, what lowered them, who paid, what it financed, and its story. */
export default function InvoiceDetailsPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id } = useParams({ strict: false })
  const [asking, setAsking] = useState<'RETURN' | 'DISPUTE' | 'PROPOSE'>()
  const [dialog, setDialog] = useState<'ADJUST' | 'CREDIT_NOTE' | 'CONFIRM' | 'PROOF' | 'REPORT'>()
  const [sentBack, setSentBack] = useState<SentBack>()
  const [withdrawn, setWithdrawn] = useState<{ id: string; refNo: string }>()
  const query = useQuery({
    queryKey: ['invoice', id],
    queryFn: () => sendOrTake(invoiceCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
  })
  const papers = usePaperGroups('INVOICE')
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={12} />
  const invoice = query.data
  const back = invoice.operations.some((one) =>
    ['CONFIRM', 'RETURN', 'DISPUTE', 'PROPOSE_RESOLUTION', 'RESOLVE', 'UPLOAD_CONFIRMATION'].includes(one),
  )
    ? '/confirmation/invoiceConfirmation'
    : '/trading/invoice'
  const done = async (what: string) => {
    notify('success', what)
    await changed()
  }
  const told = { no: invoice.invoiceNo }
  const changed = async () => {
    setDialog(undefined)
    setSentBack(undefined)
    setWithdrawn(undefined)
    await queries.invalidateQueries({ queryKey: ['list'] })
    if (asking === 'RETURN') void navigate({ to: back as string })
    else void query.refetch()
    setAsking(undefined)
  }
  const run = async (work: Promise<unknown>, what: string) => {
    await work
    await done(what)
  }
  const sureToCancel = () =>
    ask({
      title: text('trading.cancelAsk', { no: invoice.invoiceNo }),
      text: text('trading.cancelText'),
      ok: text('trading.cancel'),
      danger: true,
    })
  const sureToResolve = () =>
    ask({
      title: text(invoice.confirmedAmount === null ? 'trading.resolveAskUnconfirmed' : 'trading.resolveAsk', {
        no: invoice.invoiceNo,
      }),
      text: invoice.resolution,
    })
  const may = (operation: string) => invoice.operations.includes(operation)
  const money = (amount: string | null) => <Money amount={amount} currency={invoice.currency} exact />
  const rest = unconfirmedOf(invoice)
  const eventText = (event: string) => (hasText(`trading.event.${event}`) ? text.of('trading.event', event) : event)
  // An invoice is confirmed once; where its buyer confirmed less, the line says how much.
  const isLess = invoice.confirmedAmount !== null && invoice.confirmedAmount !== invoice.amount
  const eventNote = (event: string) =>
    event === 'INVOICE_CONFIRM' && isLess
      ? text('trading.confirmedLess', {
          confirmed: formatAmount(invoice.confirmedAmount, invoice.currency),
          amount: `${formatAmount(invoice.amount, invoice.currency)} ${invoice.currency}`,
        })
      : null
  return (
    <div className="page">
      <PageHeader
        title={invoice.invoiceNo}
        status={invoice.docStatus}
        back={back}
        actions={
          <>
            {may('CANCEL') && (
              <ActionButton
                act={invoiceCalls.cancel}
                look="plain"
                before={sureToCancel}
                action={() => run(send(invoiceCalls.cancel, { body: { id } }), text('trading.didCancel', told))}
              >
                {text('trading.cancel')}
              </ActionButton>
            )}
            {may('UPLOAD') && (
              <Button onClick={() => void navigate({ to: `/trading/invoice/${id}/upload` })}>{text('trading.upload')}</Button>
            )}
            {may('ADJUST') && (
              <Button act={adjustmentCalls.add} onClick={() => setDialog('ADJUST')}>
                {text('trading.adjust')}
              </Button>
            )}
            {may('REPORT_PAYMENT') && (
              <Button act={directPaymentCalls.report} onClick={() => setDialog('REPORT')}>
                {text('trading.report')}
              </Button>
            )}
            {may('UPLOAD_CONFIRMATION') && (
              <Button act={invoiceCalls.uploadConfirmation} onClick={() => setDialog('PROOF')}>
                {text('trading.uploadConfirmation')}
              </Button>
            )}
            {may('CONFIRM') && (
              <Button act={invoiceCalls.confirm} onClick={() => setDialog('CONFIRM')}>
                {text('trading.confirmLower')}
              </Button>
            )}
            {may('PROPOSE_RESOLUTION') && (
              <Button act={invoiceCalls.proposeResolution} look="solid" onClick={() => setAsking('PROPOSE')}>
                {text('trading.proposeResolution')}
              </Button>
            )}
            {may('RESOLVE') && (
              <ActionButton
                act={invoiceCalls.resolve}
                before={sureToResolve}
                action={() => run(send(invoiceCalls.resolve, { body: { id } }), text('trading.didResolve', told))}
              >
                {text('trading.resolve')}
              </ActionButton>
            )}
            {may('RETURN') && (
              <Button act={invoiceCalls.returnToSupplier} onClick={() => setAsking('RETURN')}>
                {text('trading.return')}
              </Button>
            )}
            {may('DISPUTE') && (
              <Button act={invoiceCalls.dispute} onClick={() => setAsking('DISPUTE')}>
                {text('trading.dispute')}
              </Button>
            )}
            {may('CONFIRM') && (
              <ActionButton
                act={invoiceCalls.confirm}
                action={() =>
                  run(
                    send(invoiceCalls.confirm, {
                      body: { items: [shownDebt(invoice)] },
                    }),
                    text('trading.didConfirm', told),
                  )
                }
              >
                {text('trading.confirm')}
              </ActionButton>
            )}
            {may('EDIT') && (
              <Button onClick={() => void navigate({ to: `/trading/invoice/${id}/edit` })}>{text('trading.edit')}</Button>
            )}
            {may('SUBMIT') && (
              <ActionButton
                act={invoiceCalls.submit}
                action={() =>
                  run(
                    send(invoiceCalls.submit, { body: { ids: [id] } }),
                    text('trading.didSubmit', { ...told, buyer: invoice.buyer.name }),
                  )
                }
              >
                {text('trading.submit')}
              </ActionButton>
            )}
            {may('FINANCE') && mayOpen(`/finance/finance-order/add?invoice=${id}`) && (
              <Button look="solid" onClick={() => void navigate({ to: `/finance/finance-order/add?invoice=${id}` })}>
                {text('trading.finance')}
              </Button>
            )}
          </>
        }
      >
        {invoice.supplier.name} → {invoice.buyer.name}
      </PageHeader>
      <RiskFlags words={invoice.riskFlags.map((flag) => text.of('trading.flag', flag))} />
      <Section title={text('trading.invoice')}>
        <DescriptionList
          facts={[
            { label: text('trading.amount'), value: money(invoice.amount) },
            { label: text('trading.outstanding'), value: money(invoice.outstanding) },
            invoice.proposedAmount
              ? { label: text('trading.proposedAmount'), value: money(invoice.proposedAmount) }
              : { label: text('trading.confirmedAmount'), value: money(invoice.confirmedAmount) },
            rest !== undefined ? { label: text('trading.unconfirmed'), value: money(rest) } : undefined,
            { label: text('trading.adjusted'), value: money(invoice.adjustedAmount) },
            { label: text('trading.paid'), value: money(invoice.paidAmount) },
            { label: text('trading.financeStatus'), value: <StatusTag value={invoice.financeStatus} /> },
            { label: text('trading.issueDate'), value: formatDate(invoice.issueDate) },
            { label: text('trading.dueDate'), value: formatDate(invoice.dueDate) },
            {
              label: text('trading.purchaseOrder'),
              value: invoice.purchaseOrder && (
                <Link to={`/trading/purchase/details/${invoice.purchaseOrder.id}`}>{invoice.purchaseOrder.poNo}</Link>
              ),
            },
            { label: text('trading.taxInvoiceNo'), value: invoice.taxInvoiceNo },
            { label: text('trading.source'), value: text.of('trading.sources', invoice.source) },
            invoice.disputeReason
              ? { label: text('trading.disputeReason'), value: invoice.disputeReason, wide: true }
              : undefined,
            invoice.resolution ? { label: text('trading.resolution'), value: invoice.resolution, wide: true } : undefined,
            invoice.returnComment ? { label: text('trading.returned'), value: invoice.returnComment, wide: true } : undefined,
            invoice.remark ? { label: text('trading.remark'), value: invoice.remark, wide: true } : undefined,
          ]}
        />
        <Unconfirmed invoice={invoice} onAsk={() => setDialog('CREDIT_NOTE')} />
      </Section>
      {invoice.orders.length > 0 && (
        <Section title={text('trading.orders')}>
          <ul className="plain-rows">
            {invoice.orders.map((order) => (
              <li key={order.id}>
                <RowLink to={`/finance/finance-order/${order.id}/detail`}>{order.orderNo}</RowLink>
                <StatusTag value={order.status} />
                {money(order.applyAmount)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(invoice.adjustments.length > 0 || invoice.payments.length > 0) && (
        <Section title={text('trading.movements')}>
          <ul className="plain-rows">
            {invoice.adjustments.map((one) => (
              <li key={one.id}>
                <span>
                  {formatDate(one.date)} · {text.of('word', one.type)} {one.refNo}
                  {one.reason && <span className="muted"> {one.reason}</span>}
                </span>
                <StatusTag value={one.status} />
                {one.operations.includes('RESUBMIT') && (
                  <Button small act={adjustmentCalls.resubmit} onClick={() => setSentBack(one)}>
                    {text('trading.resubmit')}
                  </Button>
                )}
                {one.operations.includes('WITHDRAW') && (
                  <Button small act={adjustmentCalls.withdraw} onClick={() => setWithdrawn(one)}>
                    {text('trading.withdrawAdjustment')}
                  </Button>
                )}
                <Money amount={one.type === 'DEBIT_NOTE' ? one.amount : `-${one.amount}`} currency={invoice.currency} exact />
              </li>
            ))}
            {invoice.payments.map((one) => (
              <li key={one.id}>
                <span>
                  {formatDate(one.date)} · {text(one.waived ? 'status.WAIVED' : 'trading.payment')} {one.reference ?? ''}
                </span>
                <Money amount={negated(one.amount)} currency={invoice.currency} exact />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <DirectPayments invoice={invoice} onDone={(no) => done(text('trading.didTakeBack', { no }))} />
      {invoice.attachments.length > 0 && (
        <PapersCard
          title={text('trading.files')}
          zipName={invoice.invoiceNo}
          groups={papers}
          papers={invoice.attachments}
          word={(group) => text.of('word', group)}
        />
      )}
      <Section title={text('trading.story')}>
        <Timeline
          entries={invoice.timeline.map((line, index) => ({
            key: `${line.at}${index}`,
            title: eventText(line.event),
            at: line.at,
            by: doerText(line),
            leftOut: line.leftOut,
            text: line.comment ?? eventNote(line.event),
          }))}
        />
      </Section>
      <ReasonDialog
        open={asking !== undefined}
        title={text(reasonTitles[asking ?? 'RETURN'])}
        ok={text(reasonVerbs[asking ?? 'RETURN'])}
        onClose={() => setAsking(undefined)}
        onSubmit={async (reason) => {
          if (asking === 'RETURN') await send(invoiceCalls.returnToSupplier, { body: { id, comment: reason } })
          else if (asking === 'PROPOSE') await send(invoiceCalls.proposeResolution, { body: { id, comment: reason } })
          else await send(invoiceCalls.dispute, { body: { ids: [id], reason } })
          await done(text(reasonsDone[asking ?? 'RETURN'], told))
        }}
      />
      {(dialog === 'ADJUST' || dialog === 'CREDIT_NOTE' || sentBack) && (
        <AdjustDialog
          invoice={{ invoiceId: id, currency: invoice.currency, outstanding: invoice.outstanding }}
          {...(dialog === 'CREDIT_NOTE' && rest !== undefined ? { amount: rest } : {})}
          {...(sentBack ? { sentBack } : {})}
          onClose={() => {
            setDialog(undefined)
            setSentBack(undefined)
          }}
          onDone={() => void changed()}
        />
      )}
      {withdrawn && (
        <WithdrawAdjustment adjustment={withdrawn} onClose={() => setWithdrawn(undefined)} onDone={() => void changed()} />
      )}
      {dialog === 'REPORT' && (
        <ReportPaymentDialog
          invoice={{ invoiceId: id, currency: invoice.currency, outstanding: invoice.payableToSupplier }}
          onClose={() => setDialog(undefined)}
          onDone={() => void changed()}
        />
      )}
      {dialog === 'CONFIRM' && (
        <ConfirmDialog
          invoice={invoice}
          onClose={() => setDialog(undefined)}
          onDone={() => void done(text('trading.didConfirm', told))}
        />
      )}
      {dialog === 'PROOF' && (
        <ProofDialog id={id} onClose={() => setDialog(undefined)} onDone={() => void done(text('trading.didProve', told))} />
      )}
    </div>
  )
}
