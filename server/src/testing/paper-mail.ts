import { burn } from '@kenjiuno/msgreader/lib/Burner.js'

/** The kinds of entries of a compound file. */
const kinds = { folder: 1, stream: 2, root: 5 } as const
const wide = (text: string) => Buffer.from(text, 'utf16le')

/** An Outlook mail (.msg) with one file on it, as a compound file of the streams that say so. */
export function paperMail({ subject, body, fileName, file }: { subject: string; body: string; fileName: string; file: Buffer }) {
  const stream = (tag: string, bytes: Buffer) => ({
    name: tag.startsWith('__') ? tag : `__substg1.0_${tag}`,
    type: kinds.stream as number,
    length: bytes.length,
    // A copy with its own buffer: the whole buffer behind it is written.
    binaryProvider: () => Uint8Array.from(bytes),
  })
  const folder = (name: string, type: number, children: number[]) => ({ name, type, length: 0, children })
  const entries = [
    folder('Root Entry', kinds.root, [1, 2, 3, 4, 5, 6]),
    stream('__properties_version1.0', Buffer.alloc(32)),
    stream('001A001F', wide('IPM.Note')),
    stream('0037001F', wide(subject)),
    stream('0C1A001F', wide('Zhou Min')),
    stream('1000001F', wide(body)),
    folder('__attach_version1.0_#00000000', kinds.folder, [7, 8, 9]),
    stream('__properties_version1.0', Buffer.alloc(8)),
    stream('37010102', file),
    stream('3707001F', wide(fileName)),
  ]
  return Buffer.from(burn(entries as Parameters<typeof burn>[0]))
}
