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

/** Whether the text of a file begins with an element; an XML need not say in its first line that it is one. */
function beginsAsXml(bytes: Uint8Array): boolean {
  const at = bytes.findIndex((byte) => !before.has(byte))
  if (bytes[at] !== 0x3c) return false
  const text = Buffer.from(bytes.subarray(at, at + 64))
    .toString('latin1')
    .replaceAll('\0', '')
  return /^<[^\s\d<=>]/.test(text) && !/^<(?:!doctype\s+)?html/i.test(text)
}
