import { SaxesParser } from 'saxes'
import { emptyShape, enter, leave } from './cell-shape.ts'

/** What the cells of all sheets of a workbook refer to: the formats that show a percentage, and the shared texts. */
export type BookParts = {
  percentStyles: ReadonlySet<number>
  /** Formats of which one part shows a percentage and another does not. */
  mixedStyles: ReadonlySet<number>
  sharedTexts: number
  /** Shared texts that can be read as more than one. */
  oddTexts: ReadonlySet<number>
  isBroken: boolean
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
/** Formats that every program knows without a text: 0 % and 0.00 %. */
const knownPercent = [9, 10]
/**
 * Whether a format shows a percentage, in all of its parts that show a number or in some. Quoted and escaped letters are none, nor is the
 * sign after `_` and `*`, by which a blank is as wide as it, or filled with it.
 */
function percentsIn(code: string): 'ALL' | 'SOME' | 'NONE' {
  const plain = code.replace(/"[^"]*"|[\\_*]./g, '').replace(/\[[^\]]*\]/g, '')
  const parts = plain.split(';').filter((part) => /[0#?]/.test(part))
  const shown = parts.filter((part) => part.includes('%')).length
  return shown === 0 ? 'NONE' : shown === parts.length ? 'ALL' : 'SOME'
}

/** Follows the parts of a workbook that its sheets refer to, in pieces. `end` returns what was found in those that were added. */
export function bookPartsWatch(): {
  add: (kind: 'styles' | 'sharedStrings') => (piece: Buffer | null) => void
  end: () => BookParts
} {
  const percentFormats = new Set<number>(knownPercent)
  const mixedFormats = new Set<number>()
  const oddTexts = new Set<number>()
  const formats: number[] = []
  let [sharedTexts, isBroken] = [0, false]
  const watched = (
    onTag: (path: string, attributes: Record<string, string>) => void,
    onEnd: (path: string) => void = () => {},
  ) => {
    const decoder = new TextDecoder('utf-8')
    const parser = new SaxesParser({ xmlns: false })
    const open: string[] = []
    parser.on('opentag', ({ name, attributes }) => {
      open.push(localName(name))
      onTag(open.join('/'), attributes)
    })
    parser.on('closetag', () => {
      onEnd(open.join('/'))
      open.pop()
    })
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
  const sharedTextWatch = () => {
    let shape = emptyShape()
    return watched(
      (path) => {
        const [, si, ...inner] = path.split('/')
        if (si !== 'si') return
        if (inner.length === 0) shape = emptyShape()
        else enter(shape, inner.at(-1)!, ['is'])
      },
      (path) => {
        const [, si, ...inner] = path.split('/')
        if (si !== 'si') return
        if (inner.length > 0) return leave(shape)
        if (shape.isOdd) oddTexts.add(sharedTexts)
        sharedTexts += 1
      },
    )
  }
  const stylesOf = (chosen: ReadonlySet<number>) =>
    new Set(formats.flatMap((format, style) => (chosen.has(format) ? [style] : [])))
  return {
    add: (kind) =>
      kind === 'sharedStrings'
        ? sharedTextWatch()
        : watched((path, { numFmtId = '', formatCode = '' }) => {
            if (path === 'styleSheet/numFmts/numFmt') {
              const shown = percentsIn(formatCode)
              percentFormats.delete(Number(numFmtId))
              if (shown === 'ALL') percentFormats.add(Number(numFmtId))
              if (shown === 'SOME') mixedFormats.add(Number(numFmtId))
            }
            if (path === 'styleSheet/cellXfs/xf') formats.push(Number(numFmtId))
          }),
    end: () => ({
      percentStyles: stylesOf(percentFormats),
      mixedStyles: stylesOf(mixedFormats),
      sharedTexts,
      oddTexts,
      isBroken,
    }),
  }
}
