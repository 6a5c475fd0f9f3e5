import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { TextLine } from './find-text.ts'
import type { OcrModels } from './ocr-models.ts'
import type { Box, Run } from './page.ts'

const tall = 48
const batchPoints = 2400
const widest = 2000
const shyBlank = 0.12

/** What the lines of a picture say, cut into runs where a wide gap stands between two words. */
export async function recogniseText(picture: Canvas, lines: readonly TextLine[], models: OcrModels): Promise<Run[]> {
  const crops = lines
    .map((line) => ({
      line,
      width: Math.min(widest, Math.max(tall / 2, Math.round((line.halfLength / line.halfHeight) * tall))),
    }))
    .sort((a, b) => a.width - b.width)
  const runs: Run[] = []
  // One canvas for all lines: a new one each would pile up faster than memory is given back.
  const scratch = createCanvas(widest, tall)
  for (let from = 0; from < crops.length; ) {
    let to = from + 1
    while (to < crops.length && (to - from + 1) * crops[to]!.width <= batchPoints) to++
    const batch = crops.slice(from, to)
    const width = Math.ceil(batch.at(-1)!.width / 8) * 8
    const values = new Float32Array(batch.length * 3 * tall * width)
    for (const [index, crop] of batch.entries()) draw(scratch, picture, crop, values, index * 3 * tall * width, width)
    const { values: odds, shape } = await models.recognise(values, [batch.length, 3, tall, width])
    const [, steps, classes] = shape as [number, number, number]
    batch.forEach(({ line }, index) => {
      const run = decode(odds, index * steps * classes, steps, classes, models.characters)
      if (run) runs.push({ ...run, box: boxOf(line) })
    })
    from = to
  }
  return runs
}

/** The line straightened, 48 points tall, as blue, green and red planes from -1 to 1; the rest of the width stays grey. */
function draw(
  canvas: Canvas,
  picture: Canvas,
  { line, width }: { line: TextLine; width: number },
  values: Float32Array,
  at: number,
  full: number,
): void {
  const context = canvas.getContext('2d')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, widest, tall)
  context.translate(width / 2, tall / 2)
  context.scale(width / (2 * line.halfLength), tall / (2 * line.halfHeight))
  context.rotate(-line.lean)
  context.translate(-line.x, -line.y)
  const reach = line.halfLength + line.halfHeight
  const [x0, y0] = [Math.max(0, Math.floor(line.x - reach)), Math.max(0, Math.floor(line.y - reach))]
  const [x1, y1] = [Math.min(picture.width, Math.ceil(line.x + reach)), Math.min(picture.height, Math.ceil(line.y + reach))]
  if (x1 <= x0 || y1 <= y0) return
  context.drawImage(picture, x0, y0, x1 - x0, y1 - y0, x0, y0, x1 - x0, y1 - y0)
  const { data } = context.getImageData(0, 0, width, tall)
  for (let plane = 0; plane < 3; plane++)
    for (let y = 0; y < tall; y++)
      for (let x = 0; x < width; x++)
        values[at + plane * tall * full + y * full + x] = data[(y * width + x) * 4 + 2 - plane]! / 127.5 - 1
}

/** The likeliest character of each step, repeats and blanks left out, with its mean odds. */
function decode(odds: Float32Array, at: number, steps: number, classes: number, characters: readonly string[]) {
  let text = ''
  let sum = 0
  let count = 0
  let last = 0
  for (let step = 0; step < steps; step++) {
    let best = 0
    let most = -1
    for (let k = 0, i = at + step * classes; k < classes; k++, i++)
      if (odds[i]! > most) {
        most = odds[i]!
        best = k
      }
    // The network is shy of blanks between Latin words: a step that half thinks of one is one.
    if (best === 0 && text && !text.endsWith(' ') && odds[at + step * classes + characters.length]! > shyBlank) text += ' '
    if (best !== 0 && best !== last) {
      text += characters[best - 1] ?? ''
      sum += most
      count++
    }
    last = best
  }
  const confidence = count > 0 ? sum / count : 0
  return text.trim() && confidence >= 0.4 ? { text: text.trim(), confidence } : undefined
}

function boxOf({ x, y, halfLength, halfHeight, lean }: TextLine): Box {
  const dx = Math.abs(halfLength * Math.cos(lean)) + Math.abs(halfHeight * Math.sin(lean))
  const dy = Math.abs(halfHeight * Math.cos(lean)) + Math.abs(halfLength * Math.sin(lean)) * 0.2
  return [x - dx, y - dy, x + dx, y + dy]
}
