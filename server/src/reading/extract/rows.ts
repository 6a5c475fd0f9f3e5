import type { Box, Page, Run } from '../page.ts'
import { withoutRadicals } from './characters.ts'

/** Runs that stand side by side, joined where they touch. */
export type Cell = { text: string; box: Box; confidence: number; page: number; tall: number; pitch?: number }
export type Row = { cells: Cell[]; text: string; page: number; y: number }

/** The rows of all pages from top to bottom, each cell a piece of text with a gap to its neighbours. */
export function rowsOf(pages: readonly Page[]): Row[] {
  return pages.flatMap((page) => rowsOfPage(page))
}

function rowsOfPage(page: Page): Row[] {
  const slope = Math.tan(page.lean ?? 0)
  const level = (run: Run) => (run.box[1] + run.box[3]) / 2 - (slope * (run.box[0] + run.box[2])) / 2
  const sorted = page.runs.map((run) => ({ run, y: level(run) })).sort((a, b) => a.y - b.y)
  const rows: { y: number; tall: number; runs: Run[] }[] = []
  for (const { run, y } of sorted) {
    const tall = run.box[3] - run.box[1]
    const row = rows.slice(-3).find((each) => Math.abs(each.y - y) < Math.min(each.tall, tall) * 0.5)
    if (row) row.runs.push(run)
    else rows.push({ y, tall, runs: [run] })
  }
  return rows.map(({ y, runs }) => {
    const cells = cellsOf(runs, page)
    for (const cell of cells) if (cell.text.length > longest) cell.text = cell.text.slice(0, longest)
    return { cells, text: cells.map((cell) => cell.text).join(' '), page: page.number, y }
  })
}

function cellsOf(runs: readonly Run[], page: Page): Cell[] {
  const cells: Cell[] = []
  for (const run of [...runs].sort((a, b) => a.box[0] - b.box[0])) {
    const tall = run.box[3] - run.box[1]
    const last = cells.at(-1)
    const gap = last ? run.box[0] - last.box[2] : Infinity
    const text = clean(run.text)
    if (!text) continue
    if (last && page.source === 'text' && gap < (typewritten(last, run) ? tall * 0.7 : tall * 0.45)) {
      last.text = clean(`${last.text}${gap > tall * 0.12 || /\s$/.test(run.text) ? ' ' : ''}${text}`)
      last.box = [last.box[0], Math.min(last.box[1], run.box[1]), run.box[2], Math.max(last.box[3], run.box[3])]
      last.confidence = Math.min(last.confidence, run.confidence)
      last.pitch = pitchOf(run)
    } else cells.push({ text, box: run.box, confidence: run.confidence, page: page.number, tall, pitch: pitchOf(run) })
  }
  return cells
}

// No printed line is longer; what made of it more would only keep the reader busy.
const longest = 600

const pitchOf = ({ text, box }: Run) => (box[2] - box[0]) / text.length

/** Whether both are of a font in which all letters are equally wide, so that a blank is wide too. */
function typewritten(cell: Cell, run: Run): boolean {
  const pitch = pitchOf(run)
  const tall = run.box[3] - run.box[1]
  return Math.abs(pitch - (cell.pitch ?? 0)) < pitch * 0.015 && pitch > tall * 0.52 && pitch < tall * 0.62
}

const wide: Record<string, string> = { '（': '(', '）': ')', '：': ':', '，': ',', '．': '.', '＃': '#', '　': ' ' }

/** One blank between words and narrow punctuation, whatever the page or the reader of pictures wrote. */
const clean = (text: string) =>
  withoutRadicals(text)
    .replace(/[（）：，．＃　]/g, (mark) => wide[mark]!)
    .replace(/\s+/g, ' ')
    .trim()
