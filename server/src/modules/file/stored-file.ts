import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { mayOpen } from './places.ts'

/** Who wants to read a file. */
export type FileReader = { tx: Tx; actor: Pick<Actor, 'userId' | 'permissions' | 'staff'> }

/**
 * The row of a stored file that the caller may read. A file that hangs on something is read by whoever may open what it hangs
 * on, staff or not; until then by who put it up. A foreign key and a missing one answer alike.
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
