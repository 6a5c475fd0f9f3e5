/** The text of a csv file in whichever encoding it came: UTF-8, UTF-16 or GB 18030. */
function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('gb18030').decode(content)
  }
}

/** The delimiter that the first line holds most of, outside quotes. */
function delimiterOf(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]?.replace(/"[^"]*"/g, '') ?? ''
  return [',', ';', '\t', '|'].reduce(
    (best, candidate) => (line.split(candidate).length > line.split(best).length ? candidate : best),
    ',',
  )
}

/** Rows of a csv file (RFC 4180: quotes doubled inside quotes, line breaks allowed inside them), trimmed. */
export function parseCsv(content: Buffer): string[][] {
  const text = decode(content).replace(/^\ufeff/, '')
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
