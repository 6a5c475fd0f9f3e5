import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type AccountName, accountOf, type Book, type Side } from './accounts.ts'

export type PostingDims = { readonly order?: string; readonly item?: string; readonly counterparty?: string }
/** One line of a journal: an amount above zero on one side of one account in one company's book. */
export type Posting = {
  readonly book: Book
  readonly owner: string
  /** Four digits; unique within the book. */
  readonly account: string
  readonly side: Side
  readonly amount: Money
  readonly dims: PostingDims
}
export type JournalKey = {
  readonly eventType: string
  readonly sourceType: string
  readonly sourceId: string
  readonly seq: number
}
/** What one event did to the books. Never edited; a mistake is answered by its reverse. */
export type Journal = { readonly key: JournalKey; readonly reversalOf?: string; readonly postings: readonly Posting[] }

/** The text that makes a journal unique: the same event of the same source is posted once. */
export const journalKeyText = ({ eventType, sourceType, sourceId, seq }: JournalKey): string =>
  `${eventType}:${sourceType}:${sourceId}:${seq}`

export type Imbalance = {
  readonly book: Book
  readonly owner: string
  readonly currency: string
  readonly debitLessCredit: bigint
}

/** Where debits and credits differ, per book, company and currency; a sound journal has no such place. */
export function imbalances(postings: readonly Posting[]): Imbalance[] {
  const sums = new Map<string, Imbalance>()
  for (const { book, owner, side, amount } of postings) {
    const key = `${book}|${owner}|${amount.currency}`
    const before = sums.get(key)?.debitLessCredit ?? 0n
    const debitLessCredit = side === 'D' ? before + amount.minor : before - amount.minor
    sums.set(key, { book, owner, currency: amount.currency, debitLessCredit })
  }
  return [...sums.values()].filter((one) => one.debitLessCredit !== 0n)
}

/** The mirror of a journal; it remembers what it reverses, so that nothing is reversed twice. */
export function reverse(journal: Journal, key: JournalKey): Journal {
  if (journal.reversalOf !== undefined) throw new Error('A reversal is not reversed; post the original event again.')
  return {
    key,
    reversalOf: journalKeyText(journal.key),
    postings: journal.postings.map((posting) => ({ ...posting, side: posting.side === 'D' ? 'C' : 'D' })),
  }
}

/** The companies whose books an event touches. */
type Parties = {
  readonly funder: string
  readonly platform: string
  readonly supplier: string
  readonly buyer?: string
}
/** The financing an event belongs to. */
export type Deal = {
  readonly parties: Parties
  readonly orderId: string
  readonly itemId?: string
  readonly recourse: boolean
  /** The debtor knows of the assignment; otherwise its books do not show it. */
  readonly disclosed: boolean
}

/** A line before it has an owner. Templates write these; `journalOf` turns them into postings. */
export type Line = {
  readonly account: AccountName
  readonly side: Side
  readonly amount: Money
  readonly dims?: PostingDims
  /** The debtor the line is about, where the deal has several and so names none. */
  readonly buyer?: string
}
export const debit = (account: AccountName, amount: Money, dims?: PostingDims): Line => ({ account, side: 'D', amount, dims })
export const credit = (account: AccountName, amount: Money, dims?: PostingDims): Line => ({ account, side: 'C', amount, dims })

/** A part of the receivable and who owes it; no buyer where the deal names its only one. */
export type OwedBy = { readonly buyer?: string; readonly amount: Money }

/** Lines of each part of a receivable, about the buyer who owes that part. */
export const perBuyer = (parts: readonly OwedBy[], linesOf: (amount: Money) => readonly Line[]): Line[] =>
  parts.flatMap(({ buyer, amount }) => linesOf(amount).map((line) => (buyer === undefined ? line : { ...line, buyer })))

/** The first of an amount's parts, in their order, that make up a smaller amount; all of it where there are no parts. */
export function firstOf(amount: Money, parts: readonly OwedBy[] | undefined): OwedBy[] {
  if (!parts) return [{ amount }]
  let left = amount
  const taken: OwedBy[] = []
  for (const part of parts) {
    const here = M.min(left, part.amount)
    if (!M.isPositive(here)) continue
    taken.push({ ...part, amount: here })
    left = M.subtract(left, here)
  }
  if (M.isPositive(left)) throw new Error(`The buyers owe ${M.toDecimal(left)} less than is booked.`)
  return taken
}

/** A debit and a credit of one amount; an amount below zero swaps the sides, as a corrected fee or accrual does. */
export function transfer(from: AccountName, to: AccountName, amount: Money): Line[] {
  const [debited, credited] = M.isNegative(amount) ? [to, from] : [from, to]
  const size = M.isNegative(amount) ? M.negate(amount) : amount
  return [debit(debited, size), credit(credited, size)]
}

const counterpartyOf: Record<Book, (parties: Parties, code: string) => string | undefined> = {
  F: (parties, code) =>
    code === '2300' || code === '2110' ? parties.platform : code === '1100' || code === '1230' ? parties.buyer : parties.supplier,
  P: (parties) => parties.funder,
  S: (parties, code) => (code === '1100' || code === '4100' ? parties.buyer : parties.funder),
  B: (parties, code) => (code === '2010' || code === '2020' || code === '5010' ? parties.funder : parties.supplier),
}

/** Makes a journal of lines: zero amounts leave no posting; an amount below zero or a sum that is not zero is a bug. */
export function journalOf(key: JournalKey, deal: Deal, lines: readonly Line[]): Journal {
  const ownersOf = (parties: Parties): Record<Book, string | undefined> => ({
    F: parties.funder,
    P: parties.platform,
    S: parties.supplier,
    B: parties.buyer,
  })
  const postings = lines
    .filter(({ amount }) => !M.isZero(amount))
    .map(({ account, side, amount, dims, buyer }): Posting => {
      const parties = buyer === undefined ? deal.parties : { ...deal.parties, buyer }
      const { book, code } = accountOf(account)
      const owner = ownersOf(parties)[book]
      if (owner === undefined) throw new Error(`No company for book ${book} in ${journalKeyText(key)}.`)
      if (M.isNegative(amount)) throw new Error(`A posting below zero on ${account} in ${journalKeyText(key)}.`)
      const counterparty = counterpartyOf[book](parties, code)
      const own = { order: deal.orderId, ...(deal.itemId && { item: deal.itemId }), ...(counterparty && { counterparty }) }
      return { book, owner, account: code, side, amount, dims: { ...own, ...dims } }
    })
  const journal: Journal = { key, postings }
  const [first] = imbalances(postings)
  if (first)
    throw new Error(`Book ${first.book} of ${journalKeyText(key)} is off by ${first.debitLessCredit} minor ${first.currency}.`)
  return journal
}
