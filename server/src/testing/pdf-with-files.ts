import PDFDocument from 'pdfkit'

/** A PDF of one line of text with embedded files. */
export function pdfOf(files: Record<string, string>): Promise<Buffer> {
  const document = new PDFDocument()
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.text('Invoice R-2031')
  for (const [name, content] of Object.entries(files)) document.file(Buffer.from(content), { name })
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}
