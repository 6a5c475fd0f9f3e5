import type { ExtractData } from '@usance/wire/ocr/calls'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { DocumentCheck } from '../../../ocr/document-check.tsx'
import { OcrBox } from '../../../ocr/ocr-box.tsx'
import type { OcrFile } from '../../../ocr/ocr-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/page-frame.tsx'

type Read = OcrFile & { extractData: ExtractData }

/** Reads an invoice from a document, has it checked beside its picture, and hands the values over. */
export default function FromDocument({
  onUse,
  onRemoved,
}: {
  onUse: (values: Record<string, string>, file: OcrFile) => void
  onRemoved: (file: OcrFile) => void
}) {
  const text = useText()
  const [files, setFiles] = useState<OcrFile[]>([])
  const [checking, check] = useState<Read>()
  const [used, setUsed] = useState<string>()
  return (
    <Section title={text('ocr.title')}>
      <p className="muted from-document-hint">{text('ocr.hint')}</p>
      <OcrBox
        value={files}
        onChange={(next) => {
          for (const gone of files.filter((file) => !next.some(({ objectKey }) => objectKey === file.objectKey))) onRemoved(gone)
          setFiles(next)
        }}
        schemaCode="INVOICE"
        maxCount={5}
        actions={(file) => (
          <Button
            small
            look={used === file.objectKey ? 'plain' : 'solid'}
            icon={used === file.objectKey ? 'check' : 'eye'}
            onClick={() => check(file as Read)}
          >
            {text(used === file.objectKey ? 'ocr.used' : 'ocr.check')}
          </Button>
        )}
      />
      {checking && (
        <DocumentCheck
          file={checking}
          onClose={() => check(undefined)}
          onUse={(values) => {
            onUse(values, checking)
            setUsed(checking.objectKey)
            check(undefined)
          }}
        />
      )}
    </Section>
  )
}
