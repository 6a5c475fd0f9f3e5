import type { EInvoice } from '../../e-invoice/e-invoice.ts'
import type { Page } from '../page.ts'
import type { DocumentSchema } from '../schema/schema.ts'
import type { Extract, Extracted } from './extract.ts'
import { type Cell, rowsOf } from './rows.ts'
import { amountsIn, datesIn, tenThousandths } from './values.ts'

/** An electronic invoice as the fields of a document kind, each with the place where the page prints it too. */
export function fromEInvoice(schema: DocumentSchema, invoice: EInvoice, pages: readonly Page[]): Extract {
  const { totals, seller, buyer } = invoice
  const values: Record<string, string | null> = {
    invoiceNo: invoice.number,
    creditNoteNo: invoice.number,
    receiptNo: invoice.number,
    poNo: invoice.kind === 'ORDER' ? invoice.number : invoice.orderRef,
    originalInvoiceNo: invoice.precedingInvoices[0] ?? null,
    invoiceDate: invoice.issueDate,
    orderDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    poNumber: invoice.orderRef,
    currency: invoice.currency,
    netAmount: totals.taxExclusive,
    taxAmount: totals.tax,
    totalAmount: totals.taxInclusive ?? totals.payable,
    ...payableOf(totals),
    sellerName: seller.name,
    sellerTaxId: seller.vatId ?? seller.taxNumber,
    buyerName: buyer.name,
    buyerTaxId: buyer.vatId ?? buyer.taxNumber,
    bankAccount: invoice.ibans[0] ?? null,
  }
  const cells = rowsOf(pages).flatMap((row) => row.cells)
  const fields: Record<string, Extracted> = {}
  for (const { name, kind } of schema.fields) {
    const value = values[name]?.trim()
    if (!value) continue
    const place = cells.find((cell) => shows(cell, value, kind))
    fields[name] = {
      value,
      text: place?.text ?? value,
      confidence: 1,
      page: place?.page ?? null,
      box: place?.box ?? null,
      source: 'e-invoice',
    }
  }
  const lines = schema.lines
    ? invoice.lines.map((line) => ({
        description: line.name,
        sku: null,
        quantity: line.qty,
        unitPrice: line.unitPrice,
        amount: line.amount,
      }))
    : []
  return { fields, lines }
}

/**
 * What is to be paid where it is not the total, be it rounded or the rest of a partly prepaid invoice, and the prepaid sum; empty for
 * others.
 */
function payableOf({ prepaid, payable, taxInclusive }: EInvoice['totals']): { prepaidAmount?: string; payableAmount?: string } {
  if (!prepaid || tenThousandths(plain(prepaid)) <= 0n) {
    const isTotal = !payable || !taxInclusive || tenThousandths(plain(payable)) === tenThousandths(plain(taxInclusive))
    return isTotal ? {} : { payableAmount: payable }
  }
  const left = payable ?? (taxInclusive && decimalOf(tenThousandths(plain(taxInclusive)) - tenThousandths(plain(prepaid))))
  return { prepaidAmount: prepaid, ...(left ? { payableAmount: left } : {}) }
}

const decimalOf = (scaled: bigint): string =>
  `${scaled / 10_000n}.${String(scaled % 10_000n).padStart(4, '0')}`.replace(/0{1,2}$/, '')

function shows(cell: Cell, value: string, kind: string): boolean {
  if (kind === 'amount')
    return amountsIn(cell.text).some((amount) => tenThousandths(amount.value) === tenThousandths(plain(value)))
  if (kind === 'date') return [true, false].some((dayFirst) => datesIn(cell.text, dayFirst).some((date) => date.value === value))
  return cell.text.toLowerCase().includes(value.toLowerCase())
}

const plain = (value: string) => (/^-?\d+(\.\d+)?$/.test(value) ? value : '0')
