import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { NotNow } from '../../../form/not-now.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FilesPage } from '../files-page.tsx'

/** The files of one invoice. */
export default function InvoiceUploadPage() {
  const text = useText()
  const { id } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['invoice', id],
    queryFn: () => send(invoiceCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
  })
  // The papers are replaced as a whole, so they and the version are of one answer.
  const found = useBeginning(query, id)
  const { run, busy, error } = useSubmit(invoiceCalls.upload)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  if (!found.data.operations.includes('UPLOAD'))
    return <NotNow no={found.data.invoiceNo} status={found.data.docStatus} to={`/trading/invoice/${id}/details`} />
  const { version } = found.data
  return (
    <FilesPage
      title={`${text('trading.uploadTitle')} · ${found.data.invoiceNo}`}
      back={`/trading/invoice/${id}/details`}
      submitLabel={text('trading.saveFiles')}
      kind="INVOICE"
      papers={found.data.attachments}
      version={version}
      isSent={found.data.docStatus !== 'DRAFT'}
      busy={busy}
      error={error}
      onSubmit={async (attachments) => (await run({ body: { id, version, attachments } })) !== undefined}
    />
  )
}
