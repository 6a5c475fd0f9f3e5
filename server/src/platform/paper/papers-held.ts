import type { PaperKind } from '@usance/domain/papers'
import type { Tx } from '../../database/database.ts'

/** The papers of a document in one text that another list of papers does not have. */
export async function papersHeld(tx: Tx, kind: PaperKind, ownerId: string): Promise<string> {
  const papers = await tx
    .selectFrom('attachment')
    .select(['sha256', 'groupCode'])
    .where('ownerType', '=', kind)
    .where('ownerId', '=', ownerId)
    .where('removedAt', 'is', null)
    .orderBy('groupCode')
    .orderBy('sha256')
    .execute()
  return JSON.stringify(papers)
}
