import * as M from '@usance/domain/money'
import type { PaymentStatus } from '@usance/domain/states/payment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { isWithBank, takenBy } from './payment-counts.ts'

type Of = { funderId: string; currency: string }

/** What each funder holds for the platform by now, less the remittances of some states and all that the bank has of any (decision 234). */
async function heldForPlatform(tx: Tx, taken: readonly PaymentStatus[], { of, exceptId }: { of?: Of; exceptId?: string } = {}) {
  const rows = await tx
    .selectFrom('ledgerBalance')
    .select(({ fn }) => ['ownerId as funderId', 'currency', fn.sum<string>('balance').as('balance')])
    .where('book', '=', 'F')
    .where('account', '=', '2300')
    .$if(of !== undefined, (query) => query.where('ownerId', '=', of!.funderId).where('currency', '=', of!.currency))
    .groupBy(['ownerId', 'currency'])
    .execute()
  const live = await tx
    .selectFrom('payment')
    .select([
      'funderId',
      'currency',
      // The books show a paid one by its amount.
      sql<string>`sum(${takenBy('payment')} - case when payment.status = 'PAID' then payment.amount else 0 end)`.as('amount'),
    ])
    .where('type', '=', 'FEE_REMIT')
    .where((eb) => eb.or([eb('status', 'in', [...taken, 'PAID']), isWithBank('payment')]))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .groupBy(['funderId', 'currency'])
    .execute()
  return rows.map(({ funderId, currency, balance }) => {
    const onItsWay = live.find((one) => one.funderId === funderId && one.currency === currency)?.amount ?? '0'
    const amount = M.subtract(M.negate(amountOf(balance, currency)), amountOf(onItsWay, currency))
    return { funderId, currency, amount }
  })
}

// What the approvers or the bank have before them; a draft is measured when it is sent.
const sent = ['IN_APPROVE', 'INSTRUCTED'] as const

/** What each funder holds for the platform and no remittance is drafted for. */
export const dueToPlatform = async (tx: Tx, of?: Of) =>
  (await heldForPlatform(tx, ['DRAFT', 'FAILED', ...sent], of ? { of } : {})).filter(({ amount }) => M.isPositive(amount))

/** What of a remittance is still owed, beside the others that were sent: fees may have been credited since it was drafted. */
export async function dueOfRemittance(tx: Tx, { id, amount, ...of }: Of & { id: string; amount: string }): Promise<M.Money> {
  const [held] = await heldForPlatform(tx, sent, { of, exceptId: id })
  return M.min(amountOf(amount, of.currency), M.atLeastZero(held?.amount ?? M.zero(of.currency)))
}
