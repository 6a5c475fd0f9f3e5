import { SaxesParser } from 'saxes'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { Refused } from '../http/refused.ts'
import { type BookParts, bookPartsWatch } from './book-parts.ts'
import { markupWatch } from './markup-watch.ts'
import { type SheetFaults, sheetWatch } from './odd-cells.ts'
import { type BookSheet, partOf, sheetsOf, tagsOf } from './visible-sheet.ts'

/** More columns than any uploaded list has; a cell beyond them refuses its sheet. */
export const maxColumns = 200
// A cell beyond column GR, or one with a name that only a parser could resolve.
const wideCell = /[\s"']r\s*=\s*["']?(?:[a-z]{3}|[h-z][a-z]|g[s-z]|[a-z]{0,2}&)/i

const megabyte = 1024 * 1024
// A sheet of 20,000 rows and 40 columns unpacks to less than half of this.
const limits = { entries: 10_000, unpacked: 96 * megabyte, ratio: 150, relations: megabyte, list: 8 * megabyte }
// Content that the workbook parser reads as XML, whatever its name.
const readAsXml = /\/(?:officeDocument|worksheet|sharedStrings|styles)$/

// The list of a workbook's sheets, where their parts lie, and what a cell that holds something begins with.
const listOfSheets = /^xl[/\\]workbook\.xml$/i
const listRelations = /^xl[/\\]_rels[/\\]workbook\.xml\.rels$/i
const sheetPart = /^xl[/\\](?!sharedStrings|styles)(.+\.xml)$/i
const filledCell = /<(?:\w{1,8}:)?(?:v|is)(?:\s[^>]{0,40})?>/

const refused = (reason: string) => new Refused('FILE_UNREADABLE', { reason })
const oversized = () => new Refused('FILE_UNREADABLE', { reason: 'size' })

/**
 * The names inside a workbook and its sheets, after all parts were unpacked piece by piece within the limit; the sizes in its
 * directory prove nothing. Each part counts, whatever its name. Parts that the parser reads as XML must be named so, and none of their marks may
 * be so long that reading it in pieces would cost more than linear time.
 */
export async function checkZip(content: Buffer): Promise<{ names: string[]; sheets: BookSheet[] }> {
  const zip = await opened(content)
  if (zip.entryCount > limits.entries) throw refused('entries')
  const parts = await referredParts(content)
  const names: string[] = []
  const texts = new Map<string, string>()
  const found = new Map<string, { isFilled: boolean; faults: SheetFaults }>()
  let unpacked = 0
  for await (const entry of entriesOf(zip)) {
    names.push(entry.fileName)
    if (unpacked + entry.uncompressedSize > limits.unpacked) throw oversized()
    const isXml = /\.(xml|rels)$/i.test(entry.fileName)
    const isStored = isXml && entry.compressionMethod === 0
    const isRelations = /\.rels$/i.test(entry.fileName)
    const isList = listOfSheets.test(entry.fileName)
    if (isRelations && entry.uncompressedSize > limits.relations) throw oversized()
    if (isList && entry.uncompressedSize > limits.list) throw oversized()
    const kept: Buffer[] = []
    const watch = isXml ? markupWatch() : undefined
    const sheet = sheetPart.exec(entry.fileName)?.[1]?.replaceAll('\\', '/').toLowerCase()
    const cells = sheet === undefined ? undefined : sheetWatch(parts)
    let [end, isFilled] = ['', false]
    unpacked += await unpackedSize(zip, entry, limits.unpacked - unpacked, (piece) => {
      if (watch && !watch(piece)) throw refused('markup')
      if (isStored || isRelations || isList) kept.push(piece)
      cells?.add(piece)
      if (cells && !isFilled) {
        const text = end + piece.toString('latin1')
        isFilled = filledCell.test(text)
        end = text.slice(-60)
      }
    })
    if (sheet && cells) found.set(sheet, { isFilled, faults: cells.end() })
    if (isList || listRelations.test(entry.fileName))
      texts.set(isList ? 'list' : 'relations', Buffer.concat(kept).toString('utf8'))
    // An unpacked part reaches the parser in one piece, and the parser expands every row of a piece before it returns the first.
    if (isStored && wideCell.test(Buffer.concat(kept).toString('latin1')))
      throw new Refused('SHEET_TOO_WIDE', { columns: maxColumns })
    if (isRelations && pointsAside(Buffer.concat(kept).toString('utf8'))) throw refused('parts')
    if (unpacked > 20 * megabyte && unpacked / content.length > limits.ratio) throw oversized()
  }
  return { names, sheets: sheetsOf(texts.get('list') ?? '<none/>', texts.get('relations') ?? '<none/>', found) }
}

/**
 * The parts that the cells of all sheets refer to, as the list of the workbook names them. They may stand behind the sheets in the file, so
 * that they are read before.
 */
async function referredParts(content: Buffer): Promise<BookParts> {
  const named = new Map<string, 'styles' | 'sharedStrings'>()
  await readParts(
    content,
    (name) => listRelations.test(name),
    ({ text }) => {
      for (const { attributes } of tagsOf(text()))
        for (const kind of ['styles', 'sharedStrings'] as const)
          if (attributes.Type?.endsWith(`/${kind}`)) named.set(partOf(attributes.Target ?? ''), kind)
    },
  )
  const kindOf = (name: string) => named.get(partOf(name))
  const watch = bookPartsWatch()
  await readParts(
    content,
    (name) => kindOf(name) !== undefined,
    ({ name, pieces }) => {
      const add = watch.add(kindOf(name)!)
      for (const piece of pieces) add(piece)
      add(null)
    },
  )
  const parts = watch.end()
  if (parts.isBroken) throw refused('markup')
  return parts
}

type Part = { name: string; pieces: readonly Buffer[]; text: () => string }

/** Reads some parts of a workbook one after the other, within the limits of all parts. */
async function readParts(content: Buffer, isWanted: (name: string) => boolean, take: (part: Part) => void): Promise<void> {
  const zip = await opened(content)
  if (zip.entryCount > limits.entries) throw refused('entries')
  let unpacked = 0
  for await (const entry of entriesOf(zip)) {
    const { fileName: name } = entry
    if (!isWanted(name)) continue
    const markup = markupWatch()
    const pieces: Buffer[] = []
    unpacked += await unpackedSize(zip, entry, limits.unpacked - unpacked, (piece) => {
      if (!markup(piece)) throw refused('markup')
      pieces.push(piece)
    })
    try {
      take({ name, pieces, text: () => Buffer.concat(pieces).toString('utf8') })
    } catch {
      throw refused('markup')
    }
  }
}

/** Whether a list of relations names an XML part without an XML name, or cannot be read itself. */
function pointsAside(text: string): boolean {
  let isAside = false
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ attributes: { Type = '', Target = '' } }) => {
    isAside ||= readAsXml.test(Type) && !/\.xml$/i.test(Target)
  })
  try {
    parser.write(text).close()
  } catch {
    return true
  }
  return isAside
}

const opened = (content: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(content, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error || !zip ? reject(refused('zip')) : resolve(zip),
    ),
  )

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.removeAllListeners()
      zip.on('error', () => reject(refused('zip')))
      zip.on('entry', resolve)
      zip.on('end', () => resolve(undefined))
      zip.readEntry()
    })
    if (!entry) return
    yield entry
  }
}

/** The unpacked size of a part in bytes; the count stops beyond `most`, and when `look` throws at a piece. */
const unpackedSize = (zip: ZipFile, entry: Entry, most: number, look: (piece: Buffer) => void): Promise<number> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(refused('zip'))
      let size = 0
      stream.on('data', (piece: Buffer) => {
        size += piece.length
        try {
          if (size > most) throw oversized()
          look(piece)
        } catch (fault) {
          stream.destroy()
          reject(fault)
        }
      })
      stream.on('error', () => reject(refused('zip')))
      stream.on('end', () => resolve(size))
    }),
  )

/**
 * A checked container whose names part folders by \ (as some Windows programs write them) with / instead, in the directory and
 * before each file. Anything else about the container stays.
 */
export function withSlashes(content: Buffer): Buffer {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let copy = content
  let at = end < 0 || end + 20 > content.length ? content.length : content.readUInt32LE(end + 16)
  while (at + 46 <= end && content.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => content.readUInt16LE(at + offset)) as [number, number, number]
    const local = content.readUInt32LE(at + 42)
    const inner = content.subarray(at + 46, at + 46 + name)
    if (copy === content && inner.includes(0x5c)) copy = Buffer.from(content)
    slashesIn(copy, at + 46, name)
    if (local + 30 <= content.length && content.readUInt32LE(local) === 0x04034b50)
      slashesIn(copy, local + 30, content.readUInt16LE(local + 26))
    at += 46 + name + extra + comment
  }
  return copy
}

function slashesIn(bytes: Buffer, from: number, length: number): void {
  for (let at = from; at < Math.min(from + length, bytes.length); at++) if (bytes[at] === 0x5c) bytes[at] = 0x2f
}
