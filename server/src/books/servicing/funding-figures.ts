import { dayCountOfBase } from '@usance/domain/day-count'
import { chooseFixing, splitLegs } from '@usance/domain/interest'
import type { FeeCharge } from '@usance/domain/ledger/fee-lines'
import type { Purchase } from '@usance/domain/ledger/funding'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { graceEndOf } from '@usance/domain/overdue'
import * as Exact from '@usance/domain/rational'
import { interestToOf, leastToOf } from '@usance/domain/servicing/agreed-days'
import { type FundedItem, periodFeesOf, spreadFee } from '@usance/domain/servicing/period-fees'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { FinanceOrderTable } from '../../database/tables.ts'
import { calendarsOf } from './calendars.ts'
import { type AgreedTerms, agreedTermsFor, type FundedTerms, termsOfProduct } from './terms.ts'

export type StoredOrder = Selectable<FinanceOrderTable>
export type FundingFigures = {
  purchase: Purchase
  /** Fees of other payers, owed from the funding on. */
  owedFees: FeeCharge[]
  /** Those of them in the buyer's fee bills. */
  billedFeeIds: string[]
  terms: FundedTerms
  fixing: { date: LocalDate; rate: string } | null
  items: {
    id: string
    invoiceId: string | null
    purchaseOrderId: string | null
    applyAmount: string
    maturity: string
    face: M.Money
  }[]
}

/** A fee of an order as charged at funding; a fee per annum is earned over the days of its items. */
const asCharge = (
  fee: { code: string; basis: string; payer: string; beneficiary: string; amount: string; tax: string },
  currency: string,
  items: readonly FundedItem[],
): FeeCharge => {
  const charge = {
    code: fee.code as FeeCharge['code'],
    payer: fee.payer as FeeCharge['payer'],
    beneficiary: fee.beneficiary as FeeCharge['beneficiary'],
    amount: amountOf(fee.amount, currency),
    tax: amountOf(fee.tax, currency),
  }
  return fee.basis === 'PCT_PA_ADVANCE' ? spreadFee(charge, items) : charge
}

/** What funding an order books: the accepted figures of its items and fees, and the terms it runs on from then on. */
export async function fundingFigures(tx: Tx, order: StoredOrder, fundedOn: LocalDate): Promise<FundingFigures> {
  const { currency } = order
  const [agreed, items, fees] = await Promise.all([
    agreedTermsFor(tx, order),
    tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', order.id).orderBy('seq').execute(),
    tx.selectFrom('orderFee').selectAll().where('orderId', '=', order.id).where('timing', '=', 'FUNDING').execute(),
  ])
  const { margin, fixing } = await marginOf(tx, order, agreed)
  const inAdvance = agreed.interestMethod === 'IN_ADVANCE'
  const calendars = await calendarsOf(tx, agreed.calendars)
  const legs = items.map((item) => {
    const interestTo = interestToOf(item, agreed, order.requestedFundingDate)
    const leastTo = leastToOf(agreed, fundedOn)
    const client = inAdvance ? amountOf(item.interest, currency) : M.zero(currency)
    if (!inAdvance || agreed.fundRate === null) return { item, interestTo, leastTo, client, fund: client }
    const { fund } = splitLegs(client, {
      advance: amountOf(item.applyAmount, currency),
      fundRatePercent: Exact.parseDecimal(agreed.fundRate),
      fundDayCount: dayCountOfBase(agreed.fundDayBase ?? 360),
      from: order.requestedFundingDate,
      to: interestTo,
    })
    return { item, interestTo, leastTo, client, fund }
  })
  const sum = (amounts: M.Money[]) => M.sum(amounts, currency)
  const advance = sum(items.map((item) => amountOf(item.applyAmount, currency)))
  const client = sum(legs.map((leg) => leg.client))
  const fund = sum(legs.map((leg) => leg.fund))
  const faceOf = (item: (typeof items)[number]) => M.add(amountOf(item.applyAmount, currency), amountOf(item.reserve, currency))
  const fundedItems = legs.map(({ item }) => ({
    itemId: item.id,
    number: String(item.seq).padStart(4, '0'),
    advance: amountOf(item.applyAmount, currency),
    fundedOn,
    interestTo: interestToOf(item, agreed, fundedOn),
  }))
  const chargesOf = (rows: typeof fees) => rows.map((fee) => asCharge(fee, currency, fundedItems))
  const suppliersFees = chargesOf(fees.filter((fee) => fee.payer === 'SUPPLIER'))
  const owedFees = chargesOf(fees.filter((fee) => fee.payer !== 'SUPPLIER'))
  const overTime = (itemId: string) =>
    periodFeesOf([...suppliersFees, ...owedFees], itemId).map(({ income, amount }) => ({ income, amount: M.toDecimal(amount) }))
  const buyerIds = [...new Set(items.flatMap((item) => item.buyerId ?? []))].sort()
  const owedBy = buyerIds.map((buyer) => ({ buyer, amount: sum(items.filter((item) => item.buyerId === buyer).map(faceOf)) }))
  return {
    purchase: {
      face: sum(items.map(faceOf)),
      ...(buyerIds.length > 1 ? { owedBy } : {}),
      advance,
      discount: { fund, spread: M.subtract(client, fund) },
      fees: suppliersFees,
    },
    owedFees,
    billedFeeIds: fees.filter((fee) => fee.payer === 'BUYER').map((fee) => fee.id),
    terms: {
      ...termsOfProduct(agreed, margin),
      items: Object.fromEntries(
        legs.map((leg) => [
          leg.item.id,
          {
            interestTo: interestToOf(leg.item, agreed, fundedOn),
            ...(leg.leastTo ? { leastTo: leg.leastTo } : {}),
            graceEnd: graceEndOf(leg.item.maturity, agreed.graceDays, calendars),
            client: M.toDecimal(leg.client),
            fund: M.toDecimal(leg.fund),
            fees: overTime(leg.item.id),
          },
        ]),
      ),
    },
    fixing,
    items: items.map((item) => ({
      id: item.id,
      invoiceId: item.invoiceId,
      purchaseOrderId: item.purchaseOrderId,
      applyAmount: item.applyAmount,
      maturity: item.maturity,
      face: faceOf(item),
    })),
  }
}

// The supplier accepted the rate; what lies above the benchmark of the day is the margin that later resets add again.
async function marginOf(
  tx: Tx,
  order: StoredOrder,
  terms: AgreedTerms,
): Promise<{ margin: string; fixing: FundingFigures['fixing'] }> {
  const rate = Exact.parseDecimal(order.rate ?? terms.margin)
  if (terms.rateType !== 'FLOATING' || !terms.baseRateType) return { margin: Exact.toDecimalText(rate, 6), fixing: null }
  const chosen = await fixingFor(tx, terms.baseRateType, order.requestedFundingDate, terms)
  if (!chosen) return { margin: terms.margin, fixing: null }
  const base = Exact.max(chosen.percentRate, Exact.parseDecimal(terms.floor))
  // The quoted margin counts, even if the benchmark was revised since or the rate was held at zero.
  const agreed = (order.pricing as { trial?: TrialAnswer }).trial?.items[0]?.margin
  return {
    margin: agreed ?? Exact.toDecimalText(Exact.sub(rate, base), 6),
    fixing: { date: chosen.effectiveDate, rate: Exact.toDecimalText(chosen.percentRate, 6) },
  }
}

/** SQL: whether a fixing was stored when a day was closed. */
export const storedAtClose = (day: LocalDate): RawBuilder<boolean> =>
  sql<boolean>`imported_at <= coalesce((select max(finished_at) from end_of_day_step where business_date = ${day}), imported_at)`

/** The fixing of a benchmark that prices a day, as the reference data has it now, or had it once a day was closed (`onceClosed`). */
export async function fixingFor(
  tx: Tx,
  type: string,
  resetDate: LocalDate,
  { lookbackBd, calendars }: { lookbackBd: number; calendars: string[] },
  onceClosed?: LocalDate,
) {
  const rows = await tx
    .selectFrom('baseRateFixing')
    .select(['type', 'effectiveDate', 'revision', 'percentRate'])
    .where('type', '=', type)
    .where('effectiveDate', '<=', resetDate)
    .$if(onceClosed !== undefined, (query) => query.where(storedAtClose(onceClosed!)))
    .orderBy('effectiveDate', 'desc')
    .orderBy('revision', 'desc')
    .limit(40)
    .execute()
  const chosen = chooseFixing(
    rows.map((row) => ({ ...row, percentRate: Exact.parseDecimal(row.percentRate) })),
    { type, resetDate, lookbackBd, calendars: await calendarsOf(tx, calendars) },
  )
  return chosen.ok ? chosen.value : undefined
}
