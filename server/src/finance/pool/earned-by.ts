import { interestOf } from '@usance/domain/interest'
import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import { accruedBetween } from '@usance/domain/servicing/accrued'
import { leastToOf } from '@usance/domain/servicing/agreed-days'
import { outstandingStatuses } from '@usance/domain/states/finance-order'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { ratesAhead } from '../../books/servicing/rates-ahead.ts'
import { agreedTermsFor, termsOfProduct } from '../../books/servicing/terms.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

type OfPool = { id: string; currency: string }
type Nights = { from: LocalDate; to: LocalDate; exceptOrderId?: string | undefined }

/**
 * What the drawings on a pool earn from one day to another if nothing is paid on them, as the closes of those days will post it: those that
 * run, and those on their way from the day of their funding on. Rates are those known now;
 * drawings that run have their known resets too.
 */
export async function earnedBy(tx: Tx, pool: OfPool, nights: Nights): Promise<M.Money> {
  return M.add(await earnedByRunning(tx, pool, nights), await earnedByComing(tx, pool, nights))
}

async function earnedByRunning(tx: Tx, pool: OfPool, { from, to, exceptOrderId }: Nights): Promise<M.Money> {
  const running = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('poolId', '=', pool.id)
    .where('status', 'in', outstandingStatuses)
    .$if(exceptOrderId !== undefined, (query) => query.where('id', '<>', exceptOrderId!))
    .execute()
  const financings = await loadFinancings(
    tx,
    running.map(({ id }) => id),
  )
  const ratesOf = await ratesAhead(tx, [...financings.values()])
  const parts = [...financings.values()].flatMap((financing) => {
    const life = { ...financing.life, rates: ratesOf(financing) }
    return life.items.flatMap((item) => {
      const { interest, penalty } = accruedBetween(life, item, from, to)
      return [interest, penalty]
    })
  })
  return M.sum(parts, pool.currency)
}

async function earnedByComing(tx: Tx, pool: OfPool, { from, to, exceptOrderId }: Nights): Promise<M.Money> {
  const coming = await tx
    .selectFrom('financeOrder')
    .select(['productId', 'agreedTerms', 'financeAmount', 'rate', 'requestedFundingDate'])
    .where('poolId', '=', pool.id)
    .where('status', 'in', ['SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING'])
    .where('requestedFundingDate', '<', to)
    .$if(exceptOrderId !== undefined, (query) => query.where('id', '<>', exceptOrderId!))
    .execute()
  let earned = M.zero(pool.currency)
  for (const { rate, financeAmount, requestedFundingDate, ...order } of coming) {
    const agreed = await agreedTermsFor(tx, order)
    const { method, dayCount } = termsOfProduct(agreed, '0')
    if (method === 'IN_ADVANCE' || rate === null) continue
    const fundedOn = maxDate(requestedFundingDate, from)
    const until = maxDate(to, leastToOf(agreed, fundedOn) ?? to)
    const principal = amountOf(financeAmount, pool.currency)
    const segment = { principal, ratePercent: parseDecimal(rate), from: fundedOn, to: until }
    earned = M.add(earned, interestOf([segment], dayCount, pool.currency).amount)
  }
  return earned
}
