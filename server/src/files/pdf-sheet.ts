import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Outside } from '../database/outside.ts'

/** The colours of everything printed. */
export const print = { ink: '#17202c', grey: '#5b6675', line: '#d5dbe3' }

let font: Promise<PDFKit.Mixins.PDFFontSource> | undefined
/**
 * The font that has both the Latin and the Chinese letters, opened once: opening 10 MB and laying out each letter anew took a third
 * of a second of each sheet.
 */
const openFont = () => {
  font ??= readFile(
    createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  ).then(create)
  return font
}

let last: Promise<unknown> = Promise.resolve()
/** Draws one sheet at a time, and lets the process answer requests between two of them. */
function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  const drawn = last.then(() => setImmediate()).then(draw)
  last = drawn.catch(() => {})
  return drawn
}

/**
 * An A4 document in both languages' letters, written by `write` and numbered "no   page / pages" at the foot of each page.
 * The same content gives the same bytes, as the file carries no time. Drawing is slow, so it requires that no transaction is
 * open.
 */
export const pdfSheet = (
  _outside: Outside,
  no: string,
  margin: number,
  write: (doc: PDFKit.PDFDocument) => void,
): Promise<Buffer> => inTurn(() => draw(no, margin, write))

async function draw(no: string, margin: number, write: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    bufferPages: true,
    info: { Title: no, Author: 'Usance', CreationDate: new Date(0) },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('body', await openFont())
  doc.font('body').fillColor(print.ink)
  write(doc)
  numberPages(doc, no, margin)
  doc.end()
  return done
}

function numberPages(doc: PDFKit.PDFDocument, no: string, margin: number) {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Writing below the bottom margin would begin a new page.
    doc.page.margins.bottom = 0
    doc
      .fontSize(8)
      .fillColor(print.grey)
      .text(`${no}   ${page - start + 1} / ${count}`, margin, doc.page.height - 40, {
        width: doc.page.width - 2 * margin,
        align: 'center',
      })
  }
}
