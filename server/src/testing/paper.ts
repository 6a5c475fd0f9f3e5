import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'

/** A line of a made document: pieces of text with their distance from the left, all at one height. */
export type PaperLine = [x: number, text: string][]

const fontFile = () =>
  join(
    dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json')),
    '400Regular',
    'NotoSansSC_400Regular.ttf',
  )

/** The lines as a PDF with a text layer. */
export function paperPdf(lines: readonly PaperLine[]): Promise<Buffer> {
  return new Promise((done) => {
    const pdf = new PDFDocument({ size: 'A4' })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => done(Buffer.concat(chunks)))
    pdf.font(fontFile()).fontSize(11)
    for (const [index, line] of lines.entries())
      for (const [x, text] of line) pdf.text(text, x, 50 + index * 22, { lineBreak: false })
    pdf.end()
  })
}

/** The lines as a photograph: grey, leaning a little, with specks. */
export function paperPhoto(lines: readonly PaperLine[], lean = 0): Buffer {
  GlobalFonts.registerFromPath(fontFile(), 'Paper')
  const canvas = createCanvas(900, 120 + lines.length * 44)
  const context = canvas.getContext('2d')
  context.fillStyle = '#e9e7e2'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(lean)
  context.translate(-canvas.width / 2, -canvas.height / 2)
  context.fillStyle = '#33312d'
  context.font = '24px Paper'
  for (const [index, line] of lines.entries()) for (const [x, text] of line) context.fillText(text, x * 1.5, 80 + index * 44)
  context.fillStyle = '#b8b4ab'
  for (let speck = 0; speck < 60; speck++) context.fillRect((speck * 137) % 900, (speck * 211) % canvas.height, 2, 2)
  return canvas.toBuffer('image/jpeg', 70)
}

/** An invoice as a company would print it, with its parts replaced by the test that needs another. */
export const paperInvoice = (
  change: Partial<Record<'number' | 'due' | 'tax' | 'total' | 'currency', string>> = {},
): PaperLine[] => [
  [[60, 'Alder Textiles Ltd']],
  [[60, 'No. 8 Weaver Street, Suzhou']],
  [[60, 'VAT ID: 91310000MA1K0000XX']],
  [[60, 'Commercial Invoice']],
  [
    [60, 'Invoice No: '],
    [200, change.number ?? 'AT-2025-0777'],
    [350, 'PO Number: '],
    [450, 'PO-4412'],
  ],
  [
    [60, 'Invoice Date: '],
    [200, '3 February 2025'],
    [350, 'Due Date: '],
    [450, change.due ?? '2025-05-04'],
  ],
  [
    [60, 'Bill To: '],
    [200, 'Cedar Retail Inc'],
  ],
  [
    [60, 'Description'],
    [300, 'Qty'],
    [370, 'Unit Price'],
    [460, 'Amount'],
  ],
  [
    [60, 'Cotton shirt'],
    [300, '200'],
    [370, '10.50'],
    [460, '2,100.00'],
  ],
  [
    [60, 'Linen shirt'],
    [300, '100'],
    [370, '14.00'],
    [460, '1,400.00'],
  ],
  [
    [350, 'Subtotal'],
    [460, '3,500.00'],
  ],
  [
    [350, 'VAT 10%'],
    [460, change.tax ?? '350.00'],
  ],
  [
    [350, 'Total'],
    [430, `${change.currency ?? 'USD'} ${change.total ?? '3,850.00'}`],
  ],
]
