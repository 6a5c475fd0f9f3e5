import { alongside } from '../database/database.ts'
import type { UseCaseContext } from '../http/context.ts'

export type AuditEntry = {
  event: string
  objectType: string
  objectId?: string
  objectNo?: string
  before?: unknown
  after?: unknown
}

/** Who did it. Somebody who is just signing in, or holds a link of theirs, is no full caller yet. */
export type AuditActor = { userId: string; userName: string; companyId: string | null; companyRole: string | null }

/** Adds the audit row of a change, in the same transaction as the change. */
export async function audit(
  context: Pick<UseCaseContext, 'tx' | 'today' | 'requestId' | 'ip'> & { actor: AuditActor | null },
  entry: AuditEntry,
): Promise<void> {
  const { tx, actor, today, requestId, ip } = context
  const row = tx
    .insertInto('auditLog')
    .values({
      businessDate: today,
      userId: actor?.userId ?? null,
      userName: actor?.userName ?? null,
      companyId: actor?.companyId ?? null,
      companyRole: actor?.companyRole ?? null,
      requestId,
      call: null,
      event: entry.event,
      objectType: entry.objectType,
      objectId: entry.objectId ?? null,
      objectNo: entry.objectNo ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      ip,
    })
    .execute()
  await alongside(tx, row)
}
