import MsgReaderModule, { type FieldsData } from '@kenjiuno/msgreader'
import { kindOf } from './kind-of.ts'
import { type Mail, ReadingError } from './page.ts'

// The package is CommonJS: its class is the default of the default.
const MsgReader = ((MsgReaderModule as unknown as { default?: unknown }).default ?? MsgReaderModule) as typeof MsgReaderModule

// Of more files not even the names are told.
const mostAttached = 50

/** A file on a mail; its place counts from 1 and is the same each time the mail is read. Names may come twice. */
export type MailFile = { name: string; place: number; bytes: Uint8Array }

/** Reads an Outlook mail: its head, its text, and the files that hang on it, mails within it unfolded one level. */
export function readMail(bytes: Uint8Array): { mail: Mail; files: MailFile[]; filesLeft: number } {
  let data: FieldsData
  let reader: InstanceType<typeof MsgReader>
  try {
    // A copy with its own buffer: the reader looks at the whole buffer behind a view.
    reader = new MsgReader(Uint8Array.from(bytes).buffer)
    data = reader.getFileData()
  } catch {
    throw new ReadingError('unreadable')
  }
  if (data.error || !data.dataType) throw new ReadingError('unreadable')
  const attached = data.attachments ?? []
  const files: MailFile[] = []
  const attachments: Mail['attachments'] = []
  for (const [index, attachment] of attached.slice(0, mostAttached).entries()) {
    const mail = attachment.innerMsgContent === true
    const name = (mail ? attachment.name : (attachment.fileName ?? attachment.name)) || null
    try {
      const file = reader.getAttachment(attachment)
      attachments.push({ name, bytes: file.content.byteLength, mail })
      files.push({
        name: mail ? `${name ?? 'mail'}.msg` : (name ?? file.fileName ?? 'attachment'),
        place: index + 1,
        bytes: file.content,
      })
    } catch {
      attachments.push({ name, bytes: attachment.contentLength ?? 0, mail })
    }
  }
  return { mail: { ...headOf(data), attachments }, files, filesLeft: Math.max(0, attached.length - mostAttached) }
}

/** The files of a mail that may be papers: small pictures are logos and signatures. */
export const papersAmong = (files: readonly MailFile[]): MailFile[] =>
  files.filter(({ bytes }) => {
    const kind = kindOf(bytes)
    return kind !== undefined && (kind !== 'picture' || bytes.length > 8_000)
  })

function headOf(data: FieldsData): Omit<Mail, 'attachments'> {
  const at = data.messageDeliveryTime ?? data.clientSubmitTime ?? data.creationTime ?? null
  const date = at ? new Date(at) : null
  return {
    subject: data.subject ?? null,
    fromName: data.senderName ?? null,
    fromEmail: data.senderSmtpAddress ?? data.senderEmail ?? null,
    recipients: (data.recipients ?? []).map((each) => ({
      name: each.name ?? null,
      email: each.smtpAddress ?? each.email ?? null,
      type: each.recipType ?? null,
    })),
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : null,
    body: data.body ?? null,
  }
}
