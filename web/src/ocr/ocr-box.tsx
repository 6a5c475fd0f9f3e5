import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { FilePreview } from '../form/file-preview.tsx'
import { useUploads } from '../form/use-uploads.ts'
import { downloadFile, showsInPage } from '../http/file-access.ts'
import { wordsOf } from '../http/report.ts'
import { type StoredFile, uploadHint } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FileName } from '../ui/file-name.tsx'
import { Icon } from '../ui/icons.tsx'
import { countsOf, type OcrFile, ocrTypes } from './ocr-file.ts'
import { type ReadingState, useReadings } from './use-readings.ts'
import './ocr.css'

type Props = {
  value: readonly OcrFile[]
  onChange: (files: OcrFile[]) => void
  /** The kind of document; without one files are only stored. */
  schemaCode?: string
  /** 20 when left out. */
  maxCount?: number
  types?: readonly string[]
  /** A file could not be sent. */
  onFileError?: (error: unknown) => void
  /** A file is stored but could not be read; it stays. */
  onOcrError?: (error: unknown, file: StoredFile) => void
  /** True from the first byte sent until the last document is read, also when it fails. */
  onLoading?: (loading: boolean) => void
  /** What can be done with a file that was read. */
  actions?: (file: OcrFile) => ReactNode
}

/** Documents as cards, one for each stored file and one to add more; what can be read is read by itself. */
export function OcrBox({
  value,
  onChange,
  schemaCode,
  maxCount = 20,
  types = ocrTypes,
  onFileError,
  onOcrError,
  onLoading,
  actions,
}: Props) {
  const text = useText()
  const [preview, setPreview] = useState<StoredFile>()
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const change = useCallback((files: OcrFile[]) => {
    // Two files may end between two renders; each must find the other.
    latest.current.value = files
    latest.current.onChange(files)
  }, [])
  const { states, reading, read, forget } = useReadings({
    schemaCode,
    onOcrError,
    onRead: (objectKey, extractData) =>
      change(latest.current.value.map((file) => (file.objectKey === objectKey ? { ...file, extractData } : file))),
  })
  const starting = useRef(read)
  starting.current = read
  const place = useRef<HTMLDivElement>(null)
  const uploads = useUploads<OcrFile>(place, {
    value,
    onChange: change,
    maxCount,
    types,
    onUploaded: (stored) => starting.current(stored),
    onError: onFileError,
  })
  const { pending } = uploads
  const loading = reading || pending.some(({ status }) => status !== 'error')
  const telling = useRef(onLoading)
  telling.current = onLoading
  useEffect(() => {
    telling.current?.(loading)
  }, [loading])

  const remove = (file: OcrFile) => {
    forget(file.objectKey)
    change(latest.current.value.filter((one) => one.objectKey !== file.objectKey))
  }
  return (
    <div className="ocr-grid" aria-busy={loading} ref={place}>
      {value.map((file) => (
        <DoneCard
          key={file.objectKey}
          file={file}
          state={states[file.objectKey]}
          onRetry={() => read(file)}
          onPreview={() => setPreview(file)}
          onRemove={() => remove(file)}
        >
          {actions?.(file)}
        </DoneCard>
      ))}
      {pending.map((one) => (
        <article key={one.key} className={one.status === 'error' ? 'ocr-card is-error' : 'ocr-card'} data-status={one.status}>
          <header>
            <Icon name={one.status === 'error' ? 'alert' : 'file'} />
            <FileName name={one.name} />
            <IconButton
              icon="close"
              size={14}
              label={`${text('common.remove')} ${one.name}`}
              onClick={() => uploads.remove(one.key)}
            />
          </header>
          {one.status === 'error' ? (
            <p>
              {text('common.upload.failed')}{' '}
              <Button small look="text" onClick={() => uploads.retry(one.key)}>
                {text('common.retry')}
              </Button>
            </p>
          ) : (
            <progress max={100} value={one.percent} aria-label={text('common.upload.uploading')} />
          )}
        </article>
      ))}
      {!uploads.isFull && (
        <UploadCard types={types} maxCount={maxCount} several={maxCount - value.length > 1} onFiles={uploads.take} />
      )}
      <FilePreview file={preview} onClose={() => setPreview(undefined)} />
    </div>
  )
}

type CardProps = {
  file: OcrFile
  state: ReadingState | undefined
  onRetry: () => void
  onPreview: () => void
  onRemove: () => void
  children: ReactNode
}

function DoneCard({ file, state, onRetry, onPreview, onRemove, children }: CardProps) {
  const text = useText()
  const counts = file.extractData && countsOf(file.extractData)
  const failed = typeof state === 'object'
  return (
    <article
      className={failed ? 'ocr-card is-doubtful' : 'ocr-card'}
      data-status="done"
      data-ocr={failed ? 'error' : (state ?? (counts ? 'done' : 'none'))}
    >
      <header>
        <Icon name="file" />
        <FileName name={file.fileName} />
        {showsInPage(file) && (
          <IconButton icon="eye" size={15} label={`${text('common.preview')} ${file.fileName}`} onClick={onPreview} />
        )}
        <IconButton
          icon="download"
          size={15}
          label={`${text('common.download')} ${file.fileName}`}
          onClick={() => void downloadFile(file)}
        />
        <IconButton icon="trash" size={15} label={`${text('common.remove')} ${file.fileName}`} onClick={onRemove} />
      </header>
      <p role="status">
        {state === 'reading' ? (
          <>
            <span className="spinner" aria-hidden="true" /> {text('ocr.reading')}
          </>
        ) : failed ? (
          <>
            {wordsOf(state.failed)}{' '}
            <Button small look="text" onClick={onRetry}>
              {text('common.retry')}
            </Button>
          </>
        ) : counts ? (
          text(counts.doubtful > 0 ? 'ocr.readSome' : 'ocr.readAll', counts)
        ) : (
          text('ocr.stored')
        )}
      </p>
      {counts && children && <footer>{children}</footer>}
    </article>
  )
}

function UploadCard({
  types,
  maxCount,
  several,
  onFiles,
}: {
  types: readonly string[]
  maxCount: number
  several: boolean
  onFiles: (files: FileList | null) => void
}) {
  const text = useText()
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside is the way for everybody
    <div
      className={over ? 'upload-zone ocr-add is-over' : 'upload-zone ocr-add'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      <Icon name="upload" size={20} />
      <label htmlFor={id}>{text(several ? 'common.upload.drop' : 'common.upload.dropOne')}</label>
      <small>{uploadHint(types, maxCount)}</small>
      <input
        id={id}
        type="file"
        multiple={several}
        accept={types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          onFiles(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
