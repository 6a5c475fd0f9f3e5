import { type ReactNode, useId, useRef, useState } from 'react'
import { downloadFile, showsInPage } from '../http/file-access.ts'
import { wordsOf } from '../http/report.ts'
import { acceptedTypes, type StoredFile, uploadHint } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FileName } from '../ui/file-name.tsx'
import { Icon } from '../ui/icons.tsx'
import { FilePreview } from './file-preview.tsx'
import { useUploads } from './use-uploads.ts'
import './upload.css'

export type UploadBoxProps = {
  value?: readonly StoredFile[]
  onChange?: (files: StoredFile[]) => void
  /** The most files: 20 by default, or 1 where each file is taken over as it arrives; 1 makes it a single file. */
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
  /** Extra data sent with each file, such as its group. */
  more?: Partial<StoredFile>
  /** More about each stored file, say what was read from it. */
  extra?: (file: StoredFile) => ReactNode
}

/**
 * Whether a file may be removed from the list: one of this session always, a stored one where the field allows it. An upload has
 * an id at once, so `isFresh` identifies the files that this box uploaded itself.
 */
export const mayRemoveFile = (
  file: StoredFile,
  isFresh: boolean,
  mayRemoveStored: NonNullable<UploadBoxProps['mayRemoveStored']>,
): boolean => !file.id || isFresh || (typeof mayRemoveStored === 'function' ? mayRemoveStored(file) : mayRemoveStored)

/**
 * An upload box with drag and drop. It checks type, size and number of the files, and shows the progress of each. The form around
 * it is sent only when all of them are stored.
 */
export function UploadBox({
  value = [],
  onChange,
  maxCount = onChange ? 20 : 1,
  types = acceptedTypes,
  disabled,
  mayRemoveStored = false,
  onPreview,
  onDownload = downloadFile,
  onUploaded,
  onError,
  label,
  more,
  extra,
}: UploadBoxProps) {
  const text = useText()
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [preview, setPreview] = useState<StoredFile>()
  // The one that was taken out last, until others are chosen.
  const [removed, setRemoved] = useState<string>()
  const uploads = useUploads(place, { value, onChange, maxCount, types, more, onUploaded, onError })
  const take = (files: FileList | null) => {
    setRemoved(undefined)
    uploads.take(files)
  }
  return (
    <div className="upload" ref={place}>
      {!uploads.isFull && !disabled && (
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
          <small>{uploadHint(types, maxCount)}</small>
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
      {uploads.waiting > 0 && (
        <p className="upload-paused" role="status">
          {text('common.upload.paused', { count: uploads.waiting })}
        </p>
      )}
      <ul className="upload-files">
        {value.map((file) => (
          <li key={file.objectKey} data-status="done">
            <Icon name="file" />
            <FileName name={file.fileName} />
            {extra?.(file)}
            {showsInPage(file) && (
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
            {!disabled && mayRemoveFile(file, uploads.isFresh(file), mayRemoveStored) && (
              <IconButton
                icon="trash"
                size={15}
                label={`${text('common.remove')} ${file.fileName}`}
                onClick={() => {
                  setRemoved(file.fileName)
                  onChange?.(value.filter((one) => one !== file))
                }}
              />
            )}
          </li>
        ))}
        {uploads.pending.map((one) => (
          <li key={one.key} data-status={one.status} className={one.status === 'error' ? 'is-error' : undefined}>
            <Icon name={one.status === 'error' ? 'alert' : 'file'} />
            <FileName name={one.name} />
            {one.status === 'error' && (
              <small>
                {text('common.upload.failed')}: {wordsOf(one.error)}
              </small>
            )}
            {one.status === 'uploading' && (
              <>
                <progress max={100} value={one.percent} aria-label={text('common.upload.uploading')} />
                <small className="muted">{one.percent}%</small>
              </>
            )}
            {one.status === 'waiting' && <small className="muted">{text('common.upload.waiting')}</small>}
            {one.status === 'error' && (
              <Button small look="text" onClick={() => uploads.retry(one.key)}>
                {text('common.retry')}
              </Button>
            )}
            <IconButton
              icon="close"
              size={14}
              label={`${text('common.remove')} ${one.name}`}
              onClick={() => {
                setRemoved(one.name)
                uploads.remove(one.key)
              }}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="upload-removed" data-status={removed === undefined ? undefined : 'removed'}>
        {removed !== undefined && text('common.upload.removed', { name: removed })}
      </p>
      <FilePreview file={preview} onClose={() => setPreview(undefined)} />
    </div>
  )
}
