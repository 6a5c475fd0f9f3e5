import type { BusinessDayConvention } from '@usance/domain/calendar'
import { type DayCountCode, dayCounts } from '@usance/domain/day-count'
import { withoutZeros } from '@usance/domain/rational'
import { feeName } from './charge-terms.ts'
import { contractAmount } from './contract-amount.ts'
import { daysText, inline, tableLine } from './fill-template.ts'

type Words = { en: string; cn: string }

/** A fee that the supplier bears, with its tax, as decimals of the order's currency. */
export type SupplierFee = { code: string; amount: string; tax: string; timing: string }

/** The accepted price of an order, which its funding books. Amounts are decimals of the order's currency. */
export type SupplierPrice = {
  advance: string
  fundingDate: string
  /** Percent a year. */
  rate: string
  interestMethod: string
  discountMethod: string
  dayCount: DayCountCode
  rateType: string
  /** The name of the benchmark; null where the rate rests on none. */
  baseRate: Words | null
  /** Percent above the quoted benchmark; null where no quotation was stored. */
  margin: string | null
  floor: string
  resetFrequency: string
  /** How many business days before a day its fixing is looked up. */
  lookbackBd: number
  /** Interest ends on the due date where payment moves to the next business day. */
  paymentMovesAlone: boolean
  /** Calendar days from a due date to the maturity, before a move. */
  maturityOffset: number
  /** Where a maturity goes that is no business day; null where the terms say nothing of it. */
  bdConvention: BusinessDayConvention | null
  /** The codes of the calendars whose business days count. */
  calendars: readonly string[]
  minInterestDays: number
  /** A drawing on a pool has no document: the day for which it was asked, before a move to a business day; null of any other order. */
  drawnUntil: string | null
  /** Deducted at funding when in advance; interest to maturity otherwise. */
  interest: string
  /** The payout before an older financing is paid off. */
  net: string
  fees: readonly SupplierFee[]
  /** The amounts of a conversion: its payoff, what of it is principal, and the cash to the supplier or its top-up. */
  conversion: { parentNo: string; payoff: string; principal: string | null; cash: string; topUp: string } | null
}

type Party = { supplier: string; funder: string }

const unpriced: Words = {
  en: 'The amounts follow from the price of the finance order.',
  cn: '各项金额以融资订单的定价为准。',
}

const isZero = (amount: string) => Number(amount) === 0

/**
 * The clause on the supplier's price and costs, in both languages: a table of the amounts, the interest calculation and the
 * pricing day. Without a price it refers to the price of the order.
 */
export function priceClause(price: SupplierPrice | null, currency: string, parties: { en: Party; cn: Party }): Words {
  if (!price) return unpriced
  const sentences = [
    ...(price.drawnUntil !== null || !price.bdConvention ? [] : [maturityRule({ ...price, bdConvention: price.bdConvention })]),
    interest(price, currency),
    ...(price.conversion ? [payoffDay(price.conversion, currency, parties)] : []),
    laterDay(price.fundingDate, parties),
  ]
  return {
    en: [table(price, currency, 'en'), ...sentences.map(({ en }) => en)].join('\n\n'),
    cn: [table(price, currency, 'cn'), ...sentences.map(({ cn }) => cn)].join('\n\n'),
  }
}

const atFunding: Words = { en: 'at funding', cn: '放款时' }
const atSettlement: Words = { en: 'with the first receipt or conversion', cn: '首笔回款或转换时' }

function table(price: SupplierPrice, currency: string, language: keyof Words): string {
  const money = (amount: string) => contractAmount(amount, currency)
  const row = (item: Words, when: Words, amount: string, tax = '') =>
    tableLine([item[language], when[language], money(amount), tax && money(tax)])
  const feeRows = (timing: string, when: Words) =>
    price.fees
      .filter((fee) => fee.timing === timing && !(isZero(fee.amount) && isZero(fee.tax)))
      .map(({ code, amount, tax }) => row(feeName(code), when, amount, tax))
  const { conversion } = price
  const isInAdvance = price.interestMethod === 'IN_ADVANCE'
  return [
    tableLine(language === 'en' ? ['Item', 'When', 'Amount', 'Tax'] : ['项目', '时间', '金额', '税']),
    row({ en: 'Advance', cn: '融资款' }, atFunding, price.advance),
    ...(isInAdvance
      ? [row({ en: 'Less interest deducted in advance', cn: '减：预先扣除的利息' }, atFunding, price.interest)]
      : []),
    ...feeRows('FUNDING', { en: 'deducted at funding', cn: '放款时扣除' }),
    row({ en: 'Net amount paid out', cn: '实付净额' }, atFunding, price.net),
    ...(conversion ? payoffRows(conversion).map(([item, amount]) => row(item, atFunding, amount)) : []),
    ...feeRows('SETTLEMENT', atSettlement),
  ].join('\n')
}

function payoffRows({ parentNo, payoff, cash, topUp }: NonNullable<SupplierPrice['conversion']>): [Words, string][] {
  const no = inline(parentNo)
  return [
    [{ en: `Of the net amount, paid off on finance order ${no}`, cn: `其中：偿还融资订单 ${no}` }, payoff],
    ...(isZero(topUp)
      ? []
      : [[{ en: 'Paid in by the supplier beforehand', cn: '供应商事先补足' }, topUp] satisfies [Words, string]]),
    [{ en: 'Cash to the supplier', cn: '付至供应商的现金' }, cash],
  ]
}

function interest(price: SupplierPrice, currency: string): Words {
  const [rate, amount] = [withoutZeros(price.rate), contractAmount(price.interest, currency)]
  const { name } = dayCounts[price.dayCount]
  const made = makeUp(price)
  const end = price.paymentMovesAlone ? endOfInterest(price) : { en: '', cn: '' }
  if (price.interestMethod === 'IN_ADVANCE') {
    const [en, cn] =
      price.discountMethod === 'YIELD'
        ? ['as a true discount: the amount that grows to the advance', '按实际贴现（以现值计息）']
        : ['on the advance', '以融资款为基数']
    return {
      en: `Interest of ${amount} is deducted from the advance in advance. It is counted ${en}, at ${rate} percent a year${made.en}, by ${name}, from ${price.fundingDate}.${end.en}`,
      cn: `利息 ${amount} 预先从融资款中扣除，${cn}，按年利率 ${rate}%${made.cn}、${name}，自 ${price.fundingDate} 起计算。${end.cn}`,
    }
  }
  return {
    en: `Interest is not deducted in advance. It runs on the advance not repaid from the day of payment, at ${rate} percent a year${made.en}, by ${name}, and is paid with the repayment. At this rate it comes to ${amount} by maturity.${end.en}`,
    cn: `利息不预先扣除。利息自放款日起就未偿还的融资款，按年利率 ${rate}%${made.cn}、${name}计算，随还款支付。按此利率计至融资到期日为 ${amount}。${end.cn}`,
  }
}

const inNext: Words = { en: 'the next business day', cn: '下一营业日' }
const inPrevious: Words = { en: 'the business day before', cn: '前一营业日' }
/** A move that stays within a month, or within a half of it. */
const within = (move: Words, other: Words, [en, cn]: [string, string] = ['month', '月']): Words => ({
  en: `${move.en}, or ${other.en} where that would be in another ${en}`,
  cn: `${move.cn}，跨${cn}的则调整至${other.cn}`,
})
const moves: Record<BusinessDayConvention, Words | null> = {
  UNADJUSTED: null,
  FOLLOWING: inNext,
  PRECEDING: inPrevious,
  MODIFIED_FOLLOWING: within(inNext, inPrevious),
  MODIFIED_PRECEDING: within(inPrevious, inNext),
  HALF_MONTH_MODIFIED_FOLLOWING: within(inNext, inPrevious, ['half of the month', '半月（以 15 日为界）或跨月']),
  NEAREST: {
    en: 'the nearest business day, and the later one of two that are equally near',
    cn: '最近的营业日，两个营业日同样近的取较晚者',
  },
}

/** How the maturity of a document follows from its due date. */
function maturityRule({
  maturityOffset,
  bdConvention,
  calendars,
}: Pick<SupplierPrice, 'maturityOffset' | 'calendars'> & { bdConvention: BusinessDayConvention }): Words {
  const [en, cn] =
    maturityOffset > 0
      ? [`${daysText(maturityOffset, 'calendar')} after its due date`, `单据到期日后 ${maturityOffset} 个日历日`]
      : ['its due date', '单据到期日']
  const move = moves[bdConvention]
  if (!move)
    return {
      en: `The maturity of a document is ${en}, whether or not that is a business day.`,
      cn: `单据的融资到期日为${cn}，不论是否营业日。`,
    }
  const [names, namesCn] = [calendars.join(', '), calendars.join('、')]
  return {
    en: `The maturity of a document is ${en}; if that is no business day (${names}), it is ${move.en}.`,
    cn: `单据的融资到期日为${cn}；该日非营业日（${namesCn}）的，调整至${move.cn}。`,
  }
}

/** The end of interest where the payment day moves and the interest does not. */
function endOfInterest({ maturityOffset, minInterestDays, drawnUntil }: SupplierPrice): Words {
  const [en, cn] = drawnUntil
    ? [`on ${drawnUntil}, for which the drawing was asked`, `提款申请的到期日 ${drawnUntil}`]
    : maturityOffset > 0
      ? [`${daysText(maturityOffset, 'calendar')} after the due date of a document`, `单据到期日后 ${maturityOffset} 个日历日`]
      : ['on the due date of a document', '单据到期日']
  // Least days that last beyond the maturity are charged already.
  const [exceptEn, exceptCn, laterEn, laterCn] =
    minInterestDays > 0
      ? [
          ' beyond the least number of days, which runs on from the funding date, these days among them',
          '，但最少计息天数自放款日起连续计算，包含上述各日',
          ', or from the end of the least number of days where that is later',
          '（最少计息天数届满较晚的，自其届满之日起）',
        ]
      : ['', '', '', '']
  return {
    en: ` Interest for the advance${drawnUntil ? '' : ' on it'} ends ${en}. If that is no business day, payment is due on the next business day, which is the maturity, and no interest runs on the days in between${exceptEn}; what is unpaid at maturity bears interest again from then${laterEn}.`,
    cn: `就${drawnUntil ? '' : '该单据的'}融资款，利息计至${cn}。该日非营业日的，付款日顺延至下一营业日，即融资到期日，其间各日不计利息${exceptCn}；融资到期日仍未偿还的，自融资到期日起${laterCn}恢复计息。`,
  }
}

/** The composition of a floating rate, its reset days and the fixing that counts. A discount has one rate. */
function makeUp(price: SupplierPrice): Words {
  const { rateType, baseRate, margin, floor, resetFrequency, lookbackBd, interestMethod } = price
  if (rateType !== 'FLOATING' || !baseRate || margin === null) return { en: '', cn: '' }
  const resets: Record<string, Words> = {
    DAILY: { en: ', set again each day', cn: '，每日重设' },
    MONTHLY: { en: ', set again on the first day of each month', cn: '，每月首日重设' },
  }
  const [fixingEn, fixingCn] =
    lookbackBd > 0
      ? [`of the day ${daysText(lookbackBd, 'business')} before it or earlier`, `该日前第 ${lookbackBd} 个营业日或之前`]
      : ['of that day or earlier', '当日或之前']
  const days = interestMethod === 'IN_ARREARS' ? resets[resetFrequency] : undefined
  const reset = days && {
    en: `${days.en} by the latest fixing ${fixingEn}`,
    cn: `${days.cn}，以${fixingCn}最近一次公布的利率为准`,
  }
  return {
    en: ` (${inline(baseRate.en)}, taken as no less than ${withoutZeros(floor)} percent, plus ${withoutZeros(margin)} percent${reset?.en ?? ''})`,
    cn: `（${inline(baseRate.cn)}，不低于 ${withoutZeros(floor)}%，加 ${withoutZeros(margin)}%${reset?.cn ?? ''}）`,
  }
}

function payoffDay(
  { parentNo, principal }: NonNullable<SupplierPrice['conversion']>,
  currency: string,
  { en, cn }: { en: Party; cn: Party },
): Words {
  const no = inline(parentNo)
  const words = {
    en: `What finance order ${no} owes is counted up to the funding date above. A payment received on it before then lowers what is paid off and raises the cash; interest, penalty and fees that its own agreement adds until then do the reverse.`,
    cn: `融资订单 ${no} 的应偿还额计算至上述放款日。此前就该订单收到的款项相应减少偿还额并增加现金；其自身合同在此之前产生的利息、罚息及费用则相应增加偿还额并减少现金。`,
  }
  if (principal === null) return words
  const most = contractAmount(principal, currency)
  return {
    en: `${words.en} More of its principal than ${most} is paid off only with the consent of ${en.supplier}, and this contract is then signed again.`,
    cn: `${words.cn}偿还其本金超过 ${most} 的，须经 ${cn.supplier} 同意，并重新签署本合同。`,
  }
}

const laterDay = (fundingDate: string, { en, cn }: { en: Party; cn: Party }): Words => ({
  en: `These amounts hold for payment on ${fundingDate}. Where ${en.funder} instructs the payment for a later day, interest and fees for a period are counted from that day, and a price no term of which is worse for ${en.supplier} holds without new signatures. Any other price needs the consent of ${en.supplier}, and this contract is signed again. Where the bank pays later than it was instructed, no interest is charged for the days in between, and the fees stay as stated.`,
  cn: `以上金额以 ${fundingDate} 放款为准。${cn.funder} 指示于较晚日期放款的，利息及按期间计收的费用自该日起计算；新定价各项条件均不劣于原定价的，无需重新签署即适用。其他定价须经 ${cn.supplier} 同意，并重新签署本合同。银行付款晚于指示日期的，其间各日不计利息，费用按本合同所载不变。`,
})
