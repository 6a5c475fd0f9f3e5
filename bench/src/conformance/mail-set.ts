import { ReadingError } from '@usance/server/reading/page'
import { readDocument } from '@usance/server/reading/read-document'
import type { CaseFolder } from './case-files.ts'
import { Tally } from './tally.ts'

type ExpectedMail = {
  subject: string | null
  from_name: string | null
  from_email: string | null
  recipients: { name: string | null; email: string | null; type: string | null }[]
  date: string | null
  body_start: string | null
  attachments: { name: string | null; inner_msg: boolean; bytes: number }[]
}

/** Outlook mails: head, text and attachments, and whether an attachment that can be read was. */
export async function mailSet(cases: CaseFolder): Promise<Tally[]> {
  const tallies = { head: new Tally('head'), body: new Tally('body'), attachments: new Tally('attachments') }
  for (const [path, expected] of Object.entries(cases.json<Record<string, ExpectedMail>>('expected.json'))) {
    const reading = await readDocument(cases.bytes(path), path).catch((error) => {
      if (error instanceof ReadingError) return error
      throw error
    })
    for (const tally of Object.values(tallies)) tally.files += 1
    if (reading instanceof ReadingError || !reading.mail) {
      tallies.head.compare(path, reading instanceof ReadingError ? reading.fault : 'no mail', 'read')
      continue
    }
    const { mail } = reading
    tallies.head.compare(`${path} subject`, mail.subject, expected.subject)
    tallies.head.compare(`${path} sender`, mail.fromName, expected.from_name)
    tallies.head.compare(`${path} address`, mail.fromEmail, expected.from_email)
    const people = (list: ExpectedMail['recipients']) =>
      list.map(({ name, email, type }) => `${type} ${name} ${email}`).join('; ')
    tallies.head.compare(`${path} recipients`, people(mail.recipients), people(expected.recipients))
    const seconds = (text: string | null) => (text ? Math.floor(Date.parse(text) / 1000) : null)
    tallies.head.compare(`${path} date`, seconds(mail.date), seconds(expected.date))
    const start = expected.body_start
    tallies.body.compare(
      `${path} text`,
      start === null ? mail.body : (mail.body ?? '').startsWith(start),
      start === null ? null : true,
    )
    const files = (list: { name: string | null; bytes: number }[]) => list.map(({ name, bytes }) => `${name} ${bytes}`).join('; ')
    tallies.attachments.compare(`${path} files`, files(mail.attachments), files(expected.attachments))
    const inner = expected.attachments.filter((each) => each.inner_msg).length
    if (inner > 0) tallies.attachments.compare(`${path} mails within`, reading.parts.filter((part) => part.mail).length, inner)
  }
  return Object.values(tallies)
}
