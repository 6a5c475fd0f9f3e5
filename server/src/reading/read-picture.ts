import type { Canvas } from '@napi-rs/canvas'
import { findText, type TextLine } from './find-text.ts'
import { ocrModels } from './ocr-models.ts'
import type { Page, Run } from './page.ts'
import { turned } from './picture.ts'
import { recogniseText } from './recognise-text.ts'

const maxLines = 400

/** Reads a picture; one that lies on its side or stands on its head is turned first. Boxes are in the upright picture's points. */
export async function readPicture(picture: Canvas, number: number): Promise<Page> {
  const models = await ocrModels()
  const first = await findText(picture, models)
  let best = await attempt(picture, first, 0)
  const standing = first.filter((line) => line.halfHeight > 2 * line.halfLength).length
  if (standing > first.length / 2 && first.length >= 4) {
    for (const turns of [1, 3] as const) best = better(best, await attempt(turned(picture, turns), undefined, turns))
  } else if (best.quality < 0.75 && first.length >= 4) {
    best = better(best, await attempt(turned(picture, 2), undefined, 2))
  }
  const { width, height } = best.picture
  return { number, width, height, source: 'ocr', runs: best.runs, lean: best.lean, turns: best.turns }

  async function attempt(canvas: Canvas, lines: TextLine[] | undefined, turns: 0 | 1 | 2 | 3) {
    const found = lines ?? (await findText(canvas, models))
    const runs = await recogniseText(canvas, found.slice(0, maxLines), models)
    return { picture: canvas, turns, runs, lean: leanOf(found), quality: qualityOf(runs, found.length) }
  }
}

const better = <T extends { quality: number }>(a: T, b: T): T => (b.quality > a.quality ? b : a)

const qualityOf = (runs: readonly Run[], lines: number) =>
  lines === 0 ? 0 : runs.reduce((sum, run) => sum + run.confidence, 0) / lines

/** The middle lean of the long lines. */
function leanOf(lines: readonly TextLine[]): number {
  const leans = lines
    .filter((line) => line.halfLength > 5 * line.halfHeight)
    .map((line) => line.lean)
    .sort((a, b) => a - b)
  return leans[Math.floor(leans.length / 2)] ?? 0
}
