import { Refused } from '../http/refused.ts'

const isFilled = (text: string) => text.trim() !== ''
const frontOfFigure = /^[^\d.,]*\d+$/
const restOfFigure = /^\d{1,4}(\.\d+)?\D*$/

/**
 * Tells of a row of a table whether it is wider than its heading, as an unquoted comma inside a figure or a name makes it: its cells then
 * stand under titles of others. `figures` are the places of columns that hold figures.
 */
export function widerThan(heading: readonly string[], rows: readonly (readonly string[])[]) {
  const titled = heading.findLastIndex(isFilled) + 1
  // Exports may end all their rows, but not the heading, with separators.
  const narrowest = rows
    .filter((row) => row.length >= heading.length && row.some(isFilled))
    .reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)
  const isCut = (row: readonly string[], at: number) =>
    frontOfFigure.test(row[at]?.trim() ?? '') && restOfFigure.test(row[at + 1]?.trim() ?? '')
  return (row: readonly string[], figures: readonly number[]): boolean =>
    row.slice(titled).some(isFilled) ||
    row.length > narrowest ||
    (row.length > heading.length && figures.some((at) => isCut(row, at)))
}

/** The place of the one title that is meant; undefined without any. Of a title that stands twice nobody knows which column counts. */
export function onlyPlace(heading: readonly string[], isMeant: (title: string) => boolean): number | undefined {
  const [at, twin] = heading.flatMap((title, index) => (isMeant(title) ? [index] : []))
  if (at !== undefined && twin !== undefined) throw new Refused('HEADING_TWICE', { first: heading[at], second: heading[twin] })
  return at
}
