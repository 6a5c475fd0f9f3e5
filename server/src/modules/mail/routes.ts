import { mailCalls } from '@usance/wire/mail/calls'
import { type Handler, routes } from '../../http/context.ts'

const most = 100

/** The latest mails, newest first. Where a mail server delivers them they are nobody else's business. */
const recent: Handler<typeof mailCalls.recent> = async ({ app, tx, body }) => {
  const readable = !app.config.smtpUrl || app.config.demo !== 'off'
  if (!readable) return { readable, list: [] }
  const list = await tx
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'body', 'status', 'lastError', 'createdAt'])
    .$if(Boolean(body.recipient), (query) =>
      query.where('recipient', 'ilike', `%${body.recipient!.replace(/[\\%_]/g, (one) => `\\${one}`)}%`),
    )
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return { readable, list }
}

export const mailRoutes = routes(mailCalls, { recent })
