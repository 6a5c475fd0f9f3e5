import { SaxesParser } from 'saxes'

/** What the cells of all sheets of a workbook refer to: the formats that show a percentage, and how many shared texts there are. */
export type BookParts = { percentStyles: ReadonlySet<number>; sharedTexts: number; isBroken: boolean }

export const stylesPart = /^xl[/\\]styles[^/\\]*\.xml$/i
export const sharedTextsPart = /^xl[/\\]sharedStrings[^/\\]*\.xml$/i

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
/** Formats that every program knows without a text: 0 % and 0.00 %. */
const knownPercent = [9, 10]
/** A percent sign that is no quoted or escaped letter. */
const showsPercent = (code: string) => code.replace(/"[^"]*"|\\./g, '').includes('%')

/** Follows the parts of a workbook that its sheets refer to, in pieces. `end` returns what was found in those that were added. */
export function bookPartsWatch(): { add: (name: string) => (piece: Buffer | null) => void; end: () => BookParts } {
  const percentFormats = new Set<number>(knownPercent)
  const formats: number[] = []
  let [sharedTexts, isBroken] = [0, false]
  const watched = (onTag: (name: string, attributes: Record<string, string>) => void) => {
    const decoder = new TextDecoder('utf-8')
    const parser = new SaxesParser({ xmlns: false })
    const open: string[] = []
    parser.on('opentag', ({ name, attributes }) => {
      onTag(`${open.at(-1) ?? ''}/${localName(name)}`, attributes)
      open.push(localName(name))
    })
    parser.on('closetag', () => open.pop())
    return (piece: Buffer | null) => {
      if (isBroken) return
      try {
        if (piece) parser.write(decoder.decode(piece, { stream: true }))
        else parser.write(decoder.decode()).close()
      } catch {
        isBroken = true
      }
    }
  }
  return {
    add: (name) =>
      sharedTextsPart.test(name)
        ? watched((path) => {
            if (path === 'sst/si') sharedTexts += 1
          })
        : watched((path, { numFmtId = '', formatCode = '' }) => {
            if (path === 'numFmts/numFmt' && showsPercent(formatCode)) percentFormats.add(Number(numFmtId))
            if (path === 'cellXfs/xf') formats.push(Number(numFmtId))
          }),
    end: () => ({
      percentStyles: new Set(formats.flatMap((format, style) => (percentFormats.has(format) ? [style] : []))),
      sharedTexts,
      isBroken,
    }),
  }
}
