import { fxDeviation, inverseOf } from '@usance/domain/fx'
import type { ChangeOf } from '@usance/wire/config-change/answers'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { shortDecimal, subtractDecimals } from '../../../ui/decimal.ts'
import { dash, formatDate, formatDecimal, formatRatePct } from '../../../ui/format.ts'
import { ShowOthers } from './show-others.tsx'
import { useBaseRateName } from './use-dictionary.ts'

/** So many rows are shown at first; an imported file may hold a thousand. */
const most = 100

/** An exchange rate with all its stored decimals, at least four. */
export const rateText = (rate: string): string => formatDecimal(rate, Math.max(4, shortDecimal(rate).split('.')[1]?.length ?? 0))

/** The rates of a change, each beside the one in force, with a warning about a large difference. */
export function ProposedRates({ row }: { row: ChangeOf<'FX' | 'RATE'> }) {
  const text = useText()
  const baseRate = useBaseRateName()
  const [isWhole, showWhole] = useState(false)
  const known = (at: number) => {
    const { inForce, inForceDate } = row.before?.[at] ?? {}
    return inForce && inForceDate ? { inForce, inForceDate } : undefined
  }
  if (row.kind === 'FX') {
    const all = row.after.values.rates
    const rates = (isWhole ? all : all.slice(0, most)).map((one, at) => ({ ...one, at }))
    return (
      <>
        <DataTable
          look="staff"
          label={text('staff.fx')}
          rows={rates}
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
        <ShowOthers count={all.length - rates.length} onShow={() => showWhole(true)} />
      </>
    )
  }
  const all = row.after.values.fixings
  const fixings = (isWhole ? all : all.slice(0, most)).map((one, at) => ({ ...one, at }))
  return (
    <>
      <DataTable
        look="staff"
        label={text('staff.fixings')}
        rows={fixings}
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
      <ShowOthers count={all.length - fixings.length} onShow={() => showWhole(true)} />
    </>
  )
}
