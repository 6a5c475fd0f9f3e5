import type { FeeCharge } from '@usance/domain/ledger/fee-lines'
import type { JournalKey, OwedBy } from '@usance/domain/ledger/journal'
import {
  accrueRefund,
  allocateToLoan,
  allocateToReceivable,
  chargeFees,
  rebateDiscount,
  repurchase,
} from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { rebatePaysPrincipal } from '@usance/domain/servicing/journals'
import { type OrderPosition, planRepayment, type RepaymentPlan } from '@usance/domain/servicing/plan-repayment'
import type { Selectable } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { newId } from '../../database/id.ts'
import type { RepaymentTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { feeToCharge } from '../cost/load-fee.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { asPaidBy, dealWith } from './owed-by.ts'
import { bookRecovery } from './recovery.ts'

export type RepaymentRow = Selectable<RepaymentTable>

/** L5, L8, L12: books what a receipt pays of its order. Every day before its value date has been accrued, and no later one. */
export async function applyRepayment(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const { tx, today, actor } = context
  const orderId = repayment.orderId!
  const lost = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('id', '=', orderId)
    .where('status', '=', 'WRITTEN_OFF')
    .executeTakeFirst()
  if (!lost) await chargeSettlementFees(context, orderId, repayment.valueDate)
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
  if (lost) {
    const { recovered, refund } = await bookRecovery(tx, financing, receipt, { key, facts })
    const parts = [
      { itemId: null, component: 'COST', amount: recovered },
      { itemId: null, component: 'REFUND', amount: refund },
    ]
    await keepAllocations(
      context,
      repayment,
      parts.filter((part) => M.isPositive(part.amount)),
    )
    await tx
      .updateTable('repayment')
      .set({ surplus: M.toDecimal(refund) })
      .where('id', '=', repayment.id)
      .execute()
    return
  }

  const payer = repayment.payerRole === 'SUPPLIER' ? ('SUPPLIER' as const) : ('BUYER' as const)
  const buyer = payingBuyer(repayment)
  const { position, own, owedBy } = await asPaidBy(tx, financing, await positionOf(tx, financing), buyer)
  const plan = planRepayment(position, receipt, {
    on: repayment.valueDate,
    fundSource: repayment.fundSource as 'COLLECTION',
    payer,
    ...(own ? { own } : {}),
  })
  await chargeEarlyFees(context, financing, repayment, plan, { key: key('EARLY_FEE'), facts })
  // An early fee is owed beside the receivable, so that what each buyer owes of that still stands.
  await post(tx, allocationJournal(key('ALLOCATION'), financing, position, plan, { payer, buyer, owedBy }), facts)
  await post(tx, accrueRefund(key('REFUND_DUE'), deal, plan.totals.refund), facts)
  await giveRebates(context, financing, repayment, plan, { key, facts })
  await keepAllocations(context, repayment, plan.allocations)
  await tx
    .updateTable('repayment')
    .set({ surplus: M.toDecimal(plan.totals.refund) })
    .where('id', '=', repayment.id)
    .execute()
  await keepClaims(tx, financing, { on: repayment.valueDate, reason: 'COSTS_BEYOND_RESERVE' })
}

/** Which of an order's several buyers has paid; none where the order has one, or its supplier pays. */
export const payingBuyer = ({ payerRole, payerBuyerId }: Pick<RepaymentRow, 'payerRole' | 'payerBuyerId'>): string | null =>
  payerRole === 'BUYER' ? payerBuyerId : null

type PaidBy = { payer: 'BUYER' | 'SUPPLIER'; buyer: string | null; owedBy: Required<OwedBy>[] | undefined }

function allocationJournal(
  key: JournalKey,
  { deal: whole, kind, buyerOf }: Financing,
  { receivable, order }: OrderPosition,
  { totals, settles, allocations }: RepaymentPlan,
  { payer, buyer, owedBy }: PaidBy,
) {
  const deal = buyer ? dealWith(whole, buyer) : whole
  const { fees, penalty, interest, principal, reserve } = totals
  const allocated = { fees, penalty, interest, principal, reserve }
  if (kind === 'LOAN' || !receivable) return allocateToLoan(key, deal, { allocated, payer })
  // A supplier that pays all that is owed takes the unpaid receivable back.
  if (payer === 'SUPPLIER' && settles && M.isPositive(principal) && M.isZero(reserve))
    return repurchase(key, deal, {
      face: receivable.face,
      loan: M.zero(order.currency),
      claim: receivable.claim,
      interest,
      penalty,
      fees,
      reserve: receivable.reserve,
      ...(owedBy ? { owedBy } : {}),
    })
  // A supplier's money lowers first what the buyers of the items owe that it pays.
  const paidOn = (id: string) =>
    M.sum(
      allocations.filter((one) => one.component === 'PRINCIPAL' && buyerOf.get(one.itemId!) === id).map((one) => one.amount),
      order.currency,
    )
  const first = owedBy?.map((one) => ({ ...one, amount: M.min(one.amount, paidOn(one.buyer)) })) ?? []
  const rest = owedBy?.map((one, index) => ({ ...one, amount: M.subtract(one.amount, first[index]!.amount) })) ?? []
  const before = owedBy && !buyer ? { ...receivable, owedBy: [...first, ...rest] } : receivable
  return allocateToReceivable(key, deal, { allocated, before, payer })
}

type Booking = { key: (eventType: string) => JournalKey; facts: PostFacts }

async function giveRebates(
  { tx }: UseCaseContext,
  { deal, row }: Financing,
  repayment: RepaymentRow,
  plan: RepaymentPlan,
  { key, facts }: Booking,
): Promise<void> {
  if (plan.releases.length === 0) return
  const sum = (amounts: M.Money[]) => M.sum(amounts, row.currency)
  const client = sum(plan.releases.map((one) => one.client))
  const fund = sum(plan.releases.map((one) => one.fund))
  const rebate = sum(plan.releases.map((one) => one.rebate))
  const toPrincipal = sum(plan.rebateToPrincipal.map((one) => one.amount))
  await post(tx, rebateDiscount(key('REBATE'), deal, { fund, spread: M.subtract(client, fund), rebate }), facts)
  await post(tx, rebatePaysPrincipal(key('REBATE_APPLIED'), deal, toPrincipal), facts)
  await tx
    .insertInto('discountRelease')
    .values(
      plan.releases.map((one, index) => ({
        id: newId(),
        repaymentId: repayment.id,
        orderId: row.id,
        itemId: one.itemId,
        valueDate: repayment.valueDate,
        client: M.toDecimal(one.client),
        fund: M.toDecimal(one.fund),
        rebate: M.toDecimal(one.rebate),
        rebateToPrincipal: M.toDecimal(index === 0 ? toPrincipal : M.zero(row.currency)),
      })),
    )
    .execute()
  if (plan.rebateToPrincipal.length > 0)
    await tx
      .insertInto('allocation')
      .values(
        plan.rebateToPrincipal.map((one) => ({
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

async function chargeEarlyFees(
  { tx }: UseCaseContext,
  { deal, row }: Financing,
  repayment: RepaymentRow,
  plan: RepaymentPlan,
  { key, facts }: { key: JournalKey; facts: PostFacts },
): Promise<void> {
  if (plan.earlyFees.length === 0) return
  const rule = await tx
    .selectFrom('feeRule')
    .select('beneficiary')
    .where('productId', '=', row.productId)
    .where('code', '=', 'EARLY')
    .executeTakeFirst()
  const beneficiary = (rule?.beneficiary ?? 'FUNDER') as FeeCharge['beneficiary']
  const none = M.zero(row.currency)
  await post(
    tx,
    chargeFees(
      key,
      deal,
      plan.earlyFees.map((fee) => ({ code: 'EARLY', beneficiary, amount: fee.amount, tax: none })),
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
        payer: 'SUPPLIER',
        beneficiary,
        timing: 'SETTLEMENT',
        charged: true,
      })),
    )
    .execute()
}

/** L15: fees agreed for the settlement are owed from the first receipt on. */
async function chargeSettlementFees({ tx, today, actor }: UseCaseContext, orderId: string, valueDate: string): Promise<void> {
  const due = await tx
    .updateTable('orderFee')
    .set({ charged: true })
    .where('orderId', '=', orderId)
    .where('timing', '=', 'SETTLEMENT')
    .where('charged', '=', false)
    .returning(['id', 'code', 'beneficiary', 'amount', 'tax'])
    .execute()
  if (due.length === 0) return
  const { deal, row } = (await loadFinancings(tx, [orderId])).get(orderId)!
  const charges: FeeCharge[] = []
  for (const fee of due)
    charges.push({
      code: fee.code as FeeCharge['code'],
      beneficiary: fee.beneficiary as FeeCharge['beneficiary'],
      ...(await feeToCharge(tx, fee, row.currency)),
    })
  const key = { eventType: 'SETTLEMENT_FEES', sourceType: 'ORDER', sourceId: orderId, seq: 0 }
  await post(tx, chargeFees(key, deal, charges), { valueDate, postedOn: today, orderId, by: actor.userId })
}

async function keepAllocations(
  { tx }: UseCaseContext,
  repayment: RepaymentRow,
  lines: readonly { itemId: string | null; component: string; amount: M.Money }[],
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
        component: line.component,
        amount: M.toDecimal(line.amount),
      })),
    )
    .execute()
}
