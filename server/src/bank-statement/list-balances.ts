import { equals, parseDecimal, type Rational, sub } from '@usance/domain/rational'
import { amountIn } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'

/**
 * Whether the balances beside the amounts of a list deny that each amount raised the balance by itself, whether the list begins with its
 * oldest row or its newest. Fewer than two rows, or a row without a balance that can be read, deny nothing.
 */
export function balancesDeny(
  rows: readonly (readonly string[])[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
  currency: string | null,
): boolean {
  const [amountAt, balanceAt] = [places.get('amount')?.[0], places.get('balance')?.[0]]
  if (amountAt === undefined || balanceAt === undefined) return false
  const read = rows.flatMap((row) => {
    const amount = signedIn(row[amountAt] ?? '', currency)
    const balance = signedIn(row[balanceAt] ?? '', currency)
    return amount && balance ? [{ amount, balance }] : []
  })
  if (read.length < Math.max(rows.length, 2)) return false
  const rises = (ordered: typeof read) =>
    ordered.every(({ amount, balance }, at) => at === 0 || equals(sub(balance, ordered[at - 1]!.balance), amount))
  return !rises(read) && !rises([...read].reverse())
}

function signedIn(text: string, currency: string | null): Rational | undefined {
  const read = amountIn(text.trim(), currency)
  return 'fault' in read ? undefined : parseDecimal(`${read.negative ? '-' : ''}${read.amount}`)
}
