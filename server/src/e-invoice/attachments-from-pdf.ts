import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type PdfAttachment = { name: string; bytes: Uint8Array }

// The names the standards give the embedded invoice, best first: Factur-X and ZUGFeRD 2.1, 2.0, 1.0, XRechnung.
const invoiceNames = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'cii.xml', 'ubl.xml', 'invoice.xml']

// More than any invoice carries; beyond this a file is hiding something.
const limits = { count: 50, bytes: 20 * 1024 * 1024 }

/** The XML files embedded in a PDF, the invoice by its standard name first; empty where there are none or the PDF is damaged. */
export async function attachmentsFromPdf(pdf: Uint8Array): Promise<PdfAttachment[]> {
  // A copy, because the reader takes the bytes over and leaves the caller an empty array.
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    isEvalSupported: false,
    stopAtErrors: false,
  })
  try {
    const document = await task.promise
    const embedded = Object.values(((await document.getAttachments()) ?? {}) as Record<string, Embedded>)
    return embedded
      .slice(0, limits.count)
      .filter((each) => each.content && each.content.byteLength <= limits.bytes && /\.xml$/i.test(each.filename))
      .map((each) => ({ name: each.filename, bytes: Uint8Array.from(each.content as Uint8Array) }))
      .sort((a, b) => rank(a.name) - rank(b.name))
  } catch {
    // Damaged, encrypted or no PDF at all: there is nothing to read in it, and the caller goes on with its text.
    return []
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

type Embedded = { filename: string; content?: Uint8Array | null }

function rank(name: string): number {
  const index = invoiceNames.indexOf(name.toLowerCase())
  return index === -1 ? invoiceNames.length : index
}
