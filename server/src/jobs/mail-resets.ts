import { sql } from 'kysely'
import type { App } from '../app.ts'
import { newLink } from '../auth/one-time-link.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { queueMail } from '../notify/mail.ts'
import { voidLinks } from '../party/account/mail-link.ts'

const resetsAnHour = 5
const linkHours = 2

/**
 * Mails the links that were requested at the sign-in page. It runs after the answer, whose time therefore reveals no user. A
 * mailbox gets at most five an hour, of which the newest alone is valid; requests for unknown names are dropped. Two processes never take
 * the same request.
 */
export async function mailResets(app: App): Promise<void> {
  for (let more = true; more; )
    more = await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
      const { rows } = await sql<{ loginName: string }>`
        delete from reset_request where id = (select id from reset_request order by created_at limit 1 for update skip locked)
        returning login_name as "loginName"`.execute(tx)
      const [asked] = rows
      if (asked) await mailReset(app, tx, asked.loginName.toLowerCase())
      return asked !== undefined
    })
}

async function mailReset(app: App, tx: Tx, name: string): Promise<void> {
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'email', 'cname', 'language'])
    .where((eb) => eb.or([eb(sql`lower(user_name)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .where('status', '=', 'active')
    .orderBy(sql`lower(user_name) = ${name}`, 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return
  const { n } = await tx
    .selectFrom('oneTimeLink')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userId', '=', user.id)
    .where('purpose', '=', 'RESET')
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (Number(n) >= resetsAnHour) return
  await voidLinks(tx, user.id)
  await queueMail(app, tx, {
    recipient: user.email,
    language: user.language === 'zh-CN' ? 'zh-CN' : 'en-US',
    kind: 'reset',
    params: { name: user.cname },
    secretLink: {
      address: `${app.config.publicUrl}/reset-pwd?link=${await newLink(tx, 'RESET', user.id, linkHours)}`,
      hours: linkHours,
    },
  })
}
