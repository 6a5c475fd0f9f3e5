import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { downloadFile, mayPreview } from '../http/file-access.ts'
import { acceptedTypes, purposeOf, refusalOf, type StoredFile, upload } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notice.ts'
import { FilePreview } from './file-preview.tsx'
import { type QueuedFile, uploadQueue } from './upload-queue.ts'
import './upload.css'

export type UploadBoxProps = {
  value?: readonly StoredFile[]
  onChange?: (files: StoredFile[]) => void
  /** 20 when left out; 1 makes it a single file. */
  maxCount?: number
  types?: readonly string[]
  disabled?: boolean
  /** Stored files (with an id) may be removed too. */
  mayRemoveStored?: boolean | ((file: StoredFile) => boolean)
  onPreview?: (file: StoredFile) => void
  onDownload?: (file: StoredFile) => void
  onUploaded?: (file: StoredFile) => void
  /** Told when a file could not be sent. */
  onError?: (error: unknown) => void
  label?: string
  /** More about each stored file, say what was read from it. */
  extra?: (file: StoredFile) => ReactNode
}

/**
 * Whether a file may be taken out of the list: one of this session always, a stored one where history may be deleted.
 * The upload answers an id at once, so what this box sent itself is told by `fresh`.
 */
export const mayRemoveFile = (
  file: StoredFile,
  fresh: ReadonlySet<string>,
  mayRemoveStored: NonNullable<UploadBoxProps['mayRemoveStored']>,
): boolean =>
  !file.id || fresh.has(file.objectKey) || (typeof mayRemoveStored === 'function' ? mayRemoveStored(file) : mayRemoveStored)

/** Files by drag and drop or by choosing, checked for type, size and number, each with its progress. */
export function UploadBox({
  value = [],
  onChange,
  maxCount = 20,
  types = acceptedTypes,
  disabled,
  mayRemoveStored = false,
  onPreview,
  onDownload = downloadFile,
  onUploaded,
  onError,
  label,
  extra,
}: UploadBoxProps) {
  const text = useText()
  const id = useId()
  const [pending, setPending] = useState<readonly QueuedFile<File>[]>([])
  const [paused, setPaused] = useState(false)
  const [over, setOver] = useState(false)
  const [preview, setPreview] = useState<StoredFile>()
  const fresh = useRef(new Set<string>())
  const latest = useRef({ value, onChange, onUploaded, onError })
  latest.current = { value, onChange, onUploaded, onError }
  const wanted = useRef(types)
  wanted.current = types
  const queue = useMemo(
    () =>
      uploadQueue<File, StoredFile>({
        upload: (file, sending) => upload(file, { ...sending, purpose: purposeOf(wanted.current) }),
        onChange: (items, stopped) => {
          setPending(items)
          setPaused(stopped)
        },
        onDone: (stored) => {
          const { current } = latest
          fresh.current.add(stored.objectKey)
          // Two files may end between two renders; each must find the other.
          current.value = [...current.value, stored]
          current.onChange?.([...current.value])
          current.onUploaded?.(stored)
        },
        onError: (error) => latest.current.onError?.(error),
      }),
    [],
  )
  const leaving = useRef(pending)
  leaving.current = pending
  useEffect(() => () => leaving.current.forEach((one) => void queue.remove(one.key)), [queue])

  const take = (files: FileList | null) => {
    let room = maxCount - value.length - pending.length
    const accepted: File[] = []
    for (const file of files ?? []) {
      const refusal = room <= 0 ? text('common.upload.file_limit_tip', { count: maxCount }) : refusalOf(file, types)
      if (refusal) notify('error', file.name, refusal)
      else {
        room -= 1
        accepted.push(file)
      }
    }
    if (accepted.length > 0) queue.add(accepted)
  }
  const full = value.length + pending.length >= maxCount
  return (
    <div className="upload">
      {!full && !disabled && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside is the way for everybody
        <div
          className={over ? 'upload-zone is-over' : 'upload-zone'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          <Icon name="upload" size={20} />
          <label htmlFor={id}>{text(maxCount === 1 ? 'common.upload.dropOne' : 'common.upload.drop')}</label>
          <small>{text('common.upload.hint', { types: types.join(', ').toUpperCase(), size: 20, count: maxCount })}</small>
          <input
            id={id}
            type="file"
            aria-label={label}
            multiple={maxCount > 1}
            accept={types.map((type) => `.${type}`).join(',')}
            onChange={(event) => {
              take(event.target.files)
              event.target.value = ''
            }}
          />
        </div>
      )}
      {paused && pending.some((one) => one.status === 'waiting') && (
        <p className="upload-paused" role="status">
          {text('common.upload.paused', { count: pending.filter((one) => one.status === 'waiting').length })}
        </p>
      )}
      <ul className="upload-files">
        {value.map((file) => (
          <li key={file.objectKey} data-status="done">
            <Icon name="file" />
            <span className="upload-name">{file.fileName}</span>
            {extra?.(file)}
            {mayPreview(file) && (
              <IconButton
                icon="eye"
                size={15}
                label={`${text('common.preview')} ${file.fileName}`}
                onClick={() => (onPreview ? onPreview(file) : setPreview(file))}
              />
            )}
            <IconButton
              icon="download"
              size={15}
              label={`${text('common.download')} ${file.fileName}`}
              onClick={() => void onDownload(file)}
            />
            {!disabled && mayRemoveFile(file, fresh.current, mayRemoveStored) && (
              <IconButton
                icon="trash"
                size={15}
                label={`${text('common.remove')} ${file.fileName}`}
                onClick={() => onChange?.(value.filter((one) => one !== file))}
              />
            )}
          </li>
        ))}
        {pending.map((one) => (
          <li key={one.key} data-status={one.status} className={one.status === 'error' ? 'is-error' : undefined}>
            <Icon name={one.status === 'error' ? 'alert' : 'file'} />
            <span className="upload-name">
              {one.status === 'error' ? text('common.upload.failed', { name: one.name }) : one.name}
            </span>
            {one.status === 'uploading' && (
              <>
                <progress max={100} value={one.percent} aria-label={text('common.upload.uploading')} />
                <small className="muted">{one.percent}%</small>
              </>
            )}
            {one.status === 'waiting' && <small className="muted">{text('common.upload.waiting')}</small>}
            {one.status === 'error' && (
              <Button small look="text" onClick={() => queue.retry(one.key)}>
                {text('common.retry')}
              </Button>
            )}
            <IconButton
              icon="close"
              size={14}
              label={`${text('common.remove')} ${one.name}`}
              onClick={() => queue.remove(one.key)}
            />
          </li>
        ))}
      </ul>
      <FilePreview file={preview} onClose={() => setPreview(undefined)} />
    </div>
  )
}
