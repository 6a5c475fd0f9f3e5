import PDFDocument from 'pdfkit'
import { fontBytes } from '../contract/contract-pdf.ts'

export type PaperPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'table'; head: string[]; rows: string[][] }

const ink = '#17202c'
const grey = '#5b6675'

/** A sheet of paper as a PDF: title, facts and tables; its text can be copied and searched. Both languages are in the labels. */
export async function paperPdf(no: string, title: string, parts: readonly PaperPart[]): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 60, bottom: 60, left: 60, right: 60 },
    bufferPages: true,
    info: { Title: no, Author: 'Usance', CreationDate: new Date(0) },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('body', await fontBytes())
  doc.font('body').fillColor(ink).fontSize(18).text(title)
  doc.fontSize(10).fillColor(grey).text(no).moveDown(1)
  for (const part of parts) {
    if (part.kind === 'heading') doc.moveDown(0.6).fontSize(12).fillColor(ink).text(part.text).moveDown(0.3)
    else if (part.kind === 'paragraph') doc.fontSize(10).fillColor(ink).text(part.text, { lineGap: 3 }).moveDown(0.5)
    else if (part.kind === 'facts') rowsOf(doc, part.facts, [0.38, 0.62])
    else
      rowsOf(
        doc,
        [part.head, ...part.rows],
        part.head.map(() => 1 / part.head.length),
        true,
      )
  }
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Writing below the bottom margin would begin a new page.
    doc.page.margins.bottom = 0
    doc
      .fontSize(8)
      .fillColor(grey)
      .text(`${no}   ${page - start + 1} / ${count}`, 60, doc.page.height - 38, { width: doc.page.width - 120, align: 'center' })
  }
  doc.end()
  return done
}

function rowsOf(doc: PDFKit.PDFDocument, rows: readonly (readonly string[])[], shares: readonly number[], headed = false) {
  const { left, right, bottom } = doc.page.margins
  const width = doc.page.width - left - right
  for (const [index, cells] of rows.entries()) {
    doc.fontSize(9)
    const widths = shares.map((share) => share * width)
    const height = Math.max(...cells.map((cell, at) => doc.heightOfString(cell || '-', { width: widths[at]! - 8 }))) + 8
    if (doc.y + height > doc.page.height - bottom) doc.addPage()
    const top = doc.y
    let x = left
    for (const [at, cell] of cells.entries()) {
      doc.fillColor((headed ? index === 0 : at === 0) ? grey : ink).text(cell || '-', x + 4, top + 4, { width: widths[at]! - 8 })
      x += widths[at]!
    }
    doc
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(0.5)
      .strokeColor('#d5dbe3')
      .stroke()
    doc.x = left
    doc.y = top + height
  }
  doc.moveDown(0.8)
}
