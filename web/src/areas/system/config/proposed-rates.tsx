import { fxDeviation, inverseOf } from '@usance/domain/fx'
import type { ChangeOf } from '@usance/wire/config-change/answers'
import { useText } from '../../../i18n/i18n.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { shortDecimal, subtractDecimals } from '../../../ui/decimal.ts'
import { dash, formatDate, formatDecimal, formatRatePct } from '../../../ui/format.ts'
import { useBaseRateName } from './use-dictionary.ts'
import { useFirstRows } from './use-first-rows.tsx'

/** An exchange rate with all its stored decimals, at least four. */
export const rateText = (rate: string): string => formatDecimal(rate, Math.max(4, shortDecimal(rate).split('.')[1]?.length ?? 0))

/** The rates of a change, each beside the one in force, with a warning about a large difference. */
export function ProposedRates({ row }: { row: ChangeOf<'FX' | 'RATE'> }) {
  const text = useText()
  const baseRate = useBaseRateName()
  const { firstOf, othersOf } = useFirstRows()
  const known = (at: number) => {
    const { inForce, inForceDate } = row.before?.[at] ?? {}
    return inForce && inForceDate ? { inForce, inForceDate } : undefined
  }
  if (row.kind === 'FX') {
    const { rates } = row.after.values
    return (
      <>
        <DataTable
          look="staff"
          label={text('staff.fx')}
          rows={firstOf(rates).map((one, at) => ({ ...one, at }))}
          keyOf={(one) => `${one.fromCurrency}${one.toCurrency}${one.rateDate}`}
          columns={[
            { key: 'pair', label: text('staff.pair'), cell: (one) => `1 ${one.fromCurrency} = ? ${one.toCurrency}` },
            { key: 'date', label: text('staff.date'), cell: (one) => formatDate(one.rateDate) },
            { key: 'rate', label: text('staff.field.rate'), figure: true, cell: (one) => rateText(one.rate) },
            {
              key: 'inverse',
              label: text('staff.inverse'),
              figure: true,
              cell: (one) => rateText(one.inverse ?? inverseOf(one.rate)),
            },
            {
              key: 'now',
              label: text('staff.inForce'),
              figure: true,
              cell: ({ at }) => {
                const now = known(at)
                return now ? `${rateText(now.inForce)} (${formatDate(now.inForceDate)})` : dash
              },
            },
            {
              key: 'off',
              label: text('staff.deviation'),
              figure: true,
              cell: (one) => {
                const now = known(one.at)
                if (!now) return dash
                const { pct, warns } = fxDeviation(one.rate, now.inForce)
                return warns ? <strong className="fx-warning">{text('staff.fxDeviates', { pct })}</strong> : formatRatePct(pct)
              },
            },
          ]}
        />
        {othersOf(rates)}
      </>
    )
  }
  const { fixings } = row.after.values
  return (
    <>
      <DataTable
        look="staff"
        label={text('staff.fixings')}
        rows={firstOf(fixings).map((one, at) => ({ ...one, at }))}
        keyOf={(one) => `${one.type}${one.effectiveDate}`}
        columns={[
          { key: 'type', label: text('staff.field.baseRateType'), cell: (one) => baseRate(one.type) },
          { key: 'date', label: text('staff.field.effectiveDate'), cell: (one) => formatDate(one.effectiveDate) },
          { key: 'rate', label: text('staff.field.percentRate'), figure: true, cell: (one) => formatRatePct(one.percentRate) },
          {
            key: 'now',
            label: text('staff.inForce'),
            figure: true,
            cell: ({ at }) => {
              const now = known(at)
              return now ? `${formatRatePct(now.inForce)} (${formatDate(now.inForceDate)})` : dash
            },
          },
          {
            key: 'off',
            label: text('staff.difference'),
            figure: true,
            cell: ({ at, percentRate }) => {
              const now = known(at)
              return now ? shortDecimal(subtractDecimals(percentRate, now.inForce)) : dash
            },
          },
        ]}
      />
      {othersOf(fixings)}
    </>
  )
}
