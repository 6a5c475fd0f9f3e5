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

/** The text of a file in whichever encoding it came: UTF-8, UTF-16, UTF-32, GB 18030 or Windows Latin. */
export function textOf(content: Buffer): string {
  const text =
    (content[0] === 0xff && content[1] === 0xfe && content[2] === 0 && content[3] === 0 ? utf32(content, true) : undefined) ??
    (content[0] === 0xff && content[1] === 0xfe ? wide(content, 'utf-16le') : undefined) ??
    (content[0] === 0xfe && content[1] === 0xff ? wide(content, 'utf-16be') : undefined) ??
    unmarked(content) ??
    decoded(content, 'utf-8') ??
    decoded(content, 'gb18030') ??
    new TextDecoder('windows-1252').decode(content)
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

/**
 * Parses rows of a csv text (RFC 4180: quotes doubled inside quotes, line breaks allowed inside them), trimmed. Stops after
 * `mostRows` rows; the cost is linear in the length of any text.
 */
export function parseCsv(text: string, mostRows = Number.POSITIVE_INFINITY): string[][] {
  const delimiter = delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isBlank = true
  let quoted = false
  const add = (char: string) => {
    cell += char
    isBlank &&= /\s/.test(char)
  }
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
    isBlank = true
  }
  for (let at = 0; at < text.length && rows.length < mostRows; at++) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') add(char)
      else if (text[at + 1] === '"') add(text[++at]!)
      else quoted = false
    } else if (char === '"' && isBlank) {
      quoted = true
      cell = ''
    } else if (char === delimiter) endCell()
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++
      endCell()
      rows.push(row)
      row = []
    } else add(char)
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows
}
