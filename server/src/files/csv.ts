const wide = (content: Buffer, label: 'utf-16le' | 'utf-16be') => new TextDecoder(label).decode(content)

// Four bytes a character; Node has no decoder for it. Undefined for a number that is no character.
function utf32(content: Buffer, isLittle: boolean): string | undefined {
  if (content.length % 4 !== 0) return undefined
  const points: number[] = []
  for (let at = 0; at < content.length; at += 4) {
    const point = isLittle ? content.readUInt32LE(at) : content.readUInt32BE(at)
    if (point > 0x10ffff) return undefined
    points.push(point)
  }
  return points.map((point) => String.fromCodePoint(point)).join('')
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
  const line = text.split(/\r?\n|\r/, 1)[0]?.replace(/"[^"]*"/g, '') ?? ''
  return [',', ';', '\t', '|'].reduce(
    (best, candidate) => (line.split(candidate).length > line.split(best).length ? candidate : best),
    ',',
  )
}

/** Rows of a csv file (RFC 4180: quotes doubled inside quotes, line breaks allowed inside them), trimmed. */
export function parseCsv(content: Buffer): string[][] {
  const text = textOf(content)
  const delimiter = delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (char === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (char === delimiter) {
      row.push(cell.trim())
      cell = ''
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++
      row.push(cell.trim())
      rows.push(row)
      row = []
      cell = ''
    } else cell += char
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows
}
