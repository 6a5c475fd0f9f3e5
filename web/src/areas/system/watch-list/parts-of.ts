const partCharacters = 400_000

/** A long CSV text in parts that end with a line, each with the number of lines before it. */
export function partsOf(csv: string, most = partCharacters): { csv: string; before: number }[] {
  const parts: { csv: string; before: number }[] = []
  let lines: string[] = []
  let size = 0
  let before = 0
  const close = () => {
    if (lines.some((line) => line.trim() !== '')) parts.push({ csv: lines.join('\n'), before })
    before += lines.length
    lines = []
    size = 0
  }
  for (const line of csv.split(/\r?\n/)) {
    if (size + line.length > most && lines.length > 0) close()
    lines.push(line)
    size += line.length + 1
  }
  close()
  return parts
}
