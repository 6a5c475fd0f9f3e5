import { useParams } from '@tanstack/react-router'
import { type PurchaseOrderDetail, purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { Form } from 'antd'
import { EditPage } from '../../../form/edit-page.tsx'
import { NumberField } from '../../../form/fields.tsx'
import { NotNow } from '../../../form/not-now.tsx'
import { inGroups, PapersField, paperRefs } from '../../../form/papers.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDecimal } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOrder } from './use-order.ts'
import './purchase.css'

type Values = { items: { line: number; shippedQty: string }[]; attachments?: StoredFile[] }

/** What was shipped of each line so far, with its documents. */
export default function ShipmentPage() {
  const { id } = useParams({ strict: false })
  const found = useBeginning(useOrder(id), id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  if (!found.data.operations.includes('UPDATE'))
    return <NotNow no={found.data.poNo} status={found.data.docStatus} to={`/trading/purchase/details/${id}`} />
  return <ShipmentForm key={found.data.version} order={found.data} />
}

function ShipmentForm({ order }: { order: PurchaseOrderDetail }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { run, busy, error } = useSubmit(purchaseOrderCalls.update, form)
  const shipAll = () => form.setFieldsValue({ items: order.items.map(({ line, qty }) => ({ line, shippedQty: qty })) })
  const papers = usePaperGroups('PO')
  const documents = order.attachments.filter(({ stage }) => stage === 'SHIPMENT')
  return (
    <EditPage<Values>
      title={`${text('purchase.updateTitle')} · ${order.poNo}`}
      back={`/trading/purchase/details/${order.id}`}
      form={form}
      version={order.version}
      initialValues={{ items: order.items.map(({ line, shippedQty }) => ({ line, shippedQty })), attachments: [] }}
      busy={busy}
      error={error}
      submitLabel={text('purchase.save')}
      onSubmit={async ({ items, attachments = [] }) => {
        const saved = await run({
          body: {
            id: order.id,
            version: order.version,
            items: items.map(({ shippedQty }, index) => ({ line: order.items[index]!.line, shippedQty })),
            attachments: paperRefs(inGroups(attachments, papers.data ?? [], 'PO', 'SHIPMENT')),
          },
        })
        return saved !== undefined
      }}
    >
      <Section
        title={text('purchase.lines')}
        extra={
          <Button small onClick={shipAll}>
            {text('purchase.shippedAll')}
          </Button>
        }
      >
        <ul className="po-lines">
          {order.items.map((item, index) => (
            <li key={item.line} className="po-line is-shipment">
              <span className="po-line-no">{item.line}</span>
              <div className="po-line-what">
                <strong>{item.description}</strong>
                <small className="muted">
                  {item.sku} {text('purchase.qty')} {formatDecimal(item.qty, decimalsOf(item.qty))} {item.unit}
                </small>
              </div>
              <NumberField
                name={['items', index, 'shippedQty']}
                label={text('purchase.shippedQty')}
                required
                max={item.qty}
                kind="quantity"
                suffix={<span className="muted">{item.unit}</span>}
              />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text('purchase.shippingFiles')}>
        {documents.length > 0 && (
          <ul className="plain-rows">
            {documents.map((file) => (
              <li key={file.objectKey}>{file.fileName}</li>
            ))}
          </ul>
        )}
        <PapersField kind="PO" stage="SHIPMENT" groups={papers} mayRemoveStored={false} />
      </Section>
    </EditPage>
  )
}

/** As many decimals as were typed. */
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
