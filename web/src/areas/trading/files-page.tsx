import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { UploadField } from '../../form/upload-field.tsx'
import type { StoredFile } from '../../http/upload.ts'
import { Section } from '../../ui/page-frame.tsx'

type Files = { attachments: StoredFile[] }
type Props = {
  title: string
  label: string
  back: string
  submitLabel: string
  files: readonly { objectKey: string; fileName: string }[]
  busy: boolean
  error: string
  /** Answers true when the files are stored. */
  onSubmit: (attachments: { objectKey: string; fileName: string }[]) => Promise<boolean>
}

/** The files of one document, to be replaced as a whole. */
export function FilesPage({ title, label, back, submitLabel, files, busy, error, onSubmit }: Props) {
  const [form] = Form.useForm<Files>()
  return (
    <EditPage<Files>
      title={title}
      back={back}
      form={form}
      initialValues={{ attachments: [...files] as StoredFile[] }}
      busy={busy}
      error={error}
      submitLabel={submitLabel}
      onSubmit={({ attachments = [] }) => onSubmit(attachments.map(({ objectKey, fileName }) => ({ objectKey, fileName })))}
    >
      <Section>
        <UploadField name="attachments" label={label} mayRemoveStored />
      </Section>
    </EditPage>
  )
}
