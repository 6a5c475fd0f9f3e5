import type { CompanyRole } from '@usance/wire/roles'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { heldRoles } from './seats.ts'

type Request = { tx: Tx; actor: Actor }

const trades = ['SUPPLIER', 'BUYER', 'FUNDER'] as const satisfies readonly CompanyRole[]

/**
 * The request of somebody in the seat of the whole company, as of one in the first seat that the company trades in: supplier,
 * then buyer, then funder, as far as they are `among` those that read what is asked. All its receivables are read by what it is to them; other
 * seats, and a company without such a trade, read as they are.
 */
export async function asTrader<R extends Request>(request: R, among: readonly CompanyRole[] = trades): Promise<R> {
  const { tx, actor } = request
  if (actor.companyRole !== 'COMPANY') return request
  const held = await heldRoles(tx, actor.companyId)
  const companyRole = trades.find((role) => among.includes(role) && held.includes(role))
  return companyRole ? { ...request, actor: { ...actor, companyRole } } : request
}

/** An answer that somebody in the seat of the whole company reads as a trader; others are answered at once. */
export const forTraders =
  <R extends Request, A>(answer: (request: R) => Promise<A>) =>
  (request: R): Promise<A> =>
    request.actor.companyRole === 'COMPANY' ? asTrader(request).then(answer) : answer(request)
