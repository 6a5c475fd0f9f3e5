import { readingFaultsOf, schemaCodeOf } from '@usance/domain/configured-reading'
import { tableFaultsOf } from '@usance/domain/configured-table'
import { faultsOf } from '@usance/domain/dynamic-form'
import { dynamicFormCalls } from '@usance/wire/dynamic-form/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { type Handler, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { builtInForms, formOf, readingForms } from './form-of.ts'
import { listTables } from './list-tables.ts'

const all: Handler<typeof dynamicFormCalls.all> = async (request) => {
  const stored = await request.tx.selectFrom('dynamicForm').select('name').execute()
  const names = [...new Set([...Object.keys(builtInForms(request.app)), ...stored.map((row) => row.name)])].sort()
  return Promise.all(names.map(async (name) => (await formOf(request, name))!))
}

const config: Handler<typeof dynamicFormCalls.config> = async (request) => {
  const form = await formOf(request, request.query.name)
  if (!form) throw new Refused('NOT_FOUND')
  return form
}

/**
 * Saves a form. A field named twice, or a condition on a field that is not there, would break it for everybody; so would a
 * list of which no column is left. Without fields a list is as it is built in.
 */
const save: Handler<typeof dynamicFormCalls.save> = async (request) => {
  const { tx, actor, body } = request
  const table = Object.hasOwn(listTables, body.name) ? listTables[body.name]!() : undefined
  const isReading = schemaCodeOf(body.name) !== undefined
  const kind = table ? 'TABLE' : isReading ? 'READING' : body.kind
  if (kind === 'READING' && !isReading) throw faultyField('name', 'BAD_REQUEST')
  const given = body.fields
  const faults = isReading
    ? readingFaultsOf(readingForms[body.name]?.().fields.map(({ name }) => name) ?? [], given)
    : [...faultsOf(given), ...(table ? tableFaultsOf(table.fields, given) : [])]
  if (faults.length > 0) throw new Refused('BAD_REQUEST', { fields: faults.map((message) => ({ field: 'fields', message })) })
  const before = await tx.selectFrom('dynamicForm').selectAll().where('name', '=', body.name).forUpdate().executeTakeFirst()
  if ((before?.version ?? 0) !== body.version) throw new Refused('STALE_VERSION')
  const fields = JSON.stringify(body.fields)
  const saved = await tx
    .insertInto('dynamicForm')
    .values({ id: before?.id ?? newId(), name: body.name, kind, fields, updatedBy: actor.userId })
    .onConflict((c) =>
      c.column('name').doUpdateSet({
        kind,
        fields,
        updatedBy: actor.userId,
        updatedAt: sql`app_now()`,
        version: sql`dynamic_form.version + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  // Two first saves at once: the later one finds a version it did not read.
  if (saved.version !== body.version + 1) throw new Refused('STALE_VERSION')
  await audit(request, {
    event: 'FORM_CONFIGURED',
    objectType: 'DYNAMIC_FORM',
    objectId: saved.id,
    objectNo: body.name,
    before: before?.fields,
    after: body.fields,
  })
  return (await formOf(request, body.name))!
}

export const dynamicFormRoutes = routes(dynamicFormCalls, { all, config, save })
