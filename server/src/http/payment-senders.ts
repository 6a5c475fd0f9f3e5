import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Tx } from '../database/database.ts'
import type { Actor } from './context.ts'
import { Refused } from './refused.ts'

/**
 * The people who sent payments to the bank: who instructed one, and who took out the file that holds it, or one by which the bank has it
 * all the same.
 */
export async function sendersOf(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectFrom('payment as p')
    .leftJoin('paymentFileItem as i', (join) =>
      join
        .onRef('i.paymentId', '=', 'p.id')
        .on((eb) => eb.or([eb('i.live', '=', true), eb('i.status', 'in', ['PENDING', 'ACCEPTED'])])),
    )
    .leftJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['p.instructedBy', 'i.instructedBy as sentBy', 'f.takenBy'])
    .distinct()
    .where('p.id', 'in', paymentIds)
    .execute()
  return rows.flatMap(({ instructedBy, sentBy, takenBy }) => [instructedBy, sentBy, takenBy]).filter((id) => id !== null)
}

/** The people who sent payments, now or by a file that held them once, or took out such a file. */
export async function formerSendersOf(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectFrom('payment as p')
    .leftJoin('paymentFileItem as i', 'i.paymentId', 'p.id')
    .leftJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['p.instructedBy', 'i.instructedBy as sentBy', 'f.takenBy'])
    .distinct()
    .where('p.id', '=', anyOf(paymentIds))
    .execute()
  return rows.flatMap(({ instructedBy, sentBy, takenBy }) => [instructedBy, sentBy, takenBy]).filter((id) => id !== null)
}

/** Who has one of some files that were handed out, and who sent the payments in it. */
export async function sendersIn(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const rows = await tx
    .selectFrom('paymentFile as f')
    .leftJoin('paymentFileItem as i', 'i.fileId', 'f.id')
    .select(['f.takenBy', 'i.paymentId'])
    .where('f.id', '=', anyOf(fileIds))
    .where('f.takenBy', 'is not', null)
    .execute()
  const paymentIds = rows.flatMap(({ paymentId }) => paymentId ?? [])
  return [...rows.flatMap(({ takenBy }) => takenBy ?? []), ...(await sendersOf(tx, paymentIds))]
}

/** Who approved payments, for themselves or through a delegate. */
export async function approversOf(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectFrom('workflowInstance as i')
    .innerJoin('workflowHistory as h', 'h.instanceId', 'i.id')
    .select(['h.userId', 'h.onBehalfOfId'])
    .distinct()
    .where('i.businessId', '=', anyOf(paymentIds))
    .where('h.operation', '=', 'PASSED')
    .execute()
  return rows.flatMap(({ userId, onBehalfOfId }) => [userId, onBehalfOfId]).filter((id) => id !== null)
}

/**
 * Refuses to let those who sent one of some payments, now or by a file that held it once, or took out such a file, say what the bank did
 * with it: a file that was declared lost may have reached the bank all the same (decision 060). For acts that declare 'notSender'.
 */
export async function refuseFormerSender(
  { tx, actor }: { tx: Tx; actor: Pick<Actor, 'userId'> },
  paymentIds: readonly string[],
): Promise<void> {
  if ((await formerSendersOf(tx, paymentIds)).includes(actor.userId)) throw new Refused('MAKER_CANNOT_APPROVE')
}

/** SQL: whether somebody approved a payment, for themselves or through a delegate. */
const approvedBy = (paymentId: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from workflow_instance i join workflow_history h on h.instance_id = i.id
    where i.business_id = ${paymentId} and h.operation = 'PASSED' and ${userId} in (h.user_id, h.on_behalf_of_id))`

/** SQL for a list: whether the caller sent the payment whose id is in a column to the bank. */
export const sentByCaller = (id: string): RawBuilder<boolean> =>
  sql`exists (select 1 from payment sent left join payment_file_item i
      on i.payment_id = sent.id and (i.live or i.status in ('PENDING', 'ACCEPTED')) left join payment_file f on f.id = i.file_id
    where sent.id = ${sql.ref(id)} and app_user() in (sent.instructed_by, i.instructed_by, f.taken_by))`

/** The same for one that the caller sent, or took out a file that held it once, as `refuseFormerSender` asks. */
export const onceSentByCaller = (id: string): RawBuilder<boolean> =>
  sql`exists (select 1 from payment sent left join payment_file_item i on i.payment_id = sent.id left join payment_file f on f.id = i.file_id
    where sent.id = ${sql.ref(id)} and app_user() in (sent.instructed_by, i.instructed_by, f.taken_by))`

/** The same for one that the caller sent or approved. */
export const handledByCaller = (id: string): RawBuilder<boolean> =>
  sql`(${approvedBy(sql.ref(id), sql`app_user()`)} or ${sentByCaller(id)})`
