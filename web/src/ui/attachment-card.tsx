import { useState } from 'react'
import { FilePreview } from '../form/file-preview.tsx'
import { downloadFile, downloadFiles, mayPreview } from '../http/file-access.ts'
import type { StoredFile } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { ActionButton } from './action-button.tsx'
import { IconButton } from './button.tsx'
import { formatDateTime } from './format.ts'
import { Icon } from './icons.tsx'
import { Section } from './page-frame.tsx'
import '../form/upload.css'

export type ShownFile = Pick<StoredFile, 'objectKey' | 'fileName' | 'fileSource' | 'createTime'>
export type AttachmentGroup = {
  key: string
  title?: string
  attachmentCh?: string
  attachmentEn?: string
  explainCh?: string
  explainEn?: string
  files: readonly ShownFile[]
}

const byLanguage = (chinese: string | undefined, english: string | undefined) =>
  language() === 'zh-CN' ? (chinese ?? english) : (english ?? chinese)

/** The files of a document by group, each to look at and to download, and all of them as one zip. */
export function AttachmentCard({
  title,
  groups,
  zipName,
}: {
  title: string
  groups: readonly AttachmentGroup[]
  zipName: string
}) {
  const text = useText()
  const [preview, setPreview] = useState<ShownFile>()
  const all = groups.flatMap((group) => group.files)
  return (
    <Section
      title={title}
      extra={
        <ActionButton
          look="plain"
          small
          icon="download"
          disabled={all.length === 0 && text('common.empty_data')}
          action={() => downloadFiles(all, zipName)}
        >
          {text('common.upload.downloadAll', { count: all.length })}
        </ActionButton>
      }
    >
      {groups.map((group) => {
        const heading = group.title ?? byLanguage(group.attachmentCh, group.attachmentEn)
        const explanation = byLanguage(group.explainCh, group.explainEn)
        return (
          <div key={group.key} className="attachment-group">
            {heading && <h3>{heading}</h3>}
            {explanation && <p className="muted">{explanation}</p>}
            {group.files.length === 0 ? (
              <p className="muted">{text('common.empty_data')}</p>
            ) : (
              <ul className="upload-files">
                {group.files.map((file) => (
                  <li key={file.objectKey}>
                    <Icon name="file" />
                    <span className="upload-name">{file.fileName}</span>
                    {file.createTime && <small className="muted">{formatDateTime(file.createTime)}</small>}
                    {mayPreview(file) && (
                      <IconButton
                        icon="eye"
                        size={15}
                        label={`${text('common.preview')} ${file.fileName}`}
                        onClick={() => setPreview(file)}
                      />
                    )}
                    <IconButton
                      icon="download"
                      size={15}
                      label={`${text('common.download')} ${file.fileName}`}
                      onClick={() => void downloadFile(file)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
      <FilePreview file={preview} onClose={() => setPreview(undefined)} />
    </Section>
  )
}
