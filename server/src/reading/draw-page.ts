import { createCanvas } from '@napi-rs/canvas'
import { kindOf } from './kind-of.ts'
import { type PageToDraw, ReadingError } from './page.ts'
import { decodePicture, turned } from './picture.ts'
import { readMail } from './read-mail.ts'
import { drawPdfPage } from './read-pdf.ts'

const widest = 1800

/** A page of a PDF, a picture, or the attachment in a place of a mail as a JPEG of at most 1800 points in width. */
export async function drawPage(bytes: Uint8Array, { page, part, turns }: PageToDraw): Promise<Uint8Array> {
  const file = part ? partAt(bytes, part.split('.').map(Number)) : bytes
  if (!file) throw new ReadingError('unreadable')
  const kind = kindOf(file)
  if (kind !== 'pdf' && kind !== 'picture') throw new ReadingError('not-capable')
  let canvas = kind === 'pdf' ? await drawPdfPage(file, page) : await decodePicture(file)
  if (turns > 0) canvas = turned(canvas, turns as 1 | 2 | 3)
  if (canvas.width > widest) {
    const small = createCanvas(widest, Math.round((canvas.height * widest) / canvas.width))
    small.getContext('2d').drawImage(canvas, 0, 0, small.width, small.height)
    canvas = small
  }
  return Uint8Array.from(await canvas.encode('jpeg', 82))
}

/** The file in a place of a mail, and in those of the mails on it. */
function partAt(bytes: Uint8Array, [place, ...inner]: readonly number[]): Uint8Array | undefined {
  if (place === undefined) return bytes
  if (kindOf(bytes) !== 'mail') return undefined
  const file = readMail(bytes).files.find((one) => one.place === place)
  return file && partAt(file.bytes, inner)
}
