import { type AccountName, accountOf } from './accounts.ts'
import type { Balances } from './balances.ts'
import type { Posting } from './journal.ts'

/** All balances of an order on their normal sides, in minor units of its currency; accounts at zero are left out. */
export function balancesOfOrder(postings: Iterable<Posting>, order: string): Balances {
  const balances: Partial<Record<AccountName, bigint>> = {}
  for (const { book, account, side, amount, dims } of postings) {
    if (dims.order !== order) continue
    const name = `${book}${account}` as AccountName
    const before = balances[name] ?? 0n
    balances[name] = accountOf(name).normalSide === side ? before + amount.minor : before - amount.minor
  }
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n))
}
