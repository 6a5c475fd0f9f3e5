import type { Outside } from '../../database/outside.ts'
import { pdfSheet, print } from '../../files/pdf-sheet.ts'

export type PaperPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'table'; head: string[]; rows: string[][] }

const { ink, grey, line } = print

/** A sheet of paper as a PDF: title, facts and tables; its text can be copied and searched. Both languages are in the labels. */
export const paperPdf = (outside: Outside, no: string, title: string, parts: readonly PaperPart[]): Promise<Buffer> =>
  pdfSheet(outside, no, 60, (doc) => {
    doc.fontSize(18).text(title)
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
  })

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
      .strokeColor(line)
      .stroke()
    doc.x = left
    doc.y = top + height
  }
  doc.moveDown(0.8)
}
