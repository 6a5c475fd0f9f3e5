import { describe, expect, it } from 'vitest'
import { pdfOf } from '../testing/pdf-with-files.ts'
import { attachmentsFromPdf } from './attachments-from-pdf.ts'
import { readEInvoice } from './read-e-invoice.ts'
import { ciiInvoice } from './sample-documents.fixture.ts'

describe('the invoice embedded in a PDF', () => {
  it('comes first, before other attached XML files', async () => {
    const files = await attachmentsFromPdf(await pdfOf({ 'a.xml': '<a/>', 'terms.txt': 'x', 'factur-x.xml': ciiInvoice() }))
    expect(files.map((file) => file.name)).toEqual(['factur-x.xml', 'a.xml'])
    const result = readEInvoice(files[0]?.bytes ?? '')
    expect(result.ok && result.invoice.number).toBe('R-2031')
  })

  it('is absent from a plain PDF and from a damaged one', async () => {
    const plain = await pdfOf({})
    expect(await attachmentsFromPdf(plain)).toEqual([])
    expect(await attachmentsFromPdf(plain.subarray(0, 200))).toEqual([])
    expect(await attachmentsFromPdf(Buffer.from('not a PDF'))).toEqual([])
  })
})
