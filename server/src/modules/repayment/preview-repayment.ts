import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn, planRepayment } from '@usance/domain/servicing/plan-repayment'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { payingBuyer } from '../servicing/apply-repayment.ts'
import { type Financing, loadFinancings, positionAhead } from '../servicing/load-order.ts'
import { asPaidBy } from '../servicing/owed-by.ts'
import { recoveryOf } from '../servicing/recovery.ts'
import { payingBuyerOf } from './paying-buyer.ts'
import { shownOwed, visibleFinancing } from './read-repayment.ts'
import { amountIn } from './record-receipt.ts'

type Paid = {
  amount: M.Money
  on: LocalDate
  payerRole: 'BUYER' | 'SUPPLIER'
  fundSource: 'COLLECTION' | 'INTEREST'
  /** Which of an order's several buyers pays. */
  payer: string | null
}

/** What an amount would pay of an order, worked out exactly as it will be booked. */
async function planned(tx: Tx, financing: Financing, { amount, on, payerRole, fundSource, payer }: Paid) {
  const { row, life } = financing
  if (row.status === 'WRITTEN_OFF') return previewRecovery(tx, financing, amount)
  const { position, own } = await asPaidBy(tx, financing, await positionAhead(tx, financing), payer)
  const plan = planRepayment(position, amount, { on, fundSource, payer: payerRole, ...(own ? { own } : {}) })
  const text = M.toDecimal
  const sum = (amounts: M.Money[]) => text(M.sum(amounts, row.currency))
  const docOf = (itemId: string | null) => life.items.find((one) => one.itemId === itemId)?.number ?? null
  return {
    orderNo: row.orderNo,
    currency: row.currency,
    owed: shownOwed(owedOn(position, on), financing, on),
    allocations: plan.allocations.map((one) => ({
      itemId: one.itemId,
      docNo: docOf(one.itemId),
      component: one.component,
      amount: text(one.amount),
    })),
    totals: {
      fees: text(plan.totals.fees),
      penalty: text(plan.totals.penalty),
      interest: text(plan.totals.interest),
      principal: text(plan.totals.principal),
      reserve: text(plan.totals.reserve),
      refund: text(plan.totals.refund),
      rebate: sum(plan.releases.map((one) => one.rebate)),
      earlyFee: sum(plan.earlyFees.map((one) => one.amount)),
    },
    settles: plan.settles,
  }
}

/** What an amount that somebody thinks of would pay. */
export const previewRepayment: Handler<typeof repaymentCalls.preview> = async ({ tx, today, body }) => {
  const financing = await visibleFinancing(tx, body.orderId)
  const { row } = financing
  if (body.valueDate > today || body.valueDate < row.fundingDate!) throw faultyField('valueDate', 'VALUE_DATE')
  const amount = amountIn('amount', body.amount, row.currency)
  const payer = row.status === 'WRITTEN_OFF' ? null : await payingBuyerOf(tx, row, body)
  return planned(tx, financing, { ...body, amount, on: body.valueDate, payer })
}

/** What a repayment in approval pays once it is passed, on the order as it stands now. */
export const previewMatched: Handler<typeof repaymentCalls.previewMatched> = async ({ tx, body }) => {
  const row = await tx.selectFrom('repayment').selectAll().where('no', '=', body.no).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const facts = { amount: amountText(row.amount, row.currency), currency: row.currency, valueDate: row.valueDate }
  // What tops up a conversion pays nothing before that is funded, and what has been booked is told by the repayment itself.
  if (!row.orderId || row.status !== 'IN_APPROVE') return { ...facts, plan: null }
  const financing = (await loadFinancings(tx, [row.orderId])).get(row.orderId)
  if (!financing) return { ...facts, plan: null }
  const plan = await planned(tx, financing, {
    amount: amountOf(row.amount, row.currency),
    on: row.valueDate,
    payerRole: row.payerRole as Paid['payerRole'],
    fundSource: row.fundSource as Paid['fundSource'],
    payer: payingBuyer(row),
  })
  return { ...facts, plan }
}

/** Money on a written-off order pays no part of it any more: it lowers the loss. */
async function previewRecovery(tx: Tx, financing: Financing, amount: M.Money) {
  const { recovered, refund } = await recoveryOf(tx, financing, amount)
  const none = M.toDecimal(M.zero(amount.currency))
  return {
    orderNo: financing.row.orderNo,
    currency: amount.currency,
    owed: [],
    allocations: [
      { itemId: null, docNo: null, component: 'COST', amount: M.toDecimal(recovered) },
      { itemId: null, docNo: null, component: 'REFUND', amount: M.toDecimal(refund) },
    ].filter((one) => one.amount !== none),
    totals: {
      fees: none,
      penalty: none,
      interest: none,
      principal: none,
      reserve: none,
      refund: M.toDecimal(refund),
      rebate: none,
      earlyFee: none,
    },
    settles: false,
  }
}
