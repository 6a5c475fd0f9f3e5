import type { FeeCharge } from '@usance/domain/ledger/fee-lines'
import type { JournalKey, OwedBy } from '@usance/domain/ledger/journal'
import { accrueRefund, chargeFees, collectForSupplier, payBuyerFees, rebateDiscount } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { allocate, heldPays } from '@usance/domain/servicing/journals'
import { type OrderPosition, type OwnPart, planRepayment, type RepaymentPlan } from '@usance/domain/servicing/plan-repayment'
import { keptRefund } from '@usance/domain/servicing/stays-paid'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { AllocationTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { diluteWhatIsNotOwed } from './apply-dilution.ts'
import { behindOf } from './behind.ts'
import { keepClaims } from './claims.ts'
import { chargeFeesOnLoss } from './fees-on-loss.ts'
import { openOfNamed } from './issue-bill.ts'
import { type Financing, loadFinancings, namedItems, positionOf } from './load-order.ts'
import { asOwedBy, asPaidBy, dealWith } from './owed-by.ts'
import { bookRecovery, type ReceiptOnLoss } from './recovery.ts'
import { refundedOf } from './refunded.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { chargeSettlementFees } from './settlement-fees.ts'
import { earlyFeeOf } from './terms.ts'
import { endRemainders } from './waive-crumbs.ts'

/**
 * L5, L8, L12: books the payments of a receipt on its order. Every day before its value date has been accrued, and no later one.
 * A buyer that pays a waived receivable gets no refund: the waiver is reversed and the debt paid.
 */
export async function applyRepayment(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const { tx, today, actor } = context
  const orderId = repayment.orderId!
  const lost = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('id', '=', orderId)
    .where('status', '=', 'WRITTEN_OFF')
    .executeTakeFirst()
  await (lost ? chargeFeesOnLoss : chargeSettlementFees)(context, orderId, repayment.valueDate)
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  const { deal } = financing
  const round = await tx
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('sourceType', '=', 'REPAYMENT')
    .where('sourceId', '=', repayment.id)
    .executeTakeFirstOrThrow()
  const key = (eventType: string): JournalKey => ({
    eventType,
    sourceType: 'REPAYMENT',
    sourceId: repayment.id,
    seq: Number(round.n),
  })
  const facts: PostFacts = { valueDate: repayment.valueDate, postedOn: today, orderId, by: actor.userId }
  const receipt = amountOf(repayment.amount, repayment.currency)
  const paidBy = { ...repayment, payer: payingBuyer(repayment), receipt }
  const behind = await behindOf(tx, financing, paidBy)
  if (lost) {
    const { lines, totals } = await bookRecovery(tx, financing, { ...onLoss(repayment, receipt), behind }, { key, facts })
    await keepAllocations(context, repayment, lines)
    return keepSurplus(tx, repayment, totals)
  }

  const payer = repayment.payerRole === 'SUPPLIER' ? ('SUPPLIER' as const) : ('BUYER' as const)
  const buyer = payingBuyer(repayment)
  if (payer === 'BUYER') await diluteWhatIsNotOwed(context, financing, receipt)
  const held = await positionOf(tx, financing, repayment.valueDate)
  const { own: owned, owedBy } = await asPaidBy(tx, financing, held, buyer)
  const { fundSource } = repayment
  const named = namedItems(financing, repayment.invoiceIds)
  const toBills = M.min(await openOfNamed(tx, financing.row, repayment.feeBillIds), M.atLeastZero(held.buyerFees))
  const toOrder = (sum: M.Money) => M.subtract(sum, M.min(sum, toBills))
  const planned = async (sum: M.Money) => {
    const raised = await asOwedBy(tx, financing, held, { receipt: toOrder(sum), payer, fundSource, own: owned, named })
    const { position, own } = raised
    const plan = planRepayment(position, sum, {
      on: repayment.valueDate,
      fundSource: repayment.fundSource as 'COLLECTION',
      payer,
      named,
      toBills,
      behind,
      ...(own ? { own } : {}),
    })
    return { ...raised, plan }
  }
  const whole = await planned(receipt)
  const kept = keptRefund(await refundedOf(tx, repayment), whole.plan.totals.refund)
  const { position, own, parts, plan } = M.isZero(kept) ? whole : await planned(M.subtract(receipt, kept))
  const refund = M.add(plan.totals.refund, kept)
  const { forSupplier } = plan.totals
  if (M.exceeds(await refundedOf(tx, repayment, 'POOL'), forSupplier)) throw new Refused('RESERVE_RELEASED')
  if (payer === 'BUYER' && M.isPositive(whole.plan.totals.refund) && (await endRemainders(context, repayment)))
    return applyRepayment(context, repayment)
  for (const [index, { itemId, amount }] of parts.entries())
    await post(
      tx,
      collectForSupplier({ ...key('OWED_BEYOND'), seq: key('').seq + index }, buyer ? dealWith(deal, buyer) : deal, amount),
      { ...facts, invoiceId: financing.invoiceOf.get(itemId) ?? null },
    )
  await chargeEarlyFees(context, financing, repayment, plan, { key: key('EARLY_FEE'), facts })
  // An early fee is owed beside the receivable, so that what each buyer owes of that still stands.
  await post(tx, allocationJournal(key('ALLOCATION'), financing, position, plan, { payer, buyer, own, owedBy }), facts)
  await post(tx, payBuyerFees(key('BUYER_FEES'), deal, plan.totals.buyerFees), facts)
  await post(tx, accrueRefund(key('REFUND_DUE'), deal, M.add(refund, forSupplier)), facts)
  await giveRebates(context, financing, repayment, plan, { key, facts })
  await keepAllocations(context, repayment, [
    ...plan.allocations,
    ...(M.isZero(kept) ? [] : [{ itemId: null, component: 'REFUND' as const, amount: kept }]),
  ])
  await keepSurplus(tx, repayment, { refund, forSupplier })
  await keepClaims(tx, financing, { on: repayment.valueDate, reason: 'COSTS_BEYOND_RESERVE' })
}

/** Keeps what of a receipt is nobody's debt: the refund to its payer, and on a pool the supplier's part. */
async function keepSurplus(
  tx: Tx,
  { id }: RepaymentRow,
  { refund, forSupplier }: { refund: M.Money; forSupplier: M.Money },
): Promise<void> {
  await tx
    .updateTable('repayment')
    .set({ surplus: M.toDecimal(M.add(refund, forSupplier)), forSupplier: M.toDecimal(forSupplier) })
    .where('id', '=', id)
    .execute()
}

/** Which of an order's several buyers has paid; none where the order has one, or its supplier pays. */
export const payingBuyer = ({ payerRole, payerBuyerId }: Pick<RepaymentRow, 'payerRole' | 'payerBuyerId'>): string | null =>
  payerRole === 'BUYER' ? payerBuyerId : null

const onLoss = (repayment: RepaymentRow, receipt: M.Money): ReceiptOnLoss => ({
  receipt,
  payer: repayment.payerRole === 'SUPPLIER' ? 'SUPPLIER' : 'BUYER',
  buyer: payingBuyer(repayment),
  invoiceIds: repayment.invoiceIds,
  feeBillIds: repayment.feeBillIds,
})

type PaidBy = {
  payer: 'BUYER' | 'SUPPLIER'
  buyer: string | null
  own: OwnPart | undefined
  owedBy: Required<OwedBy>[] | undefined
}

function allocationJournal(
  key: JournalKey,
  { deal: whole, kind, buyerOf }: Financing,
  { receivable, order }: OrderPosition,
  plan: RepaymentPlan,
  { payer, buyer, own, owedBy }: PaidBy,
) {
  const deal = buyer ? dealWith(whole, buyer) : whole
  if (kind === 'LOAN' || !receivable) return allocate(key, deal, { plan, before: null, payer })
  if (buyer) return allocate(key, deal, { plan, before: { ...receivable, face: own?.face ?? receivable.face }, payer })
  if (!owedBy || plan.takesBack)
    return allocate(key, deal, { plan, before: { ...receivable, ...(owedBy ? { owedBy } : {}) }, payer })
  // A supplier's money lowers first what the buyers of the items owe that it pays.
  const paidOn = (id: string) =>
    M.sum(
      plan.allocations.filter((one) => one.component === 'PRINCIPAL' && buyerOf.get(one.itemId!) === id).map((one) => one.amount),
      order.currency,
    )
  const first = owedBy.map((one) => ({ ...one, amount: M.min(one.amount, paidOn(one.buyer)) }))
  const rest = owedBy.map((one, index) => ({ ...one, amount: M.subtract(one.amount, first[index]!.amount) }))
  return allocate(key, deal, { plan, before: { ...receivable, owedBy: [...first, ...rest] }, payer })
}

type Booking = { key: (eventType: string) => JournalKey; facts: PostFacts }

async function giveRebates(
  { tx }: UseCaseContext,
  { deal, kind, row }: Financing,
  repayment: RepaymentRow,
  plan: RepaymentPlan,
  { key, facts }: Booking,
): Promise<void> {
  if (plan.releases.length === 0 && plan.heldToPrincipal.length === 0 && M.isZero(plan.heldToClaims)) return
  const sum = (amounts: M.Money[]) => M.sum(amounts, row.currency)
  const client = sum(plan.releases.map((one) => one.client))
  const fund = sum(plan.releases.map((one) => one.fund))
  const rebate = sum(plan.releases.map((one) => one.rebate))
  const earned = sum(plan.releases.map((one) => one.earned))
  const none = M.zero(row.currency)
  const toPrincipal = sum(plan.heldToPrincipal.map((one) => one.amount))
  await post(tx, rebateDiscount(key('REBATE'), deal, { fund, spread: M.subtract(client, fund), rebate, earned }), facts)
  await post(tx, heldPays(key('REBATE_APPLIED'), deal, { kind, principal: toPrincipal, claims: plan.heldToClaims }), facts)
  // Interest given back for a late bank has been held since the funding, so it may pay principal without a rebate now.
  const lines = [...plan.releases]
  for (const { from } of plan.heldToPrincipal)
    if (!lines.some((one) => one.itemId === from))
      lines.push({ itemId: from, client: none, fund: none, rebate: none, earned: none })
  if (lines.length > 0)
    await tx
      .insertInto('discountRelease')
      .values(
        lines.map((one) => ({
          id: newId(),
          repaymentId: repayment.id,
          orderId: row.id,
          itemId: one.itemId,
          valueDate: repayment.valueDate,
          client: M.toDecimal(one.client),
          fund: M.toDecimal(one.fund),
          rebate: M.toDecimal(one.rebate),
          earned: M.toDecimal(one.earned),
          rebateToPrincipal: M.toDecimal(
            sum(plan.heldToPrincipal.filter(({ from }) => from === one.itemId).map(({ amount }) => amount)),
          ),
        })),
      )
      .execute()
  if (plan.heldToPrincipal.length > 0)
    await tx
      .insertInto('allocation')
      .values(
        plan.heldToPrincipal.map((one) => ({
          id: newId(),
          repaymentId: repayment.id,
          orderId: row.id,
          itemId: one.itemId,
          component: 'PRINCIPAL',
          amount: M.toDecimal(one.amount),
          source: 'REBATE',
        })),
      )
      .execute()
}

/** The beneficiary of the early fee in the present product. */
async function receiverNow(
  tx: Tx,
  { productId, currency }: Pick<Financing['row'], 'productId' | 'currency'>,
): Promise<FeeCharge['beneficiary']> {
  const rules = await tx
    .selectFrom('feeRule')
    .select(['code', 'taxPct', 'beneficiary'])
    .where('productId', '=', productId)
    .where((eb) => eb.or([eb('currency', 'is', null), eb('currency', '=', currency)]))
    .execute()
  return earlyFeeOf(rules).earlyFeeBeneficiary
}

async function chargeEarlyFees(
  { tx }: UseCaseContext,
  { deal, row, terms }: Financing,
  repayment: RepaymentRow,
  plan: RepaymentPlan,
  { key, facts }: { key: JournalKey; facts: PostFacts },
): Promise<void> {
  if (plan.earlyFees.length === 0) return
  const beneficiary = terms.earlyFeeBeneficiary ?? (await receiverNow(tx, row))
  await post(
    tx,
    chargeFees(
      key,
      deal,
      plan.earlyFees.map(({ amount, tax }) => ({ code: 'EARLY', payer: 'SUPPLIER', beneficiary, amount, tax })),
    ),
    facts,
  )
  await tx
    .insertInto('orderFee')
    .values(
      plan.earlyFees.map((fee) => ({
        id: newId(),
        orderId: row.id,
        itemId: fee.itemId,
        repaymentId: repayment.id,
        code: 'EARLY',
        basis: 'PCT_ADVANCE',
        value: '0',
        base: '0',
        amount: M.toDecimal(fee.amount),
        tax: M.toDecimal(fee.tax),
        payer: 'SUPPLIER',
        beneficiary,
        timing: 'SETTLEMENT',
        charged: true,
      })),
    )
    .execute()
}

async function keepAllocations(
  { tx }: UseCaseContext,
  repayment: RepaymentRow,
  lines: readonly { itemId: string | null; component: AllocationTable['component']; amount: M.Money; paidOn?: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('allocation')
    .values(
      lines.map((line) => ({
        id: newId(),
        repaymentId: repayment.id,
        orderId: repayment.orderId!,
        itemId: line.itemId,
        paidOnItemId: line.paidOn && line.paidOn !== line.itemId ? line.paidOn : null,
        component: line.component,
        amount: M.toDecimal(line.amount),
      })),
    )
    .execute()
}
