import { costsIn, exposureTotal, lossBetween } from '@usance/domain/ledger/loss'
import * as M from '@usance/domain/money'
import { lossOf } from '../../books/servicing/exposure.ts'
import { type Financing, feesAhead, funderBalances } from '../../books/servicing/load-order.ts'
import { owedAfterLoss } from '../../books/servicing/losses.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'

/** What is told of a written-off order: to its funder the loss that has not come back, to who owes it what it still owes. */
export type AfterLoss = { what: 'DEBT' | 'LOSS'; principal: string; costs: string; total: string }

type OrderToTell = { row: Pick<Financing['row'], 'id' | 'status' | 'currency' | 'supplierId' | 'funderId'> }

const told = (what: AfterLoss['what'], principal: M.Money, costs: M.Money): AfterLoss | null => {
  const total = M.add(principal, costs)
  return M.isZero(total)
    ? null
    : { what, principal: M.toDecimal(principal), costs: M.toDecimal(costs), total: M.toDecimal(total) }
}

/** What a buyer still owes on the invoices of a written-off order: a loss of the funder changes nothing of it. */
export const debtAfterLoss = ({ row }: Pick<Financing, 'row'>, owed: M.Money): AfterLoss | null =>
  row.status === 'WRITTEN_OFF' ? told('DEBT', owed, M.zero(row.currency)) : null

const isItsSupplier = ({ supplierId }: Pick<Financing['row'], 'supplierId'>, reader: Pick<Actor, 'companyId' | 'staff'>) =>
  !reader.staff && reader.companyId === supplierId

/**
 * What of a loss is left, to the funder and the operator as a loss, to the supplier as what settles its debt of it (decision 203): its
 * money pays the costs that stand before the debt first, also where they are no debt of its own (decision 098). Null when nothing is left.
 * The transaction sees every company.
 */
export async function afterLoss(
  tx: Tx,
  { row }: OrderToTell,
  reader: Pick<Actor, 'companyId' | 'staff'>,
): Promise<AfterLoss | null> {
  if (row.status !== 'WRITTEN_OFF') return null
  const isSupplier = isItsSupplier(row, reader)
  if (!isSupplier && !reader.staff && reader.companyId !== row.funderId) return null
  const lost = await lossOf(tx, row)
  const loss = exposureTotal(lost)
  const left = M.atLeastZero((await funderBalances(tx, row.id, row.currency))('5000'))
  const parts = lossBetween(lost, M.subtract(loss, left), loss)
  if (!isSupplier) return told('LOSS', M.add(parts.claim, parts.principal), costsIn(parts))
  const { principal, costs } = await owedAfterLoss(tx, row)
  if (M.isPositive(principal)) return told('DEBT', principal, costsIn(parts))
  // Reserve that it owes back is the first of the fees.
  return told('DEBT', principal, M.isPositive(costs) ? M.min(costsIn(parts), M.add(costs, parts.penalty)) : costs)
}

/**
 * What settles a written-off order: what its page tells, and the fees at settlement that the next money makes due (decision 089). To its
 * supplier they are told only where its money pays them with a debt: all of a loss with recourse or of a loan, or costs before a claim or
 * principal. Reserve that it owes back comes before them, and without a debt nothing is told (decision 208). The transaction sees every company.
 */
export async function payoffAfterLoss(
  tx: Tx,
  { row, deal, kind }: Pick<Financing, 'row' | 'deal' | 'kind'>,
  reader: Pick<Actor, 'companyId' | 'staff'>,
): Promise<M.Money> {
  const of = (amount: string) => M.fromDecimal(amount, row.currency)
  const left = await afterLoss(tx, { row }, reader)
  const ahead = (await feesAhead(tx, row)).SUPPLIER
  if (!isItsSupplier(row, reader)) return M.add(left ? of(left.total) : M.zero(row.currency), ahead)
  if (!left) return M.zero(row.currency)
  const isBeforeDebt = deal.recourse || kind === 'LOAN' || M.isPositive(of(left.principal))
  return M.add(of(left.total), isBeforeDebt ? ahead : M.zero(row.currency))
}
