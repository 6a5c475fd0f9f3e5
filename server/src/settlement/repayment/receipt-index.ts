import { normalizeReference } from '@usance/domain/fingerprint'
import { daysBetween } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sameReferenceDays } from '@usance/domain/receipt-identity'
import { amountText } from '../../database/amount.ts'

/** A sum under a reference of the bank, in decimal text of its currency. */
export type Sum = { bankRef: string; amount: string; currency: string | null }
export type BookedSum = Sum & { currency: string }

/** An amount in the decimals of its currency; undefined where it has more. */
export const exact = (amount: string, currency: string): string | undefined => {
  const parsed = M.parseAmount(amount, currency)
  return parsed.ok ? M.toDecimal(parsed.value) : undefined
}

const sumKey = (bankRef: string, currency: string, amount: string) => [normalizeReference(bankRef), currency, amount].join('|')

/** What a receipt or payment of the books has in common with a line of its reference and amount, however the reference is written. */
export const bookedKey = ({ bankRef, amount, currency }: BookedSum): string =>
  sumKey(bankRef, currency, amountText(amount, currency))

/** The same of a line; undefined where its amount is none of its currency. */
export function lineKey({ bankRef, amount, currency }: Sum): string | undefined {
  const text = currency === null ? undefined : exact(amount, currency)
  return currency === null || text === undefined ? undefined : sumKey(bankRef, currency, text)
}

/** The things under each key, in their order. Each is looked at once, however often they are asked for. */
export function grouped<One>(ones: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>()
  for (const one of ones) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const dayNumber = (day: string) => daysBetween('1970-01-01', day)

/** Finds bookings by a key and their value date; of several the first. Each is looked at once, however many lines ask. */
export function byDay<One extends { valueDate: string }>(ones: readonly One[], keyOf: (one: One) => string) {
  const found = new Map<string, Map<number, One>>()
  for (const one of ones) {
    const [key, day] = [keyOf(one), dayNumber(one.valueDate)]
    const days = found.get(key) ?? new Map<number, One>()
    if (!days.has(day)) days.set(day, one)
    found.set(key, days)
  }
  return {
    on: (key: string, day: string): One | undefined => found.get(key)?.get(dayNumber(day)),
    /** The nearest of the days within which a reference is the same one. */
    near(key: string, day: string): One | undefined {
      const days = found.get(key)
      if (!days) return undefined
      const number = dayNumber(day)
      for (let off = 0; off <= sameReferenceDays; off++) {
        const one = days.get(number - off) ?? days.get(number + off)
        if (one) return one
      }
      return undefined
    },
  }
}
