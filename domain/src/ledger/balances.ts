import { type AccountName, accountOf } from './accounts.ts'
import type { Posting } from './journal.ts'

export type BalanceFilter = {
  readonly owner?: string
  readonly order?: string
  readonly item?: string
  readonly currency?: string
}

/** The balance of an account on its normal side, in minor units; narrow it to one currency when several are posted. */
export function balanceOf(postings: Iterable<Posting>, account: AccountName, filter: BalanceFilter = {}): bigint {
  const { book, code, normalSide } = accountOf(account)
  let balance = 0n
  for (const posting of postings) {
    if (posting.book !== book || posting.account !== code) continue
    if (filter.owner !== undefined && posting.owner !== filter.owner) continue
    if (filter.order !== undefined && posting.dims.order !== filter.order) continue
    if (filter.item !== undefined && posting.dims.item !== filter.item) continue
    if (filter.currency !== undefined && posting.amount.currency !== filter.currency) continue
    balance += posting.side === normalSide ? posting.amount.minor : -posting.amount.minor
  }
  return balance
}

export type Balances = Readonly<Partial<Record<AccountName, bigint>>>

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
