import { fromBuffer } from 'yauzl'
import { Refused } from '../http/refused.ts'

const limits = { entries: 10_000, total: 400 * 1024 * 1024, ratio: 150 }

/** The names inside a zip container, after proving from its directory that unpacking it is harmless. Takes milliseconds. */
export function checkZip(content: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const fault = (reason: string) => reject(new Refused('FILE_UNREADABLE', { reason }))
    fromBuffer(content, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error || !zip) return fault('zip')
      if (zip.entryCount > limits.entries) return fault('entries')
      const names: string[] = []
      let total = 0
      zip.on('error', () => fault('zip'))
      zip.on('entry', (entry) => {
        total += entry.uncompressedSize
        if (total > limits.total || (total > 20 * 1024 * 1024 && total / Math.max(1, content.length) > limits.ratio))
          return fault('size')
        names.push(entry.fileName)
        zip.readEntry()
      })
      zip.on('end', () => resolve(names))
      zip.readEntry()
    })
  })
}

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
