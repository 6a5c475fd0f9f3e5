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
