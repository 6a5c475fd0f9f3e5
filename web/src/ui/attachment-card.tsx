import type { UseQueryResult } from '@tanstack/react-query'
import type { Paper, PaperGroupAnswer } from '@usance/wire/paper/calls'
import { useState } from 'react'
import { FilePreview } from '../form/file-preview.tsx'
import { explanationOf, titleOf } from '../form/use-paper-groups.ts'
import { downloadFile, downloadFiles, downloadGroup, showsInPage } from '../http/file-access.ts'
import type { StoredFile } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { ActionButton } from './action-button.tsx'
import { Answered } from './answered.tsx'
import { IconButton } from './button.tsx'
import { FileName } from './file-name.tsx'
import { formatDateTime } from './format.ts'
import { Icon } from './icons.tsx'
import { Section } from './page-frame.tsx'
import '../form/upload.css'

type ShownFile = Pick<StoredFile, 'objectKey' | 'fileName' | 'fileSource' | 'createTime'> &
  Partial<Pick<Paper, 'addedBy' | 'version'>>
export type AttachmentGroup = {
  key: string
  title?: string
  explanation?: string
  isRequired?: boolean
  files: readonly ShownFile[]
}

/**
 * Papers by the groups of their document; empty groups are left out unless they are required. Notes that the portal attached to
 * an invoice are in groups of their own, with their `word`.
 */
function shownGroups(
  groups: readonly PaperGroupAnswer[],
  papers: readonly Paper[],
  word: (groupKey: string) => string,
): AttachmentGroup[] {
  const others = [...new Set(papers.map(({ groupKey }) => groupKey))].filter((key) => !groups.some((one) => one.groupKey === key))
  return [
    ...groups.map((group) => ({
      key: group.groupKey,
      title: titleOf(group),
      explanation: explanationOf(group),
      isRequired: group.require === 1,
      files: papers.filter(({ groupKey }) => groupKey === group.groupKey),
    })),
    ...others.map((key) => ({ key, title: word(key), files: papers.filter(({ groupKey }) => groupKey === key) })),
  ].filter(({ files, ...group }) => files.length > 0 || ('isRequired' in group && group.isRequired))
}

/** The files of a document by group, each to look at and to download, and all of them as one zip. */
function AttachmentCard({ title, groups, zipName }: { title: string; groups: readonly AttachmentGroup[]; zipName: string }) {
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
        return (
          <div key={group.key} className="attachment-group">
            {group.title && (
              <h3>
                {group.title}
                {group.isRequired && <span className="paper-required"> · {text('common.papers.required')}</span>}
                {group.files.length > 1 && groups.length > 1 && (
                  <IconButton
                    icon="download"
                    size={15}
                    label={text('common.upload.downloadGroup', { title: group.title, count: group.files.length })}
                    onClick={() => void downloadGroup(group.files, `${zipName} ${group.title}`)}
                  />
                )}
              </h3>
            )}
            {group.explanation && <p className="muted">{group.explanation}</p>}
            {group.files.length === 0 ? (
              <p className="muted">{text('common.empty_data')}</p>
            ) : (
              <ul className="upload-files">
                {group.files.map((file) => (
                  <li key={file.objectKey}>
                    <Icon name="file" />
                    <span className="file-what">
                      <FileName name={file.fileName} />
                      <small className="muted">
                        {[
                          file.addedBy,
                          file.createTime && formatDateTime(file.createTime),
                          file.version && text('common.papers.version', { version: file.version }),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                    {showsInPage(file) && (
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

/** The card of a document's papers, by the groups of its kind. */
export function PapersCard({
  groups,
  papers,
  word,
  ...card
}: {
  title: string
  zipName: string
  groups: UseQueryResult<PaperGroupAnswer[]>
  papers: readonly Paper[]
  word: (groupKey: string) => string
}) {
  return (
    <Answered question={groups} lines={3}>
      {(all) => <AttachmentCard {...card} groups={shownGroups(all, papers, word)} />}
    </Answered>
  )
}
