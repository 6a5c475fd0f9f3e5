import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { lateItems } from '@usance/domain/servicing/late'
import type { OrderLife } from '@usance/domain/servicing/life'
import { owedOn, type PaidCosts } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { owedBackOf } from '../../books/servicing/owed-back.ts'
import { ratesAhead } from '../../books/servicing/rates-ahead.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

const perBatch = 200

/** An order as it stood on a day: what had been paid by then, and whether something was past its grace. */
export type FinancingAt = {
  orderNo: string
  life: OrderLife
  paid: ReadonlyMap<string, PaidCosts>
  /** Whether something was past its grace, or reserve was owed back since an earlier day. */
  isOverdue: boolean
  /** What the supplier owed back of released reserve. */
  owedBack: M.Money
}

/**
 * Orders with their lives cut off after a day, as far as they were given up or paid by then, and the resets that were known for the days
 * after it. The transaction sees everybody.
 */
export async function financingsAt(tx: Tx, orderIds: readonly string[], asOf: LocalDate): Promise<Map<string, FinancingAt>> {
  const ids = [...new Set(orderIds)]
  const found = new Map<string, FinancingAt>()
  for (let at = 0; at < ids.length; at += perBatch) {
    const batch = ids.slice(at, at + perBatch)
    const lost = await lostBy(tx, batch, asOf)
    const paidLines = await paidUpTo(tx, batch, asOf)
    const fees = await feesAt(tx, batch, asOf)
    const owedBack = await owedBackOf(tx, batch, asOf)
    const financings = await loadFinancings(tx, batch)
    const ratesOf = await ratesAhead(tx, [...financings.values()], asOf)
    for (const [id, financing] of financings) {
      const { life, row } = financing
      if (lost.has(id)) continue
      const known: OrderLife = {
        ...life,
        rates: ratesOf(financing),
        cuts: life.cuts.filter((one) => one <= asOf),
        items: life.items.map((item) => ({
          ...item,
          principalPaid: item.principalPaid.filter((one) => one.on <= asOf),
          released: item.released.filter((one) => one.on <= asOf),
        })),
      }
      const paidOf = (itemId: string, component: string) =>
        M.sum(
          paidLines
            .filter((one) => one.itemId === itemId && one.component === component)
            .map((one) => amountOf(one.amount, row.currency)),
          row.currency,
        )
      const paid = new Map(
        known.items.map(({ itemId }) => [itemId, { interest: paidOf(itemId, 'INTEREST'), penalty: paidOf(itemId, 'PENALTY') }]),
      )
      const none = M.zero(row.currency)
      const feesDue = amountOf(fees.get(id) ?? '0', row.currency)
      const position = { order: known, paid, feesDue, buyerFees: none, receivable: null }
      const { open, dueOn } = owedBack.get(id) ?? { open: none, dueOn: null }
      const isOverdue = (dueOn !== null && dueOn < asOf) || lateItems(owedOn(position, asOf), life.terms, asOf).length > 0
      // Without a day of its own it is within the tolerance, and no claim.
      found.set(id, { orderNo: row.orderNo, life: known, paid, isOverdue, owedBack: dueOn === null ? none : open })
    }
  }
  return found
}

const lostBy = async (tx: Tx, orderIds: readonly string[], asOf: LocalDate) =>
  new Set(
    (
      await tx
        .selectFrom('writeOff')
        .select('orderId')
        .where('orderId', 'in', [...orderIds])
        .where('status', '=', 'PASSED')
        .where('writtenOffOn', '<=', asOf)
        .execute()
    ).map((one) => one.orderId),
  )

const paidUpTo = (tx: Tx, orderIds: readonly string[], asOf: LocalDate) =>
  tx
    .selectFrom('allocation as a')
    .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
    .select(['a.itemId', 'a.component', 'a.amount'])
    .where('a.orderId', 'in', [...orderIds])
    .where('a.reversed', '=', false)
    .where('a.component', 'in', ['INTEREST', 'PENALTY'])
    .where('r.valueDate', '<=', asOf)
    .execute()

/** The fees that orders owed their funder on a day. */
const feesAt = async (tx: Tx, orderIds: readonly string[], asOf: LocalDate): Promise<Map<string | null, string>> =>
  new Map(
    (
      await tx
        .selectFrom('posting')
        .select(['orderId', sql<string>`sum(case side when 'D' then amount else -amount end)`.as('amount')])
        .where('orderId', 'in', [...orderIds])
        .where('book', '=', 'F')
        .where('account', '=', '1220')
        .where('valueDate', '<=', asOf)
        .groupBy('orderId')
        .execute()
    ).map(({ orderId, amount }) => [orderId, amount]),
  )
