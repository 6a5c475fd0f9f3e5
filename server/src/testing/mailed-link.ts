import { linkOf } from '../notify/mail.ts'
import type { Portal } from './portal.ts'

/** The secret of the newest link mailed to a user. */
export const mailedLink = (portal: Pick<Portal, 'app' | 'look'>, recipient: string): Promise<string> =>
  portal.look(async (tx) => {
    const mail = await tx
      .selectFrom('mail')
      .select('sealedLink')
      .where('recipient', '=', recipient)
      .where('sealedLink', 'is not', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [, link] = linkOf(portal.app, mail)?.match(/link=([\w-]+)/) ?? []
    if (!link) throw new Error(`The newest mail to ${recipient} holds no link.`)
    return link
  })
