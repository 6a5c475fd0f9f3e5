import type { Figure } from '@usance/wire/finance-order/trial'
import { hasText, t } from '../../../i18n/i18n.ts'
import type { Explanation } from '../../../ui/explain.tsx'
import { formatCount, formatDate, formatExact, formatRatePct, isoScale } from '../../../ui/format.ts'

const nameOf = (name: string) => (hasText(`finance.quantity.${name}`) ? t.of('finance.quantity', name) : name)
/** Dates, counts and currencies have no unit behind them, a percentage has its sign. */
const unitOf = (unit: string) =>
  ['DATE', 'COUNT', 'PERCENT'].includes(unit) ? '' : hasText(`finance.unit.${unit}`) ? t.of('finance.unit', unit) : unit
/** A value in the usual format of its unit, with every decimal that it has. */
const shownAs = (value: string, unit: string): string => {
  if (unit === 'DATE') return formatDate(value)
  if (unit === 'PERCENT') return formatRatePct(value)
  if (unit === 'DAYS' || unit === 'COUNT') return formatCount(value)
  return formatExact(value, unit === 'YEARS' ? 0 : isoScale(unit))
}

/** How a figure came about, in the reader's words: the rule with the names of its inputs, then with their numbers. */
function explanationOf(figure: Figure | undefined): Explanation | undefined {
  if (!figure) return undefined
  // Longer names first, so that `rate` never breaks `baseRate`.
  const names = figure.inputs.map((input) => input.name).sort((a, b) => b.length - a.length)
  const pattern = names.length ? new RegExp(`\\b(${names.join('|')})\\b`, 'g') : undefined
  return {
    key: figure.key,
    formula: pattern ? figure.formula.replace(pattern, (name) => nameOf(name)) : figure.formula,
    inputs: figure.inputs.map((input) => ({
      name: nameOf(input.name),
      value: shownAs(input.value, input.unit),
      unit: unitOf(input.unit),
    })),
    ...(figure.dayCount
      ? {
          dayCount: {
            name: `${figure.dayCount.name} – ${figure.dayCount.definition}`,
            from: figure.dayCount.from,
            to: figure.dayCount.to,
            days: figure.dayCount.days,
          },
        }
      : {}),
    ...(figure.fixing
      ? { fixing: { type: figure.fixing.type, date: figure.fixing.effectiveDate, rate: figure.fixing.percentRate } }
      : {}),
    rounding: figure.rounding
      ? t.of('finance.rounding', figure.rounding.mode, { scale: figure.rounding.scale })
      : t('finance.rounding.none'),
    unrounded: shownAs(figure.unrounded, figure.unit),
    result: `${shownAs(figure.result, figure.unit)} ${unitOf(figure.unit)}`.trim(),
  }
}

/** The explanation of one figure of a trial: of a document, of a fee, or of the whole order. */
export const figureOf = (explain: readonly Figure[], key: string, docId?: string, feeCode?: string): Explanation | undefined =>
  explanationOf(
    explain.find(
      (figure) => figure.key === key && figure.docId === docId && (feeCode === undefined || figure.feeCode === feeCode),
    ),
  )
