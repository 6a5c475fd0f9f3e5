import { withoutZeros } from '@usance/domain/rational'
import { wordsFor } from '@usance/wire/contract/template-words'
import type { Tx } from '../../database/database.ts'
import { contractAmount } from './contract-amount.ts'
import { daysText, keepingWords } from './fill-template.ts'

/** The agreed charges of an order besides its rate. */
export type ChargeTerms = {
  interestMethod: string
  minInterestDays: number
  resetFrequency: string
  /** Percent of the principal repaid early, and the tax in percent of that fee; no tax where none was agreed. */
  earlyFeePct: string
  earlyFeeTaxPct?: string | undefined
  breakDays: number
  rebateAllowed: boolean
  graceDays: number
  penaltyMode: string
  penaltyMargin: string | null
  penaltyMultiplier: string | null
}
/** A fee that the buyer bears, with its tax, as decimals of the order's currency. */
export type BuyerFee = { code: string; amount: string; tax: string }

/** The clause on early and late payment, in both languages: one sentence for each possible charge. */
export function chargeClause(terms: ChargeTerms): { en: string; cn: string } {
  const { minInterestDays, breakDays, graceDays } = terms
  const sentences = [
    minInterestDays > 0 ? leastInterest(terms) : { en: 'Interest has no least number of days.', cn: '利息不设最少计息天数。' },
    ...(terms.interestMethod === 'IN_ARREARS' ? [earlyFee(terms)] : [rebate(terms.rebateAllowed, breakDays)]),
    graceDays > 0
      ? {
          // As `graceEndOf` works it out.
          en: `The grace period is ${daysText(graceDays, 'calendar')} after maturity; if its last day is no business day, it ends on the next business day.`,
          cn: `宽限期为融资到期日后 ${graceDays} 个日历日，最后一日非营业日的，顺延至下一营业日。`,
        }
      : { en: 'There is no grace period.', cn: '不设宽限期。' },
    // Interest in arrears runs on the advance not repaid, as the price says.
    ...(terms.interestMethod === 'IN_ADVANCE' ? [afterMaturity(terms)] : []),
    penalty(terms),
  ]
  return { en: sentences.map(({ en }) => en).join(' '), cn: sentences.map(({ cn }) => cn).join('') }
}

// What is reset does not reach into the least days: their interest is earned with the funding.
function leastInterest({ minInterestDays, interestMethod, resetFrequency }: ChargeTerms) {
  const isReset = interestMethod === 'IN_ARREARS' && resetFrequency !== 'NONE'
  return {
    en: `Interest is charged for at least ${daysText(minInterestDays, 'calendar')}${isReset ? ', at the rate of the funding date' : ''}.`,
    cn: `利息至少按 ${minInterestDays} 个日历日收取${isReset ? '，并按放款日利率计算' : ''}。`,
  }
}

/** Money that is held back repays principal without anybody's wish (decision 082): nobody is early with it. */
const notOnHeld = {
  en: 'Principal that is repaid out of money held back bears none.',
  cn: '以留存款项偿还的本金不收取该费用。',
}

function earlyFee({ earlyFeePct, earlyFeeTaxPct }: ChargeTerms) {
  if (Number(earlyFeePct) === 0) return { en: 'Repayment before maturity bears no fee.', cn: '提前还款不收取费用。' }
  const fee = withoutZeros(earlyFeePct)
  // Without a tax rate on the product's fee or on the order, no tax is agreed and none is charged.
  if (earlyFeeTaxPct === undefined)
    return {
      en: `Principal repaid before maturity bears an early fee of ${fee} percent of that principal. No tax on the fee is agreed. ${notOnHeld.en}`,
      cn: `融资到期日前偿还的本金，按该本金的 ${fee}% 收取提前还款费，未约定就该费用收税。${notOnHeld.cn}`,
    }
  const tax = withoutZeros(earlyFeeTaxPct)
  return {
    en: `Principal repaid before maturity bears an early fee of ${fee} percent of that principal, and tax of ${tax} percent on the fee. ${notOnHeld.en}`,
    cn: `融资到期日前偿还的本金，按该本金的 ${fee}% 收取提前还款费，并就该费用收取 ${tax}% 的税。${notOnHeld.cn}`,
  }
}

const rebate = (isAllowed: boolean, breakDays: number) =>
  isAllowed
    ? {
        en: `The discount on principal repaid early is given back for the days not used, less break costs: interest for ${daysText(breakDays, 'calendar')}.`,
        cn: `提前偿还的本金，未使用天数的贴现息予以退还，但扣除提前终止成本，即 ${breakDays} 个日历日的利息。`,
      }
    : { en: 'The discount is not given back on early payment.', cn: '提前还款不退还贴现息。' }

/**
 * Interest that was deducted ends with the maturity, or with its least days. What is unpaid then bears interest again, with or without a
 * penalty.
 */
function afterMaturity({ graceDays }: ChargeTerms) {
  const [en, cn] = graceDays > 0 ? [', in the grace period too', '，宽限期内亦同'] : ['', '']
  return {
    en: `Principal unpaid at maturity bears interest from maturity until it is repaid${en}, at the rate and by the day count of this contract; days for which interest was deducted in advance bear none again.`,
    cn: `融资到期日仍未偿还的本金，自融资到期日起至偿还之日，按本合同的利率及计息方式计息${cn}；已预先扣除利息的日数不重复计息。`,
  }
}

function penalty({ graceDays, penaltyMargin, penaltyMultiplier, penaltyMode }: ChargeTerms) {
  if (penaltyMargin === null && Number(penaltyMultiplier ?? '1') <= 1)
    return { en: 'Late payment bears no penalty.', cn: '逾期付款不收取罚息。' }
  const [en, cn] =
    penaltyMargin !== null
      ? [
          `a penalty of ${withoutZeros(penaltyMargin)} percent a year on top of the rate`,
          `在利率之上另加年 ${withoutZeros(penaltyMargin)}% 的罚息`,
        ]
      : [
          `a penalty that brings the rate to ${withoutZeros(penaltyMultiplier ?? '1')} times itself`,
          `罚息，使利率达到原利率的 ${withoutZeros(penaltyMultiplier ?? '1')} 倍`,
        ]
  // Without grace its end is the maturity.
  if (graceDays === 0)
    return {
      en: `Principal unpaid at maturity bears ${en}, counted from maturity.`,
      cn: `融资到期日仍未偿还的本金收取${cn}，自融资到期日起计算。`,
    }
  return penaltyMode === 'RETROACTIVE'
    ? {
        en: `Principal unpaid when the grace period ends bears ${en}, counted from maturity.`,
        cn: `宽限期届满仍未偿还的本金收取${cn}，自融资到期日起计算。`,
      }
    : {
        en: `Principal unpaid when the grace period ends bears ${en}, counted from the end of the grace period.`,
        cn: `宽限期届满仍未偿还的本金收取${cn}，自宽限期届满之日起计算。`,
      }
}

/** The clause on recourse, in both languages. Without grace its end is the maturity. */
export function recourseClause(recourse: boolean, { graceDays }: Pick<ChargeTerms, 'graceDays'>): { en: string; cn: string } {
  if (!recourse)
    return {
      en: 'Without recourse: the risk that the debtor cannot pay passes to the purchaser; disputes and deductions stay with the supplier.',
      cn: '无追索权：债务人无力支付的风险由受让方承担；争议与扣款仍由供应商承担。',
    }
  const [en, cn] = graceDays > 0 ? ['when the grace period ends', '宽限期届满'] : ['at maturity', '融资到期日']
  return {
    en: `With recourse: what the debtor has not paid ${en}, the supplier pays back on demand.`,
    cn: `有追索权：${cn}债务人仍未支付的款项，由供应商应要求偿还。`,
  }
}

const names: Record<string, { en: string; cn: string }> = {
  HANDLING: { en: 'handling fee', cn: '手续费' },
  SERVICE: { en: 'service fee', cn: '服务费' },
  PLATFORM: { en: 'platform fee', cn: '平台费' },
  FUNDER: { en: "funder's fee", cn: '资金方费用' },
  BANK: { en: 'bank fee', cn: '银行费用' },
  EARLY: { en: 'early fee', cn: '提前还款费' },
}
/** The name of a fee in a contract, in both languages. */
export const feeName = (code: string): { en: string; cn: string } => names[code] ?? { en: code, cn: code }

/** The clause on the fees that a buyer is billed, in both languages. */
export function buyerFeeClause(fees: readonly BuyerFee[], currency: string): { en: string; cn: string } {
  if (fees.length === 0) return { en: 'You bear no fee.', cn: '贵司不承担任何费用。' }
  const money = (amount: string) => contractAmount(amount, currency)
  const each = (language: 'en' | 'cn') =>
    fees.map(({ code, amount, tax }) => [feeName(code)[language], money(amount), money(tax)])
  return {
    en: `You are billed for: ${each('en')
      .map(([name, amount, tax]) => `${name} ${amount}, tax on it ${tax}`)
      .join('; ')}.`,
    cn: `贵司须支付：${each('cn')
      .map(([name, amount, tax]) => `${name} ${amount}，税 ${tax}`)
      .join('；')}。`,
  }
}

/** The quoted fees of an order that one party bears. */
export const feesBorneBy = (tx: Tx, payer: 'BUYER' | 'SUPPLIER', orderId: string): Promise<(BuyerFee & { timing: string })[]> =>
  tx
    .selectFrom('orderFee')
    .select(['code', 'amount', 'tax', 'timing'])
    .where('orderId', '=', orderId)
    .where('payer', '=', payer)
    .orderBy('code')
    .orderBy('id')
    .execute()

/** Whether a template has a placeholder for a section. */
export const states = (body: string, word: string): boolean => new RegExp(`\\{\\{\\s*${word}\\s*\\}\\}`).test(body)

/** Whether a contract states the price: the supplier signs it and the buyer does not. A buyer never reads the price. */
const namesPrice = ({ signatories }: { signatories: string[] }): boolean =>
  signatories.includes('SUPPLIER') && !signatories.includes('BUYER')

/**
 * A template's text as contracts are issued by it: without the words that a reader of the contract may not read, and with the
 * required sections on price and charges, appended where the template has no placeholder for them. A buyer's contract states its
 * fees. Other contracts state the terms of early and late payment; those that the supplier signs also state the price.
 */
export function asIssued<T extends { bodyEn: string; bodyCn: string; signatories: string[] }>(template: T): T {
  const sections = template.signatories.includes('BUYER')
    ? [{ word: 'buyerFees', en: 'Annex: fees', cn: '附件：费用' }]
    : [
        ...(namesPrice(template) ? [{ word: 'price', en: 'Annex: price and payment', cn: '附件：价款与支付' }] : []),
        { word: 'charges', en: 'Annex: early and late payment', cn: '附件：提前还款与逾期付款' },
      ]
  const words = wordsFor(template.signatories)
  const full = (body: string, language: 'en' | 'cn') =>
    sections.reduce(
      (text, { word, [language]: title }) => (states(text, word) ? text : `${text.trimEnd()}\n\n## ${title}\n\n{{${word}}}\n`),
      keepingWords(body, words),
    )
  return { ...template, bodyEn: full(template.bodyEn, 'en'), bodyCn: full(template.bodyCn, 'cn') }
}
