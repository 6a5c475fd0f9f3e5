import { currenciesOf } from '@usance/domain/bank-account-choice'
import type { Sent } from '@usance/wire/call'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { Form } from 'antd'
import { useId } from 'react'
import { AmountField, DateField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { notify } from '../../../ui/notice.ts'
import { useCollectionAccounts } from '../use-collection-accounts.ts'
import { BankCard, type CardChoice } from './bank-card.tsx'
import '../../payment/money.css'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { numbersWords } from '../../../ui/numbers-words.ts'

/** The account and what it is used for are one field of the form. */
const formNames = { bankAccountId: 'account', fundSource: 'account', funderCode: 'companyCode' }
type Values = Omit<Sent<typeof repaymentCalls.recordReceipt>['body'], 'bankAccountId' | 'fundSource' | 'funderCode'> & {
  companyCode: string
  account: CardChoice
}

/** One line of a bank statement. */
export function ReceiptDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useText()
  const id = useId()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: 'receipt' })
  const submit = useSubmit(repaymentCalls.recordReceipt, form, formNames)
  const accounts = useCollectionAccounts()
  const companyCode = Form.useWatch('companyCode', form)
  const currency = Form.useWatch('currency', form)
  const all = accounts.data?.accounts ?? []
  const funders = all.filter((one, index) => all.findIndex((other) => other.companyCode === one.companyCode) === index)
  const currencies = [
    ...new Set(all.filter((one) => one.companyCode === companyCode).flatMap((one) => currenciesOf(one.currency))),
  ]
  const save = async ({ companyCode: funderCode, account, ...facts }: Values) => {
    const saved = await submit.run({ body: { ...facts, ...account, funderCode } })
    if (!saved) return
    const { no, maybeSameAs, maybeReturnOf, matchReason } = saved
    const payments = numbersWords(maybeReturnOf.map((one) => one.no))
    if (maybeSameAs) notify('info', text('repayment.recordedMaybeSame', { no, same: maybeSameAs.no }))
    else if (payments) notify('info', text('repayment.recordedMaybeReturn', { no, payments }))
    else if (matchReason) notify('success', text('repayment.recordedMatch', { no, order: matchReason.split(' ')[1] }))
    else notify('success', text('repayment.recorded', { no }))
    onDone()
  }
  return (
    <FormDialog width={820} title={text('repayment.record')} onClose={onClose} form={id} busy={submit.busy} error={submit.error}>
      <Kit>
        <Form id={id} form={form} layout="vertical" onFinish={save}>
          <FormGrid>
            <SelectField
              name="companyCode"
              label={text('repayment.card.funder')}
              required
              loading={accounts.isLoading}
              question={accounts}
              options={funders.map((one) => ({ value: one.companyCode, label: one.companyName }))}
            />
            <SelectField
              name="currency"
              label={text('repayment.currency')}
              required
              disabled={!companyCode}
              options={currencies.map((value) => ({ value, label: value }))}
            />
            <AmountField name="amount" label={text('repayment.amount')} required currency={currency} />
            <DateField name="valueDate" label={text('payment.valueDate')} required />
            <TextField name="bankRef" label={text('payment.bankRef')} required maxLength={64} />
            <TextField name="payerName" label={text('repayment.payerName')} />
            <TextField name="payerAccount" label={text('repayment.payerAccount')} maxLength={60} />
            <RemarkField name="rawText" label={text('repayment.rawText')} help={text('repayment.rawTextHelp')} />
          </FormGrid>
          <Form.Item
            name="account"
            label={text('repayment.account')}
            rules={[{ required: true, message: text('repayment.card.placeholder') }]}
          >
            <BankCard companyCode={companyCode ?? ''} currency={currency ?? ''} />
          </Form.Item>
        </Form>
      </Kit>
    </FormDialog>
  )
}
