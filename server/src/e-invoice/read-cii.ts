import type { EInvoice, EInvoiceKind, EInvoiceLine, EInvoiceParty } from './e-invoice.ts'
import { type ValueReader, valueReader } from './values.ts'
import { all, first, textAt, type XmlElement } from './xml-element.ts'

// ZUGFeRD 1.0 (CrossIndustryDocument) is the same tree under older names, so each place lists both.
const roots = ['CrossIndustryInvoice', 'CrossIndustryDocument']

/** Whether the root element is a cross industry invoice of UN/CEFACT. */
export const isCii = (root: XmlElement): boolean => roots.includes(root.name)

// UNTDID 1001: the codes that credit and those that debit; all others of an invoice ask for payment.
const creditCodes = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']
const debitCodes = ['80', '84', '383']

function kindOf(typeCode: string | null): EInvoiceKind {
  if (typeCode === null) return 'INVOICE'
  if (typeCode === '220') return 'ORDER'
  return creditCodes.includes(typeCode) ? 'CREDIT_NOTE' : debitCodes.includes(typeCode) ? 'DEBIT_NOTE' : 'INVOICE'
}

/** Reads a UN/CEFACT cross industry invoice (D16B, Factur-X, ZUGFeRD 1.0 and 2). */
export function readCii(root: XmlElement): EInvoice {
  const unreadable: EInvoice['unreadable'] = []
  const values = valueReader(unreadable)
  const context = either(root, 'ExchangedDocumentContext', 'SpecifiedExchangedDocumentContext')
  const header = either(root, 'ExchangedDocument', 'HeaderExchangedDocument')
  const trade = either(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction')
  const agreement = either(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement')
  const settlement = either(trade, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement')
  const sums = either(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation')
  const amount = (name: string) => values.decimal(name, textAt(sums, name))
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const taxTotals = readTaxTotals(sums, values, currency)
  const typeCode = textAt(header, 'TypeCode')
  return {
    syntax: 'CII',
    document: root.name,
    kind: kindOf(typeCode),
    profile: textAt(context, 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    number: textAt(header, 'ID'),
    issueDate: values.compactDate('IssueDateTime', textAt(header, 'IssueDateTime', 'DateTimeString')),
    dueDate: values.compactDate(
      'DueDateDateTime',
      textAt(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString'),
    ),
    typeCode,
    currency,
    taxCurrency: textAt(settlement, 'TaxCurrencyCode'),
    seller: readParty(first(agreement, 'SellerTradeParty')),
    buyer: readParty(first(agreement, 'BuyerTradeParty')),
    orderRef: reference(agreement, 'BuyerOrderReferencedDocument'),
    buyerRef: textAt(agreement, 'BuyerReference'),
    contractRef: reference(agreement, 'ContractReferencedDocument'),
    precedingInvoices: all(settlement, 'InvoiceReferencedDocument')
      .map((each) => textAt(each, 'IssuerAssignedID') ?? textAt(each, 'ID'))
      .filter((text) => text !== null),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').map((line) => readLine(line, values)),
    totals: {
      lineTotal: amount('LineTotalAmount'),
      allowances: amount('AllowanceTotalAmount'),
      charges: amount('ChargeTotalAmount'),
      taxExclusive: amount('TaxBasisTotalAmount'),
      tax: (taxTotals.find((total) => total.currency === currency) ?? taxTotals[0])?.amount ?? null,
      taxInclusive: amount('GrandTotalAmount'),
      prepaid: amount('TotalPrepaidAmount'),
      rounding: amount('RoundingAmount'),
      payable: amount('DuePayableAmount'),
    },
    taxTotals,
    taxes: all(settlement, 'ApplicableTradeTax').map((row) => ({
      category: textAt(row, 'CategoryCode'),
      rate: values.decimal('RateApplicablePercent', textAt(row, 'RateApplicablePercent') ?? textAt(row, 'ApplicablePercent')),
      base: values.decimal('BasisAmount', textAt(row, 'BasisAmount')),
      tax: values.decimal('CalculatedAmount', textAt(row, 'CalculatedAmount')),
    })),
    documentAllowances: all(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => ({
      isCharge: textAt(each, 'ChargeIndicator', 'Indicator') === 'true',
      amount: values.decimal('ActualAmount', textAt(each, 'ActualAmount')),
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

function readLine(line: XmlElement, values: ValueReader): EInvoiceLine {
  const agreement = either(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement')
  const delivery = either(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery')
  const settlement = either(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')
  const sums = either(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation')
  const qty = first(delivery, 'BilledQuantity')
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument', 'LineID'),
    name: textAt(line, 'SpecifiedTradeProduct', 'Name'),
    qty: values.decimal('BilledQuantity', qty?.text || null),
    unit: qty?.attributes.unitCode ?? null,
    unitPrice: values.decimal('ChargeAmount', textAt(agreement, 'NetPriceProductTradePrice', 'ChargeAmount')),
    amount: values.decimal('LineTotalAmount', textAt(sums, 'LineTotalAmount')),
  }
}

function readTaxTotals(sums: XmlElement | undefined, values: ValueReader, currency: string | null): EInvoice['taxTotals'] {
  return all(sums, 'TaxTotalAmount').flatMap((element) => {
    const amount = values.decimal('TaxTotalAmount', element.text || null)
    return amount === null ? [] : [{ amount, currency: element.attributes.currencyID ?? currency }]
  })
}

const readAccounts = (settlement: XmlElement | undefined): string[] =>
  all(settlement, 'SpecifiedTradeSettlementPaymentMeans', 'PayeePartyCreditorFinancialAccount')
    .map((account) => textAt(account, 'IBANID') ?? textAt(account, 'ProprietaryID'))
    .filter((text) => text !== null)
