import { toDecimal } from '@usance/domain/money'
import { lineAmount, purchaseOrderAmount } from '@usance/domain/purchase-order-amount'
import type { PurchaseOrderLine } from '@usance/wire/purchase-order/calls'
import { Form } from 'antd'
import { NumberField, TextField } from '../../../form/fields.tsx'
import { ListFaults } from '../../../form/list-faults.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import './purchase.css'

const isNumber = (text: unknown): text is string => typeof text === 'string' && /^\d{1,14}(\.\d{1,6})?$/.test(text)
const isPriced = (line: Partial<PurchaseOrderLine> | undefined): line is { qty: string; unitPrice: string } & PurchaseOrderLine =>
  isNumber(line?.qty) && isNumber(line?.unitPrice)

const mustHaveLines = (lines: unknown[] | undefined, words: string) => {
  if (!lines?.length) throw new Error(words)
}

/** The lines of an order, each with its amount, and their exact total – computed as the server computes them. */
export function LinesEditor({ currency }: { currency: string }) {
  const text = useText()
  const form = Form.useFormInstance()
  const lines: Partial<PurchaseOrderLine>[] = Form.useWatch('items', form) ?? []
  const total = purchaseOrderAmount(lines.filter(isPriced), currency)
  return (
    <Form.List name="items" rules={[{ validator: async (_, all?: unknown[]) => mustHaveLines(all, text('purchase.noLines')) }]}>
      {(fields, { add, remove }, { errors }) => (
        <>
          {fields.length === 0 && errors.length === 0 && <p className="muted">{text('purchase.noLines')}</p>}
          <ul className="po-lines">
            {fields.map((field, index) => {
              const line = lines[index]
              return (
                <li key={field.key} className="po-line">
                  <span className="po-line-no">{index + 1}</span>
                  <TextField name={[field.name, 'sku']} label={text('purchase.sku')} maxLength={80} placeholder="-" />
                  <TextField name={[field.name, 'description']} label={text('purchase.description')} required maxLength={300} />
                  <NumberField name={[field.name, 'qty']} label={text('purchase.qty')} required kind="quantity" />
                  <TextField name={[field.name, 'unit']} label={text('purchase.unit')} required maxLength={20} />
                  <NumberField name={[field.name, 'unitPrice']} label={text('purchase.unitPrice')} required kind="unitPrice" />
                  <div className="po-line-amount">
                    <small className="muted">{text('purchase.lineAmount')}</small>
                    {isPriced(line) ? <Money amount={toDecimal(lineAmount(line, currency))} currency={currency} exact /> : '-'}
                  </div>
                  <IconButton
                    icon="trash"
                    label={text('purchase.removeLine', { line: index + 1 })}
                    onClick={() => remove(field.name)}
                  />
                </li>
              )
            })}
          </ul>
          <ListFaults errors={errors} />
          <div className="po-lines-foot">
            <Button small icon="plus" onClick={() => add({ unit: 'PCS' })}>
              {text('purchase.addLine')}
            </Button>
            <p>
              <span className="muted">{text('purchase.total')}</span>{' '}
              <strong>
                <Money amount={toDecimal(total)} currency={currency} exact />
              </strong>
            </p>
          </div>
        </>
      )}
    </Form.List>
  )
}
