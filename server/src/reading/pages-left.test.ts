import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { extractData } from './extract-data.ts'
import { readPdf } from './read-pdf.ts'
import { schemaOf } from './schema/schemas.ts'

const line = 'Invoice R-2031 of 3 March 2025 for tea of the first harvest in chests of 20 kg'

/** A PDF of some pages of text, and after them some with less than a page that was written has. */
function pdfOf(written: number, empty: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let page = 0; page < written; page++) document.addPage().text(line)
  for (let page = 0; page < empty; page++) document.addPage().text('Seen')
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}
const limits = { textPages: 4, ocrPages: 0, runs: 40_000 }

test.each([
  ['no page where all are read', 3, 0, 0],
  ['the pages beyond the last that is read', 6, 0, 2],
  ['the pages that were to be read as pictures', 2, 2, 2],
  ['both', 2, 5, 5],
])('of a PDF is told as unread: %s', async (_, written, empty, left) => {
  const read = await readPdf(await pdfOf(written, empty), limits)
  expect(read.pagesLeft).toBe(left)
  const reading = { fileName: 'a.pdf', part: null, embedded: [], mail: null, parts: [], filesLeft: 0, ...read }
  const { checks } = extractData(schemaOf('INVOICE')!, reading, '2025-03-03')
  const told = { rule: 'PAGES_UNREAD', level: 'warning', fields: [], params: { count: String(left) } }
  expect(checks.filter(({ rule }) => rule === 'PAGES_UNREAD')).toEqual(left > 0 ? [told] : [])
})
