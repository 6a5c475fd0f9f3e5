import { type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import { Form } from 'antd'
import { AmountField } from '../../../form/fields.tsx'
import { Kit } from '../../../form/kit.tsx'
import { useShown } from '../../../form/use-shown.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList } from '../../../ui/page-frame.tsx'
import { shownDebt } from './shown-debt.ts'

type Props = { invoice: InvoiceDetail; onClose: () => void; onDone: () => void }

/** Confirms another amount than the invoice's, never a higher one. */
export function ConfirmDialog(props: Props) {
  return (
    <Kit>
      <ConfirmForm {...props} />
    </Kit>
  )
}

function ConfirmForm({ invoice: latest, onClose, onDone }: Props) {
  const invoice = useShown(latest)
  const debt = shownDebt(invoice)
  const text = useText()
  const [form] = Form.useForm<{ confirmedAmount: string }>()
  const { run, busy, error } = useSubmit(invoiceCalls.confirm, form)
  return (
    <Dialog
      open
      width={460}
      title={text('trading.confirmLowerTitle', { no: invoice.invoiceNo })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={busy} onClick={() => form.submit()}>
            {text('trading.confirm')}
          </Button>
        </>
      }
    >
      <p className="muted">{text('trading.confirmLowerText')}</p>
      <DescriptionList
        facts={[
          { label: text('trading.amount'), value: <Money amount={debt.shownAmount} currency={debt.shownCurrency} exact /> },
          { label: text('trading.dueDate'), value: formatDate(debt.shownDueDate) },
        ]}
      />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ confirmedAmount: debt.shownAmount }}
        onFinish={async ({ confirmedAmount }) => {
          if (
            await run({
              body: { items: [{ ...debt, confirmedAmount }] },
            })
          )
            onDone()
        }}
      >
        <AmountField
          name="confirmedAmount"
          label={text('trading.confirmedAmount')}
          required
          currency={invoice.currency}
          max={invoice.amount}
        />
      </Form>
      <p className="edit-error" role="alert">
        {error}
      </p>
    </Dialog>
  )
}
