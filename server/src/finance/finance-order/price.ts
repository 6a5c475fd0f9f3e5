import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { calendarCodesFor } from '@usance/domain/calendar'
import { type FinanceDocument, isCrossAged } from '@usance/domain/eligibility'
import { isClientFee } from '@usance/domain/ledger/fee-lines'
import { isPositive, sum, toDecimal } from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { isOutstanding } from '@usance/domain/states/finance-order'
import { confirmedPurchaseOrderStatuses } from '@usance/domain/states/purchase-order'
import type { BuyerStop } from '@usance/domain/stop-purchase'
import { paymentDayOf, type Trial, type TrialBuyer, type TrialInput, trialCalculation } from '@usance/domain/trial'
import type { TrialAnswer, TrialRequest } from '@usance/wire/finance-order/trial'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { payoffOn } from '../../books/servicing/arp-payoff.ts'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { fixingFor } from '../../books/servicing/funding-figures.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import {
  type AgreedEarlyFee,
  type AgreedFee,
  type AgreedTerms,
  earlyFeeOf,
  feesPricedAgain,
} from '../../books/servicing/terms.ts'
import { amountOf } from '../../database/amount.ts'
import { type Tx, together } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { isReduction } from '../../trade/adjustment/reductions.ts'
import { pendingOnInvoice } from '../../trade/invoice/matched-on.ts'
import { buyersWithLoans } from '../../trade/invoice/risk-flags.ts'
import { nearDuplicates } from '../../trade/purchase-order/near-duplicates.ts'
import { freeLimits } from './limits.ts'
import { refuseSecond } from './one-conversion.ts'
import { isOwnLimit } from './own-limits.ts'
import { plain } from './plain.ts'
import { productOf, quotedFees } from './product-of.ts'
import { refuseStopped, riskFacts, riskWarnings, whatMayStop, withWarnings } from './risk.ts'
import { refusalOf } from './trial-refusal.ts'

/** The context of a price: the transaction, the installation and the business date. */
export type Pricing = Pick<UseCaseContext, 'tx' | 'app' | 'today'>
export type Priced = {
  input: TrialInput
  trial: Trial
  /** The price as its supplier reads it. */
  answer: TrialAnswer
  /** The codes of all warnings, those among them that the supplier does not read. */
  signs: string[]
  /** The SHA-256 of all inputs of the price, the funder's leg included: for the operator's proof alone. */
  digest: string
  product: ProductRow & AgreedEarlyFee & { fees: readonly AgreedFee[] }
  funderId: string
  /** Whose debts are bought, by name; none where a pool stands for them. */
  buyers: { id: string; code: string; name: string }[]
}
export type ProductRow = NonNullable<Awaited<ReturnType<typeof offeredProduct>>>

/** A product on offer to a supplier, at the margin the supplier accepted. */
export const offeredProduct = (tx: Tx, supplierId: string, productId: string, today: string) =>
  tx
    .selectFrom('financingProduct as p')
    .innerJoin('pricingOffer as f', 'f.productId', 'p.id')
    .innerJoin('company as c', 'c.id', 'p.funderId')
    .selectAll('p')
    .select(['f.margin as offeredMargin', 'c.code as funderCode', 'c.name as funderName'])
    .where('p.id', '=', productId)
    .where('p.status', '=', 'ENABLE')
    .where('f.supplierId', '=', supplierId)
    .where('f.status', '=', 'ACCEPTED')
    .where('f.validUntil', '>=', today)
    .orderBy('f.createdAt', 'desc')
    .executeTakeFirst()

/**
 * Prices a request from what the database knows – never from what the browser says about rates, fees or limits. The
 * transaction must see every company; the supplier's own documents are the only ones that can be named.
 */
export async function priceOrder(
  { tx, app, today }: Pricing,
  supplierId: string,
  request: TrialRequest,
  options: { lockLimits?: boolean; agreed?: AgreedTerms } = {},
): Promise<Priced> {
  const [offered, found] = await together(
    offeredProduct(tx, supplierId, request.financingProductId, today),
    findDocuments(tx, supplierId, request),
  )
  // A pool is drawn on, not offered documents.
  if (!offered || offered.type === 'POOL_FACTORING') throw new Refused('PRODUCT_NOT_AVAILABLE')
  if (request.funderCode && request.funderCode !== offered.funderCode) throw new Refused('BAD_REQUEST', { reason: 'funder' })
  // An order that is priced again keeps its agreed terms.
  const product = { ...offered, calendars: calendarCodesFor(offered.calendars, request.currency), ...options.agreed }
  const documents = chosenDocuments(found, request, product.type)
  const buyerIds = [...new Set(documents.map(({ buyerId }) => buyerId))].sort()
  if (buyerIds.length === 0) throw new Refused('NOT_FOUND')
  const isOfSeveral = buyerIds.length > 1
  // A loan on purchase orders is converted order by order, each of one buyer.
  if (isOfSeveral && (product.type === 'PO_FINANCE' || request.arpOfOrderId)) throw new Refused('ONE_BUYER_ONLY')
  const business = { supplierId, buyerIds, funderId: product.funderId, today }
  // Asked together; the standing of the parties is judged before anything else can fail.
  const terms = askTerms(tx, product, request, business, { lock: options.lockLimits ?? false })
  const known = askParties(tx, business, request.currency)
  await Promise.allSettled([terms, known])
  const [parties, stopping, risks] = await known
  const { buyers, standing } = judgeBuyers(business, parties, stopping, product)
  const buyerCode = buyers.map(({ code }) => code).join(',')
  if (request.buyerCode && request.buyerCode !== buyerCode) throw new Refused('BAD_REQUEST', { reason: 'buyer' })
  const [calendars, fixing, feesNow, limits] = await terms
  const fees = options.agreed?.fees ? feesPricedAgain(feesNow, options.agreed.fees) : feesNow
  // Nobody has agreed how several buyers would share a fee of theirs.
  const billed = fees.some(({ payer }) => payer === 'BUYER')
  if (isOfSeveral && billed) throw new Refused('ONE_BUYER_ONLY')
  // A buyer that must not learn of the assignment cannot be billed.
  if (billed && !product.disclosed) throw new Refused('PRODUCT_NOT_AVAILABLE')
  const payoff = request.arpOfOrderId
    ? await payoffOf(tx, supplierId, request, {
        product,
        fundedOn: paymentDayOf(request.fundingDate, calendars),
        isAgreed: options.agreed !== undefined,
      })
    : undefined
  const input: TrialInput = {
    request: {
      ...request,
      funderCode: product.funderCode,
      buyerCode,
      items: request.items.map((item) => ({
        docType: item.docType,
        docId: item.docId,
        ...(item.applyAmount ? { applyAmount: item.applyAmount } : {}),
      })),
    },
    product: productOf(product),
    documents: documents.map(({ document, buyerId }) => ({ ...document, buyerId })),
    fixings: fixing ? [fixing] : [],
    fees: quotedFees(fees, request.currency),
    limits,
    calendars,
    asOf: today,
    disclosed: product.disclosed,
    ...standing[buyerIds[0]!]!,
    ...(isOfSeveral ? { buyers: standing } : {}),
    ...(payoff ? { arpPayoff: payoff.total } : {}),
  }
  const outcome = trialCalculation(input)
  if (!outcome.ok) throw refusalOf(outcome.refusal)
  const digest = digestOf(outcome.value, today)
  const answer = answerOf(outcome.value, product, { today, buyers, pricingHash: pricingHashOf(app, digest) })
  return {
    input,
    trial: outcome.value,
    digest,
    // What an agreement is silent about, such as a tax on the early fee, was not agreed.
    product: { ...(options.agreed ? {} : earlyFeeOf(fees)), ...product, fees },
    funderId: product.funderId,
    buyers,
    ...withWarnings(
      { ...answer, ...(payoff ? { payoffPrincipal: toDecimal(payoff.principal) } : {}) },
      riskWarnings(risks, takenOf(outcome.value, found)),
    ),
  }
}

type Business = Parameters<typeof whatMayStop>[1]

/** What a price is made of besides documents and parties, asked at once: the calendars, the fixing, the fees and the free limits. */
const askTerms = (
  tx: Tx,
  product: Pick<ProductRow, 'id' | 'calendars' | 'rateType' | 'baseRateType' | 'lookbackBd'>,
  { currency, fundingDate, orderId }: Pick<TrialRequest, 'currency' | 'fundingDate' | 'orderId'>,
  business: Business,
  locking: { lock: boolean },
) =>
  together(
    calendarsOf(tx, product.calendars),
    product.rateType === 'FLOATING' && product.baseRateType ? fixingOf(tx, product, fundingDate) : undefined,
    feeRulesOf(tx, product.id, currency),
    freeLimits(tx, { ...business, currency, exceptOrderId: orderId }, locking),
  )

/** What is known of the parties to a purchase, asked at once: each buyer beside the supplier, what may stop it, and its risks. */
const askParties = (tx: Tx, business: Business, currency: string) => {
  const { supplierId, buyerIds, funderId, today } = business
  return together(
    Promise.all(buyerIds.map((buyerId) => partyFacts(tx, { supplierId, buyerId, funderId }, currency, today))),
    whatMayStop(tx, business),
    riskFacts(tx, business),
  )
}

/** Who owes the documents, and how each of them stands; an order that all of them or the supplier stop is refused. */
function judgeBuyers(
  business: Business,
  parties: readonly PartyFacts[],
  mayStop: Awaited<ReturnType<typeof whatMayStop>>,
  { dilutionThreshold }: Pick<ProductRow, 'dilutionThreshold'>,
): { buyers: Priced['buyers']; standing: Record<string, TrialBuyer> } {
  const facts = new Map(business.buyerIds.map((id, index) => [id, parties[index]!]))
  const dilutionOf = (id: string) => dilutionIn(facts.get(id)!)
  const stops = refuseStopped(mayStop, business, { dilutionOf, dilutionThreshold })
  const judged = [...facts]
  return {
    buyers: judged.map(([id, { buyerCode, buyerName }]) => ({ id, code: buyerCode, name: buyerName })),
    standing: Object.fromEntries(judged.map(([id, one]) => [id, standingOf(one, stops.get(id) ?? null)])),
  }
}

/** The fees of a product for orders in a currency, by code. */
export const feeRulesOf = (tx: Tx, productId: string, currency: string) =>
  tx
    .selectFrom('feeRule')
    .selectAll()
    .where('productId', '=', productId)
    .where((eb) => eb.or([eb('currency', 'is', null), eb('currency', '=', currency)]))
    .orderBy('code')
    .execute()

/** The documents of which an order takes an amount. */
function takenOf(trial: Trial, found: readonly Found[]) {
  const flags = new Map(found.map(({ document, riskFlags }) => [document.docId, riskFlags]))
  return trial.items
    .filter(({ applyAmount }) => isPositive(applyAmount))
    .map(({ docType, docId }) => ({ docType, docId, riskFlags: flags.get(docId) ?? [] }))
}

/** The fixing for the business day on which a payment wanted on a day can be made. */
export const fixingOf = async (
  tx: Tx,
  product: { baseRateType: string | null; lookbackBd: number; calendars: string[] },
  wanted: string,
) => fixingFor(tx, product.baseRateType ?? '', paymentDayOf(wanted, await calendarsOf(tx, product.calendars)), product)

/** The SHA-256 of all inputs of a price on a business day, in hex. */
export const digestOf = ({ canonicalPricing }: Pick<Trial, 'canonicalPricing'>, today: string): string =>
  createHash('sha256').update(`${today}\n${canonicalPricing}`).digest('hex')

/**
 * The hash that a submission repeats to accept a price. It is keyed, so that its readers cannot test guesses of inputs hidden
 * from them, such as the funder's leg.
 */
export const pricingHashOf = ({ installKey }: Pick<App, 'installKey'>, digest: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', installKey, '', 'pricing', 32)))
    .update(digest)
    .digest('hex')

/** The trial as the wire carries it, with the hash a submission must repeat. */
export function answerOf(
  trial: Trial,
  product: Pick<ProductRow, 'interestMethod'>,
  { today, pricingHash, buyers = [] }: { today: string; pricingHash: string; buyers?: Priced['buyers'] },
): TrialAnswer {
  const { items, total, limits, warnings, explain } = plain(trial)
  // Outside, a buyer is known by its code and name.
  const named = <R extends { buyerId?: string }>({ buyerId, ...row }: R) => {
    const buyer = buyers.find(({ id }) => id === buyerId)
    return buyer ? { ...row, buyerCode: buyer.code, buyerName: buyer.name } : row
  }
  return {
    fundingDate: trial.fundingDate,
    items: items.map((item) => named({ ...item, fees: item.fees.filter(isClientFee) })),
    total,
    limits: limits.filter(isOwnLimit).map(named),
    warnings,
    explain,
    fees: trial.fees
      .filter((fee) => isClientFee(fee.rule))
      .map((fee) => ({
        code: fee.rule.code,
        basis: fee.rule.basis,
        payer: fee.rule.payer,
        timing: fee.rule.timing,
        beneficiary: fee.rule.beneficiary,
        base: plain(fee.base),
        value: plain(fee.rule.value),
        amount: plain(fee.amount),
        tax: plain(fee.tax),
      })),
    interestMethod: product.interestMethod,
    pricingHash,
    validUntil: today,
  }
}

type Found = { document: FinanceDocument; buyerId: string; riskFlags: string[] }
type Wanted = Pick<TrialRequest, 'items' | 'currency' | 'orderId' | 'arpOfOrderId'>

/** The supplier's documents as eligibility judges them. */
const findDocuments = (tx: Tx, supplierId: string, request: Wanted): Promise<Found[]> => {
  const find = request.items[0]?.docType === 'PO' ? orderDocuments : invoiceDocuments
  return find(
    tx,
    supplierId,
    request.items.map(({ docId }) => docId),
    request,
  )
}

/** The documents found, as a product takes them. A foreign or missing one is not found. */
function chosenDocuments(found: Found[], { items }: Wanted, productType: string): Found[] {
  const wanted = productType === 'PO_FINANCE' ? 'PO' : 'INVOICE'
  if (items.some((item) => item.docType !== wanted)) throw new Refused('BAD_REQUEST', { reason: 'docType' })
  if (found.length !== new Set(items.map(({ docId }) => docId)).size) throw new Refused('NOT_FOUND')
  return found
}

type FinanceStatus = FinanceDocument['financeStatus']
type InvoiceRow = Record<
  'id' | 'invoiceNo' | 'buyerId' | 'dueDate' | 'currency' | 'amount' | 'reduced' | 'debited' | 'paid' | 'docStatus' | 'pending',
  string
> &
  Record<'held' | 'buyerVisible' | 'poFinanced', boolean> & {
    confirmedAmount: string | null
    unconfirmedReduced: string
    financeStatus: FinanceStatus
    riskFlags: string[]
    /** Names no purchase order between the same parties that the buyer has confirmed. */
    namesNone: boolean
    /** The invoices of its purchase order that were sent come to more than the order. */
    overOrder: boolean
  }
type PurchaseOrderRow = Record<
  'id' | 'poNo' | 'buyerId' | 'latestShipDate' | 'currency' | 'amount' | 'invoicedAmount' | 'financedAmount' | 'docStatus',
  string
> & { financeStatus: FinanceStatus; held: boolean; locked: boolean; buyerVisible: boolean }

export async function invoiceDocuments(
  tx: Tx,
  supplierId: string,
  ids: string[],
  request: { orderId?: string | undefined; arpOfOrderId?: string | undefined },
): Promise<Found[]> {
  if (ids.length === 0) return []
  const stored = sql<InvoiceRow>`
    select i.id, i.invoice_no, i.buyer_id, i.due_date, i.currency, i.amount, i.adjusted_amount + i.debited_amount as reduced, i.debited_amount as debited, i.paid_amount as paid, i.confirmed_amount, unconfirmed_reduced(i.amount, i.confirmed_amount, i.adjusted_amount + i.debited_amount) as unconfirmed_reduced, i.doc_status, i.finance_status, i.risk_flags, i.buyer_visible,
      ${pendingOnInvoice(sql`i.id`)} as pending,
      exists (select 1 from finance_order_item x where x.invoice_id = i.id and x.active and x.order_id = ${request.orderId ?? null}::uuid) as held,
      ${carriesLoan(sql`i.purchase_order_id`)} as po_financed,
      not exists (select 1 from purchase_order p where p.id = i.purchase_order_id and p.buyer_id = i.buyer_id and p.currency = i.currency
        and p.doc_status = any(${confirmedPurchaseOrderStatuses}::text[])) as names_none,
      exists (select 1 from purchase_order p where p.id = i.purchase_order_id and p.invoiced_amount > p.amount) as over_order
    from invoice i where i.supplier_id = ${supplierId} and i.id = any(${ids}::uuid[])`.execute(tx)
  const [{ rows }, lentOn] = await together(stored, buyersWithLoans(tx, supplierId))
  return rows.map((row) => {
    const money = (text: string) => amountOf(text, row.currency)
    return {
      buyerId: row.buyerId,
      // A loan or another invoice of the purchase order may be younger than the invoice, and the order may have been confirmed since.
      riskFlags: [
        ...row.riskFlags.filter((flag) => flag !== 'BESIDE_PO_LOAN' && flag !== 'OVER_PO_BALANCE'),
        ...(row.overOrder ? ['OVER_PO_BALANCE'] : []),
        ...(row.namesNone && lentOn.has(row.buyerId) ? ['BESIDE_PO_LOAN'] : []),
      ],
      document: {
        docType: 'INVOICE',
        docId: row.id,
        number: row.invoiceNo,
        dueDate: row.dueDate,
        amount: money(row.amount),
        ...(Number(row.debited) > 0 ? { debitNotes: money(row.debited) } : {}),
        adjustments: money(row.reduced),
        payments: money(row.paid),
        ...(row.confirmedAmount ? { confirmedAmount: money(row.confirmedAmount) } : {}),
        ...(Number(row.unconfirmedReduced) > 0 ? { unconfirmedReduced: money(row.unconfirmedReduced) } : {}),
        pendingDeductions: money(row.pending),
        docStatus: row.docStatus,
        financeStatus: row.financeStatus,
        heldByThisOrder: row.held,
        poFinanced: row.poFinanced,
        untold: !row.buyerVisible,
      },
    }
  })
}

export async function orderDocuments(
  tx: Tx,
  supplierId: string,
  ids: string[],
  request: { orderId?: string | undefined },
): Promise<Found[]> {
  if (ids.length === 0) return []
  const stored = sql<PurchaseOrderRow>`
    select p.*, exists (select 1 from finance_order_item x where x.purchase_order_id = p.id and x.active and x.order_id = ${request.orderId ?? null}::uuid) as held,
      exists (select 1 from finance_order_item x where x.purchase_order_id = p.id and x.active and x.order_id is distinct from ${request.orderId ?? null}::uuid) as locked
    from purchase_order p where p.supplier_id = ${supplierId} and p.id = any(${ids}::uuid[])`.execute(tx)
  const [{ rows }, near] = await together(stored, nearDuplicates(tx, ids))
  return rows.map((row) => {
    const money = (text: string) => amountOf(text, row.currency)
    return {
      buyerId: row.buyerId,
      riskFlags: near.has(row.id) ? ['NEAR_DUPLICATE'] : [],
      document: {
        docType: 'PO',
        docId: row.id,
        number: row.poNo,
        dueDate: row.latestShipDate,
        amount: money(row.amount),
        invoiced: money(row.invoicedAmount),
        financed: money(row.held ? '0' : row.financedAmount),
        docStatus: row.docStatus,
        financeStatus: row.financeStatus ?? (row.locked ? 'LOCKED' : 'UNFINANCED'),
        heldByThisOrder: row.held,
        untold: !row.buyerVisible,
      },
    }
  })
}

/** What eligibility asks about supplier and buyer: relationship, standing, group, age of the balance, dilution of a year. */
export async function partyFacts(
  tx: Tx,
  { supplierId, buyerId, funderId }: { supplierId: string; buyerId: string; funderId: string },
  currency: string,
  today: string,
) {
  // What the two have between them, from the sums kept beside the invoices: a pair may have a hundred thousand of those.
  const between = sql`from (
      select * from receivable_day where supplier_id = ${supplierId} and buyer_id = ${buyerId} and currency = ${currency}
      union all select supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due, reduced, paid, paid_on_time, paid_days, paid_late_days
        from receivable_change where supplier_id = ${supplierId} and buyer_id = ${buyerId} and currency = ${currency}) s`
  const [parties, balances, dilution] = await Promise.all([
    sql<{
      buyerCode: string
      buyerName: string
      buyerEnabled: boolean
      supplierEnabled: boolean
      intraGroup: boolean
      related: boolean
      isBuyer: boolean
    }>`
    select b.code as buyer_code, b.name as buyer_name, not b.block_flag as buyer_enabled, not s.block_flag as supplier_enabled,
      coalesce(s.parent_code in (b.parent_code, b.code) or b.parent_code = s.code, false) as intra_group,
      coalesce((select r.status = 'ENABLE' from relationship r where r.supplier_id = ${supplierId} and r.buyer_id = ${buyerId}), false) as related,
      coalesce((select x.status = 'ENABLE' from company_role x where x.company_id = ${buyerId} and x.role = 'BUYER'), false) as is_buyer
    from company b, company s where b.id = ${buyerId} and s.id = ${supplierId}`.execute(tx),
    sql<{ outstanding: string; overdueDays: number }>`
    select sum(owed_due) as outstanding, ${today}::date - day as overdue_days ${between} where owed_due <> 0 group by day`.execute(
      tx,
    ),
    sql<{ rate: string | null }>`
    select round((select coalesce(sum(a.amount), 0) from invoice_adjustment a join invoice i on i.id = a.invoice_id where a.supplier_id = ${supplierId} and a.buyer_id = ${buyerId} and a.currency = ${currency}
        and ${isReduction} and a.adjustment_date > ${today}::date - interval '1 year') * 100
      / nullif((select sum(invoiced) ${between} where day > ${today}::date - interval '1 year'), 0), 6)::text as rate`.execute(
      tx,
    ),
  ])
  const [row] = parties.rows
  if (!row) throw new Refused('NOT_FOUND')
  return {
    intraGroup: row.intraGroup,
    funderIsParty: funderId === supplierId || funderId === buyerId,
    buyerCode: row.buyerCode,
    buyerName: row.buyerName,
    relationshipEnabled: row.related,
    buyerEnabled: row.buyerEnabled && row.isBuyer,
    supplierEnabled: row.supplierEnabled,
    crossAged: isCrossAged(
      balances.rows.map((one) => ({ outstanding: amountOf(one.outstanding, currency), overdueDays: one.overdueDays })),
    ),
    dilution: dilution.rows[0]!.rate,
  }
}

type PartyFacts = Awaited<ReturnType<typeof partyFacts>>
export const dilutionIn = ({ dilution }: Pick<PartyFacts, 'dilution'>): Exact.Rational | null =>
  dilution === null ? null : Exact.parseDecimal(dilution)

/** A buyer as the rules judge what it owes. */
export function standingOf(facts: PartyFacts, stop: BuyerStop | null): TrialBuyer {
  const { relationshipEnabled, buyerEnabled, supplierEnabled, crossAged, intraGroup, funderIsParty } = facts
  const dilution12m = dilutionIn(facts)
  const standing = { relationshipEnabled, buyerEnabled, supplierEnabled, crossAged, intraGroup, funderIsParty, stop }
  return dilution12m ? { ...standing, dilution12m } : standing
}

/**
 * Whether a product of the same funder finances the invoices of a loan: the one that the loan's product names, or any where it
 * names none.
 */
export const convertsTo = (
  loan: { funderId: string; arpTargetProduct: string | null },
  product: { id: string; funderId: string },
): boolean => product.funderId === loan.funderId && (loan.arpTargetProduct === null || product.id === loan.arpTargetProduct)

/** An order of a supplier, with what decides which product it can be converted to; undefined where the supplier has no such order. */
export const loanOf = (tx: Tx, supplierId: string, orderId: string) =>
  tx
    .selectFrom('financeOrder as o')
    .innerJoin('financingProduct as p', 'p.id', 'o.productId')
    .select(['o.id', 'o.type', 'o.currency', 'o.status', 'o.funderId', 'p.arpTargetProduct'])
    .where('o.id', '=', orderId)
    .where('o.supplierId', '=', supplierId)
    .executeTakeFirst()

/** The payoff of a purchase order financing by a conversion on the payment day: principal share, interest to date, other dues. */
async function payoffOf(
  tx: Tx,
  supplierId: string,
  request: TrialRequest,
  { product, fundedOn, isAgreed }: { product: Pick<ProductRow, 'id' | 'funderId'>; fundedOn: string; isAgreed: boolean },
) {
  const parent = await loanOf(tx, supplierId, request.arpOfOrderId!)
  if (!parent || parent.type !== 'PO_FINANCE' || parent.currency !== request.currency) throw new Refused('NOT_FOUND')
  // Another funder would pay the supplier and leave the loan unpaid: the funder of the loan goes on financing (decision 077).
  if (!convertsTo(parent, product)) throw new Refused('PRODUCT_NOT_AVAILABLE')
  if (!isOutstanding(parent.status)) throw new Refused('ILLEGAL_TRANSITION')
  // Of two that were submitted before, each is still priced anew, or neither would ever be paid.
  if (!isAgreed) await refuseSecond(tx, parent.id, request.orderId)
  const financing = (await loadFinancings(tx, [parent.id])).get(parent.id)
  if (!financing) throw new Refused('ILLEGAL_TRANSITION')
  if (financing.terms.method === 'IN_ADVANCE') throw new Refused('LOAN_IN_ARREARS')
  const orders = await tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.id).execute()
  const invoices = await tx
    .selectFrom('invoice')
    .select(['id', 'amount', 'purchaseOrderId'])
    .where(
      'id',
      'in',
      request.items.map((item) => item.docId),
    )
    .execute()
  // Only what was shipped under the financed orders takes their place; another order's invoice would leave its own loan unpaid.
  const foreign = invoices.filter((one) => !orders.some(({ purchaseOrderId }) => purchaseOrderId === one.purchaseOrderId))
  if (foreign.length > 0)
    throw new Refused('INVOICE_NOT_ELIGIBLE', { items: foreign.map(({ id }) => ({ docId: id, reasons: ['PO_FINANCED'] })) })
  const face = sum(
    invoices.map((row) => amountOf(row.amount, parent.currency)),
    parent.currency,
  )
  return (await payoffOn(tx, financing, { invoiceIds: invoices.map(({ id }) => id), face }, fundedOn)).payoff
}
