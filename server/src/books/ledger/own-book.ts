import { accountOf, type Book, type LedgerAccount } from '@usance/domain/ledger/accounts'
import { type Basis, type Movement, type Period, periodOf } from '@usance/domain/ledger/statements'
import { daysBetween } from '@usance/domain/local-date'
import type { CompanyRole } from '@usance/wire/roles'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { longestPeriod } from './book-bounds.ts'

/** The book of a company by its seat; a seat outside a financing has no book. */
const bookOf: Partial<Record<CompanyRole, Book>> = { FUNDER: 'F', PLATFORM: 'P', SUPPLIER: 'S', BUYER: 'B' }

/** SQL: whether a posting is in the book of the caller's seat. The seat of a whole company reads each book of the company, staff every one. */
export const bookOfSeat = ({ staff, companyRole }: Pick<Actor, 'staff' | 'companyRole'>): RawBuilder<boolean> => {
  const book = bookOf[companyRole]
  return staff || book === undefined ? sql<boolean>`true` : sql<boolean>`book = ${book}`
}

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

/** The condition on kept sums `s` that belong to the book up to the end of the period. */
export const inBook = ({ ownerId, book, to, basis, currency }: BookAsked): RawBuilder<boolean> => sql<boolean>`
  s.owner_id = ${ownerId} and s.book = ${book} and s.value_date <= ${to}::date
  ${currency === undefined ? sql`` : sql`and s.currency = ${currency}`}
  ${basis === 'REPORTED' ? sql`and s.posted_on <= ${to}::date` : sql``}`

/** What the period did to each account, currency by currency, in the order of their names. */
export async function movementsOf(tx: Tx, asked: BookAsked): Promise<{ currency: string; movements: Movement[] }[]> {
  const { rows } = await sql<{ account: string; currency: string; opening: string; debit: string; credit: string }>`
    select s.account, s.currency,
      coalesce(sum(s.debit - s.credit) filter (where s.value_date < ${asked.from}::date), 0) as opening,
      coalesce(sum(s.debit) filter (where s.value_date >= ${asked.from}::date), 0) as debit,
      coalesce(sum(s.credit) filter (where s.value_date >= ${asked.from}::date), 0) as credit
    from book_sum s where ${inBook(asked)}
    group by s.account, s.currency order by s.currency, s.account`.execute(tx)
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
