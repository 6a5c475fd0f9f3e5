import { Refused } from '../http/refused.ts'

const isFilled = (text: string) => text.trim() !== ''
// What stands before and after a comma that parts thousands, or the decimals of a rate.
const cuts = [
  { front: /^[^\d.,]*[1-9]\d{0,2}$/, rest: /^\d{3}(\.\d+)?\D*$/ },
  { front: /^[1-9]$/, rest: /^\d{4,6}$/ },
] as const

const number = /^[-+]?\d[\d.,]*$/

/**
 * Returns a check whether a row has a cell too many, because of an unquoted comma inside a figure or a name: the cells behind the comma
 * are shifted by one column. Where the last cell is missing as well, the row has the right width; it is recognised by a figure that
 * continues in a column of texts. Workbooks have no such commas. `figures` are the indexes of the columns that hold figures.
 */
export function widerThan(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { isWorkbook }: { isWorkbook: boolean },
) {
  const titled = heading.findLastIndex(isFilled) + 1
  // Exports may end all their rows, but not the heading, with separators.
  const usual = mostFrequent(rows.filter((row) => row.length >= heading.length && row.some(isFilled)).map(({ length }) => length))
  const isCut = (row: readonly string[], at: number) =>
    cuts.some(({ front, rest }) => front.test(row[at]?.trim() ?? '') && rest.test(row[at + 1]?.trim() ?? ''))
  // Where other rows hold numbers after the figure, such as a balance, one more tells nothing.
  const numbersFollow = new Map<number, boolean>()
  const numberFollows = (at: number) => {
    const found = numbersFollow.get(at) ?? rows.some((row) => number.test(row[at + 1]?.trim() ?? '') && !isCut(row, at))
    numbersFollow.set(at, found)
    return found
  }
  const goesOn = (row: readonly string[], at: number, figures: readonly number[]) =>
    !isWorkbook &&
    isCut(row, at) &&
    number.test(row[at + 1]?.trim() ?? '') &&
    (figures.includes(at + 1) ? /^0\d/.test(row[at + 1]?.trim() ?? '') : !numberFollows(at))
  return (row: readonly string[], figures: readonly number[]): boolean =>
    row.slice(titled).some(isFilled) ||
    (usual !== undefined && row.length > usual) ||
    figures.some((at) => (row.length > heading.length ? isCut(row, at) : goesOn(row, at, figures)))
}

/** The most frequent of some widths, the least of several. */
function mostFrequent(widths: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].sort(([a, times], [b, others]) => others - times || a - b)[0]?.[0]
}

/** The place of the one title that is meant; undefined without any. Of a title that stands twice nobody knows which column counts. */
export function onlyPlace(heading: readonly string[], isMeant: (title: string) => boolean): number | undefined {
  const [at, twin] = heading.flatMap((title, index) => (isMeant(title) ? [index] : []))
  if (at !== undefined && twin !== undefined) throw new Refused('HEADING_TWICE', { first: heading[at], second: heading[twin] })
  return at
}
