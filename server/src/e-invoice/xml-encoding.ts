import { EInvoiceError } from './errors.ts'

// Only encodings that cannot hide markup from a reader of plain text: UTF-7 and EBCDIC are refused by not being here.
const labels: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
  big5: 'big5',
}

/** The text of an XML file by its byte-order mark, else by the encoding it declares, else UTF-8. */
export function decodeXmlBytes(bytes: Uint8Array): string {
  const byMark = encodingByMark(bytes)
  const text = decode(bytes, byMark ?? encodingByDeclaration(bytes))
  // A second declaration that disagrees with the bytes is how hidden markup gets past a scanner.
  const declared = declaredIn(text)
  if (declared && !(declared in labels)) throw new EInvoiceError('e-invoice-encoding', declared)
  return text
}

function encodingByMark([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? unsupported('utf-32') : 'utf-16le'
  if (a === 0 && b === 0x3c) return 'utf-16be'
  if (a === 0x3c && b === 0) return 'utf-16le'
  return undefined
}

function encodingByDeclaration(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 400))
  const declared = declaredIn(head)
  if (!declared) return 'utf-8'
  const label = labels[declared] ?? unsupported(declared)
  return label.startsWith('utf-16') ? unsupported(`${declared} without its byte-order mark`) : label
}

// A declaration must stand at the very start, so no more of the text is searched for one.
const declaredIn = (text: string): string | undefined =>
  /^\uFEFF?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text.slice(0, 1000))?.[1]?.trim().toLowerCase()

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return unsupported(label)
  }
}

function unsupported(label: string): never {
  throw new EInvoiceError('e-invoice-encoding', label)
}
