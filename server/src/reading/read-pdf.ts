import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Page, type Reading, ReadingError, type Run, readingLimits } from './page.ts'
import { pdfAssets } from './pdf-assets.ts'
import { readPicture } from './read-picture.ts'

// A page with fewer letters than this in its text layer is a picture with a stamp on it.
const fewestLetters = 40

type Item = { str: string; transform: number[]; width: number; height: number }

/** Reads a PDF: pages with a text layer exactly, others as pictures. Encrypted and damaged files are refused by name. */
export async function readPdf(
  bytes: Uint8Array,
  limits: Pick<typeof readingLimits, 'textPages' | 'ocrPages' | 'runs'> = readingLimits,
): Promise<Pick<Reading, 'pages' | 'pagesLeft'>> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS, ...pdfAssets() })
  try {
    const document = await task.promise.catch((error: Error) => {
      throw new ReadingError(error?.name === 'PasswordException' ? 'encrypted' : 'unreadable')
    })
    const pages: Page[] = []
    let pictures = 0
    let unseen = 0
    let runs = 0
    for (let number = 1; number <= Math.min(document.numPages, limits.textPages); number++) {
      const page = await document.getPage(number).catch(() => undefined)
      if (!page) continue
      let read = await textOf(page, number)
      if (letters(read) < fewestLetters) {
        const seen = pictures < limits.ocrPages ? await pictureOf(page, number).catch(() => undefined) : undefined
        pictures += 1
        if (!seen) unseen += 1
        else if (letters(seen) > letters(read)) read = seen
      }
      runs += read.runs.length
      pages.push(read)
      page.cleanup()
      if (runs > limits.runs) break
    }
    return { pages, pagesLeft: document.numPages - pages.length + unseen }
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

const letters = (page: Page) => page.runs.reduce((sum, run) => sum + run.text.replace(/\s/g, '').length, 0)

async function textOf(page: PDFPageProxy, number: number): Promise<Page> {
  const view = page.getViewport({ scale: 1 })
  const content = await page.getTextContent().catch(() => ({ items: [] }))
  const runs: Run[] = []
  for (const item of content.items as Item[]) {
    const text = item.str?.replace(/[\u0000-\u001f\u00a0]/g, ' ')
    if (!text?.trim()) continue
    const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number]
    const size = Math.hypot(c, d) || Math.hypot(a, b) || item.height || 10
    // The corners of the run in the page's own turn, as the reader of the page sees it.
    // A run is given by its baseline: letters reach a fifth of their size below it.
    const tall = Math.hypot(c, d) || 1
    const [up, over] = [[(c / tall) * size, (d / tall) * size] as const, Math.hypot(a, b) || 1]
    const [x0, y0] = view.convertToViewportPoint(e - up[0] * 0.2, f - up[1] * 0.2) as [number, number]
    const [x1, y1] = view.convertToViewportPoint(
      e + (a / over) * item.width + up[0] * 0.85,
      f + (b / over) * item.width + up[1] * 0.85,
    ) as [number, number]
    const box: Run['box'] = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
    if (box.every(Number.isFinite)) runs.push({ text, box, confidence: 1 })
    if (runs.length >= readingLimits.runs) break
  }
  return { number, width: view.width, height: view.height, source: 'text', runs }
}

/** The page read as a picture; boxes come back in points of the page. */
async function pictureOf(page: PDFPageProxy, number: number): Promise<Page> {
  const { canvas, scale } = await drawn(page)
  const read = await readPicture(canvas, number)
  return {
    ...read,
    width: read.width / scale,
    height: read.height / scale,
    runs: read.runs.map((run) => ({ ...run, box: run.box.map((value) => value / scale) as Run['box'] })),
  }
}

/** The page drawn at 150 dots an inch, or less where it is large. */
async function drawn(page: PDFPageProxy) {
  const plain = page.getViewport({ scale: 1 })
  const scale = Math.min(150 / 72, 2400 / Math.max(plain.width, plain.height))
  const view = page.getViewport({ scale })
  const canvas = createCanvas(Math.max(1, Math.ceil(view.width)), Math.max(1, Math.ceil(view.height)))
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport: view }).promise
  return { canvas, scale }
}

/** One page of a PDF as a picture. */
export async function drawPdfPage(bytes: Uint8Array, number: number): Promise<Canvas> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS, ...pdfAssets() })
  try {
    const document = await task.promise
    return (await drawn(await document.getPage(number))).canvas
  } catch {
    throw new ReadingError('unreadable')
  } finally {
    await task.destroy().catch(() => undefined)
  }
}
