import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { ReadingError, readingLimits } from './page.ts'
import { sizeOf } from './picture-size.ts'

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

/** An image as a PNG that fits into the given pixels; it is never enlarged, and keeps no bytes of the original file. */
export async function fitPicture(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const picture = await decodePicture(bytes)
  const scale = Math.min(1, width / picture.width, height / picture.height)
  const small = createCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
  small.getContext('2d').drawImage(picture, 0, 0, small.width, small.height)
  return Uint8Array.from(await small.encode('png'))
}
