import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a receipt is a recovery of the loss that stands on its order: posted after the loss was first taken, and of its day or
 * later. A receipt of an earlier day is booked before the loss, however late it is posted (decision 139); versions before that
 * booked it on the loss.
 */
export const isRecovery = (alias: string): RawBuilder<boolean> => {
  const r = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`exists (select from write_off w where w.order_id = ${r('order_id')} and w.status = 'PASSED' and (
    exists (select from journal l where l.source_type = 'WRITE_OFF' and l.source_id = w.id::text and l.event = 'WRITE_OFF'
      and l.created_at < ${r('posted_at')} and l.value_date <= ${r('value_date')})
    or exists (select from journal l where l.source_type = 'REPAYMENT' and l.source_id = ${r('id')}::text and l.event = 'RECOVERY'
      and l.reversal_of is null and not exists (select from journal m where m.reversal_of = l.id))))`
}
