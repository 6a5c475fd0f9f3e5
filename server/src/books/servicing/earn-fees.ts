import { earnFee, type FeeIncome, unearnedOf } from '@usance/domain/ledger/fee-lines'
import { journalOf } from '@usance/domain/ledger/journal'
import { addDays, type LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { ItemLife } from '@usance/domain/servicing/life'
import { feeEarnedOn, type PeriodFee, principalPaidOn } from '@usance/domain/servicing/period-fees'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { post, reverseJournal } from '../ledger/post.ts'
import { lastAccrual } from './last-accrual.ts'
import type { Financing } from './load-order.ts'

/** The fees that an item of a funded order earns day by day. */
export const periodFees = ({ terms, row }: Financing, itemId: string): PeriodFee[] =>
  (terms.items[itemId]?.fees ?? []).map(({ income, amount }) => ({ income, amount: amountOf(amount, row.currency) }))

/** The day after the last standing accrual of an order: it is accrued up to this day. */
export async function accruedThrough(tx: Tx, orderId: string): Promise<LocalDate> {
  const last = await lastAccrual(tx, orderId)
  const order = await tx.selectFrom('financeOrder').select('fundingDate').where('id', '=', orderId).executeTakeFirstOrThrow()
  return last ? addDays(last, 1) : order.fundingDate!
}

const eventType = 'FEES_EARNED'
const sourceType = 'ORDER_ITEM'

/**
 * L3 for fees for a period, at their end: the unearned part of an item becomes income with the receipt that pays its last
 * principal, or with the write-off; such fees are never refunded. A reversal or replay of the receipt reverses this entry too.
 */
export async function earnRestOfFees(context: UseCaseContext, financing: Financing): Promise<void> {
  const { tx, today, actor } = context
  const { life, row, deal } = financing
  const items = life.items.filter((item) => periodFees(financing, item.itemId).length > 0)
  if (items.length === 0) return
  const journals = await restsOf(tx, row.id)
  const isLost = row.status === 'WRITTEN_OFF'
  for (const item of items) {
    const earlier = journals.filter((one) => one.sourceId === item.itemId)
    const standing = earlier.find((one) => !one.isReversed)
    const endedOn = principalPaidOn(item) ?? (isLost ? (standing?.valueDate ?? today) : null)
    const rest = () => restLines(tx, row.id, item, periodFees(financing, item.itemId))
    // A night that was booked again may have left another unearned part up to the same day.
    if (standing?.valueDate === endedOn && (await rest()).every(({ amount }) => M.isZero(amount))) continue
    if (standing) await reverseJournal(tx, standing.id, { postedOn: today, by: actor.userId })
    if (endedOn === null) continue
    const lines = await rest()
    const key = { eventType, sourceType, sourceId: item.itemId, seq: earlier.length }
    const facts = { valueDate: endedOn, postedOn: today, orderId: row.id, by: actor.userId }
    await post(tx, journalOf(key, { ...deal, itemId: item.itemId }, lines), facts)
  }
}

/** The final earnings of an order's fees that were booked, by item, without reversals. */
const restsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('journal as j')
    .leftJoin('journal as m', 'm.reversalOf', 'j.id')
    .select(['j.id', 'j.sourceId', 'j.valueDate'])
    .select((eb) => eb('m.id', 'is not', null).as('isReversed'))
    .where('j.orderId', '=', orderId)
    .where('j.event', '=', eventType)
    .where('j.reversalOf', 'is', null)
    .execute()

/** The unearned fees of an item in the books, by income account. */
async function restLines(tx: Tx, orderId: string, item: ItemLife, fees: readonly PeriodFee[]) {
  const rows = await tx
    .selectFrom('posting as p')
    .innerJoin('journal as j', 'j.id', 'p.journalId')
    .select(['p.book', 'p.account', 'p.side'])
    .select(({ fn }) => fn.sum<string>('p.amount').as('amount'))
    .where('p.orderId', '=', orderId)
    .where('p.itemId', '=', item.itemId)
    .where('j.event', 'in', ['ACCRUAL', eventType])
    .where('p.account', 'in', ['4000', '4010', '4020'])
    .groupBy(['p.book', 'p.account', 'p.side'])
    .execute()
  const earned = (income: FeeIncome) =>
    rows
      .filter(({ book, account }) => `${book}${account}` === income)
      .reduce((sum, { side, amount }) => {
        const part = amountOf(amount, item.advance.currency)
        return side === 'C' ? M.add(sum, part) : M.subtract(sum, part)
      }, M.zero(item.advance.currency))
  return [...byIncome(fees)].flatMap(([income, amount]) => earnFee(income, M.subtract(amount, earned(income))))
}

function byIncome(fees: readonly PeriodFee[]): Map<FeeIncome, M.Money> {
  const sums = new Map<FeeIncome, M.Money>()
  for (const { income, amount } of fees) sums.set(income, M.add(sums.get(income) ?? M.zero(amount.currency), amount))
  return sums
}

/** The unearned fees for a period that the books must show for an order on its last accrued day, by account. */
export function unearnedFees(financing: Financing, on: LocalDate): Map<'F2120' | 'P2200', bigint> {
  const sums = new Map<'F2120' | 'P2200', bigint>([
    ['F2120', 0n],
    ['P2200', 0n],
  ])
  if (financing.row.status === 'WRITTEN_OFF') return sums
  for (const item of financing.life.items) {
    if (principalPaidOn(item) !== null) continue
    for (const { income, amount } of periodFees(financing, item.itemId)) {
      const account = unearnedOf(income)
      sums.set(account, sums.get(account)! + M.subtract(amount, feeEarnedOn(amount, item, on)).minor)
    }
  }
  return sums
}
