import { paymentFileList } from '@usance/wire/payment-file/list'
import { sql } from 'kysely'
import { staffName } from '../../audit/doer.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { sentByCaller } from '../../http/payment-senders.ts'
import { type ListContext, source } from '../../list/source.ts'

/** SQL: whether the caller sent a payment of the file `f`, or has the file. */
export const sentInFile = sql<boolean>`exists (select from payment_file_item own where own.file_id = f.id and ${sentByCaller('own.payment_id')})`

/** SQL: whether the bank has sent a report on the file `f`, whatever it says: so it has the file. */
export const reportedOn = sql<boolean>`exists (select from payment_report report where report.file_id = f.id)`

/** What the caller may do with a file now. */
export function fileOperations(
  { status, isReported, sentByReader }: { status: string; isReported: unknown; sentByReader: unknown },
  { actor }: { actor: Actor },
): string[] {
  // What the bank has spoken of it has; and nobody who holds the file or sent a payment in it says that it never got there.
  const mayBeLost = status === 'TAKEN' && isReported !== true && sentByReader !== true
  const settles = actor.permissions.has('payment.management.add')
  return [
    'DETAIL',
    ...(settles && status === 'READY' ? ['TAKE'] : []),
    ...(settles && (['IN_APPROVE', 'READY'].includes(status) || mayBeLost) ? ['VOID'] : []),
  ]
}

export const paymentFileSource = source(
  paymentFileList,
  (tx: Tx, { actor }: ListContext) =>
    tx
      .selectFrom('paymentFile as f')
      .leftJoin('company as c', 'c.id', 'f.funderId')
      .select((eb) => [
        'f.id',
        'f.no',
        'c.name as funderName',
        'f.status',
        'f.payments',
        'f.totals',
        'f.firstDate',
        eb
          .selectFrom('paymentFileItem as i')
          .select((count) => count.fn.countAll<string>().as('n'))
          .whereRef('i.fileId', '=', 'f.id')
          .where('i.status', '=', 'ACCEPTED')
          .as('accepted'),
        eb
          .selectFrom('paymentFileItem as i')
          .select((count) => count.fn.countAll<string>().as('n'))
          .whereRef('i.fileId', '=', 'f.id')
          .where('i.status', '=', 'REJECTED')
          .as('rejected'),
        staffName(actor, sql.ref('f.created_by'), sql.ref('f.created_at')).as('makerName'),
        'f.createdAt',
        staffName(actor, sql.ref('f.taken_by'), sql.ref('f.taken_at')).as('takenByName'),
        'f.takenAt',
        sentInFile.as('sentByReader'),
        reportedOn.as('isReported'),
      ]),
  fileOperations,
)
