import type { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import { reversalUnderWay } from '../../books/servicing/reversal-under-way.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { moveFile } from './decision.ts'

async function seenFile(tx: Tx, id: string) {
  const seen = await tx.selectFrom('paymentFile').select(['id', 'status']).where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  return seen
}

/** Hands an approved file out, once. Whoever asks again learns who has it. */
export const takeFile: Handler<typeof paymentFileCalls.take> = async (request) => {
  const { tx, actor, now, body } = request
  await seenFile(tx, body.id)
  const file = await tx.selectFrom('paymentFile').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirstOrThrow()
  if (file.status === 'TAKEN') throw new Refused('PAYMENT_FILE_TAKEN', { takenAt: file.takenAt })
  const stale = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .leftJoin('bankAccount as a', 'a.id', 'p.toAccountId')
    .select('p.no')
    .where('i.fileId', '=', file.id)
    .where((eb) =>
      eb.or([
        eb('p.status', '<>', 'INSTRUCTED'),
        eb('i.live', '=', false),
        eb('a.status', '<>', 'ENABLE'),
        eb('a.coolingUntil', '>', now.toISOString()),
      ]),
    )
    .executeTakeFirst()
  // A payment was recorded, failed or lost its account since: the bank must not get the old file.
  if (file.status === 'READY' && stale) throw new Refused('CONTENT_CHANGED', { no: stale.no })
  const resting = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .select(reversalUnderWay(sql`p.order_id`).as('no'))
    .where('i.fileId', '=', file.id)
    .where('p.type', 'in', ['RELEASE', 'REFUND'])
    .where(reversalUnderWay(sql`p.order_id`), 'is not', null)
    .executeTakeFirst()
  if (file.status === 'READY' && resting) throw new Refused('REVERSAL_UNDER_WAY', { no: resting.no })
  await moveFile(request, file.id, ['READY'], 'TAKEN', { takenBy: actor.userId })
  return { fileName: `${file.no}.xml`, content: file.content, sha256: file.sha256 }
}

/** A file that the bank never got. One that was handed out is declared so by another person than the one who has it. */
export const voidFile: Handler<typeof paymentFileCalls.void> = async (request) => {
  const { tx, actor, body } = request
  // The approval is locked before its object, as a decision does it.
  if ((await seenFile(tx, body.id)).status === 'IN_APPROVE') await cancelFlow(request, 'PAYMENT_FILE', body.id)
  const file = await tx.selectFrom('paymentFile').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirstOrThrow()
  if (file.status === 'TAKEN') {
    if (file.takenBy === actor.userId) throw new Refused('MAKER_CANNOT_APPROVE')
    const reported = await tx
      .selectFrom('paymentFileItem')
      .select('id')
      .where('fileId', '=', file.id)
      .where('reportedAt', 'is not', null)
      .executeTakeFirst()
    // The bank has spoken of it, so it has it.
    if (reported) throw new Refused('ILLEGAL_TRANSITION')
  }
  await moveFile(request, file.id, ['IN_APPROVE', 'READY', 'TAKEN'], 'VOID', { voidReason: body.reason })
  return { status: 'VOID' as const }
}
