import { SaxesParser } from 'saxes'
import { EInvoiceError } from './errors.ts'
import { decodeXmlBytes } from './xml-encoding.ts'

/** An element without its namespace prefix; text is all character data directly inside it, trimmed. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

export type XmlLimits = { maxBytes: number; maxDepth: number; maxElements: number; maxAttributes: number }

// The largest invoice in practice, with attached PDFs in base64, stays far below this.
export const xmlLimits: XmlLimits = { maxBytes: 20 * 1024 * 1024, maxDepth: 60, maxElements: 500_000, maxAttributes: 500 }

// The parser gets the text in pieces, so that a file beyond a limit is refused without a scan to its end.
const pieceLength = 65_536

/**
 * Parses XML bytes or text into its root element, in one pass of linear cost. The only entities are the five of XML and character
 * numbers; every refusal is an EInvoiceError with a name.
 */
export function parseXml(source: Uint8Array | string, limits: XmlLimits = xmlLimits): XmlElement {
  const size = typeof source === 'string' ? source.length : source.byteLength
  if (size > limits.maxBytes) throw new EInvoiceError('e-invoice-too-large', `${size} bytes`)
  const text = (typeof source === 'string' ? source : decodeXmlBytes(source)).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new EInvoiceError('e-invoice-empty')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new EInvoiceError('e-invoice-doctype')
  const tree = treeBuilder(limits)
  try {
    for (let at = 0; at < text.length; at += pieceLength) tree.parser.write(text.slice(at, at + pieceLength))
    tree.parser.close()
  } catch (error) {
    if (error instanceof EInvoiceError) throw error
    throw new EInvoiceError('e-invoice-malformed', error instanceof Error ? error.message : String(error))
  }
  const root = tree.root()
  if (!root) throw new EInvoiceError('e-invoice-malformed', 'no root element')
  return root
}

type Open = { element: XmlElement; parts: string[] }

/** A parser that refuses excessive depth and number of elements before it builds them. */
function treeBuilder(limits: XmlLimits) {
  const parser = new SaxesParser({ xmlns: false })
  const open: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  let attributesOfElement = 0
  parser.on('opentagstart', () => {
    attributesOfElement = 0
  })
  parser.on('attribute', () => {
    attributesOfElement += 1
    if (attributesOfElement > limits.maxAttributes)
      throw new EInvoiceError('e-invoice-too-large', `more than ${limits.maxAttributes} attributes of an element`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (open.length >= limits.maxDepth) throw new EInvoiceError('e-invoice-too-deep', `more than ${limits.maxDepth} levels`)
    if (elements > limits.maxElements) throw new EInvoiceError('e-invoice-too-large', `more than ${limits.maxElements} elements`)
    const element: XmlElement = { name: localName(name), attributes: plainAttributes(attributes), text: '', children: [] }
    const parent = open.at(-1)
    if (parent) parent.element.children.push(element)
    else root = element
    open.push({ element, parts: [] })
  })
  const characters = (text: string) => open.at(-1)?.parts.push(text)
  parser.on('text', characters)
  parser.on('cdata', characters)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) closed.element.text = closed.parts.join('').trim()
  })
  return { parser, root: () => root }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The attributes by their names without prefixes; declarations of prefixes are left out. */
function plainAttributes(given: Record<string, string>): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) if (!name.startsWith('xmlns:')) attributes[localName(name)] = value.trim()
  return attributes
}

/** All elements reached by the path of local names, in document order. */
export function all(element: XmlElement | undefined, ...path: string[]): XmlElement[] {
  let found = element ? [element] : []
  for (const name of path) found = found.flatMap((parent) => parent.children.filter((child) => child.name === name))
  return found
}

/** The first element reached by the path. */
export const first = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined => all(element, ...path)[0]

/** The text of the first element reached by the path that has any; null where none has. */
export const textAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  all(element, ...path).find((found) => found.text !== '')?.text ?? null

/** The first of the names that stands in an element more than once; undefined where each stands there once or not at all. */
export const givenTwice = (element: XmlElement | undefined, ...names: string[]): string | undefined =>
  names.find((name) => all(element, name).length > 1)
