import { isCurrency } from '@usance/domain/currencies'
import { isIban, withoutMinorUnit } from '../reference/codes.ts'
import { isEuVatNumber, isGbVatNumber, vatCountryOf } from '../reference/vat-numbers.ts'
import { type EInvoice, receivableSign } from './e-invoice.ts'
import type { Breach, Rule, RuleText } from './rule.ts'
import { sumRules } from './rules-sums.ts'
import { unreadableTexts } from './unreadable-texts.ts'
import type { UnreadableWhy } from './values.ts'

export type Finding = Breach & { rule: string; severity: 'error' | 'warning'; arithmetic: boolean; text: RuleText }

const required = (id: string, field: string, english: string, chinese: string, value: (d: EInvoice) => string | null): Rule => ({
  id,
  text: { 'en-US': `${english} is missing.`, 'zh-CN': `缺少${chinese}。` },
  breaches: (document) => (value(document) === null ? [{ field }] : []),
})

const requiredInLine = (
  id: string,
  field: string,
  english: string,
  chinese: string,
  value: (line: EInvoice['lines'][number]) => string | null,
): Rule => ({
  id,
  text: { 'en-US': `A line has no ${english}.`, 'zh-CN': `明细行缺少${chinese}。` },
  breaches: ({ lines }) =>
    lines.flatMap((line, index) => (value(line) === null ? [{ field: `lines.${index + 1}.${field}` }] : [])),
})

// Business rules of EN 16931-1:2017, §6.4, by the names the standard gives them.
const contentRules: Rule[] = [
  required('BR-02', 'number', 'The invoice number', '发票号码', (d) => d.number),
  required('BR-03', 'issueDate', 'The issue date', '开票日期', (d) => d.issueDate),
  required('BR-05', 'currency', 'The invoice currency', '发票币种', (d) => d.currency),
  required('BR-06', 'seller.name', "The seller's name", '卖方名称', (d) => d.seller.name),
  required('BR-07', 'buyer.name', "The buyer's name", '买方名称', (d) => d.buyer.name),
  required('BR-09', 'seller.country', "The seller's country", '卖方国家', (d) => d.seller.country),
  required('BR-11', 'buyer.country', "The buyer's country", '买方国家', (d) => d.buyer.country),
  required('BR-12', 'totals.lineTotal', 'The sum of the line amounts', '明细金额合计', (d) => d.totals.lineTotal),
  required('BR-13', 'totals.taxExclusive', 'The total without tax', '不含税总额', (d) => d.totals.taxExclusive),
  required('BR-14', 'totals.taxInclusive', 'The total with tax', '含税总额', (d) => d.totals.taxInclusive),
  required('BR-15', 'totals.payable', 'The amount due for payment', '应付金额', (d) => d.totals.payable),
  {
    id: 'BR-16',
    text: { 'en-US': 'The invoice has no lines.', 'zh-CN': '发票没有明细行。' },
    breaches: ({ lines }) => (lines.length === 0 ? [{ field: 'lines' }] : []),
  },
  requiredInLine('BR-21', 'id', 'identifier', '行号', (line) => line.id),
  requiredInLine('BR-22', 'qty', 'quantity', '数量', (line) => line.qty),
  requiredInLine('BR-23', 'unit', 'unit of measure', '计量单位', (line) => line.unit),
  requiredInLine('BR-24', 'amount', 'net amount', '净额', (line) => line.amount),
  requiredInLine('BR-25', 'name', 'item name', '商品名称', (line) => line.name),
  requiredInLine('BR-26', 'unitPrice', 'net price', '净单价', (line) => line.unitPrice),
  {
    id: 'BR-27',
    text: { 'en-US': 'An item net price is negative.', 'zh-CN': '商品净单价为负数。' },
    breaches: ({ lines }) =>
      lines.flatMap((line, index) =>
        line.unitPrice?.startsWith('-') && /[1-9]/.test(line.unitPrice)
          ? [{ field: `lines.${index + 1}.unitPrice`, actual: line.unitPrice }]
          : [],
      ),
  },
  {
    id: 'BR-45',
    text: { 'en-US': 'A tax breakdown row has no taxable amount.', 'zh-CN': '税额明细缺少计税金额。' },
    breaches: ({ taxes }) => taxes.flatMap((row, i) => (row.base === null ? [{ field: `taxes.${i + 1}.base` }] : [])),
  },
  {
    id: 'BR-46',
    text: { 'en-US': 'A tax breakdown row has no tax amount.', 'zh-CN': '税额明细缺少税额。' },
    breaches: ({ taxes }) => taxes.flatMap((row, i) => (row.tax === null ? [{ field: `taxes.${i + 1}.tax` }] : [])),
  },
  {
    id: 'BR-53',
    text: {
      'en-US': 'A tax currency is given without the tax total in it.',
      'zh-CN': '给出了计税币种，但缺少该币种的税额合计。',
    },
    breaches: ({ taxCurrency, taxTotals }) =>
      taxCurrency !== null && !taxTotals.some((total) => total.currency === taxCurrency) ? [{ field: 'taxTotals' }] : [],
  },
  {
    id: 'BR-CL-04',
    text: { 'en-US': 'The invoice currency is not an ISO 4217 code.', 'zh-CN': '发票币种不是 ISO 4217 代码。' },
    breaches: ({ currency }) =>
      currency !== null && !isCurrency(currency) && !withoutMinorUnit.has(currency)
        ? [{ field: 'currency', actual: currency }]
        : [],
  },
]

const unreadableRule = (id: string, why: UnreadableWhy): Rule => ({
  id,
  text: unreadableTexts[why],
  breaches: ({ unreadable }) => unreadable.filter((each) => each.why === why).map(({ field, text }) => ({ field, actual: text })),
})
const unreadableRules = [
  unreadableRule('UNREADABLE', 'FORM'),
  unreadableRule('OTHER-CURRENCY', 'CURRENCY'),
  unreadableRule('GIVEN-TWICE', 'TWICE'),
]

const dueDateRule: Rule = {
  id: 'DUE-DATE',
  text: {
    'en-US': 'The due date is before the issue date. The invoice is due by the terms with the buyer instead.',
    'zh-CN': '到期日早于开票日期，到期日改按与买方约定的账期计算。',
  },
  breaches: ({ issueDate, dueDate }) =>
    issueDate !== null && dueDate !== null && dueDate < issueDate ? [{ field: 'dueDate', actual: dueDate }] : [],
}

// A number that fails its own check digits was mistyped or made up; either matters before money is sent there.
const numberRules: Rule[] = [
  {
    id: 'VAT-NUMBER',
    warning: true,
    text: { 'en-US': 'A VAT number fails its check digits.', 'zh-CN': '增值税号未通过校验。' },
    breaches: ({ seller, buyer }) =>
      Object.entries({ 'seller.vatId': seller.vatId, 'buyer.vatId': buyer.vatId }).flatMap(([field, number]) =>
        number !== null && vatCountryOf(number) !== undefined && !isEuVatNumber(number) && !isGbVatNumber(number)
          ? [{ field, actual: number }]
          : [],
      ),
  },
  {
    id: 'PAYEE-IBAN',
    warning: true,
    text: { 'en-US': 'An account to pay to is not a valid IBAN.', 'zh-CN': '收款账号不是有效的 IBAN。' },
    breaches: ({ ibans }) =>
      ibans.flatMap((iban, index) =>
        /^[A-Z]{2}\s?\d{2}/i.test(iban) && !isIban(iban) ? [{ field: `ibans.${index + 1}`, actual: iban }] : [],
      ),
  },
]

/** Every rule by which an invoice is judged, in the order findings are reported. */
const rules: Rule[] = [...contentRules, ...sumRules, ...numberRules, dueDateRule, ...unreadableRules]

/** What is wrong with the document; orders and advices are judged only for what cannot be read. */
export function findingsOf(document: EInvoice): Finding[] {
  const applicable = receivableSign(document.kind) === 0 ? unreadableRules : rules
  return applicable.flatMap(({ id, text, arithmetic, warning, breaches }) =>
    breaches(document).map((breach) => ({
      rule: id,
      severity: warning ? ('warning' as const) : ('error' as const),
      arithmetic: arithmetic ?? false,
      text,
      ...breach,
    })),
  )
}
