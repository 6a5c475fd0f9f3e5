import { sql } from 'kysely'
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

/** Adds the audit rows of many changes of one call in one statement. */
export async function auditMany(
  { tx, actor, today, requestId, ip }: Parameters<typeof audit>[0],
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into audit_log (business_date, user_id, user_name, company_id, company_role, request_id, event, object_type, object_id, object_no, before, after, ip)
    select ${today}::date, ${actor?.userId ?? null}::uuid, ${actor?.userName ?? null}, ${actor?.companyId ?? null}::uuid, ${actor?.companyRole ?? null}, ${requestId},
      event, "objectType", "objectId", "objectNo", before, after, ${ip}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(event text, "objectType" text, "objectId" text, "objectNo" text, before jsonb, after jsonb)`.execute(
    tx,
  )
}
