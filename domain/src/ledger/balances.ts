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
