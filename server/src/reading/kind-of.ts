/** What the bytes are; undefined for what cannot be read. */
export function kindOf(bytes: Uint8Array): 'pdf' | 'picture' | 'mail' | 'xml' | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  if (head.includes('%PDF-')) return 'pdf'
  if (head.length < 4) return undefined
  if (head[0] === 0xff && head[1] === 0xd8) return 'picture'
  if (head.readUInt32BE(0) === 0x89504e47) return 'picture'
  if (head[0] === 0x42 && head[1] === 0x4d) return 'picture'
  if (head.readUInt32BE(0) === 0xd0cf11e0) return 'mail'
  return beginsAsXml(bytes) ? 'xml' : undefined
}

// What may stand before the first mark of a text, in one byte a letter or two: blanks, line ends, and the bytes of byte-order marks.
const before = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff])

/** What may stand before the root element of an XML or a web page: blanks, instructions, comments and a doctype. */
const prolog = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype(?!\s+html\b)(?:[^[>]*\[[\s\S]*?\]\s*>|[^[>]*>))*/i

// A drawing or a web page is no document of trade.
const shown = /^<(?:!doctype\s+html\b|(?:[\w.-]+:)?(?:svg|html|head|body|meta)[\s/>])/i

/** The most of a file that is looked at for its root element. */
const longestProlog = 65_536

/**
 * Whether the text of a file begins with an element; an XML need not say in its first line that it is one. A drawing and a web page are
 * none, whatever stands before their root element.
 */
function beginsAsXml(bytes: Uint8Array): boolean {
  const at = bytes.findIndex((byte) => !before.has(byte))
  if (bytes[at] !== 0x3c) return false
  const text = Buffer.from(bytes.subarray(at, at + longestProlog))
    .toString('latin1')
    .replaceAll('\0', '')
  return /^<[^\s\d<=>]/.test(text) && !shown.test(text.replace(prolog, ''))
}
