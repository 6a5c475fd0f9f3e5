import { readingName } from '@usance/domain/configured-reading'
import { soundText } from '@usance/domain/sound-text'
import type { ExtractData } from '@usance/wire/ocr/calls'
import { businessDate } from '../../calendar/business-date.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Before } from '../../http/context.ts'
import { inTurn } from '../../http/in-turn.ts'
import { Refused } from '../../http/refused.ts'
import { configuredSchema } from '../../reading/schema/configured-schema.ts'
import type { DocumentSchema } from '../../reading/schema/schema.ts'
import { schemaOf } from '../../reading/schema/schemas.ts'
import { parseFile } from '../file/parse-file.ts'
import { fileOf } from '../file/stored-file.ts'

/** Raised whenever reading improves, so that stored readings of the version before are made again. */
export const readerVersion = 12

/**
 * The fields of an uploaded file. It runs outside any transaction, because a page takes seconds: the caller's right to the
 * file is settled in a short one before, the reading stored in a short one after. A file read before is not read again.
 */
export async function readFile(request: Before): Promise<ExtractData> {
  const { app, actor, scope, look, body } = request
  const { file, stored, schema, version } = await look(async ({ tx }) => {
    const { schema, version } = await schemaNow(tx, body.schemaCode)
    const seen = await fileOf({ app, tx, actor }, body.fileKey)
    const known = await tx
      .selectFrom('documentReading')
      .select('extractData')
      .where('companyId', '=', actor.companyId)
      .where('sha256', '=', seen.sha256)
      .where('schemaCode', '=', schema.code)
      .where('readerVersion', '=', version)
      .executeTakeFirst()
    return { file: seen, stored: known, schema, version }
  })
  if (stored) return stored.extractData as ExtractData
  const began = performance.now()
  const { fileName } = file
  const data = storable(await parseFile(request, file, 'extract', { fileName, schema, today: await businessDate(app) }))
  if (data.fields.every(({ found }) => found === null) && !data.mail) throw new Refused('OCR_NOTHING_READ')
  await inTurn(request, scope, 'write', (tx) =>
    tx
      .insertInto('documentReading')
      .values({
        id: newId(),
        companyId: actor.companyId,
        sha256: file.sha256,
        schemaCode: schema.code,
        readerVersion: version,
        fileName: file.fileName,
        extractData: JSON.stringify(data),
        readBy: actor.userId,
        durationMs: Math.round(performance.now() - began),
      })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
  return data
}

/** A reading without what the database cannot keep: a mail may hold the character 0, and a text that was cut half a character. */
export const storable = (data: ExtractData): ExtractData =>
  JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'string' ? soundText(value) : value)))

/** A document kind as it is configured now. What was read by an earlier configuration is read again. */
async function schemaNow(tx: Tx, code: string): Promise<{ schema: DocumentSchema; version: number }> {
  const builtIn = schemaOf(code)
  const stored = await tx
    .selectFrom('dynamicForm')
    .select(['fields', 'version'])
    .where('name', '=', readingName(code))
    .executeTakeFirst()
  if (!stored && !builtIn)
    throw new Refused('OCR_SCHEMA_UNKNOWN', { fields: [{ field: 'schemaCode', message: 'OCR_SCHEMA_UNKNOWN' }] })
  return {
    schema: configuredSchema(code, builtIn, stored?.fields ?? []),
    version: readerVersion + (stored?.version ?? 0) * 1000,
  }
}
