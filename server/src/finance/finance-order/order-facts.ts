import { add, subtract, toDecimal, zero } from '@usance/domain/money'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import type { ApprovalFact } from '@usance/wire/workflow/fact'
import { cell, type FactsReader, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { readsAs } from '../../auth/reads-as.ts'
import { elevate } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type BenchmarkName, benchmarkName } from '../../reference/benchmark-name.ts'
import { payoffNow, payoffPriced } from './agreed-payoff.ts'
import { limitsOfOrder } from './order-limits.ts'
import { isOwnLimit } from './own-limits.ts'
import { showOrder } from './signs.ts'

/** The facts of a finance order for its approvers. */
export const orderFacts = factsFrom(
  financeOrderCalls.detail,
  (reader, id) => showOrder({ ...reader, query: { id } }),
  async (order, reader, { status }) => [
    ...partiesAndAmounts(order),
    ...priceOf(order, order.rate && order.baseRateType ? await benchmarkName(reader.tx, order.baseRateType) : null),
    ...(status === 'IN_APPROVE' ? await limitsFor(reader, order) : []),
    ...checksOf(order),
  ],
)

function partiesAndAmounts(order: OrderDetail): ApprovalFact[] {
  const { product, supplier, buyers, buyerName, funder, currency, arpOf } = order
  return [
    ...fact.name('product', product.name, product.nameCn),
    ...fact.text('supplier', supplier.name),
    ...fact.text('buyer', buyers.length > 0 ? null : buyerName),
    ...fact.text('funder', funder.name),
    ...fact.text('converts', arpOf?.orderNo),
    ...fact.amount('asked', order.financeAmount, currency),
    ...fact.amount('face', order.faceAmount, currency),
    ...fact.date('fundingDate', order.fundingDate ?? order.requestedFundingDate),
    ...fact.date('maturity', order.maturity),
    ...fact.code('confirmedBy', 'party', order.rightConfirmParty),
    ...fact.code('recourse', 'word', String(order.recourse)),
    ...fact.table(
      'buyers',
      ['buyer', 'documents', 'face', 'asked'],
      buyers.map((one) => [
        cell.text(one.name),
        cell.count(one.documents),
        cell.amount(one.faceAmount, currency),
        cell.amount(one.financeAmount, currency),
      ]),
    ),
    ...fact.table(
      'receivables',
      ['document', 'buyer', 'dueDate', 'face', 'asked'],
      order.items.map((item) => [
        cell.text(item.docNo),
        cell.text(item.buyerName),
        cell.date(item.dueDate),
        cell.amount(item.face, currency),
        cell.amount(item.applyAmount, currency),
      ]),
    ),
  ]
}

/**
 * What the order costs and brings, and who pays what. A conversion brings what is left once it has paid off the older order, at the payoff
 * that it was priced with.
 */
function priceOf(order: OrderDetail, benchmark: BenchmarkName | null): ApprovalFact[] {
  const { currency, pricing, product } = order
  const total = pricing?.total
  return [
    ...fact.rate('advanceRate', product.advanceRate),
    ...fact.rate('rate', order.rate),
    ...(benchmark ? fact.name('baseRate', benchmark.en, benchmark.cn) : []),
    ...fact.code('interestMethod', 'word', product.interestMethod),
    ...fact.amount('interest', order.interestAmount, currency),
    ...fact.amount('reserve', order.reserveAmount, currency),
    ...(order.arpOf && total ? fact.amount('payoff', toDecimal(payoffPriced(total, currency)), currency) : []),
    ...fact.amount('payoffPrincipal', order.arpOf ? pricing?.payoffPrincipal : null, currency),
    ...fact.amount('payout', order.arpOf ? total?.cashToSupplier : order.netAmount, currency),
    ...fact.amount('topUp', order.arpOf ? total?.topUp : null, currency),
    ...fact.share('allInApr', total?.allInApr),
    ...fact.amount('fundInterest', total?.fundInterest, currency),
    ...fact.amount('spread', total?.spread, currency),
    ...fact.table(
      'fees',
      ['fee', 'paidBy', 'timing', 'amount', 'tax'],
      order.fees.map((fee) => [
        cell.code('fee', fee.code),
        cell.code('word', fee.payer),
        cell.code('timing', fee.timing),
        cell.amount(fee.amount, currency),
        cell.amount(fee.tax, currency),
      ]),
    ),
  ]
}

/**
 * The limits that the reader may read, before and after the order: all of them for the funder and the operator, the limits on the supplier
 * itself for the supplier (decision 206), none for a buyer. A conversion frees of each the principal that it pays off: its loan is of the same
 * supplier, buyer and funder, in the same currency. A limit that does not hold the order, or is overdrawn already, shows the shortfall below zero.
 */
async function limitsFor({ tx, actor, today }: FactsReader, { id, currency }: OrderDetail): Promise<ApprovalFact[]> {
  await elevate(tx)
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'supplierId', 'buyerId', 'funderId', 'currency', 'arpOfOrderId', 'requestedFundingDate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reader = readsAs(actor, order)
  if (reader === 'BUYER') return []
  const readsAll = reader === 'FUNDER' || reader === 'PLATFORM'
  const limits = (await foundLimits(limitsOfOrder(tx, order, today))).filter((limit) => readsAll || isOwnLimit(limit))
  const freed = (await payoffNow(tx, order))?.principal ?? zero(currency)
  const buyers = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'in', (query) => query.selectFrom('financeOrderItem').select('buyerId').where('orderId', '=', id))
    .execute()
  return fact.table(
    'limits',
    ['limit', 'buyer', 'before', 'after'],
    limits.map(({ type, buyerId, left, wanted }) => [
      cell.code('limit', type),
      cell.text(buyers.find((buyer) => buyer.id === buyerId)?.name),
      cell.amount(toDecimal(left), currency),
      cell.amount(toDecimal(add(subtract(left, wanted), freed)), currency),
    ]),
  )
}

/** Limits in another currency are unknown without a rate; the order is then passed by nobody, and its other facts are told. */
const foundLimits = (limits: ReturnType<typeof limitsOfOrder>) =>
  limits.catch((error: unknown) => {
    if (error instanceof Refused) return []
    throw error
  })

/** What the price was doubted or cut for: by document, with the reason. What waits on its invoices stands above, with the amount. */
function checksOf({ pricing, warnings, signs = [], items }: OrderDetail): ApprovalFact[] {
  if (!pricing) return []
  const numberOf = (docId: string | undefined) => items.find((item) => item.docId === docId)?.docNo
  const ofDocuments = pricing.items.flatMap(({ number, reasons }) =>
    reasons.map((reason) => [cell.text(number), cell.code('reason', reason)]),
  )
  const ofPrice = pricing.warnings.map(({ code, docId }) => [cell.text(numberOf(docId)), cell.code('warning', code)])
  const ofOrder = warnings
    .filter((code) => ![...pricing.warnings, ...signs].some((told) => told.code === code))
    .map((code) => [cell.text(null), cell.code('warning', code)])
  return fact.table('checks', ['document', 'check'], [...ofDocuments, ...ofPrice, ...ofOrder])
}
