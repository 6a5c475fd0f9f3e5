import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { documentReader } from '../reading/document-reader.ts'
import { attachmentsFromPdf } from './attachments-from-pdf.ts'
import { readEInvoice } from './read-e-invoice.ts'
import { ciiInvoice } from './sample-documents.ts'

function pdfWith(files: Record<string, string>): Promise<Buffer> {
  const document = new PDFDocument()
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.text('Invoice R-2031')
  for (const [name, content] of Object.entries(files)) document.file(Buffer.from(content), { name })
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}

describe('the invoice embedded in a PDF', () => {
  it('comes first, before other attached XML files', async () => {
    const files = await attachmentsFromPdf(await pdfWith({ 'a.xml': '<a/>', 'terms.txt': 'x', 'factur-x.xml': ciiInvoice() }))
    expect(files.map((file) => file.name)).toEqual(['factur-x.xml', 'a.xml'])
    const result = readEInvoice(files[0]?.bytes ?? '')
    expect(result.ok && result.invoice.number).toBe('R-2031')
  })

  it('is absent from a plain PDF and from a damaged one', async () => {
    const plain = await pdfWith({})
    expect(await attachmentsFromPdf(plain)).toEqual([])
    expect(await attachmentsFromPdf(plain.subarray(0, 200))).toEqual([])
    expect(await attachmentsFromPdf(Buffer.from('not a PDF'))).toEqual([])
  })

  it('is read the same by the process beside the server', async () => {
    const reader = documentReader()
    const files = await reader.embedded(await pdfWith({ 'factur-x.xml': ciiInvoice() }), 'invoice.pdf')
    reader.close()
    expect(files.map((file) => [file.name, Buffer.from(file.bytes).toString()])).toEqual([['factur-x.xml', ciiInvoice()]])
  })
})
