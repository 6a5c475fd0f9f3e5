import type { OwedBy } from '@usance/domain/ledger/journal'
import { type Exposure, exposureTotal } from '@usance/domain/ledger/loss'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { funderBalances } from './load-order.ts'
import { keptFromLoss, reservesOf } from './reserves.ts'

/** All that the funder's books still hold of an order, and the loss if nothing more comes in. */
export async function exposureOf(
  tx: Tx,
  order: { id: string; currency: string },
  /** Who owes the receivable, where several buyers do and the exposure is to be booked. */
  owedBy?: readonly OwedBy[],
): Promise<{ exposure: Exposure; loss: M.Money }> {
  const balance = await funderBalances(tx, order.id, order.currency)
  // A release at the bank pays out its reserve; one that is not sent is cancelled with a loss.
  const kept = M.sum((await reservesOf(tx, [order.id])).map(keptFromLoss), order.currency)
  const exposure = {
    ...(owedBy ? { owedBy } : {}),
    face: balance('1100'),
    loan: balance('1150'),
    claim: balance('1300'),
    interest: balance('1200'),
    penalty: balance('1210'),
    fees: balance('1220'),
    reserve: M.subtract(M.negate(balance('2000')), kept),
  }
  return { exposure, loss: exposureTotal(exposure) }
}

/** Whether nothing of an order is lost: nothing is owed on it any more, or its reserve covers more than all of it. */
export const isNothingLost = ({ exposure, loss }: { exposure: Exposure; loss: M.Money }): boolean =>
  M.isNegative(loss) || exposureParts(exposure).length === 0

/** Why nothing of an order is lost; null where something is. */
export const whyNothingLost = (held: { exposure: Exposure; loss: M.Money }): 'PAID' | 'COVERED' | null =>
  !isNothingLost(held) ? null : exposureParts(held.exposure).some(({ name }) => name !== 'reserve') ? 'COVERED' : 'PAID'

/** Refuses the write-off of an order of which nothing is lost, and says why that is so. */
export function refuseNothingLost(held: { exposure: Exposure; loss: M.Money }, orderNo: string): void {
  const why = whyNothingLost(held)
  if (why) throw new Refused(why === 'PAID' ? 'WRITE_OFF_NOTHING_LEFT' : 'WRITE_OFF_COVERED', { orderNo })
}

/** The balances of a written-off order when its loss was taken, with the fees at settlement that were lost with it since. */
export async function lossOf(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<Exposure> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select p.account, sum(case p.side when 'C' then p.amount else -p.amount end) as amount
    from journal j join posting p on p.journal_id = j.id
    where j.order_id = ${id} and j.event in ('WRITE_OFF', 'FEES_LOST') and p.book = 'F' group by p.account`.execute(tx)
  const at = (account: string) => amountOf(rows.find((row) => row.account === account)?.amount ?? '0', currency)
  return {
    face: at('1100'),
    loan: at('1150'),
    claim: at('1300'),
    interest: at('1200'),
    penalty: at('1210'),
    fees: at('1220'),
    reserve: M.negate(at('2000')),
  }
}

/** The same as pages show it: what is there, with the reserve taken off. */
export const exposureParts = ({ owedBy: _, ...exposure }: Exposure): { name: string; amount: string }[] =>
  Object.entries(exposure)
    .filter(([, amount]) => !M.isZero(amount))
    .map(([name, amount]) => ({ name, amount: M.toDecimal(name === 'reserve' ? M.negate(amount) : amount) }))
