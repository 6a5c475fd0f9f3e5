import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PaymentFileDetail, paymentFileCalls } from '@usance/wire/payment-file/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatCount, formatDate, formatDateTime } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { bankWord } from '../payment-timing.tsx'
import { Totals } from './totals.tsx'
import { VoidDialog } from './void-dialog.tsx'
import '../money.css'

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One payment file: its batches, its approval, who took it out, and what the bank said of each payment. */
export function FilePanel(props: Props) {
  // A dialog that is open on one file is not open on the next.
  return <OneFile key={props.id} {...props} />
}

function OneFile({ id, onClose, onChanged }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const [voiding, setVoiding] = useState(false)
  const answer = useQuery({
    queryKey: ['payment-file', id],
    queryFn: () => send(paymentFileCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
  })
  const file = answer.data
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['payment-file', id] })
    onChanged()
  }
  const take = async () => {
    const { content, fileName } = await send(paymentFileCalls.take, { body: { id: id! } }).finally(changed)
    saveFile(new Blob([content], { type: 'application/xml' }), fileName)
    return true
  }
  const may = (operation: string) => file?.operations.includes(operation)
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={860}
        title={file?.no ?? text('menu.paymentFiles')}
        onClose={onClose}
        footer={
          <>
            {may('VOID') && (
              <Button act={paymentFileCalls.void} onClick={() => setVoiding(true)}>
                {text('payment.file.void')}
              </Button>
            )}
            {may('TAKE') && (
              <ActionButton
                act={paymentFileCalls.take}
                icon="download"
                before={() =>
                  ask({ title: text('payment.file.takeTitle', { no: file!.no }), text: text('payment.file.takeText') })
                }
                action={take}
              >
                {text('payment.file.take')}
              </ActionButton>
            )}
          </>
        }
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!file && !answer.isLoadingError && <Skeleton lines={10} />}
        {file && <FileFacts file={file} />}
        {file && <ApprovalPanel businessNo={file.no} businessType="PAYMENT_FILE" businessId={file.id} onDone={changed} />}
      </SidePanel>
      {voiding && file && (
        <VoidDialog
          file={file}
          onClose={() => setVoiding(false)}
          onDone={() => {
            setVoiding(false)
            changed()
          }}
        />
      )}
    </>
  )
}

function FileFacts({ file }: { file: PaymentFileDetail }) {
  const text = useText()
  return (
    <>
      <p className="money-headline">
        <Totals totals={file.totals} /> <StatusTag value={file.status} />
      </p>
      <DescriptionList
        facts={[
          { label: text('list.payment.files.funderName'), value: file.funderName },
          { label: text('list.payment.files.payments'), value: file.payments },
          { label: text('list.payment.files.makerName'), value: `${file.makerName}, ${formatDateTime(file.createdAt)}` },
          file.takenAt !== null && {
            label: text('list.payment.files.takenByName'),
            value: `${file.takenByName}, ${formatDateTime(file.takenAt)}`,
          },
          file.voidReason !== null && { label: text('payment.file.voidReason'), value: file.voidReason, wide: true },
          {
            label: text('payment.file.hash', { bytes: formatCount(file.bytes) }),
            value: <code className="file-hash">{file.sha256}</code>,
            wide: true,
          },
          ...file.reports.map((one) => ({
            label: text('payment.file.reportRead'),
            value: `${one.messageId}, ${one.importedBy}, ${formatDateTime(one.importedAt)}`,
          })),
        ]}
      />
      {file.batches.map((batch) => (
        <div key={batch.id} className="money-scroll file-batch">
          <table className="money-sum">
            <caption>
              {batch.id} · {batch.bankName} {batch.fromAccount} · {text('payment.executionDate')}{' '}
              {formatDate(batch.executionDate)}
            </caption>
            <thead>
              <tr>
                <th scope="col">{text('list.payment.management.no')}</th>
                <th scope="col">{text('payment.to')}</th>
                <th scope="col">{text('payment.file.bankSays')}</th>
                <th scope="col" className="is-figure">
                  {text('list.payment.management.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {batch.items.map((item) => (
                <tr key={item.paymentId}>
                  <td className="is-day">{item.no}</td>
                  <td>
                    {item.payeeName}
                    <br />
                    <code className="muted">{item.payeeAccount}</code>
                  </td>
                  <td>
                    {item.bankStatus ? <StatusTag value={bankWord(item.status)} /> : <span className="muted">-</span>}
                    {item.bankStatus && <span className="muted"> {item.bankStatus}</span>}
                    {(item.reasonCode || item.reasonText) && (
                      <>
                        <br />
                        <span className="is-faulty">{[item.reasonCode, item.reasonText].filter(Boolean).join(' ')}</span>
                      </>
                    )}
                  </td>
                  <td>
                    <Money amount={item.amount} currency={batch.currency} exact />
                  </td>
                </tr>
              ))}
              <tr className="is-total">
                <th scope="row" colSpan={3}>
                  {text('payment.file.batchTotal', { count: batch.items.length })}
                </th>
                <td>
                  <Money amount={batch.total} currency={batch.currency} exact />
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      ))}
    </>
  )
}
