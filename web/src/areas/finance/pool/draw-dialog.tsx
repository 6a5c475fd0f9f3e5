import { useQuery } from '@tanstack/react-query'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { type Pool, poolCalls } from '@usance/wire/pool/calls'
import { Form } from 'antd'
import { useRef, useState } from 'react'
import { AmountField, DateField, SelectField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { HolidayField } from '../../../form/holiday-field.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { PriceSummary } from '../finance-order/price-summary.tsx'
import { usePayees } from '../finance-order/use-payees.ts'
import '../finance-order/finance-order.css'

/** A drawing that was sent back, and is submitted again instead of another one. */
export type Again = { orderId: string; orderNo: string; version: number; values: Partial<Values> }
type Props = { pool: Pool; again?: Again; onClose: () => void; onDone: () => void }
type Values = { amount: string; fundingDate: string; maturity: string; payeeBankAccountId: string }

/** Draws on a pool: first the price, then the order at exactly that price. */
export function DrawDialog(props: Props) {
  return (
    <Kit>
      <DrawForm {...props} />
    </Kit>
  )
}

function DrawForm({ pool, again, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: `draw ${pool.id}` })
  const trial = useSubmit(poolCalls.trial, form)
  const draw = useSubmit(poolCalls.draw, form)
  const [priced, setPriced] = useState<{ trial: TrialAnswer; values: Values }>()
  // A price that arrives after something was changed is the price of something else.
  const changes = useRef(0)
  const payees = usePayees(pool.currency)
  const day: string | undefined = Form.useWatch('fundingDate', form)
  const drawable = useQuery({
    queryKey: ['pools', 'drawable', pool.id, day],
    queryFn: () => send(poolCalls.drawable, { body: { poolId: pool.id, fundingDate: day ?? '' } }, { quiet: true }),
    enabled: Boolean(day),
    staleTime: 0,
  }).data
  const most = drawable?.maxDrawing ?? pool.maxDrawing
  const amount = `${formatAmount(most, pool.currency, { exact: true })} ${pool.currency}`
  const price = async (values: Values) => {
    const { amount, fundingDate, maturity } = values
    const asked = changes.current
    draw.clear()
    const answer = await trial.run({ body: { poolId: pool.id, amount, fundingDate, maturity } })
    if (answer && changes.current === asked) setPriced({ trial: answer, values })
  }
  const submit = async () => {
    if (!priced) return
    const saved = await draw.run({
      body: {
        poolId: pool.id,
        ...priced.values,
        pricingHash: priced.trial.pricingHash,
        ...(again ? { again: { orderId: again.orderId, version: again.version } } : {}),
      },
    })
    if (!saved) return
    notify('success', text('finance.submitted', { no: saved.orderNo }))
    onDone()
  }
  return (
    <Dialog
      open
      width={640}
      title={again ? text('pool.drawAgainTitle', { no: again.orderNo }) : text('pool.drawTitle')}
      onClose={onClose}
      footer={
        <>
          <FormError error={draw.error || trial.error} />
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look={priced ? undefined : 'solid'} busy={trial.busy} onClick={() => form.submit()}>
            {text('pool.price')}
          </Button>
          {priced && (
            <Button look="solid" busy={draw.busy} onClick={() => void submit()}>
              {text('finance.submit')}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">
        {drawable
          ? text('pool.drawTextOn', { amount, date: formatDate(drawable.fundingDate) })
          : text('pool.drawText', { amount })}
      </p>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={again?.values ?? {}}
        onFinish={price}
        onValuesChange={() => {
          changes.current++
          setPriced(undefined)
          trial.clear()
          draw.clear()
        }}
      >
        <FormGrid>
          <AmountField name="amount" label={text('pool.amount')} required currency={pool.currency} max={most} />
          <SelectField
            name="payeeBankAccountId"
            label={text('finance.payee')}
            required
            question={payees}
            options={(payees.data ?? []).map((account) => ({
              value: account.id,
              label: `${account.bankName} ${account.bankAccount}`,
            }))}
          />
          <HolidayField name="fundingDate" label={text('finance.fundingDate')} required currency={pool.currency} />
          <DateField name="maturity" label={text('pool.repayOn', { days: pool.maxTenor })} required />
        </FormGrid>
      </Form>
      {priced && (
        <PriceSummary
          trial={priced.trial}
          currency={pool.currency}
          fundingDate={priced.trial.fundingDate ?? priced.values.fundingDate}
        />
      )}
    </Dialog>
  )
}
