import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceTotals } from './e-invoice.ts'
import { kindOfCode } from './kind-of-code.ts'
import { paidTo } from './same-party.ts'
import { type ReadAmount, type ValueReader, valueReader } from './values.ts'
import { all, first, textAt, type XmlElement } from './xml-element.ts'

// ZUGFeRD 1.0 (CrossIndustryDocument) is the same tree under older names, so each place lists both.
const roots = ['CrossIndustryInvoice', 'CrossIndustryDocument']

/** Whether the root element is a cross industry invoice of UN/CEFACT. */
export const isCii = (root: XmlElement): boolean => roots.includes(root.name)

/** Reads a UN/CEFACT cross industry invoice (D16B, Factur-X, ZUGFeRD 1.0 and 2). */
export function readCii(root: XmlElement): EInvoice {
  const unreadable: EInvoice['unreadable'] = []
  const values = valueReader(unreadable)
  const context = either(root, 'ExchangedDocumentContext', 'SpecifiedExchangedDocumentContext')
  const headers = eachOf([root], 'ExchangedDocument', 'HeaderExchangedDocument')
  const trades = eachOf([root], 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction')
  const settlements = eachOf(trades, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement')
  const sums = eachOf(settlements, 'SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation')
  const [trade, settlement] = [trades[0], settlements[0]]
  const agreement = either(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement')
  const currency = values.only('currency', allIn(settlements, 'InvoiceCurrencyCode'))
  const taxCurrency = textAt(settlement, 'TaxCurrencyCode')
  const amount = (field: string, elements: XmlElement[]) => values.amount(field, elements, [currency])
  const taxAmount = (field: string, elements: XmlElement[]) => values.amount(field, elements, [currency, taxCurrency])
  const total = (field: keyof EInvoiceTotals, name: string) => amount(`totals.${field}`, allIn(sums, name))
  const taxTotals = allIn(sums, 'TaxTotalAmount').flatMap((element) =>
    values.taxTotal('totals.tax', element, [currency, taxCurrency]),
  )
  const typeCode = values.only('typeCode', allIn(headers, 'TypeCode'))
  const seller = readParty(first(agreement, 'SellerTradeParty'))
  const payee = first(settlement, 'PayeeTradeParty')
  const lines = all(trade, 'IncludedSupplyChainTradeLineItem')
  return {
    syntax: 'CII',
    document: root.name,
    kind: kindOfCode(typeCode),
    profile: textAt(context, 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    number: values.only('number', allIn(headers, 'ID')),
    issueDate: values.compactDate('issueDate', values.only('issueDate', allIn(headers, 'IssueDateTime', 'DateTimeString'))),
    dueDate: values.compactDate(
      'dueDate',
      values.only('dueDate', allIn(settlements, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString')),
    ),
    typeCode,
    currency,
    taxCurrency,
    seller,
    buyer: readParty(first(agreement, 'BuyerTradeParty')),
    payee: paidTo(seller, payee ? readParty(payee) : null, readHolders(settlement)),
    orderRef: reference(agreement, 'BuyerOrderReferencedDocument'),
    buyerRef: textAt(agreement, 'BuyerReference'),
    contractRef: reference(agreement, 'ContractReferencedDocument'),
    precedingInvoices: precedingIn(settlements),
    precedingOnLines: precedingIn(lines.map(lineSettlement)),
    lines: lines.map((line) => readLine(line, values, amount)),
    totals: {
      lineTotal: total('lineTotal', 'LineTotalAmount'),
      allowances: total('allowances', 'AllowanceTotalAmount'),
      charges: total('charges', 'ChargeTotalAmount'),
      taxExclusive: total('taxExclusive', 'TaxBasisTotalAmount'),
      tax: taxTotals.find((each) => each.currency === currency)?.amount ?? null,
      taxInclusive: total('taxInclusive', 'GrandTotalAmount'),
      prepaid: total('prepaid', 'TotalPrepaidAmount'),
      rounding: total('rounding', 'RoundingAmount'),
      payable: total('payable', 'DuePayableAmount'),
    },
    taxTotals,
    taxes: all(settlement, 'ApplicableTradeTax').map((row) => ({
      category: textAt(row, 'CategoryCode'),
      rate: values.decimal('RateApplicablePercent', textAt(row, 'RateApplicablePercent') ?? textAt(row, 'ApplicablePercent')),
      base: taxAmount('BasisAmount', all(row, 'BasisAmount')),
      tax: taxAmount('CalculatedAmount', all(row, 'CalculatedAmount')),
    })),
    documentAllowances: all(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => ({
      isCharge: textAt(each, 'ChargeIndicator', 'Indicator') === 'true',
      amount: amount('documentAllowances', all(each, 'ActualAmount')),
    })),
    ibans: readAccounts(settlement),
    attachments: all(agreement, 'AdditionalReferencedDocument', 'AttachmentBinaryObject')
      .map((object) => object.attributes.filename ?? '')
      .filter((name) => name !== ''),
    unreadable,
  }
}

const either = (element: XmlElement | undefined, name: string, olderName: string): XmlElement | undefined =>
  first(element, name) ?? first(element, olderName)

const allIn = (elements: readonly XmlElement[], ...path: string[]): XmlElement[] =>
  elements.flatMap((element) => all(element, ...path))

/** All elements of a name within the elements; where there is none, those of the older name. */
const eachOf = (elements: readonly XmlElement[], name: string, olderName: string): XmlElement[] => {
  const found = allIn(elements, name)
  return found.length > 0 ? found : allIn(elements, olderName)
}

const lineSettlement = (line: XmlElement): XmlElement | undefined =>
  either(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')

/** The invoices that a document or a line of it names as preceding. */
const precedingIn = (settlements: readonly (XmlElement | undefined)[]): string[] =>
  settlements
    .flatMap((settlement) => all(settlement, 'InvoiceReferencedDocument'))
    .map((each) => textAt(each, 'IssuerAssignedID') ?? textAt(each, 'ID'))
    .filter((text) => text !== null)

const reference = (agreement: XmlElement | undefined, name: string): string | null =>
  textAt(agreement, name, 'IssuerAssignedID') ?? textAt(agreement, name, 'ID')

function readParty(party: XmlElement | undefined): EInvoiceParty {
  const registrations = all(party, 'SpecifiedTaxRegistration', 'ID').filter((id) => id.text !== '')
  // VA is the VAT number; FC is the local tax number a seller without VAT number gives instead.
  const vat = registrations.find((id) => id.attributes.schemeID === 'VA') ?? registrations[0]
  const other = registrations.find((id) => id !== vat)
  return {
    name: textAt(party, 'Name'),
    tradingName: textAt(party, 'SpecifiedLegalOrganization', 'TradingBusinessName'),
    vatId: vat?.text ?? null,
    taxNumber: other?.text ?? null,
    registration: textAt(party, 'SpecifiedLegalOrganization', 'ID'),
    country: textAt(party, 'PostalTradeAddress', 'CountryID'),
  }
}

function readLine(line: XmlElement, values: ValueReader, amount: ReadAmount): EInvoiceLine {
  const agreement = either(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement')
  const delivery = either(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery')
  const settlement = lineSettlement(line)
  const sums = either(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation')
  const qty = first(delivery, 'BilledQuantity')
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument', 'LineID'),
    name: textAt(line, 'SpecifiedTradeProduct', 'Name'),
    qty: values.decimal('BilledQuantity', qty?.text || null),
    unit: qty?.attributes.unitCode ?? null,
    unitPrice: amount('ChargeAmount', all(agreement, 'NetPriceProductTradePrice', 'ChargeAmount')),
    amount: amount('LineTotalAmount', all(sums, 'LineTotalAmount')),
  }
}

const accountsOf = (settlement: XmlElement | undefined): XmlElement[] =>
  all(settlement, 'SpecifiedTradeSettlementPaymentMeans', 'PayeePartyCreditorFinancialAccount')

const readHolders = (settlement: XmlElement | undefined): string[] =>
  accountsOf(settlement)
    .map((account) => textAt(account, 'AccountName'))
    .filter((text) => text !== null)

const readAccounts = (settlement: XmlElement | undefined): string[] =>
  accountsOf(settlement)
    .map((account) => textAt(account, 'IBANID') ?? textAt(account, 'ProprietaryID'))
    .filter((text) => text !== null)
