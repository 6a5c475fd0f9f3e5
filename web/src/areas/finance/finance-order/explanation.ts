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

/** A document that has a part in the sums of a trial. */
type Document = { docId: string; number: string }
/** How the sums of a trial name the documents and benchmarks in them. */
export type Names = { documents?: readonly Document[]; baseRate?: (code: string) => string }
const feeName = (code: string) => (hasText(`finance.fee.${code}`) ? t.of('finance.fee', code) : code)

/** What a sum says beyond its amounts: whose each of them is, the sum written out, and how each part came about. */
function sumOf(figure: Figure, explain: readonly Figure[], names: Names) {
  const { documents = [] } = names
  if (figure.formula !== 'Σ items' && figure.formula !== 'Σ fees') return undefined
  const isOfFees = figure.formula === 'Σ fees'
  const summands = figure.inputs.map((input, index) => {
    // A price stored earlier names no document; its inputs stand in the order of the documents that count.
    const docId = input.docId ?? (isOfFees ? undefined : documents[index]?.docId)
    const document = documents.find((one) => one.docId === docId)
    const name = document?.number ?? (input.feeCode ? feeName(input.feeCode) : nameOf(input.name))
    const own = explain.find((one) => one.key === input.name && docId !== undefined && one.docId === docId)
    return { name, input, own }
  })
  return {
    formula: t(isOfFees ? 'finance.sumOfFees' : 'finance.sumOfDocuments'),
    numbers: figure.inputs.map((input) => shownAs(input.value, input.unit)).join(' + '),
    inputs: summands.map(({ name, input }) => ({ name, value: shownAs(input.value, input.unit), unit: unitOf(input.unit) })),
    parts: summands.flatMap(({ name, own }) =>
      own && own.inputs.length > 0 ? [{ name, explanation: explanationOf(own, explain, names) }] : [],
    ),
  }
}

/** How a figure came about, in the reader's words: the rule with the names of its inputs, then with their numbers. */
function explanationOf(figure: Figure, explain: readonly Figure[], names: Names): Explanation {
  const { baseRate = (code) => code } = names
  // Longer names first, so that `rate` never breaks `baseRate`.
  const inputs = figure.inputs.map((input) => input.name).sort((a, b) => b.length - a.length)
  const pattern = inputs.length ? new RegExp(`\\b(${inputs.join('|')})\\b`, 'g') : undefined
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
      ? { fixing: { type: baseRate(figure.fixing.type), date: figure.fixing.effectiveDate, rate: figure.fixing.percentRate } }
      : {}),
    ...sumOf(figure, explain, names),
    rounding: figure.rounding
      ? t.of('finance.rounding', figure.rounding.mode, { scale: figure.rounding.scale })
      : t('finance.rounding.none'),
    unrounded: shownAs(figure.unrounded, figure.unit),
    result: `${shownAs(figure.result, figure.unit)} ${unitOf(figure.unit)}`.trim(),
  }
}

/** The explanation of one figure of a trial: of a document, of a fee, or of the whole order, whose sums name `documents`. */
export function figureOf(
  explain: readonly Figure[],
  key: string,
  { docId, feeCode, ...names }: { docId?: string | undefined; feeCode?: string } & Names = {},
): Explanation | undefined {
  const figure = explain.find(
    (one) => one.key === key && one.docId === docId && (feeCode === undefined || one.feeCode === feeCode),
  )
  return figure && explanationOf(figure, explain, names)
}
