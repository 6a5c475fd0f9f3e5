import { useQueryClient } from '@tanstack/react-query'
import { Form, type FormInstance, type FormProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { Cancelled, Refused } from '../http/refused.ts'
import { report, wordsOf } from '../http/report.ts'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { useAfterFiles } from '../ui/files-under-way.ts'
import { notify } from '../ui/notice.ts'
import { PageHeader, useGoBack } from '../ui/page-frame.tsx'
import { useKeptForm } from './kept.ts'
import { Kit } from './kit.tsx'
import { useUnsaved } from './use-unsaved.ts'

type Props<V extends object> = {
  title: ReactNode
  /** The list to return to when there is nothing to go back to. */
  back: string
  form: FormInstance<V>
  /** What the fields begin with; a row of a table may begin half filled. */
  initialValues?: { readonly [K in keyof V]?: unknown }
  /**
   * Exactly true means done: success notice, `after`, and back. A function means that the values were sent and that another page
   * shows the outcome: it is called to go there, without a notice and without a question about unsaved work. What it throws is told
   * at the button, and the page stays.
   */
  onSubmit: (values: V) => Promise<unknown>
  after?: () => void
  onValuesChange?: FormProps<V>['onValuesChange']
  /** What to say beside the button, usually `useSubmit().error`. */
  error?: string
  busy?: boolean
  submitLabel?: string
  /** More buttons before Submit, say Save draft. */
  extraButtons?: ReactNode
  children: ReactNode
  stay?: boolean
  /** False where a password or the number of a document is typed: that is not kept when the session ends. */
  kept?: boolean
  /** The version of the record that the form edits, when it edits one. */
  version?: number | undefined
  /** What the success notice says of the values that were sent; that it is done, by default. */
  saved?: (values: V) => string
}

/** The frame of every form page: header, sections, and a bar with the buttons that stays in sight. */
export function EditPage<V extends object>(props: Props<V>) {
  return (
    <Kit>
      <EditForm {...props} />
    </Kit>
  )
}

function EditForm<V extends object>({
  title,
  back,
  form,
  initialValues,
  onSubmit,
  after,
  onValuesChange,
  error,
  busy,
  submitLabel,
  extraButtons,
  children,
  stay,
  kept = true,
  version,
  saved,
}: Props<V>) {
  const text = useText()
  const sent = useUnsaved(useKeptForm(form, { wanted: kept, version }))
  const goBack = useGoBack(back)
  const queries = useQueryClient()
  const [invalid, setInvalid] = useState(false)
  const [thrown, setThrown] = useState('')
  const afterFiles = useAfterFiles(() => form.submit())
  const submit = async (values: V) => {
    setInvalid(false)
    setThrown('')
    let done: unknown
    try {
      done = await onSubmit(values)
    } catch (failure) {
      if (failure instanceof Cancelled) return
      if (!(failure instanceof Refused)) console.error(failure)
      report(failure, { quiet: true })
      setThrown(wordsOf(failure))
      return
    }
    if (typeof done === 'function') {
      sent()
      done()
      return
    }
    if (done !== true) return
    sent()
    const told = saved?.(values)
    if (told) notify('success', told)
    else notify('success', text('common.notice.opt_success'), typeof title === 'string' ? title : undefined)
    void queries.invalidateQueries({ queryKey: ['list'] })
    after?.()
    if (!stay) void goBack()
  }
  return (
    <Form<V>
      form={form}
      layout="vertical"
      className="page edit-page"
      data-status="edit"
      requiredMark
      initialValues={initialValues}
      scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
      onValuesChange={(changed, values) => {
        sent(false)
        setThrown('')
        onValuesChange?.(changed, values)
      }}
      onSubmitCapture={(event) => {
        // A dialog above this page has a form of its own.
        if (event.target !== event.currentTarget) return
        // Validated and collected when every file has arrived, not before.
        event.preventDefault()
        event.stopPropagation()
        void afterFiles.send()
      }}
      onFinish={submit}
      onFinishFailed={() => setInvalid(true)}
    >
      <PageHeader title={title} back={back} />
      {children}
      <div className="edit-bar">
        <p className="edit-error" role="alert">
          {afterFiles.note || thrown || error || (invalid && text('form.checkFields'))}
        </p>
        <Button onClick={goBack}>{text('common.cancel')}</Button>
        {extraButtons}
        <Button look="solid" type="submit" busy={busy || afterFiles.isWaiting}>
          {submitLabel ?? text('common.submit')}
        </Button>
      </div>
    </Form>
  )
}
