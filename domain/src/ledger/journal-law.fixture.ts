import { found, type Violation } from './invariants.ts'
import { imbalances, type Journal, journalKeyText } from './journal.ts'
import { amountsIn } from './law-words.ts'

// The first law of the books as a rule; PostgreSQL keeps it for what is stored.

/** 1: each journal balances, posts only above zero, is posted once and reversed at most once. */
export function checkJournals(journals: readonly Journal[]): Violation[] {
  const keys = new Set<string>()
  const reversed = new Set<string>()
  return journals.flatMap((journal) => {
    const key = journalKeyText(journal.key)
    const isRepeated = keys.has(key)
    keys.add(key)
    const isReversedTwice = journal.reversalOf !== undefined && reversed.has(journal.reversalOf)
    if (journal.reversalOf !== undefined) reversed.add(journal.reversalOf)
    return found(
      'JOURNALS_BALANCE',
      key,
      ...imbalances(journal.postings).map(({ book, owner, currency, debitLessCredit }): [boolean, string] => [
        true,
        amountsIn(currency)`Book ${book} of ${owner} is off by ${debitLessCredit}.`,
      ]),
      [journal.postings.some(({ amount }) => amount.minor <= 0n), 'A posting is not above zero.'],
      [isRepeated, 'The key is used twice.'],
      [isReversedTwice, amountsIn('')`${journal.reversalOf} is reversed twice.`],
    )
  })
}
