import { businessDayConventions, calendarCodesFor } from '@usance/domain/calendar'
import type { DayCountCode } from '@usance/domain/day-count'
import { add, fromDecimal, subtract, toDecimal } from '@usance/domain/money'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import type { Selectable } from 'kysely'
import type { AgreedTerms } from '../../books/servicing/terms.ts'
import type { Tx } from '../../database/database.ts'
import type { FinanceOrderTable } from '../../database/tables.ts'
import { benchmarkName } from '../../reference/benchmark-name.ts'
import type { Priced } from '../finance-order/price.ts'
import type { SupplierFee, SupplierPrice } from './price-clause.ts'

type Settled = Pick<TrialAnswer, 'payoffPrincipal'> & { total: Pick<TrialAnswer['total'], 'net' | 'cashToSupplier' | 'topUp'> }
type CountedBy = Pick<
  AgreedTerms,
  | 'interestMethod'
  | 'discountMethod'
  | 'dayCount'
  | 'rateType'
  | 'floor'
  | 'resetFrequency'
  | 'lookbackBd'
  | 'accrualShift'
  | 'bdConvention'
  | 'maturityOffset'
>

type MaturityTerms = Partial<Pick<AgreedTerms, 'bdConvention' | 'calendars' | 'minInterestDays'>>

/** Terms that were agreed before they told where a maturity moves say nothing of it. */
const ruleOf = ({ bdConvention, calendars = [], minInterestDays = 0 }: MaturityTerms, currency: string) => ({
  bdConvention: businessDayConventions.find((one) => one === bdConvention) ?? null,
  calendars: calendarCodesFor(calendars, currency),
  minInterestDays,
})

const counting = (terms: CountedBy & MaturityTerms, currency: string) => ({
  interestMethod: terms.interestMethod,
  discountMethod: terms.discountMethod,
  dayCount: terms.dayCount as DayCountCode,
  rateType: terms.rateType,
  floor: terms.floor,
  resetFrequency: terms.resetFrequency,
  lookbackBd: terms.lookbackBd,
  paymentMovesAlone: terms.accrualShift === 'CS' && terms.bdConvention === 'FOLLOWING',
  maturityOffset: terms.maturityOffset,
  ...ruleOf(terms, currency),
})

const baseRateOf = async (tx: Tx, { baseRateType }: Pick<AgreedTerms, 'baseRateType'>) =>
  baseRateType ? benchmarkName(tx, baseRateType) : null

/** The payoff of a conversion: its net amount and top-up, less the cash. */
async function conversionOf(tx: Tx, parentId: string | null | undefined, trial: Settled | undefined, currency: string) {
  if (!parentId || !trial) return null
  const { total, payoffPrincipal = null } = trial
  const money = (text: string) => fromDecimal(text, currency)
  const { orderNo } = await tx.selectFrom('financeOrder').select('orderNo').where('id', '=', parentId).executeTakeFirstOrThrow()
  const payoff = subtract(add(money(total.net), money(total.topUp)), money(total.cashToSupplier))
  return {
    parentNo: orderNo,
    payoff: toDecimal(payoff),
    principal: payoffPrincipal,
    cash: total.cashToSupplier,
    topUp: total.topUp,
  }
}

/** The day for which a drawing was asked: the due date of its only item. */
async function drawnUntil(tx: Tx, orderId: string): Promise<string | null> {
  const item = await tx.selectFrom('financeOrderItem').select('dueDate').where('orderId', '=', orderId).executeTakeFirst()
  return item?.dueDate ?? null
}

/** The accepted price of an order, from the columns and fees that its funding books. */
export async function priceOfOrder(
  tx: Tx,
  order: Selectable<FinanceOrderTable>,
  agreed: AgreedTerms,
  fees: readonly SupplierFee[],
): Promise<SupplierPrice> {
  const { trial } = order.pricing as { trial?: TrialAnswer }
  return {
    ...counting(agreed, order.currency),
    drawnUntil: order.poolId === null ? null : await drawnUntil(tx, order.id),
    baseRate: await baseRateOf(tx, agreed),
    advance: order.financeAmount,
    fundingDate: order.requestedFundingDate,
    rate: order.rate ?? '0',
    margin: trial?.items[0]?.margin ?? null,
    interest: order.interestAmount,
    net: order.netAmount,
    fees,
    conversion: await conversionOf(tx, order.arpOfOrderId, trial, order.currency),
  }
}

/** The same for a quotation before an order exists. */
export async function priceOfTrial(
  tx: Tx,
  { answer, product, trial }: Priced,
  { currency, parentId }: { currency: string; parentId?: string | undefined },
): Promise<SupplierPrice> {
  const { total, items, fees } = answer
  return {
    ...counting(product, currency),
    drawnUntil: null,
    baseRate: await baseRateOf(tx, product),
    advance: total.applyAmount,
    fundingDate: trial.fundingDate,
    rate: items[0]?.rate ?? '0',
    margin: items[0]?.margin ?? null,
    interest: total.interest,
    net: total.net,
    fees: fees.filter(({ payer }) => payer === 'SUPPLIER'),
    conversion: await conversionOf(tx, parentId, answer, currency),
  }
}
