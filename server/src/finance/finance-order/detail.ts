import type { FeePayer } from '@usance/domain/ledger/fee-lines'
import * as M from '@usance/domain/money'
import { withoutZeros } from '@usance/domain/rational'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { OrderDetail } from '@usance/wire/finance-order/order'
import { TrialAnswer } from '@usance/wire/finance-order/trial'
import { isToldToParties } from '@usance/wire/invoice/untold-flags'
import { sql } from 'kysely'
import { doerName, nameAt, timelineOf } from '../../audit/doer.ts'
import { isPartner } from '../../auth/partner.ts'
import { readsAs } from '../../auth/reads-as.ts'
import { statusesOpenTo } from '../../books/servicing/open-statuses.ts'
import { openOn, ordersSeen, ownPart } from '../../books/servicing/orders-seen.ts'
import { paidLate } from '../../books/servicing/paid-late.ts'
import { paymentsSeen } from '../../books/servicing/payments-seen.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { cutFor } from '../../http/answer-shape.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { accountNumber } from '../../party/bank-account/account-number.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import { papersByGroup, papersOf } from '../../platform/paper/papers.ts'
import { allowedOperations, factColumns } from './list.ts'
import { withOwnLimits } from './own-limits.ts'

type Caller = Pick<Context, 'tx'> & { actor: Actor }

/** In which of its own statuses an order is still owed by a buyer. */
const owing = new Set<string>(statusesOpenTo({ companyRole: 'BUYER' }))

/** What keeps the money of an order back, what happened to the supplier's debt on it, and what the funder made of that. */
const eventsOfDebt = [
  'FINANCE_ORDER_BARRED_BY_BANK',
  'FINANCE_ORDER_PARTIALLY_REPAID',
  'FINANCE_ORDER_OVERDUE',
  'FINANCE_ORDER_SETTLED',
  'FINANCE_ORDER_WAIVED',
  'FINANCE_ORDER_WAIVER_ENDED',
  'FINANCE_ORDER_COSTS_FROM_RESERVE',
  'FINANCE_ORDER_RESERVE_SHORT',
  'FINANCE_ORDER_PAYMENT_RETURNED',
  'FINANCE_ORDER_LOSS_RESTATED',
  'FINANCE_ORDER_COSTS_GIVEN_BACK',
  'FINANCE_ORDER_WRITTEN_OFF',
]
/** Whether a line of the log `l` tells of a fee that one of some payers bears. */
const ofFeeOf = (payers: readonly FeePayer[]) =>
  sql<boolean>`exists (select from fee_adjustment x join order_fee y on y.id = x.order_fee_id
    where x.order_id = l.object_id::uuid and x.no = l.after ->> 'adjustment' and y.payer in (${sql.join(payers)}))`

/** One order with everything the caller may see of it. */
export const orderDetail = async (caller: Caller, id: string): Promise<OrderDetail> => (await orderAsRead(caller, id)).order

/**
 * One order, and as whom the caller reads it. A buyer sees what it owes, never what it costs the supplier, and of an order of several
 * buyers nothing but its own part.
 */
export async function orderAsRead(caller: Caller, id: string): Promise<{ order: OrderDetail; reader: Reader }> {
  const row = await orderRow(caller, id)
  const reader = readsAs(caller.actor, row)
  const order = shownOrder(row, await besideOrder(caller, row, reader), { actor: caller.actor, reader })
  return { order: cutFor(OrderDetail, reader, order), reader }
}
type Reader = ReturnType<typeof readsAs>

/** The row of an order that the caller may see, with the names of its parties and its product. */
async function orderRow({ tx, actor }: Caller, id: string) {
  const row = await tx
    .selectFrom(ordersSeen(actor).as('o'))
    .innerJoin('company as s', 's.id', 'o.supplierId')
    .leftJoin('company as b', 'b.id', 'o.buyerId')
    .innerJoin('company as f', 'f.id', 'o.funderId')
    .innerJoin('financingProduct as p', 'p.id', 'o.productId')
    .leftJoin('financeOrder as parent', 'parent.id', 'o.arpOfOrderId')
    .leftJoin('financeOrder as own', 'own.id', 'o.id')
    .selectAll('o')
    .select([
      's.code as supplierCode',
      's.name as supplierName',
      'b.code as buyerCode',
      'b.name as buyerName',
      'f.code as funderCode',
      'f.name as funderName',
      'p.code as productCode',
      'p.name as productName',
      'p.nameCn as productNameCn',
      'p.interestMethod',
      'p.advanceRate',
      'p.dayCount',
      'parent.orderNo as parentNo',
    ])
    // An order keeps its agreed grace. An order priced before that was stored has the grace of its funding or of its product.
    .select(
      sql<number>`coalesce(own.funded_terms ->> 'graceDays', own.agreed_terms ->> 'graceDays', p.grace_days::text)::int`.as(
        'graceDays',
      ),
    )
    // The same of its benchmark, which a change of the product leaves.
    .select(
      sql<
        string | null
      >`case when own.agreed_terms ? 'baseRateType' then own.agreed_terms ->> 'baseRateType' else p.base_rate_type end`.as(
        'baseRateType',
      ),
    )
    .select([...factColumns])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}
type OrderRow = Awaited<ReturnType<typeof orderRow>>

/** The documents of an order in their order, each with what is still open on it for its reader. */
const itemsOf = (tx: Tx, id: string, reader: Reader) =>
  tx
    .selectFrom('financeOrderItem as i')
    .leftJoin('company as c', 'c.id', 'i.buyerId')
    .selectAll('i')
    .select(['c.code as buyerCode', 'c.name as buyerName', openOn({ companyRole: reader }).as('open')])
    .where('i.orderId', '=', id)
    .orderBy('i.seq')
    .execute()

/** What is stored beside the row of an order and may be shown to its reader. */
async function besideOrder({ tx, actor }: Caller, row: OrderRow, reader: Reader) {
  const { id } = row
  const buyer = reader === 'BUYER'
  const items = await itemsOf(tx, id, reader)
  const late = buyer ? undefined : await paidLate(tx, id)
  const parts = buyer ? [] : await partsShown({ tx, actor }, id)
  const fees = await tx.selectFrom('orderFee').selectAll().where('orderId', '=', id).orderBy('code').execute()
  const contracts = await tx
    .selectFrom('contract as c')
    .innerJoin('contractTemplate as t', 't.id', 'c.templateId')
    .select(['c.id', 'c.no', 'c.name', 't.nameCn', 'c.status'])
    .where('c.orderId', '=', id)
    .orderBy('c.no')
    .execute()
  const conversions = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'status'])
    .where('arpOfOrderId', '=', id)
    .orderBy('createdAt')
    .execute()
  const attachments = await papersOf({ tx, actor }, 'FINANCE_ORDER', id, await paperGroupsOf(tx, 'FINANCE_ORDER', row.productId))
  const flow = await tx
    .selectFrom('workflowInstance')
    .select(['currentNode', 'status'])
    .where('businessType', '=', 'FINANCE_ORDER')
    .where('businessId', '=', id)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  const timeline = await storyOf({ tx, actor }, row, reader)
  return { items, late, parts, fees, contracts, conversions, attachments, flow, timeline }
}
type Beside = Awaited<ReturnType<typeof besideOrder>>

/**
 * What happened to an order, as far as its reader is told. A buyer reads no comments on an order, and nothing of its supplier's debt and
 * fees. A planned write-off, and the correction of a fee between funder and platform, are hidden from supplier and buyer.
 */
function storyOf({ tx, actor }: Caller, { id, isPart }: OrderRow, reader: Reader) {
  const buyer = reader === 'BUYER'
  const isLender = lends(reader)
  return timelineOf(tx, actor, {
    objectType: 'FINANCE_ORDER',
    objectId: id,
    comment: sql`case when ${!buyer} or l.company_id = ${actor.companyId} then after ->> 'comment' end`,
    where: sql`(${isLender} or event not in ('WRITE_OFF_REQUESTED', 'WRITE_OFF_WITHDRAWN'))
      and (${isLender} or event not in ('FEE_ADJUSTMENT_SUBMITTED', 'FEE_ADJUSTMENT_WITHDRAWN') or ${ofFeeOf(buyer ? ['BUYER'] : ['SUPPLIER', 'BUYER'])})
      and (${!buyer} or not event = any(${eventsOfDebt}))
      and (${isPart !== true} or event <> 'FINANCE_ORDER_RIGHT_CONFIRMED')
      and (${actor.staff} or order_tells(${actor.companyId}, ${id}, l.at, l.company_id))`,
  })
}

const lends = (reader: Reader) => reader === 'PLATFORM' || reader === 'FUNDER'

/** An order as its reader is shown it. */
function shownOrder(row: OrderRow, beside: Beside, { actor, reader }: { actor: Actor; reader: Reader }): OrderDetail {
  const { late, parts, flow } = beside
  const money = (stored: string | null) => amountText(stored ?? '0', row.currency)
  const buyer = reader === 'BUYER'
  const priced = row.pricing as { request?: OrderDetail['request']; trial?: OrderDetail['pricing'] }
  return {
    id: row.id,
    orderNo: row.orderNo,
    type: row.type,
    status: row.status,
    version: row.version,
    currency: row.currency,
    supplier: { code: row.supplierCode, name: row.supplierName },
    financingProductId: row.productId,
    buyerCode: row.buyerCode,
    buyerName: row.buyerName ?? (parts.map(({ name }) => name).join(', ') || null),
    buyers: parts,
    baseRateType: row.baseRateType,
    buyer: row.buyerCode ? { code: row.buyerCode, name: row.buyerName! } : null,
    funder: { code: row.funderCode, name: row.funderName },
    product: productShown(row),
    faceAmount: money(row.faceAmount),
    financeAmount: money(row.financeAmount),
    netAmount: money(row.netAmount),
    feeAmount: money(row.feeAmount),
    ...costsShown(row, late),
    principalOutstanding: money(row.principalOutstanding),
    rate: buyer || !row.rate ? null : withoutZeros(row.rate),
    requestedFundingDate: row.requestedFundingDate,
    fundingDate: row.fundingDate,
    maturity: row.maturity,
    settledOn: row.settledOn,
    validUntil: row.validUntil,
    disclosed: row.disclosed,
    recourse: row.recourse,
    rightConfirmParty: row.rightConfirmParty,
    remark: row.remark,
    // A partner introduced the supplier, and is told of other companies what it is told.
    warnings: buyer ? [] : lends(reader) && !isPartner(actor) ? row.warnings : row.warnings.filter(isToldToParties),
    arpOf: row.arpOfOrderId && row.parentNo ? { id: row.arpOfOrderId, orderNo: row.parentNo } : null,
    conversions: beside.conversions,
    pricing: buyer || !priced.trial ? null : cutFor(TrialAnswer, reader, withOwnLimits(priced.trial)),
    request: buyer ? null : (priced.request ?? null),
    payeeBankAccountId: actor.companyRole === 'SUPPLIER' ? row.payeeBankAccountId : null,
    items: itemsShown(row, beside, reader),
    fees: feesShown(row, beside, reader),
    contracts: beside.contracts,
    attachments: beside.attachments,
    currentNode: flow?.status === 'IN_APPROVE' ? flow.currentNode : null,
    hasApproval: flow !== undefined,
    operations: allowedOperations(row, actor),
    timeline: beside.timeline,
  }
}

const productShown = (row: OrderRow): OrderDetail['product'] => ({
  id: row.productId,
  code: row.productCode,
  name: row.productName,
  nameCn: row.productNameCn,
  interestMethod: row.interestMethod,
  advanceRate: withoutZeros(row.advanceRate),
  dayCount: row.dayCount,
  graceDays: row.graceDays,
})

/** A figure as it is booked since the bank paid late, or as it is stored. */
const figure = (amount: M.Money | undefined, stored: string | null, currency: string) =>
  amount ? M.toDecimal(amount) : amountText(stored ?? '0', currency)

/** The interest and the reserve of an order, and what they were before the bank paid late. */
const costsShown = (
  { interestAmount, reserveAmount, currency }: OrderRow,
  late: Beside['late'],
): Pick<OrderDetail, 'interestAmount' | 'reserveAmount' | 'agreedBefore'> => ({
  interestAmount: figure(late?.booked.interest, interestAmount, currency),
  reserveAmount: figure(late?.booked.reserve, reserveAmount, currency),
  agreedBefore: late
    ? { interestAmount: M.toDecimal(late.agreed.interest), reserveAmount: M.toDecimal(late.agreed.reserve) }
    : null,
})

function itemsShown(row: OrderRow, { items, late }: Beside, reader: Reader): OrderDetail['items'] {
  const { currency } = row
  const isOver = reader === 'BUYER' && !owing.has(row.status)
  return items.map((item) => ({
    id: item.id,
    docType: item.docType,
    docId: item.invoiceId ?? item.purchaseOrderId ?? row.poolId ?? '',
    docNo: item.docNo,
    face: amountText(item.face, currency),
    applyAmount: amountText(item.applyAmount, currency),
    reserve: figure(late?.ofItem(item.id)?.reserve, item.reserve, currency),
    interest: figure(late?.ofItem(item.id)?.interest, item.interest, currency),
    maturity: item.maturity,
    dueDate: item.dueDate,
    buyerCode: item.buyerCode,
    buyerName: item.buyerName,
    principalOutstanding: amountText(isOver ? '0' : item.open, currency),
    active: item.active,
  }))
}

/** The fees of an order. Before it confirms the right, a buyer sees its own fees and no others. */
const feesShown = ({ currency }: OrderRow, { fees }: Beside, reader: Reader): OrderDetail['fees'] =>
  fees
    .filter((fee) => reader !== 'BUYER' || fee.payer === 'BUYER')
    .map((fee) => ({
      id: fee.id,
      code: fee.code,
      basis: fee.basis,
      amount: amountText(fee.amount, currency),
      tax: amountText(fee.tax, currency),
      payer: fee.payer,
      beneficiary: fee.beneficiary,
      timing: fee.timing,
    }))

/** The parts of an order of several buyers, for those who see the whole of it; none where it has one buyer. */
async function partsShown({ tx, actor }: Caller, id: string): Promise<OrderDetail['buyers']> {
  const { rows } = await sql<OrderDetail['buyers'][number] & { currency: string }>`
    select c.code, c.name, o.currency, p.confirmed_at, case when p.confirmed_by is not null then ${doerName(actor, sql`p.buyer_id`, nameAt(sql`p.confirmed_by`, sql`p.confirmed_at`))} end as confirmed_by, sum(i.face)::text as face_amount, sum(i.apply_amount)::text as finance_amount,
      sum(i.principal_outstanding)::text as principal_outstanding, count(*)::int as documents
    from finance_order_part p join finance_order o on o.id = p.order_id join company c on c.id = p.buyer_id
    join finance_order_item i on i.order_id = p.order_id and i.buyer_id = p.buyer_id
    where p.order_id = ${id} group by c.id, o.id, p.buyer_id, p.confirmed_by, p.confirmed_at order by c.name, c.id`.execute(tx)
  return rows.map(({ currency, ...part }) => ({
    ...part,
    faceAmount: amountText(part.faceAmount, currency),
    financeAmount: amountText(part.financeAmount, currency),
    principalOutstanding: amountText(part.principalOutstanding, currency),
  }))
}

export const fundingInfo: Handler<typeof financeOrderCalls.fundingInfo> = async ({ tx, actor, params }) => {
  const order = await orderDetail({ tx, actor }, params.id)
  const payments = await tx
    .selectFrom('payment')
    .select(['id', 'no', 'type', 'amount', 'currency', 'valueDate', 'bankRef', 'status'])
    .where('orderId', '=', order.id)
    .where(paymentsSeen(actor, 'payment'))
    .orderBy('createdAt')
    .execute()
  return {
    approvedAmount: order.financeAmount,
    advance: order.financeAmount,
    // What is paid out was reckoned with the interest that was agreed.
    interest: order.agreedBefore?.interestAmount ?? order.interestAmount,
    fees: order.fees.map(({ code, amount, tax }) => ({ code, amount, tax })),
    net: order.netAmount,
    payments: payments.map((payment) => ({ ...payment, amount: amountText(payment.amount, payment.currency) })),
  }
}

/** The accounts money moves between; whole numbers only for their owner and for who pays. */
export const fundingAccounts: Handler<typeof financeOrderCalls.fundingAccountInfos> = async ({ tx, actor, params }) => {
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'supplierId', 'funderId', 'payeeBankAccountId', 'currency'])
    .where('id', '=', params.id)
    .executeTakeFirst()
  // The supplier's account is no business of one buyer among several.
  if (!order && (await ownPart(tx, params.id))) return { payee: null, payer: null }
  if (!order) throw new Refused('NOT_FOUND')
  await sql.raw(`set local app.scope = 'system'`).execute(tx)
  const shown = (
    account:
      | {
          companyId: string
          accountName: string
          bankName: string
          bankNameEn: string | null
          bankAccount: string
          bankCode: string
        }
      | undefined,
  ) =>
    account
      ? {
          payeeName: account.accountName,
          payeeBankName: account.bankName,
          payeeBankNameEn: account.bankNameEn,
          payeeAcctNo: accountNumber(
            actor,
            { number: account.bankAccount, companyId: account.companyId, payerId: order.funderId },
            'PAYING',
          ),
          payeeBankNo: account.bankCode,
          payeeCurrency: order.currency,
        }
      : null
  const payee = order.payeeBankAccountId
    ? await tx.selectFrom('bankAccount').selectAll().where('id', '=', order.payeeBankAccountId).executeTakeFirst()
    : undefined
  const payer = await tx
    .selectFrom('payment')
    .innerJoin('bankAccount', 'bankAccount.id', 'payment.fromAccountId')
    .selectAll('bankAccount')
    .where('payment.orderId', '=', order.id)
    .where('payment.type', '=', 'FUNDING')
    .executeTakeFirst()
  return { payee: shown(payee), payer: shown(payer) }
}

/** The papers of an order by group, in the order of the groups of its product. */
export async function attachmentGroups({ tx, actor }: Caller, id: string) {
  const { financingProductId } = await orderDetail({ tx, actor }, id)
  return papersByGroup({ tx, actor }, 'FINANCE_ORDER', id, financingProductId)
}
