import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { fileOf } from './stored-file.ts'

export type Owner = { ownerType: 'INVOICE' | 'PO'; ownerId: string; groupCode: string }
type StoredFile = Awaited<ReturnType<typeof fileOf>>

/** The stored files of references that came from a browser, each one seen by the caller. */
export async function filesOf(tx: Tx, references: readonly { objectKey: string }[] = []): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const { objectKey } of references) files.push(await fileOf(tx, objectKey))
  return files
}

/** Hangs files on a document; one that was removed before comes back. */
export async function attachFiles(tx: Tx, owner: Owner, files: readonly StoredFile[], userId: string): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('attachment')
    .values(
      [...new Map(files.map((file) => [file.objectKey, file])).values()].map((file) => ({
        id: newId(),
        ...owner,
        objectKey: file.objectKey,
        fileName: file.fileName,
        sha256: file.sha256,
        createdBy: userId,
      })),
    )
    .onConflict((c) => c.columns(['ownerType', 'ownerId', 'groupCode', 'objectKey']).doUpdateSet({ removedAt: null }))
    .execute()
}

/** Makes the files of a document's group exactly these; what is left out stays stored and is no longer shown. */
export async function replaceFiles(tx: Tx, owner: Owner, files: readonly StoredFile[], userId: string): Promise<void> {
  await tx
    .updateTable('attachment')
    .set({ removedAt: sql`app_now()` })
    .where('ownerType', '=', owner.ownerType)
    .where('ownerId', '=', owner.ownerId)
    .where('groupCode', '=', owner.groupCode)
    .where('removedAt', 'is', null)
    .execute()
  await attachFiles(tx, owner, files, userId)
}

/** The files a document shows. */
export const attachmentsOf = (tx: Tx, ownerType: Owner['ownerType'], ownerId: string) =>
  tx
    .selectFrom('attachment')
    .select(['objectKey', 'fileName', 'groupCode'])
    .where('ownerType', '=', ownerType)
    .where('ownerId', '=', ownerId)
    .where('removedAt', 'is', null)
    .orderBy('groupCode')
    .orderBy('createdAt')
    .execute()
