import { describe, expect, it } from 'vitest'
import { receivableSign } from './e-invoice.ts'
import { eInvoiceErrorNames, eInvoiceErrorText } from './errors.ts'
import { readEInvoice } from './read-e-invoice.ts'
import { isCorrection, whyNoReceivable } from './receivable.ts'
import { ciiInvoice, ublInvoice } from './sample-documents.fixture.ts'
import { xmlLimits } from './xml-element.ts'

function read(source: string | Uint8Array) {
  const result = readEInvoice(source)
  if (!result.ok) throw result.error
  return result
}
const refusal = (source: string | Uint8Array, limits = xmlLimits) => {
  const result = readEInvoice(source, limits)
  return result.ok ? 'read' : result.error.code
}
const firedRules = (source: string) => read(source).findings.map((finding) => finding.rule)

it('takes an invoice of UBL with the type code of a credit note as one', () => {
  const coded = (code: string) => ublInvoice().replace('<cbc:IssueDate>', `<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode>$&`)
  expect(['380', '384', '381', '383'].map((code) => read(coded(code)).invoice.kind)).toEqual([
    'INVOICE',
    'INVOICE',
    'CREDIT_NOTE',
    'DEBIT_NOTE',
  ])
})

it('reads each type code of a credit note, a factored invoice and a correction as what it is', () => {
  const judged = (code: string) => {
    const { invoice } = read(ciiInvoice(code))
    return [code, invoice.kind, whyNoReceivable(invoice), isCorrection(invoice)]
  }
  expect(['380', '471', '472', '473', '500', '501', '502', '503'].map(judged)).toEqual([
    ['380', 'INVOICE', null, false],
    ['471', 'INVOICE', null, true],
    ['472', 'INVOICE', 'FACTORED_INVOICE', true],
    ['473', 'INVOICE', 'FACTORED_INVOICE', true],
    ['500', 'INVOICE', null, false],
    ['501', 'INVOICE', 'FACTORED_INVOICE', false],
    ['502', 'CREDIT_NOTE', 'NOTE', false],
    ['503', 'CREDIT_NOTE', 'NOTE', false],
  ])
})

describe('an e-invoice', () => {
  it('is the same invoice in UBL and in CII', () => {
    const { syntax: _ubl, document: _invoice, ...ubl } = read(ublInvoice()).invoice
    const { syntax: _cii, document: _cross, ...cii } = read(ciiInvoice()).invoice
    expect({ ...ubl, typeCode: '380' }).toEqual(cii)
    expect(ubl).toMatchObject({
      kind: 'INVOICE',
      number: 'R-2031',
      issueDate: '2025-03-01',
      dueDate: '2025-03-31',
      currency: 'EUR',
      seller: { name: 'Teehaus & Söhne', country: 'DE' },
      buyer: { name: '广州贸易有限公司', country: 'CN' },
      orderRef: 'PO-77',
      lines: [{ id: '1', name: 'Green tea', qty: '4', unit: 'KGM', unitPrice: '25.00', amount: '100.00' }],
      totals: { lineTotal: '100.00', tax: '7.00', payable: '107.00', prepaid: null },
    })
  })

  it('of ZUGFeRD 1.0 reads like today’s', () => {
    expect(read(ciiInvoice('380', true)).invoice).toEqual({ ...read(ciiInvoice()).invoice, document: 'CrossIndustryDocument' })
  })

  it('reads whatever its namespace prefixes are called', () => {
    expect(read(ublInvoice({ prefix: 'ns7' })).invoice).toEqual(read(ublInvoice()).invoice)
  })

  it('has no findings when it adds up', () => {
    expect(read(ublInvoice()).findings).toEqual([])
    expect(read(ciiInvoice()).findings).toEqual([])
  })

  it('reads from bytes in UTF-16 as from UTF-8', () => {
    const text = ublInvoice().replace('UTF-8', 'UTF-16')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(read(utf16).invoice).toEqual(read(Buffer.from(ublInvoice())).invoice)
  })
})

describe('a credit note', () => {
  it('lowers what the buyer owes, in both syntaxes', () => {
    const ubl = read(ublInvoice({ root: 'CreditNote' })).invoice
    const cii = read(ciiInvoice('381')).invoice
    expect([ubl.kind, cii.kind]).toEqual(['CREDIT_NOTE', 'CREDIT_NOTE'])
    expect(receivableSign(ubl.kind)).toBe(-1)
    expect(ubl.lines[0]?.qty).toBe('4')
  })

  it('is told from a debit note and an order', () => {
    expect(receivableSign(read(ciiInvoice('383')).invoice.kind)).toBe(1)
    expect(receivableSign('ORDER')).toBe(0)
  })
})

describe('an invoice that does not add up', () => {
  it.each([
    ['BR-CO-10', { line: '90.00' }],
    ['BR-CO-15', { total: '108.00', payable: '108.00' }],
    ['BR-CO-16', { payable: '100.00' }],
    ['BR-CO-17', { tax: '9.00', total: '109.00', payable: '109.00' }],
    ['BR-CL-04', { currency: 'AAA' }],
  ])('breaks %s', (rule, change) => {
    expect(firedRules(ublInvoice(change))).toContain(rule)
  })

  it('says what the sum should have been', () => {
    const [finding] = read(ublInvoice({ payable: '100.00' })).findings
    expect(finding).toMatchObject({ arithmetic: true, field: 'totals.payable', expected: '107', actual: '100' })
    expect(finding?.text['zh-CN']).toMatch(/应付金额/)
  })

  it('may be off by less than one unit in the tax of a row, but never in a total', () => {
    expect(firedRules(ublInvoice({ tax: '7.30', total: '107.30', payable: '107.30' }))).toEqual([])
    expect(firedRules(ublInvoice({ total: '107.01', payable: '107.01' }))).toEqual(['BR-CO-15'])
  })
})

describe('the sums of an invoice', () => {
  /** A document of UBL with an allowance, in a currency and with sums of its own. */
  const inCurrency = (currency: string, [line, allowance, base, tax, total]: [string, string, string, string, string]) =>
    ublInvoice({ line, tax, total, payable: total })
      .replaceAll('EUR', currency)
      .replace(/(<cbc:(?:TaxableAmount|TaxExclusiveAmount)>)100.00/g, `$1${base}`)
      .replace('<cbc:LineExtensionAmount>100.00', `<cbc:LineExtensionAmount>${line}`)
      .replace('<cbc:PayableAmount>', `<cbc:AllowanceTotalAmount>${allowance}</cbc:AllowanceTotalAmount>$&`)
      .replace(
        '<a:TaxTotal>',
        `<a:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount>${allowance}</cbc:Amount></a:AllowanceCharge>$&`,
      )

  it.each<[string, Parameters<typeof inCurrency>[1], string[]]>([
    ['KWD', ['100.125', '0.003', '100.122', '7.009', '107.131'], []],
    ['KWD', ['100.125', '0.003', '100.122', '7.009', '107.13'], ['BR-CO-15']],
    ['JPY', ['100', '3', '97', '7', '104'], []],
    ['JPY', ['100.5', '3', '97.5', '6.83', '104.33'], []],
    ['JPY', ['100', '3', '97', '7', '105'], ['BR-CO-15']],
    ['EUR', ['100.12', '0.02', '100.10', '7.01', '107.11'], []],
    ['EUR', ['100.12', '0.02', '100.10', '7.01', '107.111'], ['BR-CO-15', 'BR-CO-16']],
  ])('are judged by the decimals of %s: %j breaks %j', (currency, sums, broken) => {
    expect(firedRules(inCurrency(currency, sums))).toEqual(broken)
  })
})

describe('an invoice with a doubtful number', () => {
  const paidTo = (iban: string) =>
    ublInvoice().replace(
      '<a:TaxTotal>',
      `<a:PaymentMeans><a:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></a:PayeeFinancialAccount></a:PaymentMeans><a:TaxTotal>`,
    )
  const taxed = (id: string) =>
    ublInvoice().replace(
      '<a:PartyLegalEntity>',
      `<a:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID></a:PartyTaxScheme><a:PartyLegalEntity>`,
    )

  it('is warned about, not refused', () => {
    const [finding] = read(paidTo('DE89370400440532013001')).findings
    expect(finding).toMatchObject({ rule: 'PAYEE-IBAN', severity: 'warning', arithmetic: false })
    expect(firedRules(taxed('DE136695977'))).toEqual(['VAT-NUMBER'])
  })

  it('is not doubted for a good account, a good VAT number or one of a country without a known check', () => {
    expect(firedRules(paidTo('DE89370400440532013000'))).toEqual([])
    expect(firedRules(paidTo('0042-77'))).toEqual([])
    expect(firedRules(taxed('DE136695976'))).toEqual([])
    expect(firedRules(taxed('NO123456789MVA'))).toEqual([])
  })
})

describe('an incomplete invoice', () => {
  it('names everything it lacks', () => {
    const rules = firedRules('<Invoice><InvoiceLine/></Invoice>')
    expect(rules).toEqual(expect.arrayContaining(['BR-02', 'BR-05', 'BR-06', 'BR-07', 'BR-21', 'BR-25']))
    expect(firedRules('<Invoice/>')).toContain('BR-16')
  })

  it('reports an impossible date and a broken amount instead of guessing', () => {
    const { invoice, findings } = read(ublInvoice({ payable: '1.234,50' }).replace('2025-03-31', '2025-02-30'))
    expect([invoice.dueDate, invoice.totals.payable]).toEqual([null, null])
    const unreadable = findings.filter((finding) => finding.rule === 'UNREADABLE').map((finding) => finding.actual)
    expect(unreadable.sort()).toEqual(['1.234,50', '2025-02-30'])
  })
})

describe('an amount of another currency than the document', () => {
  const named = (xml: string, name: string) =>
    xml.replaceAll(new RegExp(`<(\\w+:${name})( currencyID="EUR")?>`, 'g'), '<$1 currencyID="USD">')
  it.each([
    ['TaxExclusiveAmount', ublInvoice()],
    ['LineExtensionAmount', ublInvoice()],
    ['PriceAmount', ublInvoice()],
    ['TaxAmount', ublInvoice()],
    ['TaxBasisTotalAmount', ciiInvoice()],
    ['LineTotalAmount', ciiInvoice()],
    ['ChargeAmount', ciiInvoice()],
    ['TaxTotalAmount', ciiInvoice()],
  ])('is not read, and is reported: %s', (name, xml) => {
    expect(firedRules(named(xml, name))).toContain('OTHER-CURRENCY')
  })

  it('is the tax where the document reports tax in that currency', () => {
    const taxed = ublInvoice()
      .replace('<a:TaxTotal>', '<a:TaxTotal><cbc:TaxAmount currencyID="USD">8.00</cbc:TaxAmount></a:TaxTotal><a:TaxTotal>')
      .replace('<a:OrderReference>', '<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode><a:OrderReference>')
    const { invoice, findings } = read(taxed)
    expect([invoice.totals.tax, findings]).toEqual(['7.00', []])
  })
})

describe('a document that cannot be read', () => {
  it.each([
    ['e-invoice-unsupported', '<FatturaElettronica/>'],
    ['e-invoice-malformed', '<Invoice><ID>1</Invoice>'],
    ['e-invoice-malformed', 'no markup at all'],
    ['e-invoice-malformed', '<Invoice><ID>&secret;</ID></Invoice>'],
    ['e-invoice-malformed', '<Invoice/><Invoice/>'],
    ['e-invoice-empty', '  \n'],
    ['e-invoice-doctype', '<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]><Invoice><ID>&x;</ID></Invoice>'],
    ['e-invoice-too-deep', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
    ['e-invoice-encoding', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><Invoice/>')],
    ['e-invoice-encoding', Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
  ])('is refused as %s', (name, source) => {
    expect(refusal(source)).toBe(name)
  })

  it('is refused for its size before it is parsed', () => {
    expect(refusal(ublInvoice(), { ...xmlLimits, maxBytes: 100 })).toBe('e-invoice-too-large')
    expect(refusal(ublInvoice(), { ...xmlLimits, maxElements: 5 })).toBe('e-invoice-too-large')
  })

  it('is never answered with an unknown error, wherever it is cut off', () => {
    const bytes = Buffer.from(ublInvoice())
    for (let length = 0; length < bytes.length; length += 37)
      expect(eInvoiceErrorNames).toContain(refusal(bytes.subarray(0, length)))
  })

  it('is explained in both languages', () => {
    for (const name of eInvoiceErrorNames) expect(eInvoiceErrorText(name, 'zh-CN')).not.toBe(eInvoiceErrorText(name, 'en-US'))
  })
})
