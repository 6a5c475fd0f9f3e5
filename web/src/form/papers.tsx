import type { UseQueryResult } from '@tanstack/react-query'
import { commonGroup, type PaperKind, type PaperStage } from '@usance/domain/papers'
import type { PaperGroupAnswer } from '@usance/wire/paper/calls'
import { Form } from 'antd'
import { useRef } from 'react'
import type { StoredFile } from '../http/upload.ts'
import { t, useText } from '../i18n/i18n.ts'
import { Answered } from '../ui/answered.tsx'
import { useHasFilesUnderWay } from '../ui/files-under-way.ts'
import { UploadBox } from './upload-box.tsx'
import { explanationOf, titleOf } from './use-paper-groups.ts'

/** The most papers of one form. */
const most = 40
const mostOfGroup = 20

type Asked = { kind: PaperKind; stage?: PaperStage; groups: UseQueryResult<PaperGroupAnswer[]> }
type BoxProps = Asked & {
  value?: readonly StoredFile[]
  onChange?: (papers: StoredFile[]) => void
  /** Whether stored papers may be removed too; true unless only more are added. */
  mayRemoveStored?: boolean
}

/** The papers in the form of the call: each with its key and its group. */
export const paperRefs = (papers: readonly StoredFile[] = []) =>
  papers.map(({ objectKey, fileName, groupKey }) => ({ objectKey, fileName, ...(groupKey ? { groupKey } : {}) }))

const asked = (groups: readonly PaperGroupAnswer[], stage: PaperStage) => groups.filter((group) => group.stage === stage)

/** The papers, each in its group of this stage; those of another group are in the common group. */
export function inGroups(
  papers: readonly StoredFile[],
  groups: readonly PaperGroupAnswer[],
  kind: PaperKind,
  stage: PaperStage = 'SUBMISSION',
): StoredFile[] {
  // Before the groups are loaded, no group of a paper is known.
  if (groups.length === 0) return [...papers]
  const known = asked(groups, stage).map(({ groupKey }) => groupKey)
  return papers.map((paper) =>
    paper.groupKey && known.includes(paper.groupKey) ? paper : { ...paper, groupKey: commonGroup(kind, stage) },
  )
}

/** The titles of the required groups of a stage without a paper. */
export const missingTitles = (
  papers: readonly StoredFile[],
  groups: readonly PaperGroupAnswer[],
  stage: PaperStage = 'SUBMISSION',
): string[] =>
  asked(groups, stage)
    .filter((group) => group.require === 1 && !papers.some(({ groupKey }) => groupKey === group.groupKey))
    .map(titleOf)

/** The papers of a document, a box for each group of this stage. */
export function PapersBox({ groups, ...box }: BoxProps) {
  return (
    <Answered question={groups} lines={4}>
      {(all) => <GroupBoxes groups={all} {...box} />}
    </Answered>
  )
}

function GroupBoxes({
  kind,
  stage = 'SUBMISSION',
  groups,
  value = [],
  onChange,
  mayRemoveStored = true,
}: Omit<BoxProps, 'groups'> & { groups: readonly PaperGroupAnswer[] }) {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  // Files of two groups may arrive between two renders; each must see the other.
  const latest = useRef(value)
  latest.current = value
  // A removed box drops its uploads, so the groups of another product wait for them.
  const shown = useRef(groups)
  const isHeld = useHasFilesUnderWay(place)
  if (!isHeld) shown.current = groups
  const all = shown.current
  const papers = inGroups(value, all, kind, stage)
  const change = (groupKey: string, files: readonly StoredFile[]) => {
    const others = inGroups(latest.current, all, kind, stage).filter((paper) => paper.groupKey !== groupKey)
    latest.current = [...others, ...files.map((file) => ({ ...file, groupKey }))]
    onChange?.([...latest.current])
  }
  return (
    <div ref={place}>
      {asked(all, stage).map((group) => {
        const own = papers.filter(({ groupKey }) => groupKey === group.groupKey)
        const title = titleOf(group)
        const explanation = explanationOf(group)
        return (
          <div key={group.groupKey} className="attachment-group">
            <h3>
              {title}
              {group.require === 1 && <span className="paper-required"> · {text('common.papers.required')}</span>}
            </h3>
            {explanation && <p className="muted">{explanation}</p>}
            <UploadBox
              value={own}
              onChange={(files) => change(group.groupKey, files)}
              maxCount={Math.min(mostOfGroup, most - papers.length + own.length)}
              mayRemoveStored={mayRemoveStored}
              label={title}
            />
          </div>
        )
      })}
    </div>
  )
}

/** The papers of a document as a form field; `required` refuses to send it while a required group is empty. */
export function PapersField({
  name = 'attachments',
  required = false,
  ...box
}: Omit<BoxProps, 'value' | 'onChange'> & { name?: string; required?: boolean }) {
  const missing = (value: unknown) =>
    missingTitles(
      inGroups((value ?? []) as StoredFile[], box.groups.data ?? [], box.kind, box.stage),
      box.groups.data ?? [],
      box.stage,
    )
  return (
    <Form.Item
      name={name}
      rules={[
        {
          validator: (_, value) => {
            const [first] = required ? missing(value) : []
            return first === undefined ? Promise.resolve() : Promise.reject(t('common.upload.please', { title: first }))
          },
        },
      ]}
    >
      <PapersBox {...box} />
    </Form.Item>
  )
}
