import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { type FormNames, useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { type Proposal, useRefresh } from './use-config.ts'

type Props<V extends object> = {
  kind: ConfigKind
  title: string
  /** What the fields begin with; a stored row may hold more than they do. */
  initialValues: { readonly [K in keyof V]?: unknown }
  /** The change to send, made of what was typed. */
  bodyOf: (values: V) => Proposal
  /** The fields of the form whose names in the change are others, by those. */
  names?: FormNames
  onClose: () => void
  children: ReactNode
  width?: number
}

/** Puts a change forward for approval. */
export function ChangeDialog<V extends object>(props: Props<V>) {
  return (
    <Kit>
      <ChangeForm {...props} />
    </Kit>
  )
}

function ChangeForm<V extends object>({ kind, title, initialValues, bodyOf, names, onClose, children, width = 680 }: Props<V>) {
  const text = useText()
  const [form] = Form.useForm<V>()
  const id = useId()
  useKeptForm(form, { part: `${kind} ${JSON.stringify(initialValues)}` })
  const { run, busy, error } = useSubmit(configChangeCalls.propose, form, names)
  const refresh = useRefresh(kind)
  const save = async (values: V) => {
    const sent = await run({ body: bodyOf(values) })
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
