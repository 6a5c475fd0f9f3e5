import { useId, useRef, useState } from 'react'
import { randomId } from '../http/random-id.ts'
import { acceptedTypes, extensionOf, refusalOf, type StoredFile, upload } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notice.ts'
import './upload.css'

type Pending = { key: string; name: string; percent: number; status: 'uploading' | 'error'; stop: AbortController }
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
  label?: string
}

/** Files by drag and drop or by choosing, checked for type, size and number, each with its progress. */
export function UploadBox({
  value = [],
  onChange,
  maxCount = 20,
  types = acceptedTypes,
  disabled,
  mayRemoveStored = false,
  onPreview,
  onDownload,
  onUploaded,
  label,
}: UploadBoxProps) {
  const text = useText()
  const id = useId()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [over, setOver] = useState(false)
  const latest = useRef(value)
  latest.current = value
  const change = (key: string, part: Partial<Pending>) =>
    setPending((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: string) => setPending((now) => now.filter((one) => one.key !== key))

  const add = async (file: File) => {
    const key = randomId()
    const stop = new AbortController()
    setPending((now) => [...now, { key, name: file.name, percent: 0, status: 'uploading', stop }])
    try {
      const stored = await upload(file, { onProgress: (percent) => change(key, { percent }), signal: stop.signal })
      latest.current = [...latest.current, stored]
      onChange?.([...latest.current])
      onUploaded?.(stored)
      drop(key)
    } catch {
      if (stop.signal.aborted) drop(key)
      else change(key, { status: 'error' })
    }
  }
  const take = (files: FileList | null) => {
    let room = maxCount - value.length - pending.length
    for (const file of files ?? []) {
      const refusal = room <= 0 ? text('common.upload.file_limit_tip', { count: maxCount }) : refusalOf(file, types)
      if (refusal) notify('error', file.name, refusal)
      else {
        room -= 1
        void add(file)
      }
    }
  }
  const mayRemove = (file: StoredFile) =>
    !disabled && (!file.id || (typeof mayRemoveStored === 'function' ? mayRemoveStored(file) : mayRemoveStored))
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
      <ul className="upload-files">
        {value.map((file) => (
          <li key={file.objectKey}>
            <Icon name="file" />
            <span className="upload-name">{file.fileName}</span>
            {onPreview && !['zip', 'rar'].includes(extensionOf(file.fileName)) && (
              <IconButton
                icon="eye"
                size={15}
                label={`${text('common.preview')} ${file.fileName}`}
                onClick={() => onPreview(file)}
              />
            )}
            {onDownload && (
              <IconButton
                icon="download"
                size={15}
                label={`${text('common.download')} ${file.fileName}`}
                onClick={() => onDownload(file)}
              />
            )}
            {mayRemove(file) && (
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
          <li key={one.key} className={one.status === 'error' ? 'is-error' : undefined}>
            <Icon name={one.status === 'error' ? 'alert' : 'file'} />
            <span className="upload-name">
              {one.status === 'error' ? text('common.upload.failed', { name: one.name }) : one.name}
            </span>
            {one.status === 'uploading' && (
              <progress max={100} value={one.percent} aria-label={text('common.upload.uploading')} />
            )}
            <IconButton
              icon="close"
              size={14}
              label={`${text('common.remove')} ${one.name}`}
              onClick={() => (one.status === 'error' ? drop(one.key) : one.stop.abort())}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
