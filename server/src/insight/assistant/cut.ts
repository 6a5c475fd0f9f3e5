import { type RawBuilder, sql } from 'kysely'
import { plural, type Request, say } from './tool.ts'

/** How many rows of a currency an answer leaves out. */
type LeftOut = { currency: string; count: number }
export type Cut<T> = { rows: T[]; left: LeftOut[] }

/** The currencies of all rows with how many of each are left out. */
const leftOf = (all: readonly LeftOut[], rows: readonly { currency: string }[]): LeftOut[] =>
  all
    .map(({ currency, count }) => ({ currency, count: count - rows.filter((row) => row.currency === currency).length }))
    .filter(({ count }) => count > 0)

async function cut<T extends { currency: string }>(
  { tx }: Pick<Request, 'tx'>,
  rows: RawBuilder<unknown>,
  { by, most, each }: { by: RawBuilder<unknown>; most: number; each: boolean },
): Promise<Cut<T>> {
  const { rows: first } = await sql<T>`
    select * from (select r.*, row_number() over (${each ? sql`partition by currency` : sql``} order by ${by}) as place from (${rows}) r) p
    where place <= ${most} order by ${each ? sql`currency, ` : sql``}place`.execute(tx)
  if (first.length < most) return { rows: first, left: [] }
  const { rows: all } = await sql<LeftOut>`
    select currency, count(*)::int as count from (${rows}) r group by 1 order by 2 desc, 1`.execute(tx)
  return { rows: first, left: leftOf(all, first) }
}

/** The first rows of each currency: amounts of different currencies are not compared. */
export const firstOfEach = <T extends { currency: string }>(
  request: Pick<Request, 'tx'>,
  rows: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  most: number,
): Promise<Cut<T>> => cut(request, rows, { by, most, each: true })

/** The first rows of all currencies together, by a day, a number or a name. */
export const firstOfAll = <T extends { currency: string }>(
  request: Pick<Request, 'tx'>,
  rows: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  most: number,
): Promise<Cut<T>> => cut(request, rows, { by, most, each: false })

/** The first of rows that have no currency, and how many are left out. */
export async function firstRows<T>(
  { tx }: Pick<Request, 'tx'>,
  rows: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  most: number,
): Promise<{ rows: T[]; left: number }> {
  const { rows: first } = await sql<T & { total: number }>`
    select r.*, count(*) over ()::int as total from (${rows}) r order by ${by} limit ${most}`.execute(tx)
  return { rows: first, left: (first[0]?.total ?? 0) - first.length }
}

/** The first of rows that are read already. */
export function firstWithCurrency<T extends { currency: string }>(rows: readonly T[], most: number): Cut<T> {
  const first = rows.slice(0, most)
  const counts = new Map<string, number>()
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return {
    rows: first,
    left: leftOf(
      [...counts].map(([currency, count]) => ({ currency, count })),
      first,
    ),
  }
}

/** What rows are called: one, several, and the Chinese measure word. */
type Noun = readonly [one: string, many: string, zh: string]

/** How many parties of a currency are told one by one when the question names no number. */
export const mostParties = 24
export const partyNouns = {
  buyer: ['buyer', 'buyers', '家买方'],
  supplier: ['supplier', 'suppliers', '家供应商'],
  funder: ['funder', 'funders', '家资金方'],
} as const satisfies Record<string, Noun>

/**
 * The line that says how many rows of which currency an answer leaves out; none where it is whole, and none where one row was asked
 * for: who asks for the largest knows that there are others.
 */
export const leftOut = (request: Request, left: readonly LeftOut[], [one, many, zh]: Noun, asked?: number): string[] =>
  left.length === 0 || asked === 1
    ? []
    : [
        say(
          request,
          `and ${left.map(({ count, currency }, at) => `${at === 0 ? plural(count, `more ${one}`, `more ${many}`) : count} in ${currency}`).join(', ')}`,
          `另有 ${left.map(({ count, currency }) => `${currency} ${count} ${zh}`).join('、')}`,
        ),
      ]

/** The line that says how many rows without a currency an answer leaves out; none where it is whole. */
export const leftUntold = (request: Request, left: number, [one, many, zh]: Noun): string[] =>
  left === 0 ? [] : [say(request, `and ${plural(left, `more ${one}`, `more ${many}`)}`, `另有 ${left} ${zh}`)]
