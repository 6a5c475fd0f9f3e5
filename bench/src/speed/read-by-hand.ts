import { inflateRawSync } from 'node:zlib'

/** The cells of a workbook's first sheet with nothing but what the format needs: the least that reading it can cost. */
export function readByHand(content: Buffer): string[][] {
  const strings = partOf(content, 'xl/sharedStrings.xml')
  const shared = strings ? [...strings.matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner]) => inner!.replace(/<[^>]*>/g, '')) : []
  const rows: string[][] = []
  for (const [, row] of partOf(content, 'xl/worksheets/sheet1.xml')!.matchAll(/<row[^>]*>(.*?)<\/row>/gs)) {
    const cells: string[] = []
    for (const [, attributes, , inner] of row!.matchAll(/<c ([^>]*?)(\/>|>(.*?)<\/c>)/g)) {
      const text = inner ? (/<(?:v|t)[^>]*>([^<]*)</.exec(inner)?.[1] ?? '') : ''
      cells.push(attributes!.includes('t="s"') ? shared[Number(text)]! : text)
    }
    rows.push(cells)
  }
  return rows
}

/** A file inside a zip container, found by the directory at its end. */
function partOf(content: Buffer, name: string): string | undefined {
  let at = content.readUInt32LE(content.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16)
  while (content.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => content.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    if (content.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const start = content.readUInt32LE(at + 42)
      const from = start + 30 + content.readUInt16LE(start + 26) + content.readUInt16LE(start + 28)
      const packed = content.subarray(from, from + content.readUInt32LE(at + 20))
      return (content.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    }
    at += 46 + nameLength + extra + comment
  }
  return undefined
}
