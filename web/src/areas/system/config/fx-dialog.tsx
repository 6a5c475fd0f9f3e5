import { fxDeviation, inverseOf } from '@usance/domain/fx'
import type { CurrentOf } from '@usance/wire/config-change/answers'
import { Form } from 'antd'
import { DateField, type Option, SelectField } from '../../../form/fields.tsx'
import { figureOf } from '../../../form/number-input.ts'
import { RatePairFields } from '../../../form/rate-pair-fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { NotAnswered } from '../../../ui/answered.tsx'
import { compareDecimals, shortDecimal } from '../../../ui/decimal.ts'
import { formatDate } from '../../../ui/format.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { rateText } from './proposed-rates.tsx'
import { type ProposalOf, useCurrent } from './use-config.ts'

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
  const rates = useCurrent('FX')
  const known = rates.data && inForce(rates.data, { fromCurrency, toCurrency, rateDate })
  const off = known && rate && compareDecimals(rate, '0') > 0 ? fxDeviation(rate, known.rate) : undefined
  const isEqual = Boolean(fromCurrency) && fromCurrency === toCurrency
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
      <NotAnswered question={rates} />
      {!isEqual && fromCurrency && toCurrency && rates.data && (
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

/** The rate of a pair in force on a day, or the newest one without a day, in either direction. */
function inForce(rows: readonly CurrentOf<'FX'>[], { fromCurrency, toCurrency, rateDate }: Partial<Values>) {
  const found = rows
    .filter((row) => [fromCurrency, toCurrency].sort().join() === [row.fromCurrency, row.toCurrency].sort().join())
    .filter((row) => !rateDate || row.rateDate <= rateDate)
    .sort((a, b) => (a.rateDate < b.rateDate ? 1 : a.rateDate > b.rateDate ? -1 : a.fromCurrency === fromCurrency ? -1 : 1))[0]
  if (!found) return undefined
  const rate = found.fromCurrency === fromCurrency ? found.rate : found.inverse
  return { rate: shortDecimal(rate), rateDate: found.rateDate }
}
