import { isCurrencyWord, type NumberKind, type NumberShape, shapeOf } from './number-kind.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

/** Why a typed text is no figure of its kind. */
export type NumberRefusal =
  | { readonly why: 'NOT_A_NUMBER' }
  | { readonly why: 'DECIMALS' }
  | { readonly why: 'NEGATIVE' }
  | { readonly why: 'TOO_LARGE' }
  /** `one` is the reading with the portal's own separators, `other` the reading with those of other countries. */
  | { readonly why: 'TWO_READINGS'; readonly one: string; readonly other: string }
  | { readonly why: 'OTHER_UNIT'; readonly unit: string }

const longest = 60
/** Full-width forms, other spaces, quotes and minus signs that an input method or another program writes. */
const plainly = (typed: string): string =>
  typed
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\uffe5/g, '¥')
    .replace(/\uffe1/g, '£')
    .replace(/。/g, '.')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[\u2212\u2013\ufe63]/g, '-')
    .replace(/\s/g, ' ')
    .trim()

type Reading = { readonly whole: string; readonly fraction: string }

/**
 * The digits of a figure without its group separators, of which it has at most one kind between groups of three; undefined for
 * anything else.
 */
function ungrouped(text: string, decimal: '.' | ',' | undefined): string | undefined {
  if (/^\d*$/.test(text)) return text
  const mark = [',', '.', ' ', "'"].find((one) => one !== decimal && text.includes(one))
  if (!mark) return undefined
  const [first = '', ...groups] = text.split(mark)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : undefined
}

/** The value of digits and separators with `decimal` before the decimals; a whole number without it. */
function readingWith(body: string, decimal: '.' | ',' | undefined): Reading | undefined {
  const parts = decimal ? body.split(decimal) : [body]
  if (decimal && parts.length !== 2) return undefined
  const whole = ungrouped(parts[0] ?? '', decimal)
  const fraction = parts[1] ?? ''
  if (whole === undefined || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined
  return { whole: whole.replace(/^0+(?=\d)/, '') || '0', fraction }
}

const textOf = ({ whole, fraction }: Reading) => (fraction ? `${whole}.${fraction}` : whole)

/** The reason why a reading does not fit the shape; undefined where it fits. */
function misfit({ whole, fraction }: Reading, { decimals, whole: digits, max }: NumberShape) {
  if (fraction.length > decimals) return 'DECIMALS'
  const isOver = max !== undefined && Exact.cmp(Exact.parseDecimal(textOf({ whole, fraction })), Exact.parseDecimal(max)) > 0
  return whole.length > digits || isOver ? 'TOO_LARGE' : undefined
}

/** Drops zeros beyond the decimals of the shape: the database writes 100 yen as 100.0000. */
const trimmed = ({ whole, fraction }: Reading, { decimals }: NumberShape): Reading => ({
  whole,
  fraction: fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, ''),
})

/**
 * The only figure that digits and separators can stand for. The portal writes 1,234.56 in both its languages; 1.234,56 and 1
 * 234,56 are accepted where they have one meaning.
 */
function figureOf(body: string, shape: NumberShape): Result<Reading, NumberRefusal> {
  const [point, comma, plain] = [readingWith(body, '.'), readingWith(body, ','), readingWith(body, undefined)]
  const own = point ?? plain ?? comma
  if (!own) return refuse({ why: 'NOT_A_NUMBER' })
  const other = [comma, plain].find((one) => one && one !== own && textOf(one) !== textOf(own))
  if (!other) {
    const only = trimmed(own, shape)
    const why = misfit(only, shape)
    return why ? refuse({ why }) : ok(only)
  }
  const why = misfit(own, shape)
  const isOther = misfit(other, shape) === undefined
  // The portal writes a decimal point itself; a comma between thousands may be another country's decimal comma.
  if (!why && (!isOther || own === point)) return ok(own)
  if (isOther) return refuse({ why: 'TWO_READINGS', one: textOf(own), other: textOf(other) })
  return refuse({ why: why ?? 'NOT_A_NUMBER' })
}

/**
 * Reads a typed or pasted text as a figure: exact decimal text with the decimals of its kind ("1234.50"), or the reason for a
 * failure. It accepts separators of other countries, spaces, full-width digits and the units of the kind.
 */
export function readNumber(typed: string, kind: NumberKind, signed?: boolean): Result<string, NumberRefusal> {
  const shape = shapeOf(kind)
  const text = plainly(typed)
  const found = text.length <= longest ? /^([^\d.,'+-]*)([+-]?)([^\d.,'+-]*)([\d.,' ]*[\d.,])([^\d.,'+-]*)$/.exec(text) : null
  if (!found) return refuse({ why: 'NOT_A_NUMBER' })
  const [, before = '', sign = '', between = '', body = '', after = ''] = found
  const units = [before, between, after].map((unit) => unit.trim()).filter(Boolean)
  const foreign = units.find((unit) => !shape.units.some((one) => one.toUpperCase() === unit.toUpperCase()))
  if (foreign !== undefined && (foreign === '%' || isCurrencyWord(foreign))) return refuse({ why: 'OTHER_UNIT', unit: foreign })
  if (foreign !== undefined || units.length > 1) return refuse({ why: 'NOT_A_NUMBER' })
  const figure = figureOf(body.trim(), shape)
  if (!figure.ok) return figure
  const { whole, fraction } = figure.value
  const isZero = /^0*$/.test(whole + fraction)
  if (sign === '-' && !isZero && !(signed ?? shape.signed)) return refuse({ why: 'NEGATIVE' })
  return ok(`${sign === '-' && !isZero ? '-' : ''}${textOf({ whole, fraction: fraction.padEnd(shape.fill, '0') })}`)
}
