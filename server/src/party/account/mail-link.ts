import { invitationHours } from '@usance/domain/states/user'
import { sql } from 'kysely'
import { nameTold } from '../../audit/doer.ts'
import { newLink } from '../../auth/one-time-link.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'

const resetHours = 2
export type Invited = { id: string; email: string; cname: string; language: string }

/** Revokes the links that would set a password of a user. */
export const voidLinks = (tx: Tx, userId: string) =>
  tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('purpose', 'in', ['INVITATION', 'RESET'])
    .execute()

/** How many links a mailbox is sent in an hour for somebody else's asking: more are a nuisance, and one is valid at a time. */
const mostLinks = 10

/** Refuses a link for a user whose mailbox has had its share of the hour. */
async function refuseFlood({ tx, now }: Pick<UseCaseContext, 'tx' | 'now'>, userId: string): Promise<void> {
  const { sent } = await tx
    .selectFrom('oneTimeLink')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('userId', '=', userId)
    .where('purpose', 'in', ['INVITATION', 'RESET'])
    .where('createdAt', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(sent) >= mostLinks) throw new Refused('TOO_MANY_REQUESTS', { limit: mostLinks })
}

/** Mails a link to set a first or a new password. Earlier links are revoked, so that a mailbox holds one valid link. */
export async function mailLink(
  context: UseCaseContext,
  user: Invited,
  kind: 'invitation' | 'resetByStaff' | 'factorReset',
  company: { id: string; name: string },
): Promise<void> {
  const { tx, app, actor } = context
  // The owner of a lost factor has their sessions ended with it, and waits for nothing else.
  if (kind !== 'factorReset') await refuseFlood(context, user.id)
  await voidLinks(tx, user.id)
  const hours = kind === 'invitation' ? invitationHours : resetHours
  const secret = await newLink(tx, kind === 'invitation' ? 'INVITATION' : 'RESET', user.id, hours)
  await queueMail(app, tx, {
    recipient: user.email,
    language: user.language === 'zh-CN' ? 'zh-CN' : 'en-US',
    kind,
    params: { name: user.cname, inviter: nameTold(actor, company.id).toldAs, company: company.name },
    secretLink: { address: `${app.config.publicUrl}/reset-pwd?link=${secret}`, hours },
  })
}
