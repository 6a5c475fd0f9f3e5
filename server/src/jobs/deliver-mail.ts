import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { linkOf, linkPlace } from '../notify/mail.ts'

const mostAttempts = 8

/**
 * Sends mails that wait: by SMTP where it is set, else into the mail folder of the installation, where they can be read.
 * A mail that could not be sent is tried again later; two processes never take the same one. Answers how many went out.
 */
export async function deliverMail(app: App): Promise<number> {
  const transport = app.config.smtpUrl ? nodemailer.createTransport(app.config.smtpUrl) : undefined
  let sent = 0
  for (;;) {
    const more = await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
      const mail = await tx
        .selectFrom('mail')
        .selectAll()
        .where('status', '=', 'QUEUED')
        .where('attempts', '<', mostAttempts)
        .where(sql<boolean>`created_at + make_interval(mins => attempts * attempts) <= now()`)
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mail) return false
      try {
        const text = mail.body.replace(linkPlace, () => linkOf(app, mail) ?? '')
        if (transport)
          await transport.sendMail({
            from: app.config.mailFrom,
            to: mail.recipient,
            subject: mail.subject,
            text,
            messageId: `<${mail.id}@usance>`,
          })
        else writeToFolder(app, { ...mail, body: text })
        // Once a mail server has the mail, the portal no longer needs the link.
        await tx
          .updateTable('mail')
          .set({ status: 'SENT', sentAt: sql`now()`, ...(transport ? { sealedLink: null } : {}) })
          .where('id', '=', mail.id)
          .execute()
        sent++
      } catch (error) {
        const attempts = mail.attempts + 1
        await tx
          .updateTable('mail')
          .set({
            attempts,
            lastError: String((error as Error).message).slice(0, 500),
            ...(attempts >= mostAttempts ? { status: 'FAILED' } : {}),
          })
          .where('id', '=', mail.id)
          .execute()
      }
      return true
    })
    if (!more) break
  }
  transport?.close()
  return sent
}

function writeToFolder(app: App, mail: { id: string; recipient: string; subject: string; body: string }) {
  const folder = join(app.config.dataDir, 'mail')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, `${mail.id}.txt`), `To: ${mail.recipient}\nSubject: ${mail.subject}\n\n${mail.body}\n`, {
    mode: 0o600,
  })
}
