import * as M from '@usance/domain/money'
import type { PaymentStatus } from '@usance/domain/states/payment'
import { sql } from 'kysely'
import { readByStaff } from '../../auth/partner.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { isWithBank, takenBy } from './payment-counts.ts'

type Of = { funderId: string; currency: string }

// The books show a paid one by its amount.
const beyondBooks = sql<string>`(${takenBy('payment')} - case when payment.status = 'PAID' then payment.amount else 0 end)`

const takenAlready = (tx: Tx, taken: readonly PaymentStatus[]) =>
  tx
    .selectFrom('payment')
    .where('type', '=', 'FEE_REMIT')
    .where((eb) => eb.or([eb('status', 'in', [...taken, 'PAID']), isWithBank('payment')]))

/** What each funder holds for the platform by now, less the remittances of some states and all that the bank has of any (decision 234). */
async function heldForPlatform(tx: Tx, taken: readonly PaymentStatus[], of?: Of) {
  const rows = await tx
    .selectFrom('ledgerBalance')
    .select(({ fn }) => ['ownerId as funderId', 'currency', fn.sum<string>('balance').as('balance')])
    .where('book', '=', 'F')
    .where('account', '=', '2300')
    .$if(of !== undefined, (query) => query.where('ownerId', '=', of!.funderId).where('currency', '=', of!.currency))
    .groupBy(['ownerId', 'currency'])
    .execute()
  const live = await takenAlready(tx, taken)
    .select(['funderId', 'currency', sql<string>`sum(${beyondBooks})`.as('amount')])
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
  (await heldForPlatform(tx, ['DRAFT', 'FAILED', ...sent], of)).filter(({ amount }) => M.isPositive(amount))

/** The dues that a reader is told of: those of its own company, for staff of all funders, for a partner of those it introduced. */
export async function duesTold(tx: Tx, actor: Actor) {
  const dues = await dueToPlatform(tx)
  const told = await tx
    .selectFrom('company as c')
    .select('c.id')
    .where('c.id', '=', anyOf(dues.map(({ funderId }) => funderId)))
    .where((eb) => eb.or([eb('c.id', '=', actor.companyId), readByStaff(actor)]))
    .execute()
  const ids = new Set(told.map(({ id }) => id))
  return dues.filter(({ funderId }) => ids.has(funderId))
}

type Remittance = Of & { id: string; amount: string }

/** What of a remittance is still owed, beside the others that were sent: fees may have been credited since it was drafted. */
export const dueOfRemittance = async (tx: Tx, remittance: Remittance): Promise<M.Money> =>
  (await duesOfRemittances(tx, [remittance]))(remittance)

/** The same of several remittances, each by itself: no other one of them is taken to be sent. */
export async function duesOfRemittances(tx: Tx, remittances: readonly Remittance[]): Promise<(one: Remittance) => M.Money> {
  const [only] = remittances
  if (!only) return ({ currency }) => M.zero(currency)
  const held = await heldForPlatform(tx, sent, remittances.length === 1 ? only : undefined)
  const own = await takenAlready(tx, sent)
    .select(['id', beyondBooks.as('amount')])
    .where('id', '=', anyOf(remittances.map(({ id }) => id)))
    .execute()
  return ({ id, amount, funderId, currency }) => {
    const beside = held.find((one) => one.funderId === funderId && one.currency === currency)?.amount ?? M.zero(currency)
    const taken = amountOf(own.find((one) => one.id === id)?.amount ?? '0', currency)
    return M.min(amountOf(amount, currency), M.atLeastZero(M.add(beside, taken)))
  }
}
