import { readingName } from '@usance/domain/configured-reading'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import type { ExtractData } from '@usance/wire/ocr/calls'
import { inTransaction, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Before } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { checkExtract } from '../../reading/check-extract.ts'
import { type Reading, ReadingError } from '../../reading/page.ts'
import { readBySchema } from '../../reading/read-by-schema.ts'
import { configuredSchema } from '../../reading/schema/configured-schema.ts'
import type { DocumentSchema } from '../../reading/schema/schema.ts'
import { schemaOf } from '../../reading/schema/schemas.ts'
import { businessDate } from '../calendar/business-date.ts'
import { fileOf } from '../file/stored-file.ts'

/** Raised whenever reading improves, so that stored readings of the version before are made again. */
export const readerVersion = 2

// Below this somebody should look: of some 500 surer values in the case files one was wrong, a name.
const sure = 0.85

/**
 * The fields of an uploaded file. It runs outside any transaction, because a page takes seconds: the caller's right to the
 * file is settled in a short one before, the reading stored in a short one after. A file read before is not read again.
 */
export async function readFile({ app, actor, scope, body }: Before): Promise<ExtractData> {
  const { file, stored, schema, version } = await inTransaction(app.db, scope, 'read', async (tx) => {
    const { schema, version } = await schemaNow(tx, body.schemaCode)
    const seen = await fileOf(tx, body.fileKey)
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
  const reading = await app.reader.read(await app.files.read(file.objectKey), file.fileName).catch(refuse)
  const data = extractData(schema, reading, await businessDate(app))
  if (data.fields.every(({ found }) => found === null) && !data.mail) throw new Refused('OCR_NOTHING_READ')
  await inTransaction(app.db, scope, 'write', (tx) =>
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
    schema: configuredSchema(code, builtIn, (stored?.fields ?? []) as unknown as FieldConfig[]),
    version: readerVersion + (stored?.version ?? 0) * 1000,
  }
}

/** A reader that died or was too slow may manage the next time: code 400 in the data asks the caller to try once more. */
export function refuse(error: unknown): never {
  if (!(error instanceof ReadingError)) throw error
  if (error.fault === 'died' || error.fault === 'too-slow') throw new Refused('OCR_FAILED', { code: 400, reason: error.fault })
  if (error.fault === 'no-text') throw new Refused('OCR_NOTHING_READ')
  throw new Refused(error.fault === 'too-large' ? 'FILE_TOO_LARGE' : 'FILE_UNREADABLE', { reason: error.fault })
}

/** A reading as the wire has it: each field of the schema in its order, the doubtful ones marked. */
export function extractData(schema: DocumentSchema, reading: Reading, today: string): ExtractData {
  const read = readBySchema(schema, reading)
  const checks = checkExtract(schema, read, read.findings, today)
  const faulty = new Set(checks.filter(({ level }) => level === 'error').flatMap(({ fields }) => fields))
  return {
    schemaCode: schema.code,
    readFrom: read.readFrom,
    fileName: read.fileName,
    pages: read.pages.map(({ turns = 0, ...page }) => ({ ...page, turns })),
    fields: schema.fields.map(({ name, kind, label, required = false }) => {
      const found = read.fields[name]
      return {
        name,
        kind,
        required,
        ...(label ? { label } : {}),
        found: found
          ? {
              value: found.value,
              text: found.text,
              confidence: Math.round(found.confidence * 100) / 100,
              doubtful: found.confidence < sure || faulty.has(name),
              page: found.page,
              box: found.box,
            }
          : null,
      }
    }),
    lines: read.lines,
    checks,
    mail: reading.mail ? { ...reading.mail, body: reading.mail.body?.slice(0, 20_000) ?? null } : null,
  }
}
