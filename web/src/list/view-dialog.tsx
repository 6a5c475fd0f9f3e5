import type { AnyList } from '@usance/wire/list'
import { type ListView, listViewCalls, viewNameLength } from '@usance/wire/list-view/calls'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { TextField } from '../form/fields.tsx'
import { useKeptForm } from '../form/kept.ts'
import { Kit } from '../form/kit.tsx'
import { useSubmit } from '../form/use-submit.ts'
import { useText } from '../i18n/i18n.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { notify } from '../ui/notice.ts'
import type { ViewContent } from './views.ts'

type Props = {
  list: AnyList
  /** The view to rename; without one the list as it is shown becomes a new view. */
  view: ListView | undefined
  content: ViewContent
  onClose: () => void
  onDone: (id: string) => void
}
type Values = { name: string }

/** Asks for the name of a view. */
export default function ViewDialog(props: Props) {
  return (
    <Kit>
      <ViewForm {...props} />
    </Kit>
  )
}

function ViewForm({ list, view, content, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const [isShared, setShared] = useState(false)
  const id = useId()
  useKeptForm(form, { part: `view ${view?.id ?? list.id}` })
  const add = useSubmit(listViewCalls.add, form)
  const rename = useSubmit(listViewCalls.rename, form)
  const save = async ({ name }: Values) => {
    const saved = view
      ? await rename.run({ body: { id: view.id, name } })
      : await add.run({ body: { list: list.id, name, isShared, ...content } })
    if (!saved) return
    notify('success', text(view ? 'views.renamed' : 'views.saved', { name: name.trim() }))
    onDone(saved.id)
  }
  return (
    <FormDialog
      width={460}
      title={text(view ? 'views.renameTitle' : 'views.saveTitle')}
      ok={text('common.save')}
      form={id}
      busy={add.busy || rename.busy}
      error={add.error || rename.error}
      onClose={onClose}
    >
      {!view && <p className="muted">{text('views.saveText')}</p>}
      <Form<Values> id={id} form={form} layout="vertical" onFinish={save} initialValues={{ name: view?.name ?? '' }}>
        <TextField name="name" label={text('views.name')} required maxLength={viewNameLength} />
      </Form>
      {!view && (
        <label className="check view-share">
          <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          {text('views.shareIt')}
        </label>
      )}
    </FormDialog>
  )
}
