import { add, equals, neg, parseDecimal, type Rational, sub, zero } from '@usance/domain/rational'
import { amountIn, dayIn } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'

type Row = { amount: Rational | undefined; balance: Rational | undefined }

/**
 * Whether the balances beside the amounts of a list deny its sides, in the order that its days say, or in both where they say none. Where no
 * amount has a sign, they deny that all came in unless they rise by each amount. Where some are negative, they deny the signs if one of
 * them follows from the opposite sign. A row without a balance counts with the next that has one; fewer than two balances deny nothing.
 */
export function balancesDeny(
  rows: readonly (readonly string[])[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
  { currency, isSigned }: { currency: string | null; isSigned: boolean },
): boolean {
  const orders = ordersOf(rows, places, currency)
  if (!isSigned) return orders.every((moves) => moves.some(({ told, added }) => !equals(told, added)))
  const most = Math.max(...orders.map((moves) => moves.filter(follows).length))
  const likeliest = orders.filter((moves) => moves.filter(follows).length === most)
  const isOpposed = (moves: readonly Move[]) => moves.some(opposes)
  return likeliest.every(isOpposed) || orders.some((moves) => moves.filter(opposes).length > most)
}

const follows = ({ told, added }: Move) => equals(told, added)
const opposes = (move: Move) => !follows(move) && equals(move.told, neg(move.added))

/** The moves of the balances of a list, if it begins with its oldest row and if with its newest. Days that only rise or fall tell which. */
function ordersOf(
  rows: readonly (readonly string[])[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
  currency: string | null,
): Move[][] {
  const [amountAt, balanceAt] = [places.get('amount')?.[0], places.get('balance')?.[0]]
  if (amountAt === undefined || balanceAt === undefined) return [[]]
  const read = rows.map((row) => ({
    amount: signedIn(row[amountAt] ?? '', currency),
    balance: signedIn(row[balanceAt] ?? '', currency),
  }))
  const { rises, falls } = turnsOf(rows, places)
  const [oldestFirst, newestFirst] = [movesOf(read), movesOf([...read].reverse())]
  return rises === falls ? [oldestFirst, newestFirst] : [rises ? oldestFirst : newestFirst]
}

/** Whether the days of a list rise anywhere from one row to the next, and whether they fall. */
function turnsOf(
  rows: readonly (readonly string[])[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
): { rises: boolean; falls: boolean } {
  const [at] = places.get('date') ?? places.get('dealDate') ?? places.get('valueDate') ?? []
  const days = at === undefined ? [] : rows.flatMap((row) => dayIn((row[at] ?? '').trim()) ?? [])
  return {
    rises: days.some((day, index) => index > 0 && day > days[index - 1]!),
    falls: days.some((day, index) => index > 0 && day < days[index - 1]!),
  }
}

/** How a balance moved since the one before, and the sum of the amounts in between. */
type Move = { told: Rational; added: Rational }

/** The moves of the balances from the oldest row on. An amount that cannot be read ends the comparison of its balance. */
function movesOf(rows: readonly Row[]): Move[] {
  const moves: Move[] = []
  let last: Rational | undefined
  let added: Rational | undefined = zero
  for (const { amount, balance } of rows) {
    added = amount && added && add(added, amount)
    if (!balance) continue
    if (last && added) moves.push({ told: sub(balance, last), added })
    last = balance
    added = zero
  }
  return moves
}

function signedIn(text: string, currency: string | null): Rational | undefined {
  const read = amountIn(text.trim(), currency)
  return 'fault' in read ? undefined : parseDecimal(`${read.negative ? '-' : ''}${read.amount}`)
}
