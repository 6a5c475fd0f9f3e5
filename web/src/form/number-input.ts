import { compareDecimals, cutDecimals, groupThousands, parseDecimal } from '../ui/decimal.ts'

export type NumberLimits = {
  /** 0 when left out; null allows any, also negative figures. */
  min?: string | null
  max?: string
  /** Digits and decimals together: integer digits are `maxlength - decimalLength`. */
  maxlength?: number
  decimalLength?: number
  minPrecision?: number
  maxPrecision?: number
}
const filled = (limits: NumberLimits) => ({
  min: limits.min === undefined ? '0' : limits.min,
  max: limits.max,
  maxlength: limits.maxlength ?? 15,
  decimalLength: limits.decimalLength ?? 6,
  minPrecision: limits.minPrecision ?? 0,
  maxPrecision: limits.maxPrecision ?? 2,
})

/** What may stand in the field while typing, or undefined for a keystroke that is refused. */
export function acceptTyped(typed: string, limits: NumberLimits = {}): string | undefined {
  const { min, maxlength, decimalLength, maxPrecision } = filled(limits)
  const pasted = typed.replaceAll(' ', '')
  // Commas stand between groups of three only: "1.234,56" or "1234,56", as others write it, must not become another figure.
  if (pasted.includes(',') && !/^-?\d{1,3}(,\d{3})*(\.\d*)?$/.test(pasted)) return undefined
  const text = pasted.replaceAll(',', '')
  const mayBeNegative = min === null || min.startsWith('-')
  const decimals = Math.min(decimalLength, maxPrecision)
  // A pasted figure with more decimals than fit is cut, toward zero, rather than refused.
  const [whole = '', fraction] = text.split('.', 2)
  const fitting =
    text.split('.').length > 2 || fraction === undefined
      ? text
      : decimals === 0
        ? whole
        : `${whole}.${fraction.slice(0, decimals)}`
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return undefined
  const shape = new RegExp(`^${mayBeNegative ? '-?' : ''}\\d{0,${maxlength - decimalLength}}(\\.\\d{0,${decimals}})?$`)
  return shape.test(fitting) ? fitting : undefined
}

/** On leaving the field: between min and max, extra decimals cut toward zero, missing ones filled. */
export function settleNumber(typed: string, limits: NumberLimits = {}): string {
  const { min, max, minPrecision, maxPrecision } = filled(limits)
  const text = typed.replaceAll(',', '').trim()
  const parts = parseDecimal(text)
  if (!parts) return ''
  const clamped =
    min !== null && compareDecimals(text, min) < 0 ? min : max !== undefined && compareDecimals(text, max) > 0 ? max : text
  const decimals = Math.min(maxPrecision, Math.max(minPrecision, parseDecimal(clamped)!.fraction.length))
  return cutDecimals(clamped, decimals)
}

/** With commas, for a field nobody is typing in. */
export const showNumber = (text: string): string => (text ? groupThousands(text) : '')
