import { currencyScales } from '@usance/domain/currencies'
import {
  add,
  cmp,
  div,
  equals,
  hundred,
  isNegative,
  isZero,
  mul,
  neg,
  parseDecimal,
  type Rational,
  rational,
  roundTo,
  sub,
  sum,
  toShortText,
  zero,
} from '@usance/domain/rational'
import type { EInvoice, EInvoiceTax } from './e-invoice.ts'
import type { Breach, Rule, RuleText } from './rule.ts'

const exact = (text: string | null): Rational | undefined => (text === null ? undefined : parseDecimal(text))
const orZero = (text: string | null): Rational => exact(text) ?? zero
const abs = (value: Rational): Rational => (isNegative(value) ? neg(value) : value)
// Two decimals are those of the standard, whatever the currency; some currencies have more.
const inUnits = (value: Rational, currency: string | null): Rational =>
  roundTo(value, Math.max(2, currencyScales.get(currency ?? '') ?? 2), 'HALF_UP')

// A total is compared with the sum rounded to the decimals of its currency: no tolerance.
function totalRule(
  id: string,
  field: keyof EInvoice['totals'],
  text: RuleText,
  expected: (document: EInvoice) => Rational | undefined,
): Rule {
  return {
    id,
    arithmetic: true,
    text,
    breaches: (document) => {
      const actual = exact(document.totals[field])
      const whole = expected(document)
      const wanted = whole && inUnits(whole, document.currency)
      return actual && wanted && !equals(actual, wanted) ? [unequal(`totals.${field}`, wanted, actual)] : []
    },
  }
}

const unequal = (field: string, expected: Rational, actual: Rational): Breach => ({
  field,
  expected: toShortText(expected),
  actual: toShortText(actual),
})

// A sum over parts speaks only when there are parts or a total above zero is claimed without any.
function allowanceRule(id: string, field: 'allowances' | 'charges', isCharge: boolean, text: RuleText): Rule {
  return {
    id,
    arithmetic: true,
    text,
    breaches: ({ totals, documentAllowances, currency }) => {
      const parts = documentAllowances.filter((each) => each.isCharge === isCharge)
      if (parts.length === 0) return []
      const wanted = inUnits(sum(parts.map((each) => orZero(each.amount))), currency)
      const actual = orZero(totals[field])
      return equals(wanted, actual) ? [] : [unequal(`totals.${field}`, wanted, actual)]
    },
  }
}

/** The sums of EN 16931-1:2017, §6.4.3: lines, allowances, tax and the amount due add up to the last decimal of the currency. */
export const sumRules: Rule[] = [
  totalRule(
    'BR-CO-10',
    'lineTotal',
    { 'en-US': 'The line amounts do not add up to their total.', 'zh-CN': '明细行金额之和与合计不符。' },
    ({ lines }) => (lines.length === 0 ? undefined : sum(lines.map((line) => orZero(line.amount)))),
  ),
  allowanceRule('BR-CO-11', 'allowances', false, {
    'en-US': 'The allowances do not add up to their total.',
    'zh-CN': '折让金额之和与合计不符。',
  }),
  allowanceRule('BR-CO-12', 'charges', true, {
    'en-US': 'The charges do not add up to their total.',
    'zh-CN': '附加费用之和与合计不符。',
  }),
  totalRule(
    'BR-CO-13',
    'taxExclusive',
    {
      'en-US': 'The total without tax is not the line total less allowances plus charges.',
      'zh-CN': '不含税总额不等于明细合计减折让加附加费用。',
    },
    ({ totals }) => {
      const lineTotal = exact(totals.lineTotal)
      return lineTotal && add(sub(lineTotal, orZero(totals.allowances)), orZero(totals.charges))
    },
  ),
  totalRule(
    'BR-CO-14',
    'tax',
    { 'en-US': 'The tax breakdown does not add up to the total tax.', 'zh-CN': '各税率税额之和与税额合计不符。' },
    ({ taxes, taxTotals }) =>
      // With two tax totals the breakdown belongs to one of them, and which one the document does not say.
      taxes.length === 0 || taxTotals.length > 1 ? undefined : sum(taxes.map((row) => orZero(row.tax))),
  ),
  {
    id: 'BR-CO-15',
    arithmetic: true,
    text: {
      'en-US': 'The total with tax is not the total without tax plus the tax.',
      'zh-CN': '含税总额不等于不含税总额加税额。',
    },
    breaches: totalWithTax,
  },
  totalRule(
    'BR-CO-16',
    'payable',
    {
      'en-US': 'The amount due is not the total with tax less what is prepaid plus rounding.',
      'zh-CN': '应付金额不等于含税总额减预付款加尾差。',
    },
    ({ totals }) => {
      const total = exact(totals.taxInclusive)
      return total && add(sub(total, orZero(totals.prepaid)), orZero(totals.rounding))
    },
  ),
  {
    id: 'BR-CO-17',
    arithmetic: true,
    text: {
      'en-US': 'A tax amount is not the taxable amount times the rate.',
      'zh-CN': '税额不等于计税金额乘以税率。',
    },
    breaches: ({ taxes, currency }) => taxes.flatMap((row, index) => taxOfBase(row, index, currency)),
  },
  {
    id: 'BR-S-09',
    arithmetic: true,
    text: {
      'en-US': 'A tax amount at the standard rate is not the taxable amount times the rate.',
      'zh-CN': '标准税率的税额不等于计税金额乘以税率。',
    },
    breaches: ({ taxes, currency }) =>
      taxes.flatMap((row, index) => (row.category === 'S' ? taxOfBase(row, index, currency) : [])),
  },
]

function totalWithTax({ totals, taxTotals, currency }: EInvoice): Breach[] {
  const own = taxTotals.filter((total) => currency === null || total.currency === currency)
  // Two tax totals in the invoice currency contradict each other whatever the sums are.
  if (currency !== null && own.length > 1) return [{ field: 'taxTotals', expected: '1', actual: String(own.length) }]
  const withoutTax = exact(totals.taxExclusive)
  const withTax = exact(totals.taxInclusive)
  if (!withoutTax || !withTax) return []
  const wanted = inUnits(add(withoutTax, orZero(own[0]?.amount ?? null)), currency)
  return equals(wanted, withTax) ? [] : [unequal('totals.taxInclusive', wanted, withTax)]
}

// The tax of a row may be off by less than one whole unit, because sellers round line by line; the standard's rule
// allows the same. A row without a rate, or with rate zero, has no tax.
function taxOfBase(row: EInvoiceTax, index: number, currency: string | null): Breach[] {
  const [base, tax, rate] = [exact(row.base), exact(row.tax), exact(row.rate)]
  if (!tax) return []
  const wanted = rate && base ? inUnits(mul(abs(base), div(rate, hundred)), currency) : zero
  if (!rate && isZero(roundTo(tax, 0, 'HALF_UP'))) return []
  const close = cmp(abs(sub(abs(tax), wanted)), rational(1n)) < 0
  return close ? [] : [unequal(`taxes.${index + 1}.tax`, wanted, abs(tax))]
}
