import type { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { tellBookedApart } from '../payment/tell-booked-apart.ts'
import { lockFile, moveFile } from './decision.ts'
import { refuseBlocked } from './ready.ts'
import { heldBy } from './sendable.ts'

async function seenFile(tx: Tx, id: string) {
  const seen = await tx.selectFrom('paymentFile').select(['id', 'status']).where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  return seen
}

/** Hands an approved file out, once. Whoever asks again learns who has it. */
export const takeFile: Handler<typeof paymentFileCalls.take> = async (request) => {
  const { tx, actor, body } = request
  await seenFile(tx, body.id)
  // What bars its payments is asked once nothing changes them: a report of the bank waits.
  const file = await lockFile(tx, body.id)
  if (file.status === 'TAKEN') throw new Refused('PAYMENT_FILE_TAKEN', { takenAt: file.takenAt })
  if (file.status === 'READY') await refuseBlocked(request, file)
  await moveFile(request, file.id, ['READY'], 'TAKEN', { takenBy: actor.userId })
  return { fileName: `${file.no}.xml`, content: file.content, sha256: file.sha256 }
}

/**
 * A file that the bank never got. The act declares that one that was handed out is declared so by somebody who neither has it nor sent a
 * payment in it: its payments may fail by hand from then on. Receipts that are booked and may be returns of its payments are told apart
 * first: what came back was with the bank (decision 274).
 */
export const voidFile: Handler<typeof paymentFileCalls.void> = async (request) => {
  const { tx, body } = request
  // The approval is locked before its object, as a decision does it.
  if ((await seenFile(tx, body.id)).status === 'IN_APPROVE') await cancelFlow(request, 'PAYMENT_FILE', body.id)
  const file = await lockFile(tx, body.id)
  if (file.status === 'TAKEN') {
    const report = await tx.selectFrom('paymentReport').select('id').where('fileId', '=', file.id).executeTakeFirst()
    // The bank has spoken of it, so it has it, whatever the report says of its transfers.
    if (report) throw new Refused('PAYMENT_FILE_REPORTED', { no: file.no })
    await tellBookedApart(request, await heldBy(tx, file.id).execute(), body.notBookedAs)
  }
  await moveFile(request, file.id, ['IN_APPROVE', 'READY', 'TAKEN'], 'VOID', { voidReason: body.reason })
  return { status: 'VOID' as const }
}
