import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { mayOpen, placesSeen } from './places.ts'

/** The reader of a file. */
export type FileReader = { app: App; tx: Tx; actor: Actor }

/**
 * The row of a stored file that the caller may read. An attached file is read by whoever reads its record on the record's own page, staff
 * included; an unattached file only by its uploader. A file of others is answered like a missing one.
 */
export async function fileOf({ app, tx, actor }: FileReader, objectKey: string) {
  const row = await tx
    .selectFrom('storedFile as f')
    .selectAll('f')
    .select(sql<boolean>`exists (select from places_of_file(f.object_key, f.company_id))`.as('isAttached'))
    .select(placesSeen(app, actor).as('places'))
    .where('f.objectKey', '=', objectKey)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const { places, isAttached, ...file } = row
  const mayRead = isAttached ? places.some((place) => mayOpen(actor, place)) : file.uploadedBy === actor.userId
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
