import { SaxesParser } from 'saxes'
import type { BookParts } from './book-parts.ts'
import { type CellShape, emptyShape, enter, leave } from './cell-shape.ts'
import { columnName } from './column-name.ts'

/**
 * What the watch over a sheet found: cells that can be read as more than one thing, by their names, those that show a percentage, and
 * whether the sheet is broken.
 */
export type SheetFaults = { oddCells: string[]; percentCells: ReadonlySet<string>; isBroken: boolean }

type Cell = { name: string; type: string; style: number; shape: CellShape; text: string }

// The longest spelling of a number that a workbook has is far shorter.
const longestNumber = 400
// More than are ever named.
const mostOddCells = 100
const plainNumber = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/**
 * Follows a sheet of a workbook in pieces, beside the reader of its rows, which joins the values of a cell and lets the last of two cells
 * of one name hold. The first returned function takes the next piece; the second ends the sheet and returns what was found.
 */
export function sheetWatch(parts: Omit<BookParts, 'isBroken'>): {
  add: (piece: Buffer) => void
  end: () => SheetFaults
} {
  const decoder = new TextDecoder('utf-8')
  const parser = new SaxesParser({ xmlns: false })
  const percentCells = new Set<string>()
  const faults: SheetFaults = { oddCells: [], percentCells, isBroken: false }
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
      if (cell) faults.oddCells.push(cell.name)
      cell = { name: named, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), shape: emptyShape(), text: '' }
    } else if (cell) {
      enter(cell.shape, local)
      isValue = cell.shape.path.length === 1 && local === 'v'
    }
  })
  const characters = (text: string) => {
    if (cell && isValue && cell.text.length <= longestNumber) cell.text += text
  }
  parser.on('text', characters)
  parser.on('cdata', characters)
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (!cell) return
    isValue = false
    if (cell.shape.path.length > 0) return leave(cell.shape)
    if (local !== 'c') return
    const isFaulty = isOdd(cell, parts) || namesOfRow.has(cell.name)
    if (cell.type === 'n' && parts.percentStyles.has(cell.style)) percentCells.add(cell.name)
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
 * Whether a cell has several values or texts, one that the reader of rows takes for a number though no workbook spells numbers so, the
 * place of a shared text that is none or that is odd itself, or a number that some formats show as a percentage. The reader takes the
 * reading of an inline Japanese text, which stands beside it, for a part of it.
 */
function isOdd({ type, style, shape, text }: Cell, { sharedTexts, oddTexts, mixedStyles }: Omit<BookParts, 'isBroken'>): boolean {
  if (shape.isOdd || (shape.texts + shape.runs > 0 && type !== 'inlineStr')) return true
  if (type === 's')
    return text !== '' && !(/^\s*\d{1,9}\s*$/.test(text) && Number(text) < sharedTexts && !oddTexts.has(Number(text)))
  if (['str', 'inlineStr', 'b', 'e'].includes(type) || text === '') return false
  if (type === 'n' && mixedStyles.has(style)) return true
  return !Number.isNaN(Number(text)) && !(plainNumber.test(text) && Number.isFinite(Number(text)))
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The column of a cell's name such as AB4, counted from 0. */
const columnNumber = (cell: string) =>
  [...cell.replace(/[^A-Z]/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
