import * as M from '@usance/domain/money'
import { claimingStatuses } from '@usance/domain/states/repayment'
import { type RawBuilder, sql } from 'kysely'
import { scopeOfSeat } from '../../auth/partner.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { paymentCounts, takenBy } from './payment-counts.ts'

type Receipt = { id: string; amount: string; currency: string }

/** SQL of what living repayments have taken of a receipt `c`, where the query sees every company. */
const matchedOfReceipt = sql<string>`coalesce((select sum(r.amount) from repayment r where r.collection_id = c.id and r.status not in ('REVERSED','REFUSED')), 0)`

/** SQL of what living repayments and returns have taken of a receipt `c`, where the query sees every company. */
const takenOfReceipt = sql`(${matchedOfReceipt}
  + coalesce((select sum(${takenBy('p')}) from payment p where p.collection_id = c.id and p.type = 'RECEIPT_RETURN' and ${paymentCounts('p')}), 0))`

/** SQL of what no living repayment and no return has taken of a receipt `c`. */
export const leftOfReceipt = sql<string>`greatest(0, c.amount - ${takenOfReceipt})`

/**
 * SQL of what is matched and left of a receipt `c`, one sum for everybody who sees the receipt. Its payer may not see each repayment and
 * return of it, so the sums of companies and partners come from functions that see every company (decision 248).
 */
export const sumsOfReceipt = (actor: Actor): { matched: RawBuilder<string>; left: RawBuilder<string> } =>
  scopeOfSeat(actor) === 'staff'
    ? { matched: matchedOfReceipt, left: leftOfReceipt }
    : {
        matched: sql<string>`receipt_matched(c.id)`,
        left: sql<string>`greatest(0, c.amount - receipt_matched(c.id) - receipt_returned(c.id))`,
      }

/** SQL of what they have taken of a receipt `c` beyond what it brought; zero without one. */
export const overtakenOfReceipt = sql<string>`coalesce(greatest(0, ${takenOfReceipt} - c.amount), 0)`

/** What of a receipt goes back to its sender: what is on its way, with all that the bank has of it, or only what is paid by the books. */
export async function returnedOf(tx: Tx, receipt: Receipt, { paidOnly = false } = {}): Promise<M.Money> {
  const returns = await tx
    .selectFrom('payment')
    .select(paidOnly ? 'amount' : takenBy('payment').as('amount'))
    .where('collectionId', '=', receipt.id)
    .where('type', '=', 'RECEIPT_RETURN')
    .where(paymentCounts('payment'))
    .$if(paidOnly, (query) => query.where('status', '=', 'PAID'))
    .execute()
  return M.sum(
    returns.map((one) => amountOf(one.amount, receipt.currency)),
    receipt.currency,
  )
}

/** What of a receipt no living repayment and no return has taken. */
export async function leftOf(tx: Tx, receipt: Receipt, exceptId?: string): Promise<M.Money> {
  const live = await tx
    .selectFrom('repayment')
    .select('amount')
    .where('collectionId', '=', receipt.id)
    .where('status', 'in', claimingStatuses)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .execute()
  const taken = M.sum(
    live.map((one) => amountOf(one.amount, receipt.currency)),
    receipt.currency,
  )
  return M.subtract(M.subtract(amountOf(receipt.amount, receipt.currency), taken), await returnedOf(tx, receipt))
}

/** Whether all that is left of a receipt is being sent back: it can then pay nothing. */
export const isOnItsWayBack = async (tx: Tx, receipt: Receipt): Promise<boolean> =>
  !M.isPositive(await leftOf(tx, receipt)) && !M.isZero(await returnedOf(tx, receipt))
