import { open as openFile } from 'node:fs/promises'
import { open as openZip } from 'yauzl'
import { Refused } from '../http/refused.ts'

const mostEntries = 10_000
const headLength = 65_536
// The required part of a zip for each file ending.
const folders: Record<string, string> = { xlsx: 'xl/', docx: 'word/' }

const compound = Buffer.from('d0cf11e0', 'hex')

/**
 * Checks beyond the first bytes that a file matches the ending of its name: a zip has a readable directory, an Office file its
 * required parts, and a text for Excel is no web page. Refuses by name.
 */
export async function checkUpload(path: string, ending: string): Promise<void> {
  const head = await headOf(path)
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) || ending === 'zip') {
    const names = await namesIn(path)
    const folder = folders[ending]
    if (folder && !names.some((name) => name.replaceAll('\\', '/').startsWith(folder))) throw new Refused('FILE_TYPE')
  } else if (ending === 'xls' && !head.subarray(0, 4).equals(compound) && isWebPage(head)) throw new Refused('FILE_TYPE')
}

const isWebPage = (head: Buffer) =>
  /<\s*(?:!doctype\s+html|html|head|body|script|iframe|svg|table)\b/i.test(head.toString('latin1').replaceAll('\0', ''))

async function headOf(path: string): Promise<Buffer> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The names in the directory of a zip, read from its end; nothing is unpacked. */
const namesIn = (path: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const fault = (reason: string) => reject(new Refused('FILE_UNREADABLE', { reason }))
    openZip(path, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return fault('zip')
      const names: string[] = []
      if (zip.entryCount > mostEntries) {
        zip.close()
        return fault('entries')
      }
      zip.on('error', () => fault('zip'))
      zip.on('entry', (entry) => {
        names.push(entry.fileName)
        zip.readEntry()
      })
      zip.on('end', () => (names.length > 0 ? resolve(names) : fault('zip')))
      zip.readEntry()
    })
  })
