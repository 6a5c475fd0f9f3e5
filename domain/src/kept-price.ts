import type { Calendar } from './calendar.ts'
import { addDays, type LocalDate, maxDate } from './local-date.ts'
import * as M from './money.ts'
import { rational } from './rational.ts'
import type { TrialInput } from './trial-types.ts'

// The inputs of a price as exact text for storage. The name of a field says whether it holds an amount, a fraction or a calendar.

/** Days around the dates of a request within which a holiday can move a date. */
const aroundDays = 60

/** The input of a trial as text. Of its calendars it keeps the days that can move a date of this request. */
export function keptInput(input: TrialInput): string {
  const latest = input.documents.reduce<LocalDate>((last, { dueDate }) => maxDate(last, dueDate), input.request.fundingDate)
  const [from, to] = [addDays(input.asOf, -aroundDays), addDays(latest, (input.product.maturityOffsetDays ?? 0) + aroundDays)]
  const within = ({ days, ...rest }: Calendar): Calendar => ({
    ...rest,
    days: new Map([...days].filter(([day]) => day >= from && day <= to)),
  })
  return JSON.stringify(lasting({ faceOfFees: 'CONTRACTED', ...input, calendars: input.calendars.map(within) }))
}

/**
 * Reads an input that `keptInput` wrote, and throws on any other text. A text that does not name the face of fees is of a time when fees were
 * measured on the amount.
 */
export function readInput(text: string): TrialInput {
  const read = revived(JSON.parse(text))
  if (!isInput(read)) throw new Error('Not the input of a trial.')
  return { faceOfFees: 'AMOUNT', ...read }
}

const isInput = (value: unknown): value is TrialInput =>
  isRecord(value) &&
  ['request', 'product', 'documents', 'fixings', 'fees', 'limits', 'calendars', 'asOf'].every((name) => name in value)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (value instanceof Map) return { $map: [...value].map(lasting) }
  if (!isRecord(value)) return value
  if (typeof value.minor === 'bigint') return { $money: [String(value.minor), value.currency] }
  if (typeof value.n === 'bigint') return { $fraction: [String(value.n), String(value.d)] }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lasting(one)]))
}

function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (!isRecord(value)) return value
  const { $money, $fraction, $map } = value
  if (Array.isArray($money)) return M.money(BigInt($money[0]), $money[1])
  if (Array.isArray($fraction)) return rational(BigInt($fraction[0]), BigInt($fraction[1]))
  if (Array.isArray($map)) return new Map($map.map(([key, one]) => [key, revived(one)]))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revived(one)]))
}
