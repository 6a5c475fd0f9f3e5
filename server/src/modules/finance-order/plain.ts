import { type Money, toDecimal } from '@usance/domain/money'
import { type Rational, toShortText } from '@usance/domain/rational'

const isMoney = (value: object): value is Money => 'minor' in value && typeof value.minor === 'bigint'
const isRational = (value: object): value is Rational => 'n' in value && typeof value.n === 'bigint' && 'd' in value

/** A value of the rules as the wire carries it: amounts and rates become exact decimal text, everything else stays. */
export function plain(value: unknown): any {
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
