import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import nodemailer, { type Transporter } from 'nodemailer'
import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { linkOf, linkPlace } from '../notify/mail.ts'

const mostAttempts = 8
/** Mails under way at once. */
const most = 5
/** Longer than a mail server is waited for: the sum of the timeouts below, and a body that arrives slowly. */
const leaseSeconds = 300
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Sends mails that wait: by SMTP where it is set, else into the mail folder of the installation, where they can be read. A mail is
 * claimed in one transaction, sent outside of any, and its outcome noted in another; the attempt counts when it begins. One that
 * could not be sent is tried again later, and the fault goes to `report`. A crash between sending and noting sends a mail again
 * under the same Message-ID. Answers how many went out.
 */
export async function deliverMail(app: App, report: (error: unknown) => void): Promise<number> {
  const transport = app.config.smtpUrl ? nodemailer.createTransport({ url: app.config.smtpUrl, ...timeouts }) : undefined
  let sent = 0
  try {
    for (;;) {
      const mails = await claim(app)
      if (mails.length === 0) return sent
      const outcomes = await Promise.all(mails.map((mail) => deliver(app, transport, mail, report)))
      sent += outcomes.filter(Boolean).length
    }
  } finally {
    transport?.close()
  }
}

type Claimed = {
  id: string
  recipient: string
  subject: string
  body: string
  sealedLink: string | null
  attempts: number
  linkHasEnded: boolean
}

/** Claims mails that are due for five minutes, the oldest first; two processes never claim the same one. */
async function claim(app: App): Promise<Claimed[]> {
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const { rows } = await sql<Claimed>`
      with due as (
        select id from mail where status = 'QUEUED' and next_at <= app_now()
        order by next_at limit ${most} for update skip locked)
      update mail m set attempts = m.attempts + 1, next_at = app_now() + make_interval(secs => ${leaseSeconds})
      from due where m.id = due.id
      returning m.id, m.recipient, m.subject, m.body, m.sealed_link, m.attempts,
        coalesce(m.link_expires_at <= now(), false) as link_has_ended`.execute(tx)
    return rows
  })
}

/** Sends one mail and notes the outcome. Answers whether it went out. */
async function deliver(app: App, transport: Transporter | undefined, mail: Claimed, report: (error: unknown) => void) {
  try {
    await send(app, transport, mail)
  } catch (error) {
    await noteFailure(app, mail, error)
    report(new Error(`Mail ${mail.id} could not be sent (attempt ${mail.attempts})`, { cause: error }))
    return false
  }
  await inTransaction(app.db, { kind: 'system' }, 'write', (tx) =>
    tx
      .updateTable('mail')
      // Once a mail server has the mail, the portal no longer needs the link.
      .set({ status: 'SENT', sentAt: sql`app_now()`, ...(transport ? { sealedLink: null } : {}) })
      .where('id', '=', mail.id)
      .execute(),
  )
  return true
}

/** No later attempt brings the link back. */
class LinkEnded extends Error {}

async function send(app: App, transport: Transporter | undefined, mail: Claimed): Promise<void> {
  const link = mail.linkHasEnded ? undefined : linkOf(app, mail)
  if (link === undefined && mail.body.includes(linkPlace))
    throw new LinkEnded('The link of this mail has ended; a new one is needed.')
  const text = mail.body.replace(linkPlace, () => link ?? '')
  if (transport)
    await transport.sendMail({
      from: app.config.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text,
      messageId: `<${mail.id}@usance>`,
    })
  else writeToFolder(app, { ...mail, body: text })
}

/** The next attempt is 1, 4, 9 … minutes after the one that failed; after the last, or with its link, the mail is given up. */
async function noteFailure(app: App, mail: Claimed, error: unknown): Promise<void> {
  await inTransaction(app.db, { kind: 'system' }, 'write', (tx) =>
    tx
      .updateTable('mail')
      .set({
        lastError: String(error instanceof Error ? error.message : error).slice(0, 500),
        ...(mail.attempts >= mostAttempts || error instanceof LinkEnded
          ? { status: 'FAILED' }
          : { nextAt: sql`app_now() + make_interval(mins => ${mail.attempts ** 2})` }),
      })
      .where('id', '=', mail.id)
      .execute(),
  )
}

function writeToFolder(app: App, mail: { id: string; recipient: string; subject: string; body: string }) {
  const folder = join(app.config.dataDir, 'mail')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, `${mail.id}.txt`), `To: ${mail.recipient}\nSubject: ${mail.subject}\n\n${mail.body}\n`, {
    mode: 0o600,
  })
}
