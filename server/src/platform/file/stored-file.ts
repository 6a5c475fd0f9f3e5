import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { mayOpen } from './places.ts'

/** The reader of a file. */
export type FileReader = { tx: Tx; actor: Pick<Actor, 'userId' | 'permissions' | 'staff'> }

/**
 * The row of a stored file that the caller may read. Readers of its record may read an attached file, staff included; an
 * unattached file only its uploader. A file of others is answered like a missing one.
 */
export async function fileOf({ tx, actor }: FileReader, objectKey: string) {
  const row = await tx
    .selectFrom('storedFile')
    .selectAll()
    .select(sql<string[]>`array(select places_of_file(object_key, company_id))`.as('places'))
    .where('objectKey', '=', objectKey)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const { places, ...file } = row
  const mayRead = places.length === 0 ? file.uploadedBy === actor.userId : places.some((place) => mayOpen(actor, place))
  if (!mayRead) throw new Refused('NOT_FOUND')
  return file
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
