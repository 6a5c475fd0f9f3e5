import { type Pool, poolCalls } from '@usance/wire/pool/calls'
import { Form } from 'antd'
import { useId } from 'react'
import { AmountField, DateField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'

type Props = { pool: Pool; onClose: () => void; onDone: () => void }
type Values = { base: string; asOf: string; note?: string }

/** Brings in what the bank has decided that a pool carries. */
export function BankFiguresDialog(props: Props) {
  return (
    <Kit>
      <BankFiguresForm {...props} />
    </Kit>
  )
}

function BankFiguresForm({ pool, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const id = useId()
  useKeptForm(form, { part: `figures ${pool.id}` })
  const { run, busy, error } = useSubmit(poolCalls.bankFigures, form)
  const save = async (values: Values) => {
    if (await run({ body: { poolId: pool.id, ...values } })) onDone()
  }
  return (
    <FormDialog width={520} title={text('pool.bankFigures')} onClose={onClose} form={id} busy={busy} error={error}>
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        onFinish={save}
        initialValues={{ base: pool.bank?.base ?? undefined, asOf: pool.bank?.asOf ?? undefined, note: pool.bank?.note ?? '' }}
      >
        <FormGrid>
          <AmountField name="base" label={text('pool.figure.bankBase')} required currency={pool.currency} />
          <DateField name="asOf" label={text('pool.asOf')} required />
          <TextField name="note" label={text('pool.note')} maxLength={200} />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
