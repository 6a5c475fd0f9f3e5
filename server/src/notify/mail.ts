import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { mailTexts } from './mail-texts.ts'

export type Mail = {
  recipient: string
  language: 'en-US' | 'zh-CN'
  kind: keyof (typeof mailTexts)['en-US']
  params: Record<string, string>
}

/** Queues a mail in the caller's transaction; the outbox sends it by SMTP, or writes it to the mail folder. */
export async function queueMail(tx: Tx, { recipient, language, kind, params }: Mail): Promise<void> {
  const { subject, body } = mailTexts[language][kind]
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const id = newId()
  await tx
    .insertInto('mail')
    .values({ id, recipient, subject: fill(subject), body: fill(body) })
    .execute()
  await tx
    .insertInto('outbox')
    .values({ topic: 'mail', payload: JSON.stringify({ id }) })
    .execute()
}
