import type { JournalKey, OwedBy } from '@usance/domain/ledger/journal'
import type { Exposure } from '@usance/domain/ledger/loss'
import { accrueRefund, payBuyerFees, recover } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import type { Behind } from '@usance/domain/servicing/plan-repayment'
import { type LossPosition, planRecovery, type RecoveryPlan } from '@usance/domain/servicing/recovery'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { debtOfInvoice } from './debt-of-invoice.ts'
import { lossOf } from './exposure.ts'
import { openOfNamed } from './issue-bill.ts'
import { type Financing, feesAhead, funderBalances, namedItems } from './load-order.ts'
import { dealWith } from './owed-by.ts'

/** A receipt on a written-off order, in the form of the rule of losses. */
export type ReceiptOnLoss = {
  receipt: M.Money
  payer: 'BUYER' | 'SUPPLIER'
  /** The payer among several buyers of an order. */
  buyer: string | null
  /** The invoices that the payer names. */
  invoiceIds: readonly string[]
  /** The fee bills that a buyer names. */
  feeBillIds: readonly string[]
  /** The debt behind a loan that a buyer's receipt may pay. */
  behind?: Behind | undefined
}

/**
 * The funder's part of a lost receivable, by debtor: the loss, less its buyer's payments since, the supplier's repurchases and
 * credit notes.
 */
export async function ownedOfLoss(tx: Tx, { row, buyerOf }: Pick<Financing, 'row' | 'buyerOf'>): Promise<Required<OwedBy>[]> {
  const { rows } = await sql<{ buyer: string; owned: string }>`select buyer, owned from owned_of_loss(${row.id}::uuid)`.execute(
    tx,
  )
  const order = [...new Set(buyerOf.values())]
  return rows
    .map(({ buyer, owned }) => ({ buyer, amount: M.atLeastZero(amountOf(owned, row.currency)) }))
    .sort((a, b) => order.indexOf(a.buyer) - order.indexOf(b.buyer))
}

/**
 * The debt of a buyer, or of all buyers, on the invoices of a written-off order: their amounts, less other payments on them and
 * its standing receipts on the order.
 */
export async function debtsOf(tx: Tx, financing: Financing, { buyer, invoiceIds }: Pick<ReceiptOnLoss, 'buyer' | 'invoiceIds'>) {
  const { row, life, buyerOf } = financing
  const { rows } = await sql<{ itemId: string; debt: string }>`
    select i.id as item_id, ${debtOfInvoice} as debt
    from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = ${row.id}`.execute(tx)
  const named = namedItems(financing, invoiceIds)
  const turn = (item: { itemId: string; maturity: string; number: string }) =>
    `${named.has(item.itemId) ? 0 : 1} ${item.maturity} ${item.number}`
  return life.items
    .filter(({ itemId }) => buyer === null || buyerOf.get(itemId) === buyer)
    .sort((a, b) => (turn(a) < turn(b) ? -1 : 1))
    .flatMap(({ itemId }) => {
      const found = rows.find((one) => one.itemId === itemId)
      return found ? [{ itemId, debt: M.atLeastZero(amountOf(found.debt, row.currency)) }] : []
    })
}

/** The loss of an order before a receipt, which makes its fees at settlement due if it is the first. */
async function lossPosition(tx: Tx, financing: Financing, lost: Exposure, on: ReceiptOnLoss): Promise<LossPosition> {
  const { row, kind } = financing
  const balance = await funderBalances(tx, row.id, row.currency)
  const ahead = await feesAhead(tx, row)
  return {
    lost: { ...lost, fees: M.add(lost.fees, ahead.SUPPLIER) },
    left: M.add(M.atLeastZero(balance('5000')), ahead.SUPPLIER),
    buyerFees: M.add(balance('1230'), ahead.BUYER),
    toBills: await openOfNamed(tx, row, on.feeBillIds),
    behind: on.behind,
    receivable:
      kind === 'PURCHASE'
        ? { debts: await debtsOf(tx, financing, on), owned: await ownedOfLoss(tx, financing), payer: on.buyer ?? row.buyerId }
        : null,
  }
}

/** The plan of a receipt on a written-off order, exactly as it will be booked (decision 089). */
export async function recoveryOf(tx: Tx, financing: Financing, on: ReceiptOnLoss): Promise<RecoveryPlan> {
  const lost = await lossOf(tx, financing.row)
  return planRecovery(await lossPosition(tx, financing, lost, on), on.receipt, on.payer)
}

/** L11, recovery: books a receipt on a written-off order. */
export async function bookRecovery(
  tx: Tx,
  financing: Financing,
  on: ReceiptOnLoss,
  { key, facts }: { key: (eventType: string) => JournalKey; facts: PostFacts },
): Promise<RecoveryPlan> {
  const { row, kind } = financing
  const deal = on.buyer ? dealWith(financing.deal, on.buyer) : financing.deal
  const plan = await recoveryOf(tx, financing, on)
  const { reserve, forSupplier, buyerFees, refund } = plan.totals
  const recovered = recover(key('RECOVERY'), deal, {
    part: plan.part,
    reserve,
    beyond: plan.beyond,
    takenBack: on.payer === 'SUPPLIER' ? plan.ended : [],
    payer: on.payer,
    kind,
    expected: await expectedBy(tx, row),
  })
  const ended = plan.ended.map((one) => [one.buyer, M.toDecimal(one.amount)])
  await post(tx, recovered, { ...facts, memo: { ended: Object.fromEntries(ended) } })
  await post(tx, payBuyerFees(key('BUYER_FEES'), deal, buyerFees), facts)
  await post(tx, accrueRefund(key('REFUND_DUE'), deal, M.add(refund, forSupplier)), facts)
  return plan
}

/** The supplier's claim on the funder in its book of an order. */
export async function expectedBy(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<M.Money> {
  const row = await tx
    .selectFrom('ledgerBalance')
    .select(({ fn }) => fn.sum<string | null>('balance').as('balance'))
    .where('orderId', '=', id)
    .where('book', '=', 'S')
    .where('account', '=', '1200')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return amountOf(row.balance ?? '0', currency)
}
