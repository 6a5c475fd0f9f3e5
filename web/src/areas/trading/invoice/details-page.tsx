import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import type { PaperGroupAnswer } from '@usance/wire/paper/calls'
import { useState } from 'react'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { sendOrTake } from '../../../http/ahead.ts'
import { useText } from '../../../i18n/i18n.ts'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { notify } from '../../../ui/notice.ts'
import { PageHeader } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RiskFlags } from '../risk-flags.tsx'
import '../trading.css'
import { DirectPayments } from './direct-payments.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDialog, type Opened } from './invoice-dialogs.tsx'
import { InvoiceFacts, InvoiceMovements, InvoiceOrders, InvoiceStory } from './invoice-sections.tsx'

/** One invoice: its figures, what lowered them, who paid, what it financed, and its story. */
export default function InvoiceDetailsPage() {
  const { id } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['invoice', id],
    queryFn: () => sendOrTake(invoiceCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
  })
  const papers = usePaperGroups('INVOICE')
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={12} />
  return <Invoice invoice={query.data} papers={papers} reload={() => void query.refetch()} />
}

/** The list that an invoice is in: that of the buyer where what may be done is the buyer's. */
const listOf = ({ operations }: InvoiceDetail) =>
  operations.some((one) => ['CONFIRM', 'RETURN', 'DISPUTE', 'PROPOSE_RESOLUTION', 'RESOLVE', 'UPLOAD_CONFIRMATION'].includes(one))
    ? '/confirmation/invoiceConfirmation'
    : '/trading/invoice'

type Props = { invoice: InvoiceDetail; papers: UseQueryResult<PaperGroupAnswer[]>; reload: () => void }

function Invoice({ invoice, papers, reload }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opened, open] = useState<Opened>()
  const back = listOf(invoice)
  const changed = async () => {
    open(undefined)
    await queries.invalidateQueries({ queryKey: ['list'] })
    if (opened?.kind === 'RETURN') void navigate({ to: back as string })
    else reload()
  }
  const done = async (what: string) => {
    notify('success', what)
    await changed()
  }
  return (
    <div className="page">
      <PageHeader
        title={invoice.invoiceNo}
        status={invoice.docStatus}
        back={back}
        actions={<InvoiceActions invoice={invoice} onOpen={open} onDone={done} />}
      >
        {invoice.supplier.name} → {invoice.buyer.name}
      </PageHeader>
      <RiskFlags words={invoice.riskFlags.map((flag) => text.of('trading.flag', flag))} />
      <InvoiceFacts invoice={invoice} onOpen={open} />
      <InvoiceOrders invoice={invoice} />
      <InvoiceMovements invoice={invoice} onOpen={open} />
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
      <InvoiceStory invoice={invoice} />
      {opened && (
        <InvoiceDialog
          invoice={invoice}
          opened={opened}
          onClose={() => open(undefined)}
          onChanged={() => void changed()}
          onDone={done}
        />
      )}
    </div>
  )
}
