/** What the bytes are; undefined for what cannot be read. */
export function kindOf(bytes: Uint8Array): 'pdf' | 'picture' | 'mail' | 'xml' | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  if (head.includes('%PDF-')) return 'pdf'
  if (head.length < 4) return undefined
  if (head[0] === 0xff && head[1] === 0xd8) return 'picture'
  if (head.readUInt32BE(0) === 0x89504e47) return 'picture'
  if (head[0] === 0x42 && head[1] === 0x4d) return 'picture'
  if (head.readUInt32BE(0) === 0xd0cf11e0) return 'mail'
  if (/^(\ufeff)?\s*<\?xml/.test(head.toString('utf8'))) return 'xml'
  return undefined
}
