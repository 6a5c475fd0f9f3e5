import { sql } from 'kysely'
import type { App } from '../app.ts'
import { openText, sealText } from '../auth/sealed-text.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { mailTexts } from './mail-texts.ts'

export type Mail = {
  recipient: string
  language: 'en-US' | 'zh-CN'
  kind: keyof (typeof mailTexts)['en-US']
  params: Record<string, string>
  /** A link for the recipient alone, stored sealed, and the hours in which it opens something; null for one that does not end. */
  secretLink?: { address: string; hours: number | null }
}

/** The placeholder of the secret link in a mail's stored text. */
export const linkPlace = '{secret-link}'

/** Queues a mail in the caller's transaction; the outbox sends it by SMTP, or writes it to the mail folder. */
export async function queueMail(
  app: Pick<App, 'installKey'>,
  tx: Tx,
  { recipient, language, kind, params, secretLink }: Mail,
): Promise<void> {
  const { subject, body } = mailTexts[language][kind]
  const known: Record<string, string> = secretLink === undefined ? params : { ...params, link: linkPlace }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '')
  const id = newId()
  await tx
    .insertInto('mail')
    .values({
      id,
      recipient,
      kind,
      subject: fill(subject),
      body: fill(body),
      sealedLink: secretLink === undefined ? null : sealText(app, 'mail', secretLink.address),
      linkExpiresAt: secretLink?.hours ? sql`now() + make_interval(hours => ${secretLink.hours})` : null,
    })
    .execute()
  await tx
    .insertInto('outbox')
    .values({ topic: 'mail', payload: JSON.stringify({ id }) })
    .execute()
}

/** The secret link of a mail; undefined where it has none, or no longer. */
export const linkOf = (app: Pick<App, 'installKey'>, { sealedLink }: { sealedLink: string | null }): string | undefined =>
  sealedLink === null ? undefined : openText(app, 'mail', sealedLink)
