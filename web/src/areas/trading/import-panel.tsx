import type { Call } from '@usance/wire/call'
import { fileCalls } from '@usance/wire/file/calls'
import type { ImportResult, invoiceCalls } from '@usance/wire/invoice/calls'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { UploadBox } from '../../form/upload-box.tsx'
import { send } from '../../http/client.ts'
import { saveFile } from '../../http/files.ts'
import { wordsOf } from '../../http/report.ts'
import type { StoredFile } from '../../http/upload.ts'
import { useText } from '../../i18n/i18n.ts'
import { type ImportProgress, onImportProgress } from '../../shell/notices.ts'
import { Button } from '../../ui/button.tsx'
import { useFilesHeld } from '../../ui/files-under-way.ts'
import { formatCount } from '../../ui/format.ts'
import { SidePanel } from '../../ui/page-frame.tsx'
import './trading.css'
import { sameUser } from '../../session/mismatch.ts'

/** How long the largest sheet may take. */
export const importMs = 10 * 60_000

export type ImportLine = {
  name: string
  ok: boolean
  text: ReactNode
  errorKey?: string | null
  /** How many of the faulty rows the workbook has, where these are not all. */
  listed?: { listed: number; all: number } | undefined
  findings?: readonly { rule: string; text: string }[]
}
type Texts = { title: string; text: string; drop: string; template: string; errorReport: string }
type Props = {
  open: boolean
  onClose: () => void
  onDone: () => void
  texts: Texts
  templateName: string
  template: typeof invoiceCalls.templateDownload | Call
  /** The input of the template call. */
  templateBody?: object
  types?: readonly string[]
  /** Takes one stored file over and says what became of it. */
  take: (file: StoredFile) => Promise<Omit<ImportLine, 'name'>>
}

/** What a sheet's import answered, as one line of the panel. */
export const sheetLine = (
  result: z.output<typeof ImportResult>,
  words: (counts: { good: number; bad: number }) => string,
): Omit<ImportLine, 'name'> => ({
  ok: result.errorNumber === 0,
  text: words({ good: result.successfulNumber, bad: result.errorNumber }),
  errorKey: result.errorObjectKey,
  listed: result.listedNumber < result.errorNumber ? { listed: result.listedNumber, all: result.errorNumber } : undefined,
})

/** Takes files one after the other and says of each what became of it; faulty rows can be fetched as a workbook. */
export function ImportPanel({
  open,
  onClose,
  onDone,
  texts,
  templateName,
  template,
  templateBody = {},
  types = ['xlsx', 'xls', 'csv'],
  take,
}: Props) {
  const text = useText()
  const [lines, setLines] = useState<readonly ImportLine[]>([])
  const [progress, setProgress] = useState<ImportProgress>()
  // What became of the rows is told here alone: neither the panel nor the page is left without a question before it stands.
  const [taking, setTaking] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  useFilesHeld(place, { pending: taking, failed: 0 }, false)
  // Another tab of the same user may import too; its progress belongs there, and would never end here.
  const own = useRef(new Set<string>())
  useEffect(() => onImportProgress((told) => own.current.has(told.fileKey) && setProgress(told)), [])
  const read = async (file: StoredFile) => {
    own.current.add(file.objectKey)
    setTaking((count) => count + 1)
    const line = await take(file).catch((error: unknown) => ({ ok: false, text: wordsOf(error) }))
    setTaking((count) => count - 1)
    own.current.delete(file.objectKey)
    setProgress((now) => (now?.fileKey === file.objectKey ? undefined : now))
    setLines((now) => [{ name: file.fileName, ...line }, ...now])
    onDone()
  }
  const fetchTemplate = async () => {
    if (!(await sameUser())) return
    const { blob } = await send(template as typeof invoiceCalls.templateDownload, { body: templateBody })
    saveFile(blob, templateName)
  }
  const fetchErrors = async (objectKey: string) => {
    if (!(await sameUser())) return
    const { blob } = await send(fileCalls.content, { query: { objectKey } })
    saveFile(blob, 'import-errors.xlsx')
  }
  return (
    <SidePanel open={open} title={texts.title} onClose={onClose}>
      <p className="muted">{texts.text}</p>
      <p>
        <Button small icon="download" onClick={() => void fetchTemplate()}>
          {texts.template}
        </Button>
      </p>
      <div ref={place}>
        <UploadBox maxCount={20} types={types} onUploaded={(file) => void read(file)} label={texts.drop} />
      </div>
      {progress && (
        <p className="import-progress muted" role="status">
          <progress value={progress.done} max={progress.total} aria-label={text('table.importing')} />
          {text('table.importProgress', { done: formatCount(progress.done), total: formatCount(progress.total) })}
        </p>
      )}
      <ul className="import-results" aria-live="polite" aria-label={text('common.result')}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results only ever grow at the front and have no identity
          <li key={index} className={line.ok ? 'is-ok' : 'is-bad'}>
            <strong>{line.name}</strong>
            <span>{line.text}</span>
            {line.errorKey && (
              <Button small icon="download" onClick={() => void fetchErrors(line.errorKey!)}>
                {texts.errorReport}
              </Button>
            )}
            {line.listed && (
              <small className="muted">
                {text('table.importFaults', { listed: formatCount(line.listed.listed), all: formatCount(line.listed.all) })}
              </small>
            )}
            {line.findings?.map((finding) => (
              <small key={`${finding.rule}${finding.text}`} className="muted">
                {finding.rule}: {finding.text}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
