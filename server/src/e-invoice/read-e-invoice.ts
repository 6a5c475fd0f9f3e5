import type { EInvoice } from './e-invoice.ts'
import { EInvoiceError } from './errors.ts'
import { isCii, readCii } from './read-cii.ts'
import { isUbl, readUbl } from './read-ubl.ts'
import { type Finding, findingsOf } from './rules.ts'
import { parseXml, type XmlLimits, xmlLimits } from './xml-element.ts'

export type ReadEInvoice = { ok: true; invoice: EInvoice; findings: Finding[] } | { ok: false; error: EInvoiceError }

/** Reads a UBL or CII document and judges it; a document that cannot be read is answered with a named error, never thrown. */
export function readEInvoice(source: Uint8Array | string, limits: XmlLimits = xmlLimits): ReadEInvoice {
  try {
    const root = parseXml(source, limits)
    if (!isUbl(root) && !isCii(root)) return { ok: false, error: new EInvoiceError('e-invoice-unsupported', root.name) }
    const invoice = isUbl(root) ? readUbl(root) : readCii(root)
    return { ok: true, invoice, findings: findingsOf(invoice) }
  } catch (error) {
    if (error instanceof EInvoiceError) return { ok: false, error }
    throw error
  }
}
