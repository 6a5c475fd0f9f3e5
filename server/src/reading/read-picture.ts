import type { Canvas } from '@napi-rs/canvas'
import { findText, type TextLine } from './find-text.ts'
import { type OcrModels, ocrModels } from './ocr-models.ts'
import type { Page, Run } from './page.ts'
import { turned } from './picture.ts'
import { recogniseText } from './recognise-text.ts'

const maxLines = 400
const fewestLines = 4
// Long lines read one way and the other tell how a picture lies; most lie right, and then the first look is enough.
const sampled = 12
const sureUpright = 0.88

type View = { picture: Canvas; lines: TextLine[]; turns: 0 | 1 | 2 | 3 }
type Sample = { view: View; lines: TextLine[]; runs: Run[]; quality: number }

/** Reads a picture; one that lies on its side or stands on its head is turned first. Boxes are in the upright picture's points. */
export async function readPicture(picture: Canvas, number: number): Promise<Page> {
  const models = await ocrModels()
  const { view, ...sample } = await upright(picture, models)
  const others = view.lines.filter((line) => !sample.lines.includes(line)).slice(0, maxLines)
  const runs = [...sample.runs, ...(await recogniseText(view.picture, others, models))]
  const { width, height } = view.picture
  return { number, width, height, source: 'ocr', runs, lean: leanOf(view.lines), turns: view.turns }
}

async function upright(picture: Canvas, models: OcrModels): Promise<Sample> {
  const lines = await findText(picture, models)
  const asGiven: View = { picture, lines, turns: 0 }
  if (lines.length < fewestLines) return { view: asGiven, lines: [], runs: [], quality: 0 }
  const standing = lines.filter((line) => line.halfHeight > 2 * line.halfLength).length
  if (standing <= lines.length / 2) return likelier(asGiven, () => onItsHead(asGiven, picture, 2), models)
  const side = turned(picture, 1)
  const aside: View = { picture: side, lines: await findText(side, models), turns: 1 }
  return likelier(aside, () => onItsHead(aside, picture, 3), models)
}

/** The other view where its long lines are read with more confidence. */
async function likelier(view: View, other: () => View, models: OcrModels): Promise<Sample> {
  const sample = await sampleOf(view, models)
  if (sample.quality >= sureUpright) return sample
  const opposite = await sampleOf(other(), models)
  return opposite.quality > sample.quality ? opposite : sample
}

/** The view turned by half: its lines are where they were, seen from the other end. */
const onItsHead = ({ picture, lines }: View, original: Canvas, turns: 2 | 3): View => ({
  picture: turned(original, turns),
  lines: lines.map((line) => ({ ...line, x: picture.width - line.x, y: picture.height - line.y })),
  turns,
})

/** The long lines of a view as they read, and how sure their letters are. */
async function sampleOf(view: View, models: OcrModels): Promise<Sample> {
  const lines = view.lines.toSorted((a, b) => b.halfLength / b.halfHeight - a.halfLength / a.halfHeight).slice(0, sampled)
  const runs = await recogniseText(view.picture, lines, models)
  const quality = runs.reduce((sum, run) => sum + run.confidence, 0) / Math.max(1, lines.length)
  return { view, lines, runs, quality }
}

/** The middle lean of the long lines. */
function leanOf(lines: readonly TextLine[]): number {
  const leans = lines
    .filter((line) => line.halfLength > 5 * line.halfHeight)
    .map((line) => line.lean)
    .sort((a, b) => a - b)
  return leans[Math.floor(leans.length / 2)] ?? 0
}
