import { type NumberKind, shapeOf } from '@usance/domain/number-kind'
import { type NumberRefusal, readNumber } from '@usance/domain/read-number'
import { type Result, refuse } from '@usance/domain/result'
import { t } from '../i18n/i18n.ts'
import { compareDecimals, groupThousands } from '../ui/decimal.ts'

/** The limits of a field: a kind of figure, and bounds of the field besides those of the kind. */
export type NumberLimits = {
  kind: NumberKind
  /** 0 when left out; null allows any, also negative figures. */
  min?: string | null | undefined
  max?: string | undefined
  /** An empty field is a fault here. */
  positive?: boolean | undefined
}

const mayBeNegative = ({ kind, min }: NumberLimits) => min === null || (min?.startsWith('-') ?? shapeOf(kind).signed)

/** The figure of a text, or the reason why it is none. */
export function readTyped(typed: string, limits: NumberLimits): Result<string, NumberRefusal | { why: 'ZERO' }> {
  const read = readNumber(typed, limits.kind, mayBeNegative(limits))
  return read.ok && limits.positive && !/[1-9]/.test(read.value) ? refuse({ why: 'ZERO' }) : read
}

/** The figure of a text; empty where it is none. */
export function figureOf(typed: string, kind: NumberKind | NumberLimits): string {
  const read = readTyped(typed, typeof kind === 'object' && 'kind' in kind ? kind : { kind })
  return read.ok ? read.value : ''
}

/** The figure of a text; empty where it is none, or beyond a bound. */
export function figureWithin(typed: string, limits: NumberLimits): string {
  const figure = figureOf(typed, limits)
  return figure === '' || boundOf(figure, limits) ? '' : figure
}

/**
 * The nearest figure that the limits allow, for conditions of lists: -1 is 0 where nothing is below zero, 1.5 is 1 without
 * decimals. Empty where a text is no figure at all.
 */
export function nearestFigure(typed: string, limits: NumberLimits): string {
  const exact = figureOf(typed, limits)
  if (exact !== '') return exact
  const loose = readNumber(typed, 'fxRate', true)
  if (!loose.ok) return ''
  const bound = boundOf(loose.value, { ...limits, min: mayBeNegative(limits) ? null : '0' })
  const { decimals } = shapeOf(limits.kind)
  const [whole = '', fraction = ''] = loose.value.split('.')
  return bound?.bound ?? figureOf(decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`, limits)
}

/** The bound of the field that a figure exceeds. */
export function boundOf(figure: string, { min, max }: NumberLimits): { beyond: 'min' | 'max'; bound: string } | undefined {
  if (min && compareDecimals(figure, min) < 0) return { beyond: 'min', bound: min }
  if (max !== undefined && compareDecimals(figure, max) > 0) return { beyond: 'max', bound: max }
  return undefined
}

/** The reason why a text is no figure of its kind, in the reader's words and with advice. */
export function refusalWords(refusal: NumberRefusal | { why: 'ZERO' }, kind: NumberKind): string {
  const { decimals, whole, max } = shapeOf(kind)
  const currency = typeof kind === 'object' ? kind.money : undefined
  switch (refusal.why) {
    case 'TWO_READINGS':
      return t('common.validation.twoReadings', { one: refusal.one, other: refusal.other })
    case 'OTHER_UNIT':
      return currency
        ? t('common.validation.otherCurrency', { currency, unit: refusal.unit })
        : t('common.validation.otherUnit', { unit: refusal.unit })
    case 'ZERO':
      return t('common.validation.moreThan', { min: '0' })
    case 'NEGATIVE':
      return t('common.validation.min', { min: '0' })
    case 'TOO_LARGE':
      return max !== undefined ? t('common.validation.max', { max }) : t('common.validation.digits', { count: whole })
    case 'DECIMALS':
    case 'NOT_A_NUMBER':
      if (kind === 'percent') return t('common.validation.percent')
      return decimals === 0 ? t('common.validation.natural') : t('common.validation.number', { decimals })
  }
}

/** A figure for a field without focus: with commas, unless they are switched off; a text that is no figure stays unchanged. */
export function showNumber(value: string, limits: NumberLimits, grouped = true): string {
  const read = readTyped(value, limits)
  return read.ok ? (grouped ? groupThousands(read.value) : read.value) : value
}
