/** The rows of a CSV text (RFC 4180: quotes, doubled quotes, line breaks inside quotes), blank lines left out. */
export function csvRows(text: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const body = text.replace(/^\uFEFF/, '')
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each.trim() !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? ''
    if (quoted && sign === '"' && body[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (quoted) cell += sign
    else if (sign === separator) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** The separator that splits the first line into most cells: comma, semicolon or tab. */
export function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counted.sort((a, b) => b.count - a.count)[0]?.separator ?? ','
}
