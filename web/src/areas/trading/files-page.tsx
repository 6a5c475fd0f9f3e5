import type { PaperKind } from '@usance/domain/papers'
import type { Paper } from '@usance/wire/paper/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { inGroups, PapersField, paperRefs } from '../../form/papers.tsx'
import { usePaperGroups } from '../../form/use-paper-groups.ts'
import type { StoredFile } from '../../http/upload.ts'
import { Section } from '../../ui/page-frame.tsx'

type Files = { attachments: StoredFile[] }
type Props = {
  kind: PaperKind
  title: string
  back: string
  submitLabel: string
  papers: readonly Paper[]
  /** The version that the papers were read with. */
  version: number
  /** A sent document keeps its required papers. */
  isSent: boolean
  busy: boolean
  error: string
  /** Resolves to true when the papers are stored. */
  onSubmit: (attachments: ReturnType<typeof paperRefs>) => Promise<boolean>
}

/** The papers that a supplier submits with a document, replaced as a whole. */
export function FilesPage({ kind, title, back, submitLabel, papers, version, isSent, busy, error, onSubmit }: Props) {
  const [form] = Form.useForm<Files>()
  const groups = usePaperGroups(kind)
  const first = papers.filter(({ stage }) => stage === 'SUBMISSION')
  return (
    <EditPage<Files>
      title={title}
      back={back}
      form={form}
      version={version}
      initialValues={{ attachments: first }}
      busy={busy}
      error={error}
      submitLabel={submitLabel}
      onSubmit={({ attachments }) => onSubmit(paperRefs(inGroups(attachments, groups.data ?? [], kind)))}
    >
      <Section>
        <PapersField kind={kind} groups={groups} required={isSent} />
      </Section>
    </EditPage>
  )
}
