import type { EInvoice, EInvoiceParty } from '@usance/server/e-invoice/e-invoice'
import { readEInvoice } from '@usance/server/e-invoice/read-e-invoice'
import type { CaseFolder } from './case-files.ts'
import { plain, Tally } from './tally.ts'

type ExpectedLine = Record<'id' | 'quantity' | 'net' | 'price' | 'item', string | null>
type Expected = {
  rule?: string
  rule_must_fire?: boolean
  supported?: false
  valid?: false
  lines: ExpectedLine[]
  totals: Record<string, string>
  vat_breakdown: Record<'category' | 'rate' | 'base' | 'tax', string | null>[]
  arithmetic_violations: string[]
  preceding_invoice: string[]
  payee_ibans: string[]
  attachments: (string | null)[]
} & Record<string, unknown>

/** Whole documents field by field, the business rules by whether they fire, unsupported documents by being refused. */
export function eInvoiceSet(cases: CaseFolder): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const [path, expected] of Object.entries(cases.json<Record<string, Expected>>('expected.json'))) {
    const folder = path.split('/')[0] ?? ''
    const tally = tallies.get(folder) ?? new Tally(folder)
    tallies.set(folder, tally)
    tally.files += 1
    judge(tally, path, expected, readEInvoice(cases.bytes(path)))
  }
  return [...tallies.values()]
}

function judge(tally: Tally, path: string, expected: Expected, result: ReturnType<typeof readEInvoice>): void {
  if (expected.supported === false) {
    tally.compare(`${path} refused`, result.ok ? 'read' : result.error.code, 'e-invoice-unsupported')
  } else if (!result.ok) {
    tally.compare(path, result.error.message, 'read')
  } else if (expected.rule) {
    const fired = result.findings.some((finding) => finding.rule === expected.rule)
    tally.compare(`${path} ${expected.rule}`, fired, expected.rule_must_fire)
  } else {
    compareDocument(tally, path, result.invoice, expected)
    const flagged = result.findings.some((finding) => finding.arithmetic)
    tally.compare(`${path} sums flagged`, flagged, expected.arithmetic_violations.length > 0)
    if (expected.valid === false) tally.compare(`${path} warned`, result.findings.length > 0, true)
  }
}

function compareDocument(tally: Tally, path: string, invoice: EInvoice, expected: Expected): void {
  const same = (field: string, got: unknown, wanted: unknown) => tally.compare(`${path} ${field}`, plain(got), plain(wanted))
  same('number', invoice.number, expected.number)
  same('issue date', invoice.issueDate, expected.issue_date)
  same('due date', invoice.dueDate, expected.due_date)
  same('type code', invoice.typeCode, expected.type_code)
  same('currency', invoice.currency, expected.currency)
  same('tax currency', invoice.taxCurrency, expected.tax_currency)
  same('syntax', invoice.syntax, expected.syntax)
  same('document', invoice.document, expected.document)
  same('profile', invoice.profile, expected.customization_id)
  same('order', invoice.orderRef, expected.order_ref)
  same('buyer reference', invoice.buyerRef, expected.buyer_reference)
  same('contract', invoice.contractRef, expected.contract_ref)
  same('preceding invoices', invoice.precedingInvoices.join(), expected.preceding_invoice.join())
  compareParty(same, 'seller', invoice.seller, expected)
  compareParty(same, 'buyer', invoice.buyer, expected)
  const { totals } = invoice
  const named = {
    lines: totals.lineTotal,
    allowances: totals.allowances,
    charges: totals.charges,
    net: totals.taxExclusive,
    tax: totals.tax,
    gross: totals.taxInclusive,
    prepaid: totals.prepaid,
    rounding: totals.rounding,
    payable: totals.payable,
  }
  for (const [name, amount] of Object.entries(named)) same(`total ${name}`, amount, expected.totals[name])
  same('line count', invoice.lines.length, expected.line_count)
  for (const [index, line] of expected.lines.entries()) {
    const got = invoice.lines[index]
    same(`line ${index + 1} id`, got?.id, line.id)
    same(`line ${index + 1} item`, got?.name, line.item)
    same(`line ${index + 1} quantity`, got?.qty, line.quantity)
    same(`line ${index + 1} price`, got?.unitPrice, line.price)
    same(`line ${index + 1} net`, got?.amount, line.net)
  }
  const taxText = (rows: { category?: string | null; rate: string | null; base: string | null; tax: string | null }[]) =>
    rows.map((row) => [row.category, row.rate, row.base, row.tax].map(plain).join(' ')).join('; ')
  same('tax breakdown', taxText(invoice.taxes), taxText(expected.vat_breakdown))
  same('accounts', invoice.ibans.join(), expected.payee_ibans.join())
  same('attachments', invoice.attachments.join(), expected.attachments.filter((name) => name !== null).join())
}

function compareParty(
  same: (field: string, got: unknown, wanted: unknown) => void,
  role: 'seller' | 'buyer',
  party: EInvoiceParty,
  expected: Expected,
): void {
  same(`${role} name`, party.name, expected[`${role}_name`])
  same(`${role} trading name`, party.tradingName, expected[`${role}_trading_name`])
  same(`${role} country`, party.country, expected[`${role}_country`])
  // A document may give a VAT number and a local tax number; the case names whichever stands first.
  const wanted = expected[`${role}_tax_id`]
  same(`${role} tax number`, party.taxNumber !== null && party.taxNumber === wanted ? party.taxNumber : party.vatId, wanted)
}
