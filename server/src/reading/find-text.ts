import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { OcrModels } from './ocr-models.ts'

/** A line of text in a picture: its middle, half its length and height, and how far it leans (radians). */
export type TextLine = { x: number; y: number; halfLength: number; halfHeight: number; lean: number }

// As the network was trained: mean and deviation of each colour, sides a multiple of 32.
const mean = [0.406, 0.456, 0.485]
const deviation = [0.225, 0.224, 0.229]
const grid = 32
// Points looked at: what keeps the process below 1 GB and a page at some seconds.
const budget = 1_000_000
const thresholds = { point: 0.3, line: 0.5 }
const growth = 1.6

/** Where text stands in a picture, in the picture's own points. */
export async function findText(picture: Canvas, { detect }: OcrModels): Promise<TextLine[]> {
  const shrink = Math.min(1, Math.sqrt(budget / (picture.width * picture.height)), 3200 / Math.max(picture.width, picture.height))
  const enlarge =
    Math.max(picture.width, picture.height) < 900 ? Math.min(1.6, 1100 / Math.max(picture.width, picture.height)) : 1
  const scale = shrink * enlarge
  const width = Math.max(grid, Math.round((picture.width * scale) / grid) * grid)
  const height = Math.max(grid, Math.round((picture.height * scale) / grid) * grid)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const map = await detect(planes(context.getImageData(0, 0, width, height).data, width * height), [1, 3, height, width])
  const [sx, sy] = [picture.width / width, picture.height / height]
  return linesOf(map.values, width, height).map((line) => ({
    x: line.x * sx,
    y: line.y * sy,
    halfLength: line.halfLength * sx,
    halfHeight: line.halfHeight * sy,
    lean: line.lean,
  }))
}

/** Blue, green and red planes as the network wants them. */
function planes(data: Uint8ClampedArray, count: number): Float32Array {
  const values = new Float32Array(count * 3)
  for (let plane = 0; plane < 3; plane++)
    for (let i = 0; i < count; i++)
      values[plane * count + i] = (data[i * 4 + 2 - plane]! / 255 - mean[plane]!) / deviation[plane]!
  return values
}

/** Connected regions of the probability map as leaning rectangles, grown to the full height of the letters. */
function linesOf(map: Float32Array, width: number, height: number): TextLine[] {
  const seen = new Uint8Array(map.length)
  const stack = new Int32Array(map.length)
  const lines: TextLine[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || map[start]! < thresholds.point) continue
    const points: number[] = []
    let top = 0
    stack[top++] = start
    seen[start] = 1
    while (top > 0) {
      const at = stack[--top]!
      points.push(at)
      const column = at % width
      for (const next of [
        column > 0 ? at - 1 : -1,
        column < width - 1 ? at + 1 : -1,
        at - width,
        at + width < width * height ? at + width : -1,
      ])
        if (next >= 0 && !seen[next] && map[next]! >= thresholds.point) {
          seen[next] = 1
          stack[top++] = next
        }
    }
    const line = lineOf(points, map, width)
    if (line) lines.push(line)
  }
  return lines
}

function lineOf(points: number[], map: Float32Array, width: number): TextLine | undefined {
  const n = points.length
  if (n < 12) return undefined
  let [sum, sx, sy] = [0, 0, 0]
  for (const at of points) {
    sum += map[at]!
    sx += at % width
    sy += Math.floor(at / width)
  }
  if (sum / n < thresholds.line) return undefined
  const [mx, my] = [sx / n, sy / n]
  let [xx, xy, yy] = [0, 0, 0]
  for (const at of points) {
    const dx = (at % width) - mx
    const dy = Math.floor(at / width) - my
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  // Only a long line shows reliably how far it leans.
  const lean = xx > 9 * yy ? Math.atan2(2 * xy, xx - yy) / 2 : 0
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)]
  let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const at of points) {
    const dx = (at % width) - mx
    const dy = Math.floor(at / width) - my
    const u = dx * cos + dy * sin
    const v = dy * cos - dx * sin
    if (u < u0) u0 = u
    if (u > u1) u1 = u
    if (v < v0) v0 = v
    if (v > v1) v1 = v
  }
  const [length, tall] = [u1 - u0 + 1, v1 - v0 + 1]
  if (Math.min(length, tall) < 3) return undefined
  const grow = (length * tall * growth) / (2 * (length + tall))
  const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2]
  return {
    x: mx + u * cos - v * sin + 0.5,
    y: my + u * sin + v * cos + 0.5,
    halfLength: length / 2 + grow,
    halfHeight: tall / 2 + grow,
    lean,
  }
}
