import { useQuery } from '@tanstack/react-query'
import { fxDeviation, inverseOf } from '@usance/domain/fx'
import { isEnteredDate } from '@usance/domain/local-date'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { Form } from 'antd'
import { DateField, type Option, SelectField } from '../../../form/fields.tsx'
import { figureOf } from '../../../form/number-input.ts'
import { RatePairFields } from '../../../form/rate-pair-fields.tsx'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { NotAnswered } from '../../../ui/answered.tsx'
import { compareDecimals } from '../../../ui/decimal.ts'
import { formatDate } from '../../../ui/format.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { rateText } from './proposed-rates.tsx'
import type { ProposalOf } from './use-config.ts'

type Values = ProposalOf<'FX'>['values']['rates'][number]

/** A new exchange rate, entered in either direction beside the one in force. */
export function FxDialog({ currencies, onClose }: { currencies: readonly Option[]; onClose: () => void }) {
  const text = useText()
  const field = (name: string) => text.of('staff.field', name)
  return (
    <ChangeDialog
      kind="FX"
      title={text('staff.addFx')}
      initialValues={{ toCurrency: 'USD' }}
      bodyOf={(rate: Values) => ({ kind: 'FX', values: { rates: [rate] } })}
      onClose={onClose}
    >
      <SelectField name="fromCurrency" label={field('fromCurrency')} required options={currencies} />
      <SelectField name="toCurrency" label={field('toCurrency')} required options={currencies} />
      <DateField name="rateDate" label={text('staff.date')} required />
      <Rates />
    </ChangeDialog>
  )
}

/** The two rates of a pair beside the one in force. */
export function Rates() {
  const text = useText()
  const form = Form.useFormInstance<Values>()
  const [fromCurrency, toCurrency] = [Form.useWatch('fromCurrency', form), Form.useWatch('toCurrency', form)]
  const rateDate = Form.useWatch('rateDate', form)
  const rate = figureOf(Form.useWatch('rate', form) ?? '', 'fxRate')
  const isEqual = Boolean(fromCurrency) && fromCurrency === toCurrency
  const isPair = !isEqual && Boolean(fromCurrency && toCurrency)
  const inForce = useQuery({
    queryKey: ['config', 'FX', 'inForce', fromCurrency, toCurrency, rateDate],
    queryFn: () =>
      send(
        configChangeCalls.fxInForce,
        { body: { fromCurrency, toCurrency, ...(rateDate ? { day: rateDate } : {}) } },
        { quiet: true },
      ),
    // Typed text that is no day stays in the form.
    enabled: isPair && (!rateDate || isEnteredDate(rateDate)),
  })
  const known = inForce.data
  const off = known && rate && compareDecimals(rate, '0') > 0 ? fxDeviation(rate, known.rate) : undefined
  return (
    <>
      <RatePairFields
        from={fromCurrency}
        to={toCurrency}
        rateName="rate"
        inverseName="inverse"
        label={text('staff.field.rate')}
        inverseLabel={text('staff.inverse')}
        required
      />
      {isEqual && (
        <p className="span-3 form-error" role="alert">
          {text('staff.fxSame')}
        </p>
      )}
      <NotAnswered question={inForce} />
      {isPair && known !== undefined && (
        <p className="span-3 muted" role="status">
          {known
            ? text('staff.fxInForce', {
                from: fromCurrency,
                to: toCurrency,
                rate: rateText(known.rate),
                inverse: rateText(inverseOf(known.rate)),
                day: formatDate(known.rateDate),
              })
            : text('staff.fxNone')}
        </p>
      )}
      {!isEqual && off?.warns && (
        <p className="span-3 fx-warning" role="alert">
          {text('staff.fxDeviates', { pct: off.pct })}
        </p>
      )}
    </>
  )
}
