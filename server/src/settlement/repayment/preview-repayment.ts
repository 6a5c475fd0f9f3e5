import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type OrderPosition, owedOn, planRepayment } from '@usance/domain/servicing/plan-repayment'
import { breakCostsOf } from '@usance/domain/servicing/rebates'
import type { Answer, Parsed } from '@usance/wire/call'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import type { Preview } from '@usance/wire/repayment/plan'
import { diluteWhatIsNotOwed } from '../../books/servicing/apply-dilution.ts'
import { payingBuyer } from '../../books/servicing/apply-repayment.ts'
import { behindOf } from '../../books/servicing/behind.ts'
import { refuseFinancedAnew } from '../../books/servicing/invoice-payments.ts'
import { openOfNamed } from '../../books/servicing/issue-bill.ts'
import { type Financing, kindOf, loadFinancings, namedItems, positionAhead } from '../../books/servicing/load-order.ts'
import { asOwedBy, asPaidBy } from '../../books/servicing/owed-by.ts'
import { type ReceiptOnLoss, recoveryOf } from '../../books/servicing/recovery.ts'
import { rewindTo } from '../../books/servicing/replay.ts'
import { shownOwed } from '../../books/servicing/shown-owed.ts'
import { withRemainders } from '../../books/servicing/waive-crumbs.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { afterwards, type UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { beforeFunding } from './before-funding.ts'
import { amountIn } from './collecting-account.ts'
import { payingBuyerOf } from './paying-buyer.ts'
import { visibleFinancing } from './read-repayment.ts'

type Paid = {
  amount: M.Money
  on: LocalDate
  payerRole: 'BUYER' | 'SUPPLIER'
  fundSource: 'COLLECTION' | 'INTEREST'
  /** Which of an order's several buyers pays. */
  payer: string | null
  /** The invoices that the payer names. */
  invoiceIds: readonly string[]
  /** The fee bills that a buyer names. */
  feeBillIds: readonly string[]
  /** The receipt, if it is kept already. */
  id?: string
  withinDebt: boolean
}

/** What an amount would pay of an order, worked out exactly as it will be booked. */
async function planned(tx: Tx, financing: Financing, of: Paid) {
  const { amount, on, payerRole, fundSource, payer, invoiceIds, feeBillIds } = of
  const { row, life } = financing
  const behind = await behindOf(tx, financing, { ...of, receipt: amount })
  if (row.status === 'WRITTEN_OFF')
    return previewRecovery(tx, financing, { receipt: amount, payer: payerRole, buyer: payer, invoiceIds, feeBillIds, behind })
  const openOfBills = await openOfNamed(tx, row, feeBillIds)
  const planFrom = async (ahead: OrderPosition, more = M.zero(row.currency)) => {
    const { own: booked } = await asPaidBy(tx, financing, ahead, payer)
    const owned = booked && { ...booked, face: M.add(booked.face, more) }
    const named = namedItems(financing, invoiceIds)
    const toBills = M.min(openOfBills, M.atLeastZero(ahead.buyerFees))
    const paid = { receipt: M.subtract(amount, M.min(amount, toBills)), payer: payerRole, fundSource, own: owned, named }
    const { position, own } = await asOwedBy(tx, financing, ahead, paid)
    return {
      position,
      plan: planRepayment(position, amount, {
        on,
        fundSource,
        payer: payerRole,
        named,
        toBills,
        behind,
        ...(own ? { own } : {}),
      }),
    }
  }
  const ahead = await positionAhead(tx, financing, on)
  const first = await planFrom(ahead)
  // A buyer that pays more than its debt owes again what was waived of its receivable and its fees.
  const goesBack = payerRole === 'BUYER' && M.isPositive(first.plan.totals.refund)
  const again = goesBack ? await withRemainders(tx, ahead, payer) : undefined
  const { position, plan } = again ? await planFrom(again.raised, again.waived) : first
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
      forSupplier: text(plan.totals.forSupplier),
      buyerFees: text(plan.totals.buyerFees),
      refund: text(plan.totals.refund),
      rebate: sum(plan.releases.map((one) => one.rebate)),
      breakCosts: sum(plan.releases.map(breakCostsOf)),
      rebateToPrincipal: sum(plan.heldToPrincipal.map((one) => one.amount)),
      earlyFee: sum(plan.earlyFees.flatMap((one) => [one.amount, one.tax])),
    },
    settles: plan.settles,
  }
}

/**
 * What a receipt would pay of an order. The order is taken back to the day of the receipt, as posting would take it, in a
 * transaction that is rolled back.
 */
async function plannedOn(context: UseCaseContext, financing: Financing, paid: Paid) {
  const { id } = financing.row
  const again = await rewindTo(context, id, { valueDate: paid.on, ...(paid.id ? { id: paid.id } : {}) })
  const found = again ? (await loadFinancings(context.tx, [id])).get(id)! : financing
  // As before a buyer's receipt that is booked.
  if (paid.payerRole === 'BUYER' && found.row.status !== 'WRITTEN_OFF') await diluteWhatIsNotOwed(context, found, paid.amount)
  return { ...(await planned(context.tx, found, paid)), again: again ?? [] }
}

/** What an amount that somebody thinks of would pay. */
export const previewRepayment = afterwards<typeof repaymentCalls.preview, Preview>(
  (request) =>
    request.tryOut(async (context) => {
      const { tx, today } = context
      const body: Parsed<typeof repaymentCalls.preview>['body'] = request.body
      const financing = await visibleFinancing(tx, body.orderId)
      const { row } = financing
      if (body.valueDate > today) throw faultyField('valueDate', 'VALUE_DATE_AHEAD', { businessDate: today })
      if (body.valueDate < row.fundingDate!) throw beforeFunding('valueDate', row.fundingDate!)
      const amount = amountIn('amount', body.amount, row.currency)
      const order = await tx
        .selectFrom('financeOrder')
        .select(['id', 'type', 'buyerId', 'poolId', 'currency'])
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      const payer = await payingBuyerOf(tx, order, body)
      if (body.payerRole === 'BUYER' && kindOf(order.type) === 'PURCHASE')
        await refuseFinancedAnew(tx, { ...body, payerBuyerId: payer })
      return plannedOn(context, financing, { ...body, amount, on: body.valueDate, payer, withinDebt: true })
    }),
  async ({ prepared }) => prepared,
)

/** What a repayment in approval pays once it is passed, on the order as it stands now. */
export const previewMatched = afterwards<typeof repaymentCalls.previewMatched, Answer<typeof repaymentCalls.previewMatched>>(
  (request) =>
    request.tryOut(async (context) => {
      const { tx } = context
      const row = await tx.selectFrom('repayment').selectAll().where('no', '=', request.body.no).executeTakeFirst()
      if (!row) throw new Refused('NOT_FOUND')
      await elevate(tx)
      const facts = { amount: amountText(row.amount, row.currency), currency: row.currency, valueDate: row.valueDate }
      // What tops up a conversion pays nothing before that is funded, and what has been booked is told by the repayment itself.
      if (!row.orderId || row.status !== 'IN_APPROVE') return { ...facts, plan: null }
      const financing = (await loadFinancings(tx, [row.orderId])).get(row.orderId)
      if (!financing) return { ...facts, plan: null }
      const plan = await plannedOn(context, financing, {
        id: row.id,
        amount: amountOf(row.amount, row.currency),
        on: row.valueDate,
        payerRole: row.payerRole as Paid['payerRole'],
        fundSource: row.fundSource,
        payer: payingBuyer(row),
        invoiceIds: row.invoiceIds,
        feeBillIds: row.feeBillIds,
        withinDebt: row.withinDebt,
      })
      return { ...facts, plan }
    }),
  async ({ prepared }) => prepared,
)

/** Money on a written-off order brings back costs and principal of the loss, claims among it, and fills the reserve beyond it. */
async function previewRecovery(tx: Tx, financing: Financing, on: ReceiptOnLoss) {
  const { lines, totals, part } = await recoveryOf(tx, financing, on)
  const { currency } = on.receipt
  const none = M.toDecimal(M.zero(currency))
  const docOf = (itemId: string | null) => financing.life.items.find((one) => one.itemId === itemId)?.number ?? null
  return {
    orderNo: financing.row.orderNo,
    currency,
    owed: [],
    allocations: lines.map(({ itemId, component, amount }) => ({
      itemId,
      docNo: docOf(itemId),
      component,
      amount: M.toDecimal(amount),
    })),
    totals: {
      fees: M.toDecimal(part.fees),
      penalty: M.toDecimal(part.penalty),
      interest: M.toDecimal(part.interest),
      principal: M.toDecimal(M.add(part.claim, part.principal)),
      reserve: M.toDecimal(totals.reserve),
      forSupplier: M.toDecimal(totals.forSupplier),
      buyerFees: M.toDecimal(totals.buyerFees),
      refund: M.toDecimal(totals.refund),
      rebate: none,
      breakCosts: none,
      rebateToPrincipal: none,
      earlyFee: none,
    },
    settles: false,
  }
}
