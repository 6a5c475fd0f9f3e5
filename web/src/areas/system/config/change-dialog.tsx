import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { useRefresh } from './use-config.ts'

type Props = {
  kind: ConfigKind
  title: string
  initialValues: Record<string, any>
  /** The change to send, made of what was typed. */
  bodyOf: (values: any) => Record<string, unknown>
  onClose: () => void
  children: ReactNode
  width?: number
}

/** Puts a change forward for approval. */
export function ChangeDialog(props: Props) {
  return (
    <Kit>
      <ChangeForm {...props} />
    </Kit>
  )
}

function ChangeForm({ kind, title, initialValues, bodyOf, onClose, children, width = 680 }: Props) {
  const text = useText()
  const [form] = Form.useForm()
  const id = useId()
  useKeptForm(form, true, `${kind} ${JSON.stringify(initialValues)}`)
  const { run, busy, error } = useSubmit(configChangeCalls.propose, form)
  const refresh = useRefresh(kind)
  const save = async (values: any) => {
    const sent = await run({ body: { kind, ...bodyOf(values) } as never })
    if (!sent) return
    notify('success', text('staff.sent', { no: sent.no }))
    refresh()
    onClose()
  }
  return (
    <FormDialog width={width} title={title} onClose={onClose} form={id} ok={text('staff.send')} busy={busy} error={error}>
      <p className="muted">{text('staff.sendText')}</p>
      <Form id={id} form={form} layout="vertical" onFinish={save} initialValues={initialValues}>
        <FormGrid>{children}</FormGrid>
      </Form>
    </FormDialog>
  )
}
