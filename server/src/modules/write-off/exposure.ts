import type { OwedBy } from '@usance/domain/ledger/journal'
import { type Exposure, exposureTotal } from '@usance/domain/ledger/loss'
import * as M from '@usance/domain/money'
import type { Tx } from '../../database/database.ts'
import { funderBalances } from '../servicing/load-order.ts'

/** All that the funder's books still hold of an order, and the loss if nothing more comes in. */
export async function exposureOf(
  tx: Tx,
  order: { id: string; currency: string },
  /** Who owes the receivable, where several buyers do and the exposure is to be booked. */
  owedBy?: readonly OwedBy[],
): Promise<{ exposure: Exposure; loss: M.Money }> {
  const balance = await funderBalances(tx, order.id, order.currency)
  const exposure = {
    ...(owedBy ? { owedBy } : {}),
    face: balance('1100'),
    loan: balance('1150'),
    claim: balance('1300'),
    interest: balance('1200'),
    penalty: balance('1210'),
    fees: balance('1220'),
    reserve: M.negate(balance('2000')),
  }
  return { exposure, loss: exposureTotal(exposure) }
}

/** The same as pages show it: what is there, with the reserve taken off. */
export const exposureParts = ({ owedBy: _, ...exposure }: Exposure): { name: string; amount: string }[] =>
  Object.entries(exposure)
    .filter(([, amount]) => !M.isZero(amount))
    .map(([name, amount]) => ({ name, amount: M.toDecimal(name === 'reserve' ? M.negate(amount) : amount) }))
