import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { EInvoiceError } from './errors.ts'
import { decodeXmlBytes } from './xml-encoding.ts'

/** An element without its namespace prefix; text is all character data directly inside it, trimmed. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

export type XmlLimits = { maxBytes: number; maxDepth: number; maxElements: number }

// The largest invoice in practice, with attached PDFs in base64, stays far below this.
export const xmlLimits: XmlLimits = { maxBytes: 20 * 1024 * 1024, maxDepth: 60, maxElements: 500_000 }

// Entities stay off in the parser: the five of XML and character numbers are put in below, and nothing else exists.
const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: '#cdata',
  maxNestedTags: xmlLimits.maxDepth,
})

type Node = Record<string, unknown>

/** Parses XML bytes or text into its root element; every refusal is an EInvoiceError with a name. */
export function parseXml(source: Uint8Array | string, limits: XmlLimits = xmlLimits): XmlElement {
  const size = typeof source === 'string' ? source.length : source.byteLength
  if (size > limits.maxBytes) throw new EInvoiceError('e-invoice-too-large', `${size} bytes`)
  const text = (typeof source === 'string' ? source : decodeXmlBytes(source)).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new EInvoiceError('e-invoice-empty')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new EInvoiceError('e-invoice-doctype')
  if (text.includes('\0')) throw new EInvoiceError('e-invoice-malformed', 'NUL character')
  checkDepth(text, limits)
  const roots = parseNodes(text)
    .map((node) => elementOf(node))
    .filter((element) => element !== undefined)
  const [root] = roots
  if (!root || roots.length > 1) throw new EInvoiceError('e-invoice-malformed', `${roots.length} root elements`)
  return root
}

function parseNodes(text: string): Node[] {
  try {
    const valid = XMLValidator.validate(text)
    if (valid !== true) throw new EInvoiceError('e-invoice-malformed', `${valid.err.msg} (line ${valid.err.line})`)
    return parser.parse(text) as Node[]
  } catch (error) {
    if (error instanceof EInvoiceError) throw error
    throw new EInvoiceError('e-invoice-malformed', error instanceof Error ? error.message : String(error))
  }
}

// Depth and number of elements are counted before anything is built, so that a hostile file costs one pass.
function checkDepth(text: string, limits: XmlLimits): void {
  const tags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)[^<>]*?(\/?)>/g
  let depth = 0
  let elements = 0
  for (const match of text.matchAll(tags)) {
    if (match[1] === undefined) continue
    if (match[1] === '/') depth -= 1
    else {
      elements += 1
      if (match[2] !== '/') depth += 1
    }
    if (depth > limits.maxDepth) throw new EInvoiceError('e-invoice-too-deep', `more than ${limits.maxDepth} levels`)
    if (elements > limits.maxElements) throw new EInvoiceError('e-invoice-too-large', `more than ${limits.maxElements} elements`)
  }
}

function elementOf(node: Node): XmlElement | undefined {
  const name = Object.keys(node).find((key) => key !== ':@')
  if (name === undefined || name.startsWith('#')) return undefined
  const inside = node[name]
  if (!Array.isArray(inside)) return undefined
  const parts = (inside as Node[]).map((part) => textOf(part))
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>)
  return {
    name,
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(String(value)).trim()])),
    text: parts.join('').trim(),
    children: (inside as Node[]).map((part) => elementOf(part)).filter((element) => element !== undefined),
  }
}

function textOf(node: Node): string {
  if (typeof node['#text'] === 'string') return decodeEntities(node['#text'])
  if (Array.isArray(node['#cdata'])) return (node['#cdata'] as Node[]).map((part) => String(part['#text'] ?? '')).join('')
  return ''
}

const xmlEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+);/g, (whole, name: string) => {
    const known = xmlEntities[name]
    if (known !== undefined) return known
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : 0
    if (code <= 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      throw new EInvoiceError('e-invoice-malformed', `unknown entity ${whole}`)
    return String.fromCodePoint(code)
  })
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
