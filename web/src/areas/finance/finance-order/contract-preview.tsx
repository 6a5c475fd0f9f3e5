import { useQuery } from '@tanstack/react-query'
import { contractCalls } from '@usance/wire/contract/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import '../../contract/info/contract.css'

/** The contract that the order would get at its present terms, to read before submission. */
export function ContractPreview({ request }: { request: TrialRequest }) {
  const text = useText()
  const can = useCan()
  const [open, setOpen] = useState(false)
  const { financingProductId, items, fundingDate, arpOfOrderId, orderId } = request
  const body = {
    financingProductId,
    items,
    fundingDate,
    ...(arpOfOrderId ? { arpOfOrderId } : {}),
    ...(orderId ? { orderId } : {}),
  }
  const preview = useQuery({
    queryKey: ['contract-preview', body],
    queryFn: () => send(contractCalls.preview, { body }, { quiet: true }),
    enabled: open,
    retry: false,
  })
  if (!contractCalls.preview.access.permission.some(can)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('finance.readContract')}</Button>
      <SidePanel open={open} width={760} title={text('finance.contractPreview')} onClose={() => setOpen(false)}>
        {preview.isLoadingError ? (
          <Failed error={preview.error} onRetry={() => void preview.refetch()} />
        ) : !preview.data ? (
          <Skeleton lines={12} />
        ) : (
          <div className="contract-paper">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server builds it from plain text and escapes every value */}
            <article dangerouslySetInnerHTML={{ __html: preview.data.html }} />
          </div>
        )}
      </SidePanel>
    </>
  )
}
