import type { internationalCalls, LanguageRecord } from '@usance/wire/international/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

type Row = { id: string; langKey: string; namespace: string; value: unknown; version: number; updatedAt: string }
/** A record as the wire has it: its texts as JSON text. */
export const shownRecord = ({ id, langKey, namespace, value, version, updatedAt }: Row): LanguageRecord => ({
  id,
  langKey: langKey as LanguageRecord['langKey'],
  namespace,
  value: JSON.stringify(value),
  version,
  updatedAt,
})

/** Whether this is a tree whose leaves are texts; anything else would break every screen that reads it. */
const isTextTree = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  depth < 8 &&
  Object.entries(value).every(
    ([key, part]) =>
      /^[\w-]{1,80}$/.test(key) && key !== '__proto__' && (typeof part === 'string' || isTextTree(part, depth + 1)),
  )

const notTexts = () => new Refused('BAD_REQUEST', { fields: [{ field: 'value', message: 'invalid_format' }] })
const gaps = /\{\{[^}]*\}\}/g

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notTexts()
  }
  if (!isTextTree(value)) throw notTexts()
  for (const [gap] of text.matchAll(gaps)) if (!/^\{\{\s*\w+\s*\}\}$/.test(gap)) throw notTexts()
  return value as Record<string, unknown>
}

/** Saves the texts of one language and namespace; a second one saved in between is not overwritten. */
export const saveRecord: Handler<typeof internationalCalls.save> = async (request) => {
  const { tx, actor, body } = request
  const value = parsed(body.value)
  const before = await tx
    .selectFrom('languageRecord')
    .selectAll()
    .where('langKey', '=', body.langKey)
    .where('namespace', '=', body.namespace)
    .forUpdate()
    .executeTakeFirst()
  if (body.id && before?.id !== body.id) throw new Refused('NOT_FOUND')
  if (body.version !== undefined && body.version !== (before?.version ?? 0)) throw new Refused('STALE_VERSION')
  const json = JSON.stringify(value)
  const saved = await tx
    .insertInto('languageRecord')
    .values({ id: before?.id ?? newId(), langKey: body.langKey, namespace: body.namespace, value: json, updatedBy: actor.userId })
    .onConflict((c) =>
      c.columns(['langKey', 'namespace']).doUpdateSet({
        value: json,
        updatedBy: actor.userId,
        updatedAt: sql`app_now()`,
        version: sql`language_record.version + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(request, {
    event: 'TRANSLATION_SAVED',
    objectType: 'LANGUAGE_RECORD',
    objectId: saved.id,
    objectNo: `${body.langKey} ${body.namespace}`,
    before: before?.value,
    after: value,
  })
  return shownRecord(saved as Row)
}
