import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useCallback, useRef, useState } from 'react'
import { ActionPage } from '../../../form/action-page.tsx'
import { useKeptState } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { inGroups, PapersBox, paperRefs } from '../../../form/papers.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { useAfterFiles } from '../../../ui/files-under-way.ts'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Labelled } from './labelled.tsx'
import { usePayees } from './use-payees.ts'
import './finance-order.css'

/** What may still change once an order is approved: its documents, the account it is paid to, and the remark. */
export default function UpdateOrderPage() {
  const { id } = useParams({ strict: false })
  const text = useText()
  const query = useQuery({
    queryKey: ['order-edit', id],
    queryFn: () => send(financeOrderCalls.detailForEdit, { query: { id } }, { quiet: true }),
    staleTime: 0,
  })
  const order = useBeginning(query, id)
  if (order.isLoadingError) return <Failed error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data) return <Skeleton lines={10} />
  if (!order.data.operations.includes('UPDATE') || !order.data.request)
    return <Empty title={text('finance.updateNotNow', { no: order.data.orderNo })} text={text('finance.updateNotNowText')} />
  return (
    <Kit>
      <UpdateForm order={order.data} request={order.data.request} />
    </Kit>
  )
}

type Changeable = { payee: string; remark: string; files: StoredFile[] }

function UpdateForm({ order, request }: { order: OrderDetail; request: NonNullable<OrderDetail['request']> }) {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [state, setState] = useState<Changeable>({
    payee: order.payeeBankAccountId ?? '',
    remark: order.remark ?? '',
    files: order.attachments,
  })
  const { payee, remark, files } = state
  const change = useCallback((part: Partial<Changeable>) => setState((now) => ({ ...now, ...part })), [])
  const papers = usePaperGroups('FINANCE_ORDER', { productId: order.financingProductId, orderId: order.id })
  const payees = usePayees(order.currency)
  useKeptState(state, change, { version: order.version })
  const first = useRef(state)
  const sent = useUnsaved(() => payee !== first.current.payee || remark !== first.current.remark || files !== first.current.files)
  const saving = useSubmit(financeOrderCalls.editOrder)
  const detail = `/finance/finance-order/${order.id}/detail`
  const save = async () => {
    const saved = await saving.run({
      body: {
        ...request,
        mode: 'update',
        id: order.id,
        version: order.version,
        saveType: 'SUBMIT',
        ...(payee ? { payeeBankAccountId: payee } : {}),
        remark,
        attachments: paperRefs(inGroups(files, papers.data ?? [], 'FINANCE_ORDER')),
      },
    })
    if (!saved) return
    sent()
    notify('success', text('finance.didUpdate', { no: order.orderNo }))
    await queries.invalidateQueries()
    void navigate({ to: detail })
  }
  const afterFiles = useAfterFiles(save)
  return (
    <ActionPage className="order-form" busy={saving.busy}>
      <PageHeader title={text('finance.updateTitle', { no: order.orderNo })} status={order.status} back={detail}>
        {text('finance.updateHint')}
      </PageHeader>
      <Section title={text('finance.updateDetails')}>
        <div className="order-grid">
          <Labelled label={text('finance.payee')}>
            <Select
              all={false}
              label={text('finance.payee')}
              value={payee}
              options={(payees.data ?? []).map((one) => ({ value: one.id, label: `${one.bankName} ${one.bankAccount}` }))}
              question={payees}
              onChange={(value) => change({ payee: value })}
            />
          </Labelled>
        </div>
        <Labelled label={text('finance.remark')}>
          <textarea
            className="input order-remark"
            rows={3}
            maxLength={500}
            value={remark}
            onChange={(event) => change({ remark: event.target.value })}
          />
          <small className="order-count muted">{remark.length} / 500</small>
        </Labelled>
        <PapersBox kind="FINANCE_ORDER" groups={papers} value={files} onChange={(next) => change({ files: next })} />
        <p className="price-error" role="alert">
          {afterFiles.note || saving.error}
        </p>
        <div className="order-save">
          <Button look="solid" busy={saving.busy || afterFiles.isWaiting} onClick={() => void afterFiles.send()}>
            {text('common.save')}
          </Button>
        </div>
      </Section>
    </ActionPage>
  )
}
