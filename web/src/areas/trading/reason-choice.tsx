import { Form } from 'antd'
import { useState } from 'react'
import { FormGrid } from '../../form/form-grid.tsx'
import { useKeptForm } from '../../form/kept.ts'
import { Kit } from '../../form/kit.tsx'
import { SelectOtherField } from '../../form/select-other-field.tsx'
import { Refused } from '../../http/refused.ts'
import { wordsOf } from '../../http/report.ts'
import { type Translate, useText } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { sameUser } from '../../session/mismatch.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** The usual reasons of a dispute or a return, and of an adjustment; each list ends with words of one's own. */
const reasonKeys = {
  dispute: {
    NOT_DELIVERED: 'trading.usual.notDelivered',
    QUANTITY: 'trading.usual.quantity',
    QUALITY: 'trading.usual.quality',
    PRICE: 'trading.usual.price',
    TWICE: 'trading.usual.twice',
    DETAILS: 'trading.usual.details',
  },
  adjustment: {
    RETURNED: 'trading.usual.returned',
    QUANTITY: 'trading.usual.quantity',
    QUALITY: 'trading.usual.quality',
    PRICE: 'trading.usual.price',
    BONUS: 'trading.usual.bonus',
  },
} as const satisfies Record<string, Record<string, TextKey>>
export type ReasonsOf = keyof typeof reasonKeys

export type ReasonValues = { reason?: string; reasonOther?: string }
const entriesOf = (of: ReasonsOf): [string, TextKey][] => Object.entries(reasonKeys[of])

/** The words of what was chosen: those of the usual reason, or the own ones. */
export const reasonText = (of: ReasonsOf, { reason, reasonOther }: ReasonValues, text: Translate): string => {
  const key = entriesOf(of).find(([code]) => code === reason)?.[1]
  return key ? text(key) : (reasonOther?.trim() ?? '')
}
/** The choice behind a reason that was given before; one in other words is an own one. */
export const reasonValues = (of: ReasonsOf, given: string | null, text: Translate): ReasonValues => {
  if (!given) return {}
  const code = entriesOf(of).find(([, key]) => text(key) === given)?.[0]
  return code ? { reason: code } : { reason: 'OTHER', reasonOther: given }
}

/** A usual reason, or words of one's own. */
export function ReasonField({ of, label, required }: { of: ReasonsOf; label: string; required?: boolean }) {
  const text = useText()
  const options = entriesOf(of).map(([value, key]) => ({ value, label: text(key) }))
  return <SelectOtherField name="reason" label={label} required={required} span={3} options={options} />
}

/** Asks why an invoice is disputed or returned. */
export function ReasonChoiceDialog(props: {
  title: string
  ok: string
  about: React.ReactNode
  kept: string
  onClose: () => void
  onSubmit: (reason: string) => Promise<unknown>
}) {
  return (
    <Kit>
      <Choice {...props} />
    </Kit>
  )
}

function Choice({ title, ok, about, kept, onClose, onSubmit }: Parameters<typeof ReasonChoiceDialog>[0]) {
  const text = useText()
  const [form] = Form.useForm<ReasonValues>()
  useKeptForm(form, { part: kept })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const send = async (values: ReasonValues) => {
    if (!(await sameUser())) return
    setBusy(true)
    try {
      await onSubmit(reasonText('dispute', values, text))
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed
      setError(wordsOf(failed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog title={title} width={460} ok={ok} busy={busy} error={error} form="reason-choice" onClose={onClose}>
      {about}
      <Form<ReasonValues> form={form} id="reason-choice" layout="vertical" onFinish={send}>
        <FormGrid>
          <ReasonField of="dispute" label={text('common.reason')} required />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
