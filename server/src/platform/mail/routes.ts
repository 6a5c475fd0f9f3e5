import { mailCalls } from '@usance/wire/mail/calls'
import { audit } from '../../audit/record.ts'
import { type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { linkOf, linkPlace } from '../../notify/mail.ts'
import { holdsDemo } from '../../reference/demo-data.ts'

const most = 100

/**
 * The latest mails, newest first, always without their links. With a mail server the list is empty outside a demo: the mails are
 * for their recipients.
 */
const recent: Handler<typeof mailCalls.recent> = async ({ app, tx, body }) => {
  const readable = !app.config.smtpUrl || (await holdsDemo(tx))
  if (!readable) return { readable, list: [] }
  const list = await tx
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'subject', 'body', 'status', 'lastError', 'createdAt', 'sealedLink'])
    .$if(Boolean(body.recipient), (query) =>
      query.where('recipient', 'ilike', `%${body.recipient!.replace(/[\\%_]/g, (one) => `\\${one}`)}%`),
    )
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return {
    readable,
    list: list.map(({ sealedLink, kind, ...mail }) => ({
      ...mail,
      body: mail.body.replace(linkPlace, '…'),
      link: sealedLink === null ? ('none' as const) : isPassedOn(app.config, kind) ? ('shown' as const) : ('kept' as const),
    })),
  }
}

/**
 * Without a mail server staff pass invitations on. Links to a new password or address never leave the mail folder, since their
 * reader could act as that user.
 */
const isPassedOn = ({ smtpUrl }: { smtpUrl: string }, kind: string) => !smtpUrl && kind === 'invitation'

/** The link of one invitation, for staff who pass it on. The audit log records the reader. */
const link: Handler<typeof mailCalls.link> = async (request) => {
  const { app, tx, body } = request
  const mail = await tx
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'sealedLink'])
    .where('id', '=', body.id)
    .executeTakeFirst()
  const found = mail && isPassedOn(app.config, mail.kind) ? linkOf(app, mail) : undefined
  if (!mail || found === undefined) throw new Refused('NOT_FOUND')
  await audit(request, {
    event: 'INVITATION_LINK_SHOWN',
    objectType: 'MAIL',
    objectId: mail.id,
    after: { recipient: mail.recipient },
  })
  return { link: found }
}

export const mailRoutes = routes(mailCalls, { recent, link })
