import { addDays, type LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { reportCalls } from '@usance/wire/report/calls'
import { amountOf } from '../../database/amount.ts'
import { ofOneMoment } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { currenciesSeen, mostRows, movements, readsPart, sidesOf } from './cash-moved.ts'
import type { Found } from './cash-row.ts'
import { expectedCash } from './expected-cash.ts'
import { lateFundingsSeen } from './expected-fundings.ts'

/** The most days or weeks of one report. */
const longest = 400

const inOrder = (a: Found, b: Found) => {
  const [one, other] = [a, b].map(({ date, no, id }) => `${date} ${no} ${id}`)
  return one! < other! ? -1 : one! > other! ? 1 : 0
}

const mondayOf = (day: LocalDate): LocalDate => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Money in and out of one currency by day or week, with every row it is made of. Four weeks back and eight ahead when not said. */
export const cashflow: Handler<typeof reportCalls.cashflow> = async (request) => {
  const { tx, actor, today, body } = request
  const { step } = body
  const wanted = {
    from: body.from ?? addDays(today, step === 'WEEK' ? -28 : -7),
    to: body.to ?? addDays(today, step === 'WEEK' ? 56 : 21),
  }
  const from = step === 'WEEK' ? mondayOf(wanted.from) : wanted.from
  const length = step === 'WEEK' ? 7 : 1
  if (wanted.to < wanted.from) throw faultyField('to', 'DAY_TOO_EARLY', { earliest: wanted.from })
  // Validated before any query.
  const starts: LocalDate[] = []
  for (let start = from; start <= wanted.to && starts.length <= longest; start = addDays(start, length)) starts.push(start)
  if (starts.length > longest) throw faultyField('to', 'RANGE_TOO_LONG', { count: longest })
  // Its many questions are of one moment: what moves meanwhile is done or expected, and never both.
  ofOneMoment(tx)
  const currencies = await currenciesSeen(tx, actor, today)
  const currency = body.currency ?? (currencies.includes('USD') ? 'USD' : (currencies[0] ?? null))
  const to = addDays(starts.at(-1)!, length - 1)
  const told = { currencies, currency, from, to, today, isPart: await readsPart(tx, actor) }
  if (!currency) return { ...told, periods: [], totals: { in: '0', out: '0', net: '0' }, rows: [], count: 0 }
  const asked = { currency, from, to, today }
  const late = await lateFundingsSeen(tx, actor, sidesOf(actor), asked)
  const moved = await movements(tx, actor, { ...asked, late })
  const expected = await expectedCash(request, asked, late)
  return {
    ...told,
    ...sumsOf([...moved.sums, ...expected], { currency, starts, length }),
    count: moved.count + expected.length,
    rows: [...moved.rows, ...expected]
      .sort(inOrder)
      .slice(0, mostRows)
      .map(({ currency: _, amount, ...row }) => ({ ...row, amount: M.toDecimal(amountOf(amount, currency)) })),
  }
}

type Moved = Pick<Found, 'date' | 'direction' | 'amount'>
type Periods = { currency: string; starts: readonly LocalDate[]; length: number }

/** The sums of each period of so many days, and of all. */
function sumsOf(moved: readonly Moved[], { currency, starts, length }: Periods) {
  const sums = new Map<string, M.Money>()
  for (const { date, direction, amount } of moved) {
    const key = `${length === 1 ? date : mondayOf(date)} ${direction}`
    sums.set(key, M.add(sums.get(key) ?? M.zero(currency), amountOf(amount, currency)))
  }
  const sum = (start: LocalDate, direction: Found['direction']) => sums.get(`${start} ${direction}`) ?? M.zero(currency)
  let [allIn, allOut] = [M.zero(currency), M.zero(currency)]
  const periods = starts.map((start) => {
    const [into, out] = [sum(start, 'IN'), sum(start, 'OUT')]
    allIn = M.add(allIn, into)
    allOut = M.add(allOut, out)
    return {
      from: start,
      to: addDays(start, length - 1),
      in: M.toDecimal(into),
      out: M.toDecimal(out),
      net: M.toDecimal(M.subtract(into, out)),
      running: M.toDecimal(M.subtract(allIn, allOut)),
    }
  })
  return {
    periods,
    totals: { in: M.toDecimal(allIn), out: M.toDecimal(allOut), net: M.toDecimal(M.subtract(allIn, allOut)) },
  }
}
