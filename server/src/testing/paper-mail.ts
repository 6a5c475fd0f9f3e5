import { burn } from '@kenjiuno/msgreader/lib/Burner.js'

/** The kinds of entries of a compound file. */
const kinds = { folder: 1, stream: 2, root: 5 } as const
const wide = (text: string) => Buffer.from(text, 'utf16le')

type MailFile = { fileName: string; file: Buffer }

/** An Outlook mail (.msg) with one file on it, as a compound file of the streams that say so. */
export const paperMail = ({ subject, body, fileName, file }: { subject: string; body: string } & MailFile) =>
  mailWith({ subject, body }, [{ fileName, file }])

/** The same with any number of files. */
export function mailWith({ subject, body }: { subject: string; body: string }, files: readonly MailFile[]) {
  const stream = (tag: string, bytes: Buffer) => ({
    name: tag.startsWith('__') ? tag : `__substg1.0_${tag}`,
    type: kinds.stream as number,
    length: bytes.length,
    // A copy with its own buffer: the whole buffer behind it is written.
    binaryProvider: () => Uint8Array.from(bytes),
  })
  const folder = (name: string, type: number, children: number[]) => ({ name, type, length: 0, children })
  const head = [
    stream('__properties_version1.0', Buffer.alloc(32)),
    stream('001A001F', wide('IPM.Note')),
    stream('0037001F', wide(subject)),
    stream('0C1A001F', wide('Zhou Min')),
    stream('1000001F', wide(body)),
  ]
  const attached = files.map(({ fileName, file }, index) => {
    const at = head.length + 1 + index * 4
    const name = `__attach_version1.0_#${index.toString(16).toUpperCase().padStart(8, '0')}`
    return [
      folder(name, kinds.folder, [at + 1, at + 2, at + 3]),
      stream('__properties_version1.0', Buffer.alloc(8)),
      stream('37010102', file),
      stream('3707001F', wide(fileName)),
    ]
  })
  const children = [...head.map((_, index) => index + 1), ...attached.map((_, index) => head.length + 1 + index * 4)]
  const entries = [folder('Root Entry', kinds.root, children), ...head, ...attached.flat()]
  return Buffer.from(burn(entries as Parameters<typeof burn>[0]))
}
