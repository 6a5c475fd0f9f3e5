import { SaxesParser } from 'saxes'
import type { BookParts } from './book-parts.ts'
import { columnName } from './column-name.ts'

/**
 * What the watch over a sheet found: cells that can be read as more than one thing, by their names, those that show a percentage, and
 * whether the sheet is broken.
 */
export type SheetFaults = { oddCells: string[]; percentCells: ReadonlySet<string>; isBroken: boolean }

/** A cell as far as it was read: its values, the inline texts in it, and the parts of these: whole texts, runs of one format, readings. */
type Cell = {
  name: string
  type: string
  style: number
  values: number
  inline: number
  texts: number
  runs: number
  readings: number
  text: string
}

// The longest spelling of a number that a workbook has is far shorter.
const longestNumber = 400
// More than are ever named.
const mostOddCells = 100
const plainNumber = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/**
 * Follows a sheet of a workbook in pieces, beside the reader of its rows, which joins the values of a cell and lets the last of two cells
 * of one name hold. The first returned function takes the next piece; the second ends the sheet and returns what was found.
 */
export function sheetWatch({ percentStyles, sharedTexts }: Pick<BookParts, 'percentStyles' | 'sharedTexts'>): {
  add: (piece: Buffer) => void
  end: () => SheetFaults
} {
  const decoder = new TextDecoder('utf-8')
  const parser = new SaxesParser({ xmlns: false })
  const percentCells = new Set<string>()
  const faults: SheetFaults = { oddCells: [], percentCells, isBroken: false }
  const open: string[] = []
  let [row, column] = [0, 0]
  let namesOfRow = new Set<string>()
  let cell: Cell | undefined
  let isValue = false
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (local === 'row') {
      row = Number(attributes.r ?? row + 1)
      column = 0
      namesOfRow = new Set()
    } else if (local === 'c') {
      const named = attributes.r?.toUpperCase() ?? columnName(column) + row
      column = columnNumber(named) + 1
      const style = Number(attributes.s ?? 0)
      cell = { name: named, type: attributes.t ?? 'n', style, values: 0, inline: 0, texts: 0, runs: 0, readings: 0, text: '' }
    } else if (cell && local === 'v') {
      cell.values += 1
      isValue = true
    } else if (cell && local === 'is') cell.inline += 1
    else if (cell && local === 'rPh') cell.readings += 1
    else if (cell && local === 'r' && open.at(-1) === 'is') cell.runs += 1
    else if (cell && local === 't' && open.at(-1) === 'is') cell.texts += 1
    open.push(local)
  })
  const characters = (text: string) => {
    if (cell && isValue && cell.text.length <= longestNumber) cell.text += text
  }
  parser.on('text', characters)
  parser.on('cdata', characters)
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    open.pop()
    if (local === 'v') isValue = false
    if (local !== 'c' || !cell) return
    const isFaulty = isOdd(cell, sharedTexts) || namesOfRow.has(cell.name)
    if (cell.type === 'n' && percentStyles.has(cell.style)) percentCells.add(cell.name)
    if (isFaulty && faults.oddCells.length < mostOddCells) faults.oddCells.push(cell.name)
    namesOfRow.add(cell.name)
    cell = undefined
  })
  const guarded = (step: () => void) => {
    if (faults.isBroken) return
    try {
      step()
    } catch {
      faults.isBroken = true
    }
  }
  return {
    add: (piece) => guarded(() => parser.write(decoder.decode(piece, { stream: true }))),
    end: () => {
      guarded(() => parser.write(decoder.decode()).close())
      return faults
    },
  }
}

/**
 * Whether a cell has several values or texts, one that the reader of rows takes for a number though no workbook spells numbers so, or the
 * place of a shared text that is none. The reader takes the reading of a Japanese text, which stands beside it, for a part of it.
 */
function isOdd({ type, values, inline, texts, runs, readings, text }: Cell, sharedTexts: number): boolean {
  if (values + inline > 1 || texts > 1 || (texts > 0 && runs > 0) || readings > 0) return true
  if (inline > 0 && type !== 'inlineStr') return true
  if (type === 's') return values > 0 && !(/^\s*\d{1,9}\s*$/.test(text) && Number(text) < sharedTexts)
  if (['str', 'inlineStr', 'b', 'e'].includes(type) || text === '') return false
  return !Number.isNaN(Number(text)) && !(plainNumber.test(text) && Number.isFinite(Number(text)))
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The column of a cell's name such as AB4, counted from 0. */
const columnNumber = (cell: string) =>
  [...cell.replace(/[^A-Z]/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
