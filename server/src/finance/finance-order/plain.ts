import { type Money, toDecimal } from '@usance/domain/money'
import { type Rational, toShortText } from '@usance/domain/rational'

const isMoney = (value: object): value is Money => 'minor' in value && typeof value.minor === 'bigint'
const isRational = (value: object): value is Rational => 'n' in value && typeof value.n === 'bigint' && 'd' in value

/** The wire's type for a type of the rules: amounts and rates are text, everything else stays. */
export type Plain<T> = T extends string
  ? T
  : T extends Money | Rational
    ? string
    : T extends readonly (infer One)[]
      ? Plain<One>[]
      : T extends object
        ? { [Name in keyof T]: Plain<T[Name]> }
        : T

/** A value of the rules as the wire carries it: amounts and rates become exact decimal text, everything else stays. */
export function plain<T>(value: T): Plain<T>
export function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(plain)
  if (isMoney(value)) return toDecimal(value)
  if (isRational(value)) return toShortText(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, plain(one)]),
  )
}
