import type { FieldSchema } from '../schema/schema.ts'
import { simplified } from './characters.ts'
import type { Cell, Row } from './rows.ts'

/** A label found on a page, and the pieces of text in which its value may stand, likeliest first. */
export type LabelHit = { weight: number; row: number; cell: Cell; at: number; places: Place[] }
export type Place = { text: string; cell: Cell; how: 'same' | 'right' | 'below' }

const compiled = new Map<string, RegExp>()

/** A label's words as an expression: a blank may be any blanks and points, and Latin words stand alone. */
function wordsExpression(words: string): RegExp {
  const known = compiled.get(words)
  if (known) return known
  // Blanks within a set of characters stay what they are.
  const spaced = words
    .split(/(\[[^\]]*\])/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/ \??/g, '[\\s.:_-]*')))
    .join('')
  const made = new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${spaced})(?:(?<=\\p{Script=Han})|(?![\\p{Script=Latin}]))`, 'iu')
  compiled.set(words, made)
  return made
}

/** Every place where one of a field's labels stands. */
export function labelHits(field: FieldSchema, rows: readonly Row[]): LabelHit[] {
  const not = field.not ? wordsExpression(field.not) : undefined
  const hits: LabelHit[] = []
  for (const [index, row] of rows.entries()) {
    for (const [position, cell] of row.cells.entries()) {
      const text = simplified(cell.text)
      for (const [weight, words] of field.labels) {
        const match = wordsExpression(words).exec(text)
        if (!match) continue
        const from = match.index
        const end = from + match[0].length
        // What disqualifies a label stands beside it: in front of it, within it, or at its end.
        const around = text.slice(Math.max(0, from - 14), end) + (text.slice(end, end + 18).split(/[|·;]/)[0] ?? '')
        if (not?.test(around)) continue
        hits.push({ weight, row: index, cell, at: from, places: placesOf(rows, index, position, cell.text.slice(end), from) })
        break
      }
    }
  }
  return hits
}

function placesOf(rows: readonly Row[], index: number, position: number, rest: string, from: number): Place[] {
  const row = rows[index]!
  const cell = row.cells[position]!
  const places: Place[] = []
  const value = rest.replace(/^[\s:：.#\-–=)\]]+/, '')
  if (value) places.push({ text: value, cell, how: 'same' })
  for (const right of row.cells.slice(position + 1, position + 6)) places.push({ text: right.text, cell: right, how: 'right' })
  // A heading stands alone above its column.
  if (from <= 3 && !value)
    for (const below of rows.slice(index + 1, index + 4)) {
      if (below.page !== row.page || below.y - row.y > cell.tall * 5) break
      const under = below.cells.find((each) => each.box[0] < cell.box[2] && each.box[2] > cell.box[0])
      if (under) {
        places.push({ text: under.text, cell: under, how: 'below' })
        break
      }
    }
  return places
}
