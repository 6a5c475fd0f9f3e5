import { calendarCodesFor } from '@usance/domain/calendar'
import { maxDate } from '@usance/domain/local-date'
import { toDecimal, zero } from '@usance/domain/money'
import { lineAmount } from '@usance/domain/purchase-order-amount'
import * as Exact from '@usance/domain/rational'
import { isBuyerStop } from '@usance/domain/stop-purchase'
import { paymentDayOf, priceableOf } from '@usance/domain/trial'
import type { Answer } from '@usance/wire/call'
import { type financeOrderCalls, mostBuyersListed, mostOrdersListed } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx, together } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { escapeLike } from '../../list/page.ts'
import { shippedPct } from '../../trade/purchase-order/list.ts'
import { freeLimits } from './limits.ts'
import {
  convertsTo,
  dilutionIn,
  invoiceDocuments,
  loanOf,
  offeredProduct,
  orderDocuments,
  type ProductRow,
  partyFacts,
  standingOf,
} from './price.ts'
import { productOf } from './product-of.ts'
import { stopsAgainst, whatMayStop } from './risk.ts'

/** What is free of each limit; none is known where a limit cannot be read in the currency for want of an exchange rate. */
const knownLimits = (...asked: Parameters<typeof freeLimits>) =>
  freeLimits(...asked).catch((error) => {
    if (error instanceof Refused) return []
    throw error
  })

type OfferedRow = Answer<typeof financeOrderCalls.availableFinanceProductList>[number] & { funderId: string }

/** Products with a price this supplier has accepted, of the kind that finances the document asked for. */
export const availableProducts: Handler<typeof financeOrderCalls.availableFinanceProductList> = async ({
  tx,
  actor,
  body,
  today,
}) => {
  const loan = body.arpOfOrderId ? await loanOf(tx, actor.companyId, body.arpOfOrderId) : undefined
  if (body.arpOfOrderId && !loan) throw new Refused('NOT_FOUND')
  const { rows } = await sql<OfferedRow>`
    select distinct on (p.id) p.id, p.code, p.name, p.name_cn, p.type, p.currencies, p.advance_rate, p.interest_method, p.min_tenor, p.max_tenor, p.base_rate_type, f.margin, c.code as funder_code, c.name as funder_name, p.recourse, p.disclosed, p.funder_id
    from financing_product p join pricing_offer f on f.product_id = p.id join company c on c.id = p.funder_id
    where p.status = 'ENABLE' and f.supplier_id = ${actor.companyId} and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date
      ${body.currency ? sql`and ${body.currency} = any(p.currencies)` : sql``}
      ${body.docType === 'PO' ? sql`and p.type = 'PO_FINANCE'` : body.docType === 'INVOICE' ? sql`and p.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE')` : sql`and p.type <> 'POOL_FACTORING'`}
    order by p.id, f.created_at desc`.execute(tx)
  const products = []
  for (const row of rows) {
    if (loan && !convertsTo(loan, row)) continue
    const { funderId: _, ...shown } = row
    products.push({
      ...shown,
      advanceRate: Exact.withoutZeros(row.advanceRate),
      margin: Exact.withoutZeros(row.margin),
    })
  }
  return products.sort((a, b) => a.name.localeCompare(b.name))
}

export const availableFunders: Handler<typeof financeOrderCalls.availableFinanceFunder> = async ({ tx, actor, body, today }) => {
  const product = await offeredProduct(tx, actor.companyId, body.financingProductId, today)
  if (!product) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const currency = product.currencies[0]!
  const limits = await knownLimits(tx, { supplierId: actor.companyId, buyerIds: [], funderId: product.funderId, currency, today })
  const free = limits.map((limit) => limit.available).sort((a, b) => (a.minor < b.minor ? -1 : 1))[0]
  return [{ funderCode: product.funderCode, funderName: product.funderName, available: free ? toDecimal(free) : null, currency }]
}

/** The supplier's buyers, the chosen one among them whatever is searched, each with the benchmark its receivables were last priced on, else that of the newest offer. */
export const availableBuyers: Handler<typeof financeOrderCalls.availableBuye> = async ({ tx, actor, body, today }) => {
  const isChosen = sql`(c.code = ${body.buyerCode ?? ''})`
  const { rows } = await sql<{ buyerName: string; buyerCode: string; baseRateType: string | null }>`
    select * from (select c.name as buyer_name, c.code as buyer_code, coalesce(
      (select p.base_rate_type from finance_order o join financing_product p on p.id = o.product_id
        where o.supplier_id = r.supplier_id and o.buyer_id = r.buyer_id and p.base_rate_type is not null order by o.created_at desc limit 1),
      (select p.base_rate_type from pricing_offer f join financing_product p on p.id = f.product_id
        where f.supplier_id = r.supplier_id and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date and p.status = 'ENABLE' and p.base_rate_type is not null
        order by f.created_at desc, p.code limit 1)) as base_rate_type
    from relationship r join company c on c.id = r.buyer_id
    where r.supplier_id = ${actor.companyId} and r.status = 'ENABLE'
      ${body.buyerName ? sql`and (c.name ilike ${`%${escapeLike(body.buyerName)}%`} or ${isChosen})` : sql``}
    order by ${isChosen} desc, c.name limit ${mostBuyersListed}) listed order by buyer_name`.execute(tx)
  return rows
}

type Listed = Parameters<Handler<typeof financeOrderCalls.invoiceList>>[0]

/** Each buyer as the price judges it under a product, with what stands against buying more of what it owes. */
async function buyersJudged(tx: Tx, product: ProductRow, { supplierId, buyerIds, currency, today }: Judged) {
  const business = { supplierId, buyerIds, funderId: product.funderId, today }
  const [facts, mayStop] = await together(
    Promise.all(buyerIds.map((id) => partyFacts(tx, { supplierId, buyerId: id, funderId: product.funderId }, currency, today))),
    whatMayStop(tx, business),
  )
  const factsOf = new Map(buyerIds.map((id, index) => [id, facts[index]!]))
  const stops = stopsAgainst(mayStop, business, {
    dilutionOf: (id) => dilutionIn(factsOf.get(id)!),
    dilutionThreshold: product.dilutionThreshold,
  })
  return new Map(
    stops.map(({ buyerId, reason }) => {
      const stop = reason !== null && isBuyerStop(reason) ? reason : null
      // A block is told as the standing of the supplier.
      const ofSupplier = reason === stop || reason === 'STOP_PURCHASE' ? null : reason
      return [buyerId, { standing: standingOf(factsOf.get(buyerId)!, stop), ofSupplier }] as const
    }),
  )
}
type Judged = { supplierId: string; buyerIds: string[]; currency: string; today: string }

/** The caller's documents with what each could bring under the product, and every reason why one cannot be taken. */
async function documents(request: Listed, docType: 'INVOICE' | 'PO') {
  const { tx, actor, body, today } = request
  const product = await offeredProduct(tx, actor.companyId, body.financingProductId, today)
  if (!product) throw new Refused('PRODUCT_NOT_AVAILABLE')
  const invoice = docType === 'INVOICE'
  const table = sql.table(invoice ? 'invoice' : 'purchase_order')
  const due = sql.ref(invoice ? 'd.due_date' : 'd.latest_ship_date')
  const where = sql`d.supplier_id = ${actor.companyId} and d.currency = ${body.currency} ${body.buyerCode ? sql`and d.buyer_id in (select id from company where code = ${body.buyerCode})` : sql``}
    ${body.ids ? sql`and d.id = any(${body.ids}::uuid[])` : sql`and d.doc_status in ('SUBMITTED', 'CONFIRMED', 'DISPUTED')`}
    ${body.dueDateBegin ? sql`and ${due} >= ${body.dueDateBegin}::date` : sql``} ${body.dueDateEnd ? sql`and ${due} <= ${body.dueDateEnd}::date` : sql``}
    ${body.arpOfOrderId ? sql`and d.purchase_order_id in (select purchase_order_id from finance_order_item where order_id = ${body.arpOfOrderId})` : sql``}`
  const ids = await sql<{ id: string; buyerName: string; buyerCode: string; issueDate: string | null }>`
    select d.id, c.name as buyer_name, c.code as buyer_code, ${invoice ? sql`d.issue_date` : sql`d.order_date`} as issue_date from ${table} d join company c on c.id = d.buyer_id where ${where} order by ${due}, d.id limit ${body.pageSize} offset ${(body.pageNum - 1) * body.pageSize}`.execute(
    tx,
  )
  const total = await sql<{ n: number }>`select count(*)::int as n from ${table} d where ${where}`.execute(tx)
  // What a supplier cannot see decides too: the buyer's standing, the age of its balance, its group, and its fee bills, which a receipt
  // that waits may pay.
  await elevate(tx)
  const found = await (invoice ? invoiceDocuments : orderDocuments)(
    tx,
    actor.companyId,
    ids.rows.map((row) => row.id),
    body,
  )
  const { currency } = body
  const buyerIds = [...new Set(found.map(({ buyerId }) => buyerId))]
  const judged = await buyersJudged(tx, product, { supplierId: actor.companyId, buyerIds, currency, today })
  const calendars = await calendarsOf(tx, calendarCodesFor(product.calendars, currency))
  const terms = {
    product: productOf(product),
    currency,
    // For a day that has passed nothing is priced: the form of a draft that is older offers what can be paid now.
    paymentDay: paymentDayOf(maxDate(body.fundingDate ?? today, today), calendars),
    calendars,
    asOf: today,
    isArp: body.arpOfOrderId !== undefined,
    disclosed: product.disclosed,
  }
  const list = ids.rows.map((row) => {
    const { document, buyerId } = found.find((one) => one.document.docId === row.id)!
    const { standing, ofSupplier } = judged.get(buyerId)!
    const { eligibility, maxAdvance, maturity, tenorDays } = priceableOf(document, standing, terms)
    const reasons = [...eligibility.reasons, ...(ofSupplier ? [ofSupplier] : [])]
    const nothing = zero(currency)
    const shown = {
      id: row.id,
      docType,
      [invoice ? 'invoiceNo' : 'poNo']: document.number,
      number: document.number,
      buyerName: row.buyerName,
      buyerCode: row.buyerCode,
      issueDate: row.issueDate,
      dueDate: document.dueDate,
      maturity,
      currency: body.currency,
      amount: toDecimal(document.amount),
      net: toDecimal(eligibility.net),
      eligible: toDecimal(ofSupplier ? nothing : eligibility.eligible),
      maxAdvance: toDecimal(ofSupplier ? nothing : maxAdvance),
      tenorDays,
      selectable: reasons.length === 0,
      reasons,
    }
    return { shown, document }
  })
  return { pageNum: body.pageNum, pageSize: body.pageSize, total: total.rows[0]!.n, list }
}
export const listInvoices: Handler<typeof financeOrderCalls.invoiceList> = async (request) => {
  const page = await documents(request, 'INVOICE')
  return { ...page, list: page.list.map(({ shown }) => shown) }
}
/** Returns the purchase orders that may be chosen, each with its invoiced, financed and available amounts and the percentage shipped. */
export const listOrders: Handler<typeof financeOrderCalls.poList> = async (request) => {
  const page = await documents(request, 'PO')
  const shipped = await request.tx
    .selectFrom('purchaseOrder')
    .select(['id', shippedPct.as('shippedPct')])
    .where(sql<boolean>`id = any(${page.list.map(({ shown }) => shown.id)}::uuid[])`)
    .execute()
  const list = page.list.map(({ shown, document }) => ({
    ...shown,
    invoiced: toDecimal(document.invoiced!),
    financed: toDecimal(document.financed!),
    available: shown.net,
    shippedPct: shipped.find(({ id }) => id === shown.id)!.shippedPct,
  }))
  return { ...page, list }
}

export const listOrdersSimple: Handler<typeof financeOrderCalls.poListSimple> = async ({ tx, actor, body }) => {
  const rows = await tx
    .selectFrom('purchaseOrder as p')
    .innerJoin('company as c', 'c.id', 'p.buyerId')
    .select(['p.id', 'p.poNo', 'p.amount', 'p.currency'])
    .where('p.supplierId', '=', actor.companyId)
    .where('p.docStatus', '=', 'CONFIRMED')
    .$if(!!body.buyerCode, (query) => query.where('c.code', '=', body.buyerCode!))
    .$if(!!body.currency, (query) => query.where('p.currency', '=', body.currency!))
    .$if(!!body.poNo, (query) => query.where('p.poNo', 'ilike', `%${escapeLike(body.poNo ?? '')}%`))
    .orderBy('p.createdAt', 'desc')
    .limit(mostOrdersListed)
    .execute()
  return rows.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) }))
}

/** The lines of purchase orders that the caller sells or that an order which it sees finances, as the page of an order writes them. */
export const listOrderItems: Handler<typeof financeOrderCalls.poItemList> = async ({ tx, actor, body }) => {
  if (body.poIds.length === 0) return []
  const rows = await tx
    .selectFrom('purchaseOrderItem as i')
    .innerJoin('purchaseOrder as p', 'p.id', 'i.purchaseOrderId')
    .selectAll('i')
    .select('p.currency')
    .where('i.purchaseOrderId', 'in', body.poIds)
    .where(
      sql<boolean>`(p.supplier_id = ${actor.companyId} or p.id in (
        select f.purchase_order_id from finance_order_item f join ${ordersSeen(actor)} o on o.id = f.order_id))`,
    )
    .orderBy('i.purchaseOrderId')
    .orderBy('i.line')
    .execute()
  return rows.map(({ currency, ...line }) => ({
    ...line,
    qty: Exact.withoutZeros(line.qty),
    unitPrice: Exact.withoutZeros(line.unitPrice),
    amount: toDecimal(lineAmount(line, currency)),
    shippedQty: Exact.withoutZeros(line.shippedQty),
  }))
}
