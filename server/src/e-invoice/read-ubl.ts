import type { EInvoice, EInvoiceKind, EInvoiceLine, EInvoiceParty, EInvoiceTotals } from './e-invoice.ts'
import { kindOfCode } from './kind-of-code.ts'
import { paidTo } from './same-party.ts'
import { type ReadAmount, type ValueReader, valueReader } from './values.ts'
import { all, first, textAt, type XmlElement } from './xml-element.ts'

type Shape = { kind: EInvoiceKind; line?: string; qty?: string; totals: string; seller: string[]; buyer: string[] }

const invoiceParties = { seller: ['AccountingSupplierParty'], buyer: ['AccountingCustomerParty'] }
const orderParties = { seller: ['SellerSupplierParty'], buyer: ['BuyerCustomerParty'] }
const invoice = { ...invoiceParties, line: 'InvoiceLine', qty: 'InvoicedQuantity', totals: 'LegalMonetaryTotal' }
const creditNote = { ...invoiceParties, line: 'CreditNoteLine', qty: 'CreditedQuantity', totals: 'LegalMonetaryTotal' }

// UBL 2.1 document types by root element. The self-billed twins differ only in who writes the paper.
const shapes: Record<string, Shape> = {
  Invoice: { kind: 'INVOICE', ...invoice },
  SelfBilledInvoice: { kind: 'INVOICE', ...invoice },
  CreditNote: { kind: 'CREDIT_NOTE', ...creditNote },
  SelfBilledCreditNote: { kind: 'CREDIT_NOTE', ...creditNote },
  DebitNote: {
    kind: 'DEBIT_NOTE',
    ...invoiceParties,
    line: 'DebitNoteLine',
    qty: 'DebitedQuantity',
    totals: 'RequestedMonetaryTotal',
  },
  Order: { kind: 'ORDER', ...orderParties, line: 'OrderLine', qty: 'Quantity', totals: 'AnticipatedMonetaryTotal' },
  OrderChange: { kind: 'ORDER_CHANGE', ...orderParties, line: 'OrderLine', qty: 'Quantity', totals: 'AnticipatedMonetaryTotal' },
  OrderResponse: {
    kind: 'ORDER_RESPONSE',
    ...orderParties,
    line: 'OrderLine',
    qty: 'Quantity',
    totals: 'AnticipatedMonetaryTotal',
  },
  OrderResponseSimple: { kind: 'ORDER_RESPONSE', ...orderParties, totals: 'AnticipatedMonetaryTotal' },
  OrderCancellation: { kind: 'ORDER_CANCELLATION', ...orderParties, totals: 'AnticipatedMonetaryTotal' },
  ReceiptAdvice: {
    kind: 'RECEIPT_ADVICE',
    seller: ['SellerSupplierParty', 'DespatchSupplierParty'],
    buyer: ['BuyerCustomerParty', 'DeliveryCustomerParty'],
    totals: 'LegalMonetaryTotal',
  },
  RemittanceAdvice: { kind: 'REMITTANCE_ADVICE', ...invoiceParties, totals: 'LegalMonetaryTotal' },
}

/** Whether the root element is a UBL document this product reads. */
export const isUbl = (root: XmlElement): boolean => Object.hasOwn(shapes, root.name)

/** Reads a UBL 2.1 invoice, credit note, debit note, order or advice. */
export function readUbl(root: XmlElement): EInvoice {
  const shape = shapes[root.name]
  if (!shape) throw new Error(`Not a UBL document: ${root.name}.`)
  const unreadable: EInvoice['unreadable'] = []
  const values = valueReader(unreadable)
  const currency = values.only('currency', currencyOf(root))
  const amount = (field: string, elements: XmlElement[]) => values.amount(field, elements, [currency])
  const total = (field: keyof EInvoiceTotals, name: string) => amount(`totals.${field}`, all(root, shape.totals, name))
  const typeCode = values.only('typeCode', typeCodesOf(root))
  const taxCurrency = textAt(root, 'TaxCurrencyCode')
  const taxTotals = all(root, 'TaxTotal', 'TaxAmount').flatMap((element) =>
    values.taxTotal('totals.tax', element, [currency, taxCurrency]),
  )
  const read = shape.line ? all(root, shape.line).map((line) => readLine(line, shape.qty ?? '', values, amount)) : []
  // A line of an order response without quantity or amount only answers an order line and restates nothing.
  const lines = shape.kind === 'ORDER_RESPONSE' ? read.filter((line) => line.qty !== null || line.amount !== null) : read
  const seller = readParty(first(firstOf(root, shape.seller), 'Party'))
  return {
    syntax: 'UBL',
    document: root.name,
    // Some credit notes are invoices with the code of one.
    kind: shape.kind === 'INVOICE' ? kindOfCode(typeCode) : shape.kind,
    profile: textAt(root, 'CustomizationID'),
    number: values.only('number', all(root, 'ID')),
    issueDate: values.isoDate('issueDate', values.only('issueDate', all(root, 'IssueDate'))),
    dueDate: values.isoDate('dueDate', values.only('dueDate', dueDatesOf(root))),
    typeCode,
    currency,
    taxCurrency,
    seller,
    buyer: readParty(first(firstOf(root, shape.buyer), 'Party')),
    payee: paidTo(seller, partyPaid(root), textsOf(all(root, 'PaymentMeans', 'PayeeFinancialAccount', 'Name'))),
    orderRef: textAt(root, 'OrderReference', 'ID'),
    buyerRef: textAt(root, 'BuyerReference'),
    contractRef: textAt(root, 'ContractDocumentReference', 'ID'),
    precedingInvoices: precedingIn([root]),
    precedingOnLines: shape.line ? precedingIn(all(root, shape.line)) : [],
    lines,
    totals: {
      lineTotal: total('lineTotal', 'LineExtensionAmount'),
      allowances: total('allowances', 'AllowanceTotalAmount'),
      charges: total('charges', 'ChargeTotalAmount'),
      taxExclusive: total('taxExclusive', 'TaxExclusiveAmount'),
      tax: taxTotals.find((each) => each.currency === currency)?.amount ?? null,
      taxInclusive: total('taxInclusive', 'TaxInclusiveAmount'),
      prepaid: total('prepaid', 'PrepaidAmount'),
      rounding: total('rounding', 'PayableRoundingAmount'),
      payable: total('payable', 'PayableAmount'),
    },
    taxTotals,
    taxes: readTaxes(root, values, (field, elements) => values.amount(field, elements, [currency, taxCurrency])),
    documentAllowances: all(root, 'AllowanceCharge').map((each) => ({
      isCharge: textAt(each, 'ChargeIndicator') === 'true',
      amount: amount('documentAllowances', all(each, 'Amount')),
    })),
    ibans: textsOf(all(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID')),
    attachments: readAttachments(root),
    unreadable,
  }
}

const textsOf = (elements: XmlElement[]) => elements.map((element) => element.text).filter((text) => text !== '')

/** The types that a document gives; an invoice has a code of its own name. */
const typeCodesOf = (root: XmlElement): XmlElement[] => {
  const own = all(root, 'InvoiceTypeCode').filter(({ text }) => text !== '')
  return own.length > 0 ? own : all(root, 'CreditNoteTypeCode')
}

/** The invoices that a document or lines of it name as preceding, self-billed ones among them. */
const precedingIn = (places: readonly XmlElement[]): string[] =>
  places.flatMap((place) =>
    ['InvoiceDocumentReference', 'SelfBilledInvoiceDocumentReference'].flatMap((name) =>
      textsOf(all(place, 'BillingReference', name, 'ID')),
    ),
  )

/** The first of the names of the document's currency that is given. */
const currencyOf = (root: XmlElement): XmlElement[] =>
  ['DocumentCurrencyCode', 'InvoiceCurrencyCode', 'RequestedInvoiceCurrencyCode']
    .map((name) => all(root, name))
    .find((found) => found.some(({ text }) => text !== '')) ?? []

const dueDatesOf = (root: XmlElement): XmlElement[] => {
  const own = all(root, 'DueDate').filter(({ text }) => text !== '')
  return own.length > 0 ? own : all(root, 'PaymentMeans', 'PaymentDueDate')
}

const firstOf = (root: XmlElement, names: string[]): XmlElement | undefined =>
  names.map((name) => first(root, name)).find((found) => found !== undefined)

const partyPaid = (root: XmlElement): EInvoiceParty | null => {
  const payee = first(root, 'PayeeParty')
  return payee ? readParty(payee) : null
}

function readParty(party: XmlElement | undefined): EInvoiceParty {
  const tradingName = textAt(party, 'PartyName', 'Name')
  const schemes = all(party, 'PartyTaxScheme').filter((scheme) => textAt(scheme, 'CompanyID') !== null)
  const vat = schemes.find((scheme) => textAt(scheme, 'TaxScheme', 'ID')?.toUpperCase() === 'VAT') ?? schemes[0]
  const other = schemes.find((scheme) => scheme !== vat)
  return {
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? tradingName,
    tradingName,
    vatId: textAt(vat, 'CompanyID'),
    taxNumber: textAt(other, 'CompanyID'),
    registration: textAt(party, 'PartyLegalEntity', 'CompanyID'),
    country: textAt(party, 'PostalAddress', 'Country', 'IdentificationCode'),
  }
}

function readLine(line: XmlElement, qtyName: string, values: ValueReader, amount: ReadAmount): EInvoiceLine {
  const body = first(line, 'LineItem') ?? line
  const qty = first(body, qtyName)
  return {
    id: textAt(body, 'ID'),
    name: textAt(body, 'Item', 'Name') ?? textAt(body, 'Item', 'Description'),
    qty: values.decimal(qtyName, qty?.text || null),
    unit: qty?.attributes.unitCode ?? null,
    unitPrice: amount('PriceAmount', all(body, 'Price', 'PriceAmount')),
    amount: amount('LineExtensionAmount', all(body, 'LineExtensionAmount')),
  }
}

function readTaxes(root: XmlElement, values: ValueReader, amount: ReadAmount): EInvoice['taxes'] {
  return all(root, 'TaxTotal', 'TaxSubtotal').map((row) => ({
    category: textAt(row, 'TaxCategory', 'ID'),
    rate: values.decimal('Percent', textAt(row, 'TaxCategory', 'Percent') ?? textAt(row, 'Percent')),
    base: amount('TaxableAmount', all(row, 'TaxableAmount')),
    tax: amount('TaxAmount', all(row, 'TaxAmount')),
  }))
}

const readAttachments = (root: XmlElement): string[] =>
  all(root, 'AdditionalDocumentReference', 'Attachment', 'EmbeddedDocumentBinaryObject')
    .map((object) => object.attributes.filename ?? '')
    .filter((name) => name !== '')
