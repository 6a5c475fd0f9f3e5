import { feeBases } from '@usance/domain/fees'
import { feeCodes, feePayers } from '@usance/domain/ledger/fee-lines'
import { Form } from 'antd'
import { NumberField, PercentField, SelectField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { ListFaults } from '../../../form/list-faults.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'

const newFee = {
  code: 'SERVICE',
  basis: 'PCT_FACE',
  value: '',
  taxPct: '0',
  payer: 'SUPPLIER',
  beneficiary: 'PLATFORM',
  timing: 'FUNDING',
}

/** The fee rules of a product, one block each. The currencies of a product that is being made are those chosen in its form. */
export function FeeRules({ currencies }: { currencies?: readonly string[] | undefined }) {
  const text = useText()
  const chosen: readonly string[] | undefined = Form.useWatch(['terms', 'currencies'], Form.useFormInstance())
  const offered = currencies ?? chosen ?? []
  const field = (name: string) => text.of('staff.field', name)
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: text.of('staff.fee', value) }))
  return (
    <div className="span-3">
      <h3>{text('staff.fees')}</h3>
      <Form.List name="fees">
        {(rules, { add, remove }, { errors }) => (
          <>
            <ListFaults errors={errors} />
            {rules.map(({ key, name }) => (
              <FormGrid key={key}>
                <SelectField name={[name, 'code']} label={field('code')} required options={options(feeCodes)} />
                <SelectField name={[name, 'basis']} label={field('basis')} required options={options(feeBases)} />
                <SelectField
                  name={[name, 'currency']}
                  label={field('currency')}
                  help={text('staff.feeCurrency')}
                  options={offered.map((value) => ({ value, label: value }))}
                />
                <NumberField name={[name, 'value']} label={field('value')} required kind="feeValue" />
                <SelectField name={[name, 'payer']} label={field('payer')} required options={options(feePayers)} />
                <SelectField
                  name={[name, 'beneficiary']}
                  label={field('beneficiary')}
                  required
                  options={options(['PLATFORM', 'FUNDER'])}
                />
                <SelectField
                  name={[name, 'timing']}
                  label={field('timing')}
                  required
                  options={options(['FUNDING', 'SETTLEMENT'])}
                />
                <NumberField name={[name, 'minAmount']} label={field('minAmount')} kind={{ money: undefined }} />
                <NumberField name={[name, 'maxAmount']} label={field('maxAmount')} kind={{ money: undefined }} />
                <PercentField name={[name, 'taxPct']} label={field('taxPct')} required />
                <Button small onClick={() => remove(name)}>
                  {text('staff.removeFee')}
                </Button>
              </FormGrid>
            ))}
            <Button small icon="plus" onClick={() => add(newFee)}>
              {text('staff.addFee')}
            </Button>
          </>
        )}
      </Form.List>
    </div>
  )
}
