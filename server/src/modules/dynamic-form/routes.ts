import { type FieldConfig, faultsOf } from '@usance/domain/dynamic-form'
import { dynamicFormCalls, type FormConfig } from '@usance/wire/dynamic-form/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { builtInForms, formOf } from './form-of.ts'

const all: Handler<typeof dynamicFormCalls.all> = async ({ tx }) => {
  const stored = await tx.selectFrom('dynamicForm').select('name').execute()
  const names = [...new Set([...Object.keys(builtInForms), ...stored.map((row) => row.name)])].sort()
  return Promise.all(names.map(async (name) => (await formOf(tx, name))!))
}

const config: Handler<typeof dynamicFormCalls.config> = async ({ tx, query }) => {
  const form = await formOf(tx, query.name)
  if (!form) throw new Refused('NOT_FOUND')
  return form
}

/** Saves a form. A field named twice, or a condition on a field that is not there, would break it for everybody. */
const save: Handler<typeof dynamicFormCalls.save> = async (request) => {
  const { tx, actor, body } = request
  const faults = faultsOf(body.fields as unknown as FieldConfig[])
  if (faults.length > 0) throw new Refused('BAD_REQUEST', { fields: faults.map((message) => ({ field: 'fields', message })) })
  const before = await tx.selectFrom('dynamicForm').selectAll().where('name', '=', body.name).forUpdate().executeTakeFirst()
  if ((before?.version ?? 0) !== body.version) throw new Refused('STALE_VERSION')
  const fields = JSON.stringify(body.fields)
  const saved = await tx
    .insertInto('dynamicForm')
    .values({ id: before?.id ?? newId(), name: body.name, kind: body.kind, fields, updatedBy: actor.userId })
    .onConflict((c) =>
      c.column('name').doUpdateSet({
        kind: body.kind,
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
  return {
    name: saved.name,
    kind: saved.kind,
    fields: saved.fields,
    version: saved.version,
    updatedAt: saved.updatedAt,
  } as FormConfig
}

export const dynamicFormRoutes = routes(dynamicFormCalls, { all, config, save })
