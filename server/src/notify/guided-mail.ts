import { storedChoice } from '@usance/wire/session/choice'
import type { App } from '../app.ts'
import { newLink } from '../auth/one-time-link.ts'
import type { Tx } from '../database/database.ts'
import { queueMail } from './mail.ts'

type Language = 'en-US' | 'zh-CN'
type About = {
  kind: 'task' | 'news'
  /** All users who chose such mails when left out. */
  userIds?: readonly string[]
  /** The page that the link opens. */
  path: string
  /** The seat in which it opens, and whose company the mail names; the oldest seat of each user when left out. */
  seat?: { companyId: string; companyRole: string }
  params: (language: Language) => Record<string, string>
}

const linkHours = 24

/**
 * Mails the users who chose such mails in the user centre (preference `mail.<kind>`), each in their language, with a link to
 * `path` that signs them in once within a day. Its session may read, and not act. Users with a second factor get the plain
 * address.
 */
export async function mailGuided(
  { app, tx }: { app: Pick<App, 'config' | 'installKey'>; tx: Tx },
  { kind, userIds, path, seat, params }: About,
): Promise<void> {
  if (userIds?.length === 0) return
  const readers = await tx
    .selectFrom('appUser as u')
    .innerJoin('userPreference as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.cname', 'u.email', 'u.language', 'u.mfaEnabled', 'u.mfaEnrol'])
    .where('p.key', '=', `mail.${kind}`)
    .where('p.value', 'in', ['on', storedChoice('on')])
    .where('u.status', '=', 'active')
    .$if(userIds !== undefined, (query) => query.where('u.id', 'in', [...(userIds ?? [])]))
    .execute()
  const company = seat && readers.length > 0 ? await nameOf(tx, seat.companyId) : ''
  for (const { id, cname, email, language, mfaEnabled, mfaEnrol } of readers) {
    const address = new URL(path, app.config.publicUrl)
    const signsIn = !mfaEnabled && !mfaEnrol
    if (signsIn) address.searchParams.set('guidance', await newLink(tx, 'GUIDANCE', id, linkHours, { seat }))
    const inLanguage: Language = language === 'zh-CN' ? 'zh-CN' : 'en-US'
    await queueMail(app, tx, {
      recipient: email,
      language: inLanguage,
      kind,
      params: { name: cname, company, ...params(inLanguage) },
      secretLink: { address: address.toString(), hours: signsIn ? linkHours : null },
    })
  }
}

async function nameOf(tx: Tx, companyId: string): Promise<string> {
  const { name } = await tx.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  return name
}
