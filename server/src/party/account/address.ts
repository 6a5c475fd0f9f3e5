import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newLink, takeLink } from '../../auth/one-time-link.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'
import { isChangedByTwo } from './decides.ts'

const addressHours = 24
type Person = { id: string; userName: string; cname: string; email: string; language: string }

/** The key of the advisory lock that serialises transactions which assign a user name or an address. */
const namesGiven = 727279

/**
 * Users sign in with a name or an address, so no name or address may equal either of another user. Waits for other transactions that
 * assign one: two at the same moment would not see each other, and no index compares names with addresses.
 */
export async function refuseTaken(
  tx: Tx,
  { userName = '', email }: { userName?: string; email: string },
  exceptId: string | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(namesGiven)})`.execute(tx)
  const { rows } = await sql<{ name: boolean }>`
    select lower(${userName}) in (lower(user_name), lower(email)) as name from app_user
    where id is distinct from ${exceptId}::uuid
      and (lower(${userName}) in (lower(user_name), lower(email)) or lower(${email}) in (lower(user_name), lower(email)))`.execute(
    tx,
  )
  if (rows.length > 0) throw faultyField(rows.some((row) => row.name) ? 'userName' : 'email', 'ALREADY_EXISTS')
}

/**
 * Starts the verification of a new address: it receives a link, valid for a day, and the present address is notified. Mails still
 * go to the present one until the link is opened.
 *
 * @param passedByTwo whether a second person passed the address. Without one, the link is valid only while its user decides
 * nothing about money: otherwise a seat given meanwhile would go to the owner of the new mailbox.
 */
export async function askAddress(context: UseCaseContext, user: Person, email: string, passedByTwo: boolean): Promise<void> {
  const { tx, app } = context
  await refuseTaken(tx, { email }, user.id)
  await voidAddressLinks(tx, user.id)
  const secret = await newLink(tx, 'ADDRESS', user.id, addressHours, { address: email, passedByTwo })
  const language = user.language === 'zh-CN' ? 'zh-CN' : 'en-US'
  const params = { name: user.cname, userName: user.userName, address: email }
  const link = `${app.config.publicUrl}/reset-pwd?address=1&link=${secret}`
  await queueMail(app, tx, {
    recipient: email,
    language,
    kind: 'address',
    params,
    secretLink: { address: link, hours: addressHours },
  })
  await queueMail(app, tx, { recipient: user.email, language, kind: 'addressAsked', params })
  await audit(context, {
    event: 'ADDRESS_CHANGE_ASKED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: user.userName,
    before: { email: user.email },
    after: { email },
  })
}

/** Ends the verification of a new address. */
export const voidAddressLinks = (tx: Tx, userId: string) =>
  tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('purpose', '=', 'ADDRESS')
    .where('usedAt', 'is', null)
    .execute()

/** The unverified address of a user, or null; an expired one does not count. */
export async function addressAsked(tx: Tx, userId: string): Promise<string | null> {
  const link = await tx
    .selectFrom('oneTimeLink')
    .select(['address', 'passedByTwo'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'ADDRESS')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!link?.address || (!link.passedByTwo && (await isChangedByTwo(tx, userId)))) return null
  return link.address
}

/** Confirms the new address by its link. Password links sent to the earlier address stop working, and it is notified. */
export const confirmAddress: Handler<typeof sessionCalls.confirmAddress> = async (request) => {
  const { app, tx, body } = request
  await elevate(tx)
  const link = await takeLink(tx, body.link, ['ADDRESS'])
  if (!link?.userId || !link.address) throw new Refused('LINK_USED_OR_EXPIRED')
  if (!link.passedByTwo && (await isChangedByTwo(tx, link.userId))) throw new Refused('LINK_USED_OR_EXPIRED')
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', link.userId).forUpdate().executeTakeFirstOrThrow()
  if (user.status === 'stop') throw new Refused('USER_STOPPED')
  await refuseTaken(tx, { email: link.address }, user.id)
  await tx
    .updateTable('appUser')
    .set({ email: link.address, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', user.id)
    .execute()
  await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', user.id)
    .where('usedAt', 'is', null)
    .where('purpose', 'in', ['INVITATION', 'RESET', 'GUIDANCE'])
    .execute()
  await queueMail(app, tx, {
    recipient: user.email,
    language: user.language === 'zh-CN' ? 'zh-CN' : 'en-US',
    kind: 'addressChanged',
    params: { name: user.cname, userName: user.userName, address: link.address },
  })
  await audit(
    { ...request, actor: { userId: user.id, userName: user.userName, companyId: null, companyRole: null } },
    {
      event: 'CONTACT_CHANGED',
      objectType: 'USER',
      objectId: user.id,
      objectNo: user.userName,
      before: { email: user.email },
      after: { email: link.address },
    },
  )
  return { email: link.address }
}
