import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { create, type OpenFont } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Outside } from '../database/outside.ts'
import { runsOf } from './font-runs.ts'

/** The colours of everything printed. */
export const print = { ink: '#17202c', grey: '#5b6675', line: '#d5dbe3' }

/**
 * The fonts of everything printed. The first has the Latin and the Chinese letters. The others have what it lacks: the rest of the
 * Latin, Greek and Cyrillic letters, the Korean and the Thai ones.
 */
const fontFiles = [
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
]

let fonts: Promise<OpenFont[]> | undefined
/** The fonts, opened once: opening 13 MB and laying out each letter anew took a third of a second of each sheet. */
const openFonts = () => {
  const { resolve } = createRequire(import.meta.url)
  fonts ??= Promise.all(fontFiles.map(async (file) => withWholeLetters(create(await readFile(resolve(file))))))
  return fonts
}

/** Keeps each letter one glyph: the second half of the Thai sara am was lost in the copied text, wherever it was a letter of its own. */
function withWholeLetters(font: OpenFont): OpenFont {
  const layout = font.layout.bind(font)
  font.layout = (text) => layout(text, { ccmp: false })
  return font
}

/**
 * Lets a document draw and measure each text in the fonts that have its letters, on the line of the first font. A text in several
 * fonts stands at the left, in the middle or at the right; its letters are not spaced.
 */
function drawInFonts(doc: PDFKit.PDFDocument, opened: readonly OpenFont[]) {
  const [body] = opened
  if (!body) throw new Error('There is no font to print in.')
  opened.forEach((font, index) => {
    doc.registerFont(`font ${index}`, font)
  })
  const ownWidth = doc.widthOfString.bind(doc)
  const ownFragment = doc._fragment.bind(doc)
  let set = 0
  const inFont = <Made>(index: number, make: () => Made): Made => {
    const before = set
    doc.font(`font ${index}`)
    set = index
    const made = make()
    doc.font(`font ${before}`)
    set = before
    return made
  }
  doc.widthOfString = (text, options) => {
    let width = 0
    for (const run of runsOf(opened, text)) width += inFont(run.font, () => ownWidth(run.text, options))
    return width
  }
  doc._fragment = (text, x, y, options) => {
    const runs = runsOf(opened, text)
    if (runs.every(({ font }) => font === 0)) {
      ownFragment(runs.map((run) => run.text).join(''), x, y, options)
      return
    }
    const { align, width, lineWidth = 0, textWidth: _, wordCount: __, ...others } = options
    const rest = width && align === 'right' ? 1 : width && align === 'center' ? 0.5 : 0
    let at = x + rest * (lineWidth - doc.widthOfString(text.trimEnd(), options))
    for (const run of runs) {
      inFont(run.font, () => {
        const baseline = (-body.ascent / body.unitsPerEm) * doc.sizeToPoint('1em')
        const textWidth = ownWidth(run.text, options)
        ownFragment(run.text, at, y, { ...others, textWidth, baseline })
        at += textWidth
      })
    }
  }
  doc.font('font 0')
}

let last: Promise<unknown> = Promise.resolve()
/** Draws one sheet at a time, and lets the process answer requests between two of them. */
function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  const drawn = last.then(() => setImmediate()).then(draw)
  last = drawn.catch(() => {})
  return drawn
}

/**
 * An A4 document, written by `write` and numbered "no   page / pages" at the foot of each page.
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
  drawInFonts(doc, await openFonts())
  doc.fillColor(print.ink)
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
