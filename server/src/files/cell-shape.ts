/**
 * What stands in a cell, or in a shared text, as far as it was read: paths of elements within it. A value and a text have no elements in
 * them, a text is one whole or runs of several formats with one text each.
 */
export type CellShape = { path: string[]; values: number; texts: number; runs: number; textsOfRun: number; isOdd: boolean }

export const emptyShape = (): CellShape => ({ path: [], values: 0, texts: 0, runs: 0, textsOfRun: 0, isOdd: false })

const known = /^(?:f|v|is|is\/t|is\/r|is\/r\/t|is\/r\/rPr(?:\/(?!t$|t\/)[^/]+)*|is\/phoneticPr|extLst(?:\/.*)?)$/

/** Takes the next element of a cell, by its local name. `within` is the path that stands before the first element: `is` of a shared text. */
export function enter(shape: CellShape, name: string, within: readonly string[] = []): void {
  shape.path.push(name)
  const path = [...within, ...shape.path].join('/')
  if (path === 'v' || path === 'is') shape.values += 1
  else if (path === 'is/t') shape.texts += 1
  else if (path === 'is/r') {
    shape.runs += 1
    shape.textsOfRun = 0
  } else if (path === 'is/r/t') shape.textsOfRun += 1
  // The reading of a Japanese text stands beside a shared text, and is no part of it.
  const isReading = within.length > 0 && shape.path[0] === 'rPh'
  if (!known.test(path) && !isReading) shape.isOdd = true
  if (shape.values > 1 || shape.texts > 1 || (shape.texts > 0 && shape.runs > 0) || shape.textsOfRun > 1) shape.isOdd = true
}

export const leave = (shape: CellShape): void => void shape.path.pop()
