import { Refused } from '../http/refused.ts'
import { isChinese } from './double-bytes.ts'
import { maxColumns } from './zip-check.ts'

const wide = (content: Buffer, label: 'utf-16le' | 'utf-16be') => new TextDecoder(label).decode(content)

// Four bytes a character; Node has no decoder for it. Undefined for a number that is no character.
function utf32(content: Buffer, isLittle: boolean): string | undefined {
  if (content.length % 4 !== 0) return undefined
  const parts: string[] = []
  for (let from = 0; from < content.length; from += 32_768) {
    const points: number[] = []
    for (let at = from; at < Math.min(from + 32_768, content.length); at += 4) {
      const point = isLittle ? content.readUInt32LE(at) : content.readUInt32BE(at)
      if (point > 0x10ffff) return undefined
      points.push(point)
    }
    parts.push(String.fromCodePoint(...points))
  }
  return parts.join('')
}

// Without a mark the first characters tell: those of a heading are mostly Latin, so every other byte is zero.
function unmarked(content: Buffer): string | undefined {
  const [a, b, c, d] = content
  if (!a && !b && !c && d) return utf32(content, false)
  if (a && !b && !c && !d) return utf32(content, true)
  if (!a && b) return wide(content, 'utf-16be')
  if (a && !b) return wide(content, 'utf-16le')
  return undefined
}

function decoded(content: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

// Neither encoding says which it is. Of a text that is sound in both, a guess would change names and numbers.
function easternOrWestern(content: Buffer): string {
  const eastern = decoded(content, 'gb18030')
  const chinese = eastern === undefined ? false : isChinese(content)
  if (chinese === undefined) throw new Refused('FILE_ENCODING')
  return chinese && eastern !== undefined ? eastern : new TextDecoder('windows-1252').decode(content)
}

/** The text of a file in whichever encoding it came: UTF-8, UTF-16, UTF-32, GB 18030 or Windows Latin. */
export function textOf(content: Buffer): string {
  const text =
    (content[0] === 0xff && content[1] === 0xfe && content[2] === 0 && content[3] === 0 ? utf32(content, true) : undefined) ??
    (content[0] === 0xff && content[1] === 0xfe ? wide(content, 'utf-16le') : undefined) ??
    (content[0] === 0xfe && content[1] === 0xff ? wide(content, 'utf-16be') : undefined) ??
    unmarked(content) ??
    decoded(content, 'utf-8') ??
    easternOrWestern(content)
  return text.replace(/^\ufeff/, '')
}

/** The delimiter that the first line holds most of, outside quotes. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const counts = new Map([',', ';', '\t', '|'].map((candidate) => [candidate, 0]))
  let quoted = false
  for (let at = 0; at < (end < 0 ? text.length : end); at++) {
    const char = text[at]!
    if (char === '"') quoted = !quoted
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

// What a cell of a workbook may hold; a quote that nobody closed is longer.
const longestCell = 32_767

/** Collects the cells of rows from the runs of a text. A run is cut from the text, so that long cells cost no more than it. */
function rowBuilder(text: string) {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  const addRun = (from: number, to: number) => {
    if (cell.length + to - from > longestCell)
      throw new Refused('CELL_TOO_LONG', { row: rows.length + 1, characters: longestCell })
    cell += text.slice(from, to)
  }
  const endCell = () => {
    if (row.length >= maxColumns) throw new Refused('SHEET_TOO_WIDE', { columns: maxColumns })
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  const dropCell = () => {
    cell = ''
  }
  return { rows, addRun, dropCell, endCell, endRow, isOpen: () => cell !== '' || row.length > 0 }
}

/**
 * Parses rows of a csv text (RFC 4180: quotes doubled inside quotes, line breaks allowed inside them), trimmed. Stops after
 * `mostRows` rows; the cost is linear in the length of any text. A cell or a row beyond the limits is refused.
 */
export function parseCsv(text: string, mostRows = Number.POSITIVE_INFINITY): string[][] {
  const delimiter = delimiterOf(text)
  const built = rowBuilder(text)
  let [from, isBlank, quoted] = [0, true, false]
  const startCell = (at: number) => {
    from = at
    isBlank = true
  }
  for (let at = 0; at < text.length && built.rows.length < mostRows; at++) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') continue
      // Of a doubled quote the first one stays in the cell.
      const isDoubled = text[at + 1] === '"'
      built.addRun(from, isDoubled ? at + 1 : at)
      isBlank &&= !isDoubled && text.slice(from, at).trim() === ''
      if (isDoubled) at++
      else quoted = false
      from = at + 1
    } else if (char === '"' && isBlank) {
      quoted = true
      built.dropCell()
      from = at + 1
    } else if (char === delimiter || char === '\n' || char === '\r') {
      built.addRun(from, at)
      if (char === '\r' && text[at + 1] === '\n') at++
      if (char === delimiter) built.endCell()
      else built.endRow()
      startCell(at + 1)
    } else isBlank &&= /\s/.test(char)
  }
  if (built.rows.length < mostRows) built.addRun(from, text.length)
  if (built.isOpen()) built.endRow()
  return built.rows
}
