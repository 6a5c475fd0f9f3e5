import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { useState } from 'react'
import { UploadBox } from '../../../form/upload-box.tsx'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { wordsOf } from '../../../http/report.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import '../trading.css'

type Result = { name: string; ok: boolean; text: string; errorKey?: string | null; findings?: { rule: string; text: string }[] }

/** Takes sheets and e-invoices one after the other and says of each what became of it. */
export function ImportPanel({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) {
  const text = useText()
  const [results, setResults] = useState<readonly Result[]>([])
  const add = (result: Result) => setResults((now) => [result, ...now])
  const read = async (file: StoredFile) => {
    const name = file.fileName
    try {
      if (/\.(xlsx|xls|csv)$/i.test(name)) {
        const result = await send(invoiceCalls.importExcel, { query: { fileKey: file.objectKey } }, { quiet: true })
        add({
          name,
          ok: result.errorNumber === 0,
          text: text('trading.importResult', { good: result.successfulNumber, bad: result.errorNumber }),
          errorKey: result.errorObjectKey,
        })
      } else {
        const result = await send(invoiceCalls.importEInvoice, { query: { fileKey: file.objectKey } }, { quiet: true })
        add({ name, ok: true, text: text('trading.importedOne', { no: result.invoiceNo }), findings: result.findings })
      }
      onDone()
    } catch (error) {
      add({ name, ok: false, text: wordsOf(error) })
    }
  }
  const template = async () => {
    const { blob } = await send(invoiceCalls.templateDownload, { body: {} })
    saveFile(blob, 'invoice-template.xlsx')
  }
  const report = async (objectKey: string) => {
    const { blob } = await send(fileCalls.content, { query: { objectKey } })
    saveFile(blob, 'import-errors.xlsx')
  }
  return (
    <SidePanel open={open} title={text('trading.importTitle')} onClose={onClose}>
      <p className="muted">{text('trading.importText')}</p>
      <p>
        <Button small icon="download" onClick={() => void template()}>
          {text('trading.template')}
        </Button>
      </p>
      <UploadBox
        value={[]}
        types={['xlsx', 'xls', 'csv', 'xml', 'pdf']}
        onUploaded={(file) => void read(file)}
        label={text('trading.importDrop')}
      />
      <ul className="import-results" aria-live="polite">
        {results.map((result, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results only ever grow at the front and have no identity
          <li key={index} className={result.ok ? 'is-ok' : 'is-bad'}>
            <strong>{result.name}</strong>
            <span>{result.text}</span>
            {result.errorKey && (
              <Button small icon="download" onClick={() => void report(result.errorKey!)}>
                {text('trading.errorReport')}
              </Button>
            )}
            {result.findings?.map((finding) => (
              <small key={finding.rule} className="muted">
                {finding.rule}: {finding.text}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
