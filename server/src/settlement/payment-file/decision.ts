import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { audit } from '../../audit/record.ts'
import { partiesOfPayments } from '../../books/servicing/parties-of.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'
import { fileFacts } from './file-facts.ts'
import { refuseBlocked } from './ready.ts'

/** What the approver of a file judges: its very bytes, and that each payment and its account are still what they were. */
export async function fileHash(tx: Tx, id: string): Promise<string> {
  const file = await tx.selectFrom('paymentFile').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  const payments = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .leftJoin('bankAccount as a', 'a.id', 'p.toAccountId')
    .select(['p.no', 'p.status', 'p.amount', 'p.currency', 'a.bankAccount', 'a.bankCode', 'a.status as accountStatus', 'i.live'])
    .where('i.fileId', '=', id)
    .orderBy('p.no')
    .execute()
  return createHash('sha256')
    .update(canonical({ sha256: file.sha256, payments }))
    .digest('hex')
}

/** Locks a file and then its payments. A report of the bank on one of them waits meanwhile. */
export async function lockFile(tx: Tx, id: string) {
  const file = await tx.selectFrom('paymentFile').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  await tx
    .selectFrom('payment')
    .select('id')
    .where('id', 'in', (query) => query.selectFrom('paymentFileItem').select('paymentId').where('fileId', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute()
  return file
}

export type PaymentFileStatus = 'IN_APPROVE' | 'READY' | 'TAKEN' | 'REFUSED' | 'VOID'

/** Moves a file from a status it must be in, and frees its payments when it will never reach a bank. */
export async function moveFile(
  context: UseCaseContext,
  id: string,
  from: readonly PaymentFileStatus[],
  to: PaymentFileStatus,
  patch: Partial<{ takenBy: string; voidReason: string }> = {},
) {
  const { tx } = context
  const before = await tx.selectFrom('paymentFile').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw new Refused('NOT_FOUND')
  if (!from.includes(before.status)) throw new Refused('ILLEGAL_TRANSITION')
  const file = await tx
    .updateTable('paymentFile')
    .set((eb) => ({
      status: to,
      ...patch,
      ...(to === 'TAKEN' ? { takenAt: sql<string>`app_now()` } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (to === 'REFUSED' || to === 'VOID')
    await tx.updateTable('paymentFileItem').set({ live: false }).where('fileId', '=', id).where('live', '=', true).execute()
  await audit(context, {
    event: `PAYMENT_FILE_${to}`,
    objectType: 'PAYMENT_FILE',
    objectId: id,
    objectNo: file.no,
    before: { status: before.status },
    after: { status: to, sha256: file.sha256, ...patch },
  })
  return file
}

/** What becomes of a payment file when its approval ends. A file is never corrected: its payments go into another. */
const paymentFileDecision: Decision<Facts> = {
  concerned: (id) => partiesOfPayments(sql`select payment_id from payment_file_item where file_id = ${id}`),
  facts: fileFacts,
  lock: lockFile,
  contentHash: fileHash,
  async mayPass(context, { businessId }) {
    const file = await context.tx
      .selectFrom('paymentFile')
      .select(['id', 'payments'])
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow()
    await refuseBlocked(context, file)
  },
  async passed(context, { businessId }) {
    await moveFile(context, businessId, ['IN_APPROVE'], 'READY')
  },
  async rejected(context, { businessId }) {
    await moveFile(context, businessId, ['IN_APPROVE'], 'REFUSED')
  },
  async refused(context, { businessId }) {
    await moveFile(context, businessId, ['IN_APPROVE'], 'REFUSED')
  },
}

export const paymentFileApprovals = {
  PAYMENT_FILE: paymentFileDecision,
} satisfies Approvals
