import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { Refused } from '../../http/refused.ts'

/** The row of a stored file the caller may see; a foreign key and a missing one answer alike. */
export async function fileOf(tx: Tx, objectKey: string) {
  const row = await tx.selectFrom('storedFile').selectAll().where('objectKey', '=', objectKey).executeTakeFirst()
  if (row) return row
  // A file hangs on documents too: whoever sees the document sees its attachments.
  const attached = await tx
    .selectFrom('attachment')
    .select('objectKey')
    .where('objectKey', '=', objectKey)
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const shared = attached ? await seenThroughAttachment(tx, objectKey) : undefined
  if (!shared) throw new Refused('NOT_FOUND')
  return shared
}

const seenThroughAttachment = async (tx: Tx, objectKey: string) => {
  const scope = (await sql<{ scope: string }>`select current_setting('app.scope', true) as scope`.execute(tx)).rows[0]!.scope
  await sql.raw(`set local app.scope = 'system'`).execute(tx)
  const row = await tx.selectFrom('storedFile').selectAll().where('objectKey', '=', objectKey).executeTakeFirst()
  await sql.raw(`set local app.scope = '${scope === 'staff' ? 'staff' : 'company'}'`).execute(tx)
  return row
}

/** Stores a file the server made itself, such as an error report or a contract, for one company. */
export async function storeGenerated(
  app: App,
  tx: Tx,
  file: { companyId: string; userId?: string; fileName: string; contentType: string; content: Buffer; purpose: string },
): Promise<string> {
  const id = newId()
  const objectKey = `${file.purpose}/${id}`
  await app.files.put(objectKey, file.content)
  await tx
    .insertInto('storedFile')
    .values({
      id,
      objectKey,
      fileName: file.fileName,
      contentType: file.contentType,
      size: String(file.content.length),
      sha256: createHash('sha256').update(file.content).digest('hex'),
      companyId: file.companyId,
      uploadedBy: file.userId ?? null,
      purpose: file.purpose,
    })
    .execute()
  return objectKey
}
