import { paymentFileCalls, type ReportAnswer } from '@usance/wire/payment-file/calls'
import { useState } from 'react'
import { UploadBox } from '../../../form/upload-box.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Money } from '../../../ui/money.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import '../money.css'

/** Reads the bank's status report and shows what became of each payment. */
export function ReportPanel({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useText()
  const submit = useSubmit(paymentFileCalls.importReport)
  const [file, setFile] = useState<StoredFile>()
  const [answer, setAnswer] = useState<ReportAnswer>()
  const read = async () => {
    const done = await submit.run({ body: { fileKey: file!.objectKey } })
    if (!done) return
    setAnswer(done)
    onDone()
  }
  return (
    <SidePanel
      open
      width={820}
      title={text('payment.file.report')}
      onClose={onClose}
      footer={
        <>
          <FormError error={submit.error} />
          {file && (
            <Button
              onClick={() => {
                setFile(undefined)
                setAnswer(undefined)
                submit.clear()
              }}
            >
              {text('payment.file.anotherReport')}
            </Button>
          )}
          <Button onClick={onClose}>{text('common.close')}</Button>
          {!answer && (
            <Button look="solid" busy={submit.busy} disabled={!file} onClick={() => void read()}>
              {text('payment.file.readReport')}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">{text('payment.file.reportText')}</p>
      {!file && <UploadBox types={['xml']} onUploaded={setFile} label={text('payment.file.dropReport')} />}
      {file && !answer && (
        <p>
          <strong>{file.fileName}</strong>
        </p>
      )}
      {answer && <ReportRows answer={answer} />}
    </SidePanel>
  )
}

function ReportRows({ answer }: { answer: ReportAnswer }) {
  const text = useText()
  return (
    <>
      <p>
        <strong>{answer.fileNo}</strong>
        <span className="muted">
          {' '}
          · {answer.format} · {answer.messageId}
        </span>
        <br />
        {Object.entries(answer.counts)
          .filter(([, count]) => count > 0)
          .map(([result, count]) => `${text.of('payment.file.result', result)}: ${count}`)
          .join(' · ') || text('payment.file.nothingFinal')}
      </p>
      {answer.isKnown && <p className="form-hint">{text('payment.file.knownReport')}</p>}
      {answer.rows.length > 0 && (
        <div className="money-scroll">
          <table className="money-sum">
            <caption>{text('payment.file.reportRows')}</caption>
            <thead>
              <tr>
                <th scope="col">{text('list.payment.management.no')}</th>
                <th scope="col">{text('common.result')}</th>
                <th scope="col">{text('payment.file.bankSays')}</th>
                <th scope="col" className="is-figure">
                  {text('list.payment.management.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a report may be alike in all that they hold
                <tr key={at}>
                  <td className="is-day">{row.no}</td>
                  <td className={['REJECTED', 'CONFLICT', 'UNKNOWN'].includes(row.result) ? 'is-faulty' : ''}>
                    {text(`payment.file.result.${row.result}`)}
                  </td>
                  <td>{[row.bankStatus, row.reasonCode, row.reasonText].filter(Boolean).join(' · ')}</td>
                  <td>{row.amount && <Money amount={row.amount} currency={row.currency ?? ''} exact />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
