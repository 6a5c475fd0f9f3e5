import { costCalls } from '@usance/wire/cost/calls'
import { Form } from 'antd'
import { useId } from 'react'
import { AmountField, RemarkField, SelectField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { SentBackReason } from '../../approval/sent-back-reason.tsx'

export type FeeToAdjust = { id: string; code: string; currency: string; net: string }
/** An adjustment that was sent back, to be corrected. */
export type SentBackFee = { id: string; no: string; delta: string; reason: string }
type Props = { fee: FeeToAdjust; sentBack?: SentBackFee | undefined; onClose: () => void; onDone: () => void }
type Values = { direction: 'CREDIT' | 'CHARGE'; delta: string; reason: string }

/** Puts a correction of a fee forward: how much more or less, and why. */
export function AdjustFeeDialog(props: Props) {
  return (
    <Kit>
      <AdjustFeeForm {...props} />
    </Kit>
  )
}

function AdjustFeeForm({ fee, sentBack, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const id = useId()
  useKeptForm(form, { part: `fee ${sentBack?.id ?? fee.id}` })
  const { run, busy, error } = useSubmit(costCalls.adjust, form)
  const save = async ({ direction, delta, reason }: Values) => {
    const saved = await run({
      body: {
        id: fee.id,
        ...(sentBack ? { adjustmentId: sentBack.id } : {}),
        delta: direction === 'CREDIT' ? `-${delta}` : delta,
        reason,
      },
    })
    if (!saved) return
    notify('success', text('costs.sent', { no: saved.no }))
    onDone()
  }
  return (
    <FormDialog
      width={560}
      title={text('costs.adjustTitle', { fee: text.of('costs.code', fee.code) })}
      onClose={onClose}
      form={id}
      ok={text('common.submit')}
      busy={busy}
      error={error}
    >
      {sentBack && <SentBackReason businessNo={sentBack.no} businessType="FEE_ADJUSTMENT" businessId={sentBack.id} />}
      <p className="muted">{text('costs.adjustText')}</p>
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        onFinish={save}
        initialValues={
          sentBack
            ? {
                direction: sentBack.delta.startsWith('-') ? 'CREDIT' : 'CHARGE',
                delta: sentBack.delta.replace('-', ''),
                reason: sentBack.reason,
              }
            : { direction: 'CREDIT' }
        }
      >
        <FormGrid>
          <SelectField
            name="direction"
            label={text('costs.direction')}
            required
            options={(['CREDIT', 'CHARGE'] as const).map((value) => ({ value, label: text(`costs.directions.${value}`) }))}
          />
          <AmountField name="delta" label={text('costs.deltaBeforeTax')} required currency={fee.currency} />
          <RemarkField name="reason" label={text('common.reason')} required />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
