import { accountOf, type Book, type LedgerAccount } from '@usance/domain/ledger/accounts'
import { type Basis, type Movement, type Period, periodOf } from '@usance/domain/ledger/statements'
import { daysBetween, type LocalDate } from '@usance/domain/local-date'
import type { CompanyRole } from '@usance/wire/roles'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { longestPeriod } from './book-bounds.ts'

/** The book of a company by its seat; a seat outside a financing has no book. */
const bookOf: Partial<Record<CompanyRole, Book>> = { FUNDER: 'F', PLATFORM: 'P', SUPPLIER: 'S', BUYER: 'B' }

/** A period of one book of one company. */
export type BookAsked = Period & { ownerId: string; ownerName: string; book: Book; basis: Basis; currency?: string | undefined }
type Asked = { from?: string | undefined; to?: string | undefined; basis: Basis; currency?: string | undefined }

/** What the caller asks of the own book: of the company in its present seat, staff of the platform's. */
export function bookAsked({ actor, today, body }: { actor: Actor; today: string; body: Asked }): BookAsked {
  const book = bookOf[actor.companyRole]
  if (!book) throw new Refused('FORBIDDEN')
  const period = periodOf(today, body)
  if (period.to < period.from) throw faultyField('to', 'DAY_TOO_EARLY', { earliest: period.from })
  if (daysBetween(period.from, period.to) >= longestPeriod) throw faultyField('to', 'RANGE_TOO_LONG', { count: longestPeriod })
  return { ...period, ownerId: actor.companyId, ownerName: actor.companyName, book, basis: body.basis, currency: body.currency }
}

/**
 * The condition on postings `p` that belong to the book up to the end of the period. The journals booked later are few, so that they are
 * left out rather than all others joined.
 */
export const inBook = ({ ownerId, book, to, basis, currency }: BookAsked): RawBuilder<boolean> => sql<boolean>`
  p.owner_id = ${ownerId} and p.book = ${book} and p.value_date <= ${to}::date
  ${currency === undefined ? sql`` : sql`and p.currency = ${currency}`}
  ${basis === 'REPORTED' ? sql`and p.journal_id not in (select j.id from journal j where ${isBookedLater(to)})` : sql``}`

/** The condition on journals `j` that take effect by a day and were booked after it. */
export const isBookedLater = (day: LocalDate): RawBuilder<boolean> =>
  sql<boolean>`j.value_date <= ${day}::date and j.posted_on > ${day}::date`

/** What the period did to each account, currency by currency, in the order of their names. */
export async function movementsOf(tx: Tx, asked: BookAsked): Promise<{ currency: string; movements: Movement[] }[]> {
  const { rows } = await sql<{ account: string; currency: string; opening: string; debit: string; credit: string }>`
    select p.account, p.currency,
      coalesce(sum(case p.side when 'D' then p.amount else -p.amount end) filter (where p.value_date < ${asked.from}::date), 0) as opening,
      coalesce(sum(p.amount) filter (where p.side = 'D' and p.value_date >= ${asked.from}::date), 0) as debit,
      coalesce(sum(p.amount) filter (where p.side = 'C' and p.value_date >= ${asked.from}::date), 0) as credit
    from posting p where ${inBook(asked)}
    group by p.account, p.currency order by p.currency, p.account`.execute(tx)
  const movements = new Map<string, Movement[]>()
  for (const { account, currency, opening, debit, credit } of rows) {
    const amount = (text: string) => amountOf(text, currency)
    const named = accountOf(`${asked.book}${account}`)
    const movement = { account: named, opening: amount(opening), debit: amount(debit), credit: amount(credit) }
    const known = movements.get(currency)
    if (known) known.push(movement)
    else movements.set(currency, [movement])
  }
  return [...movements].map(([currency, all]) => ({ currency, movements: all }))
}

/** An account with its book in front and its names, as statements show it. */
export const namedAccount = ({ book, code, en, zh }: LedgerAccount) => ({ account: `${book}${code}`, nameEn: en, nameZh: zh })
