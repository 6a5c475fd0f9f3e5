import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

export type Notice = {
  /** OBJECT_EVENT, for example FINANCE_ORDER_FUNDED: the portal words it in the reader's language. */
  event: string
  /** Everybody of these companies, or the users named. */
  companyIds?: (string | null | undefined)[]
  userIds?: string[]
  params?: Record<string, string | number | null>
  objectType?: string
  objectId?: string
  link?: string
}

/** Leaves a notification for each reader and hands it to the outbox, in the same transaction as what it tells of. */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const readers = [
    ...[...new Set((notice.companyIds ?? []).filter((id): id is string => !!id))].map((companyId) => ({
      companyId,
      userId: null,
    })),
    ...(notice.userIds ?? []).map((userId) => ({ companyId: null, userId })),
  ]
  if (readers.length === 0) return
  const rows = readers.map((reader) => ({
    id: newId(),
    event: notice.event,
    ...reader,
    params: JSON.stringify(notice.params ?? {}),
    objectType: notice.objectType ?? null,
    objectId: notice.objectId ?? null,
    link: notice.link ?? null,
  }))
  await tx.insertInto('notification').values(rows).execute()
  await tx
    .insertInto('outbox')
    .values(
      rows.map((row) => ({
        topic: 'notification',
        payload: JSON.stringify({
          id: row.id,
          event: row.event,
          companyId: row.companyId,
          userId: row.userId,
          params: notice.params ?? {},
          link: row.link,
        }),
      })),
    )
    .execute()
}
