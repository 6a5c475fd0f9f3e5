import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { ReadingError, readingLimits } from './page.ts'

/** A decoded picture as a canvas with a white ground. Its size is read from its head first, so that a flood of points is refused unread. */
export async function decodePicture(bytes: Uint8Array): Promise<Canvas> {
  const size = sizeOf(bytes)
  if (size && size.width * size.height > readingLimits.pixels) throw new ReadingError('too-large')
  let image: Image
  try {
    image = await loadImage(Buffer.from(bytes))
  } catch {
    throw new ReadingError('unreadable')
  }
  if (image.width < 8 || image.height < 8) throw new ReadingError('no-text')
  if (image.width * image.height > readingLimits.pixels) throw new ReadingError('too-large')
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, image.width, image.height)
  context.drawImage(image, 0, 0)
  return canvas
}

/** The canvas turned clockwise by quarter turns. */
export function turned(canvas: Canvas, quarters: 1 | 2 | 3): Canvas {
  const swap = quarters % 2 === 1
  const result = createCanvas(swap ? canvas.height : canvas.width, swap ? canvas.width : canvas.height)
  const context = result.getContext('2d')
  context.translate(result.width / 2, result.height / 2)
  context.rotate((quarters * Math.PI) / 2)
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2)
  return result
}

/** Width and height from the head of a PNG, BMP or JPEG; undefined where the head does not say. */
export function sizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length > 26 && view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length > 26 && view.getUint16(0) === 0x424d)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
