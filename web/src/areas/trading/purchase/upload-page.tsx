import { useParams } from '@tanstack/react-router'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { NotNow } from '../../../form/not-now.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FilesPage } from '../files-page.tsx'
import { useOrder } from './use-order.ts'

/** The files of one purchase order. */
export default function PurchaseUploadPage() {
  const text = useText()
  const { id } = useParams({ strict: false })
  // The papers are replaced as a whole, so they and the version are of one answer.
  const found = useBeginning(useOrder(id), id)
  const { run, busy, error } = useSubmit(purchaseOrderCalls.upload)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  if (!found.data.operations.includes('UPLOAD'))
    return <NotNow no={found.data.poNo} status={found.data.docStatus} to={`/trading/purchase/details/${id}`} />
  const { version } = found.data
  return (
    <FilesPage
      title={`${text('purchase.uploadTitle')} · ${found.data.poNo}`}
      back={`/trading/purchase/details/${id}`}
      submitLabel={text('purchase.save')}
      kind="PO"
      papers={found.data.attachments}
      version={version}
      isSent={found.data.docStatus !== 'DRAFT'}
      busy={busy}
      error={error}
      onSubmit={async (attachments) => (await run({ body: { id, version, attachments } })) !== undefined}
    />
  )
}
