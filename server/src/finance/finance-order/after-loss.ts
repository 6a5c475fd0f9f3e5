import { costsIn, exposureTotal, lossBetween } from '@usance/domain/ledger/loss'
import * as M from '@usance/domain/money'
import { lossOf } from '../../books/servicing/exposure.ts'
import { type Financing, feesAhead, funderBalances } from '../../books/servicing/load-order.ts'
import { owedAfterLoss } from '../../books/servicing/losses.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'

/** What is told of a written-off order: to its funder the loss that has not come back, to who owes it what it still owes. */
export type AfterLoss = { what: 'DEBT' | 'LOSS'; principal: string; costs: string; total: string }

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
 * What of a loss is left, to the funder and the operator as a loss, to the supplier as what settles its debt of it (decisions 203 and 208):
 * its money pays the costs that stand before the debt first, also where they are no debt of its own (decision 098), and with it the fees at
 * settlement that the next money makes due (decision 089). Null when nothing is left. The transaction sees every company.
 */
export async function afterLoss(
  tx: Tx,
  { row, deal, kind }: Pick<Financing, 'row' | 'deal' | 'kind'>,
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
  if (M.isZero(M.add(principal, costs))) return null
  const isBeforeDebt = deal.recourse || kind === 'LOAN' || M.isPositive(principal)
  const ahead = isBeforeDebt ? (await feesAhead(tx, row)).SUPPLIER : M.zero(row.currency)
  // Reserve that it owes back is the first of the fees: without principal, what stands before it is the penalty alone.
  const before = M.isPositive(principal) ? costsIn(parts) : M.min(costsIn(parts), M.add(costs, parts.penalty))
  return told('DEBT', principal, M.add(before, ahead))
}

/**
 * What settles a written-off order: to its supplier what its page tells (decision 208), to the others the loss that is left and the fees at
 * settlement, which are no loss before the next money makes them due (decision 089). The transaction sees every company.
 */
export async function payoffAfterLoss(
  tx: Tx,
  financing: Pick<Financing, 'row' | 'deal' | 'kind'>,
  reader: Pick<Actor, 'companyId' | 'staff'>,
): Promise<M.Money> {
  const { row } = financing
  const left = await afterLoss(tx, financing, reader)
  const total = left ? M.fromDecimal(left.total, row.currency) : M.zero(row.currency)
  return isItsSupplier(row, reader) ? total : M.add(total, (await feesAhead(tx, row)).SUPPLIER)
}
