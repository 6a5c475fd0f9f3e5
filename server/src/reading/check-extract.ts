import { currencyScales } from '@usance/domain/currencies'
import type { EInvoice } from '../e-invoice/e-invoice.ts'
import { invoicesBefore, whyNoReceivable } from '../e-invoice/receivable.ts'
import type { Finding } from '../e-invoice/rules.ts'
import { isIban, isUnifiedSocialCreditCode } from '../reference/codes.ts'
import { isEuVatNumber, isGbVatNumber } from '../reference/vat-numbers.ts'
import type { Extract, Extracted } from './extract/extract.ts'
import { tenThousandths } from './extract/values.ts'
import type { Reading } from './page.ts'
import type { DocumentSchema } from './schema/schema.ts'

/** Something about a document that does not fit; `error` makes its fields doubtful. */
export type ExtractCheck = { rule: string; level: 'error' | 'warning'; fields: string[]; params?: Record<string, string> }

const cent = 100n
const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

const whatIsOwed = ['invoiceNo', 'totalAmount', 'payableAmount']

/**
 * What an e-invoice that is read as an invoice says against being one: no debt by its type, another invoice in its place, or several
 * invoices in one file, which an import refuses.
 */
export function checkDebt(invoice: EInvoice, isOneOfSeveral = false): ExtractCheck[] {
  const noReceivable = whyNoReceivable(invoice)
  const named = invoicesBefore(invoice).slice(0, 8).join(', ')
  return [
    ...(noReceivable ? [{ rule: noReceivable, level: 'error' as const, fields: whatIsOwed }] : []),
    ...(isOneOfSeveral ? [{ rule: 'SEVERAL_INVOICES', level: 'error' as const, fields: whatIsOwed }] : []),
    ...(named
      ? [{ rule: 'PRECEDING_INVOICE', level: 'warning' as const, fields: ['invoiceNo'], params: { numbers: named } }]
      : []),
  ]
}

/** What of a file and the files in it was not read, so that nobody takes the rest for all of it. */
export function checkUnread(readings: readonly Pick<Reading, 'filesLeft' | 'pagesLeft'>[]): ExtractCheck[] {
  const unread = {
    FILES_UNREAD: readings.reduce((sum, { filesLeft }) => sum + filesLeft, 0),
    PAGES_UNREAD: readings.reduce((sum, { pagesLeft }) => sum + pagesLeft, 0),
  }
  return Object.entries(unread).flatMap(([rule, count]) =>
    count > 0 ? [{ rule, level: 'warning' as const, fields: [], params: { count: String(count) } }] : [],
  )
}

/** What is odd about a reading: sums, order of days, decimals of the currency, check digits, what is missing. `today` is the business date. */
export function checkExtract(
  schema: DocumentSchema,
  { fields, lines }: Extract,
  findings: readonly Finding[],
  today: string,
): ExtractCheck[] {
  const checks: ExtractCheck[] = []
  const add = (rule: string, level: ExtractCheck['level'], names: string[], params?: Record<string, string>) =>
    checks.push({ rule, level, fields: names, ...(params ? { params } : {}) })
  const amount = (name: string) => (fields[name] ? tenThousandths(fields[name].value) : undefined)
  const [net, tax, shipping, total] = [amount('netAmount'), amount('taxAmount'), amount('shippingAmount'), amount('totalAmount')]

  for (const field of schema.fields) if (field.required && !fields[field.name]) add('MISSING', 'error', [field.name])
  if (net !== undefined && tax !== undefined && total !== undefined && apart(net + tax + (shipping ?? 0n), total) > cent)
    add('SUM', 'error', ['netAmount', 'taxAmount', 'totalAmount'], {
      sum: decimal(net + tax + (shipping ?? 0n)),
      total: decimal(total),
    })
  if (total !== undefined && total <= 0n) add('NOT_POSITIVE', 'error', ['totalAmount'])
  const [prepaid, payable] = [fields.prepaidAmount?.value, fields.payableAmount?.value]
  if (prepaid && payable) add('PREPAID', 'warning', ['payableAmount'], { prepaid, payable })
  else if (payable && fields.totalAmount)
    add('PAYABLE', 'warning', ['payableAmount'], { total: fields.totalAmount.value, payable })
  const lineAmounts = lines.map((line) => line.amount)
  if (net !== undefined && lines.length > 0 && lineAmounts.every((each) => each !== null)) {
    const sum = lineAmounts.reduce((all, each) => all + tenThousandths(each!), 0n)
    if (apart(sum, net) > cent) add('LINES_SUM', 'warning', ['netAmount'], { sum: decimal(sum), net: decimal(net) })
  }
  for (const [index, { quantity, unitPrice, amount: printed }] of lines.entries()) {
    if (!quantity || !unitPrice || !printed) continue
    const made = (tenThousandths(quantity) * tenThousandths(unitPrice)) / 10_000n
    if (apart(made, tenThousandths(printed)) > cent * 2n) add('LINE', 'warning', [], { line: String(index + 1) })
  }
  const [issued, due] = [fields.invoiceDate?.value, fields.dueDate?.value]
  if (issued && due && due < issued) add('DATE_ORDER', 'error', ['invoiceDate', 'dueDate'])
  if (issued && issued > today) add('DATE_FUTURE', 'warning', ['invoiceDate'])
  checkCurrency(schema, fields, add)
  for (const name of ['sellerTaxId', 'buyerTaxId'] as const)
    if (fields[name] && !taxNumberPasses(fields[name])) add('TAX_NUMBER', 'warning', [name])
  const account = fields.bankAccount ?? fields.payeeAccount
  if (account && /^[A-Z]{2}\d{2}[A-Z0-9]{10,}$/.test(account.value) && !isIban(account.value))
    add('IBAN', 'warning', [fields.bankAccount ? 'bankAccount' : 'payeeAccount'])
  if (fields.sellerName && fields.sellerName.value === fields.buyerName?.value)
    add('SAME_PARTY', 'error', ['sellerName', 'buyerName'])
  if (findings.length > 0)
    add('E_INVOICE', 'warning', [], { rules: [...new Set(findings.map(({ rule }) => rule))].slice(0, 8).join(', ') })
  return checks
}

function checkCurrency(
  schema: DocumentSchema,
  fields: Record<string, Extracted>,
  add: (rule: string, level: ExtractCheck['level'], names: string[], params?: Record<string, string>) => void,
): void {
  const code = fields.currency?.value
  if (!code) {
    if (schema.fields.some(({ name }) => name === 'currency')) add('CURRENCY_MISSING', 'warning', ['currency'])
    return
  }
  const scale = currencyScales.get(code)
  if (scale === undefined) {
    add('CURRENCY_UNKNOWN', 'error', ['currency'], { currency: code })
    return
  }
  const over = schema.fields
    .filter(({ name, kind }) => kind === 'amount' && fields[name] && decimals(fields[name].value) > scale)
    .map(({ name }) => name)
  // An amount the currency cannot have is never cut to fit: somebody decides what was meant.
  if (over.length > 0) add('CURRENCY_DECIMALS', 'error', over, { currency: code, decimals: String(scale) })
}

const decimals = (value: string) => /\.(\d*?)0*$/.exec(value)?.[1]?.length ?? 0

/** Numbers of a known form must carry the right check digits; of other forms nothing can be said. */
function taxNumberPasses({ value }: Extracted): boolean {
  const compact = value.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(compact) && /[A-Z]/.test(compact)) return isUnifiedSocialCreditCode(compact)
  if (/^GB\d/.test(compact)) return isGbVatNumber(compact)
  if (/^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[A-Z0-9]{8,12}$/.test(compact))
    return isEuVatNumber(compact)
  return true
}

const decimal = (value: bigint) => {
  const sign = value < 0n ? '-' : ''
  const plain = value < 0n ? -value : value
  return `${sign}${plain / 10_000n}.${String(plain % 10_000n)
    .padStart(4, '0')
    .replace(/00$/, '')}`
}
