import type { Outside } from '../../database/outside.ts'
import { paperWord } from '../../files/paper-words.ts'
import { pdfSheet, print } from '../../files/pdf-sheet.ts'
import { type Part, partsOf } from './fill-template.ts'

export type PdfSignature = {
  party: string
  companyName: string
  signedName: string | null
  signedAt: string | null
  method: string | null
  sha256: string | null
  image?: Buffer | undefined
}
export type ContractPdf = { no: string; contentEn: string; contentCn: string; textSha256: string; signatures: PdfSignature[] }

const { ink, grey, line } = print

/** The contract as a PDF: English, then Chinese, then who signed what and when. Its text can be copied and searched. */
export const contractPdf = (outside: Outside, contract: ContractPdf): Promise<Buffer> =>
  pdfSheet(outside, contract.no, 64, (doc) => {
    for (const part of partsOf(contract.contentEn)) write(doc, part)
    doc.addPage()
    for (const part of partsOf(contract.contentCn)) write(doc, part)
    doc.addPage()
    writeSignatures(doc, contract)
  })

function write(doc: PDFKit.PDFDocument, part: Part) {
  if (part.kind === 'title') doc.fontSize(19).text(part.text).moveDown(0.5)
  else if (part.kind === 'heading') {
    if (doc.y > doc.page.height - 130) doc.addPage()
    doc.moveDown(0.4).fontSize(12).text(part.text).moveDown(0.25)
  } else if (part.kind === 'paragraph') doc.fontSize(10).text(part.text, { lineGap: 3 }).moveDown(0.5)
  else if (part.kind === 'table') writeTable(doc, part.head, part.rows)
}

function writeTable(doc: PDFKit.PDFDocument, head: string[], rows: string[][]) {
  const { left, right, bottom } = doc.page.margins
  const width = doc.page.width - left - right
  const each = width / head.length
  const row = (cells: string[], color: string) => {
    doc.fontSize(9)
    const height = Math.max(...cells.map((cell) => doc.heightOfString(cell, { width: each - 10 }))) + 8
    if (doc.y + height > doc.page.height - bottom) doc.addPage()
    const top = doc.y
    cells.forEach((cell, index) => {
      doc.fillColor(color).text(cell, left + index * each + 5, top + 4, { width: each - 10 })
    })
    doc
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    doc.x = left
    doc.y = top + height
  }
  row(head, grey)
  for (const cells of rows) row(cells, ink)
  doc.fillColor(ink).moveDown(0.8)
}

function writeSignatures(doc: PDFKit.PDFDocument, { signatures, textSha256 }: ContractPdf) {
  doc.fontSize(15).text('Signatures 签署').moveDown(0.5)
  for (const signature of signatures) {
    if (doc.y > doc.page.height - 190) doc.addPage()
    doc
      .fontSize(11)
      .fillColor(ink)
      .text(`${signature.companyName} · ${paperWord(signature.party)}`)
    if (!signature.signedAt) doc.fontSize(10).fillColor(grey).text('Not signed yet 尚未签署')
    else {
      if (signature.image) {
        doc.moveDown(0.3)
        doc.image(signature.image, doc.x, doc.y, { fit: [180, 54] })
        doc.y += 58
      }
      doc
        .fontSize(10)
        .text(`Signed by 签署人: ${signature.signedName}`)
        .text(`At 时间: ${signature.signedAt.slice(0, 19).replace('T', ' ')} UTC`)
        .text(`Method 方式: ${paperWord(signature.method)}`)
        .fontSize(8)
        .fillColor(grey)
        .text(`Text SHA-256: ${signature.sha256}`)
    }
    doc.fillColor(ink).moveDown(1)
  }
  doc.fontSize(8).fillColor(grey).text(`SHA-256 of the text above 上述文本的 SHA-256: ${textSha256}`)
}
