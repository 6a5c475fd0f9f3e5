import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { dueOfRemittance } from '../../books/servicing/due-to-platform.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { keptByPool } from '../../finance/pool/short.ts'
import { withBankOf } from '../../finance/pool/with-bank.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { topUpReportedBack } from '../repayment/reported-back.ts'
import { keptBack, refuseUndue } from './still-due.ts'

type Judging = Pick<UseCaseContext, 'tx' | 'today'>

/**
 * Which of some drafted or failed payments `instruct` refuses as barred or not due, whatever their day, price and account. The
 * transaction sees every company.
 */
export async function uninstructableAmong(context: Judging, ids: readonly string[]): Promise<string[]> {
  const waiting = await context.tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .execute()
  const refused: string[] = []
  for (const payment of waiting) if (await isUninstructable(context, payment)) refused.push(payment.id)
  return refused
}

async function isUninstructable(context: Judging, payment: PaymentRow): Promise<boolean> {
  const { tx } = context
  if (payment.type === 'FUNDING') return payment.orderId !== null && isFundingBarred(tx, payment.orderId)
  // Of a remittance what is still owed is instructed.
  if (payment.type === 'FEE_REMIT') return !M.isPositive(await dueOfRemittance(tx, payment))
  return (
    (await isRefused(() => refuseUndue(tx, payment))) ||
    (await keptByPool(context, payment)) !== undefined ||
    (await keptBack(tx, payment)) !== undefined
  )
}

/** Whether the top-up of a conversion went back, or the bank may have financed a document of the order for another one (decision 255). */
async function isFundingBarred(tx: Tx, orderId: string): Promise<boolean> {
  const { no } = await tx.selectNoFrom(topUpReportedBack(sql`${orderId}::uuid`).as('no')).executeTakeFirstOrThrow()
  return no !== null || (await withBankOf(tx, orderId)).length > 0
}

async function isRefused(judge: () => Promise<void>): Promise<boolean> {
  try {
    await judge()
    return false
  } catch (error) {
    if (error instanceof Refused) return true
    throw error
  }
}
