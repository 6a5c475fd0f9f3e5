import { actOf, isNamed } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { errors } from '@usance/wire/errors'
import { z } from 'zod'
import type { App } from '../app.ts'

/** Named schemas that others refer to. */
const named: Record<string, unknown> = { ErrorName: { type: 'string', enum: Object.keys(errors) } }

const schema = (type: z.ZodType | undefined) => {
  if (!type) return undefined
  const asked = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })
  const { $schema: _, $defs, ...json } = JSON.parse(JSON.stringify(asked).replaceAll('"#/$defs/', '"#/components/schemas/'))
  Object.assign(named, $defs)
  return json as Record<string, unknown>
}

const parametersOf = (call: Call) =>
  (['params', 'query'] as const).flatMap((part) => {
    const json = schema(call[part]) as { properties?: Record<string, unknown>; required?: string[] } | undefined
    return Object.entries(json?.properties ?? {}).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || (json?.required ?? []).includes(name),
      schema: property,
    }))
  })

const accessOf = (call: Call) =>
  typeof call.access === 'string'
    ? `${call.access}, tells ${typeof call.tells === 'object' ? `rows by right: ${call.tells.byRight}` : call.tells}`
    : `permission ${([] as string[]).concat(call.access.permission as string).join(' or ')}`

/** The act of a call in one line: its parties, its second person, and the conditions on its ids. */
function actText(call: Call): string {
  const act = actOf(call)
  const by =
    act &&
    Object.entries(act.by)
      .map(([party, hand]) => `${party} (${hand})`)
      .join(', ')
  const second = act && (typeof act.second === 'string' ? act.second : `never the maker of ${act.second.notMakerOf}`)
  const names = Object.entries(call.names ?? {}).map(([path, named]) => {
    if ('judged' in named) return `${path}: ${named.judged}`
    if (!isNamed(named)) return `${path}: among ${named.selected}`
    const { kind, of, on, unless } = named
    const state = `${on ? ` that is ${on.join(' or ')}` : ''}${unless ? ` and not ${unless.join(' or ')}` : ''}`
    return `${path} is a ${kind} ${of === 'seen' ? 'that the caller sees' : `whose ${of} is the caller`}${state}`
  })
  return [
    ...(by ? [`Act of ${by}. Second person: ${second}. Audit: ${[act.event].flat().join(', ')}.`] : []),
    ...(call.act && 'bindsNobody' in call.act ? [`Binds nobody: ${call.act.bindsNobody}.`] : []),
    ...(names.length > 0 ? [`Names: ${names.join('; ')}.`] : []),
  ].join(' ')
}

let description: unknown

/** The OpenAPI 3.1 description of every call, made from the same values that the server and the browser use. */
export function openApi(app: App): unknown {
  description ??= {
    openapi: '3.1.0',
    info: {
      title: 'Usance',
      version: '0.1.0',
      description:
        'Every answer is an envelope {code, message, data}; code 200 is success. Amounts are exact decimal text, dates are YYYY-MM-DD. A field with x-audience reaches those seats only.',
    },
    servers: [{ url: app.config.publicUrl }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        appId: { type: 'apiKey', in: 'header', name: 'appId' },
      },
      schemas: named,
    },
    paths: allCalls().reduce<Record<string, Record<string, unknown>>>((paths, { name, call }) => {
      const path = `${call.path.startsWith('/buyer-portal') ? '' : '/api'}${call.path.replace('{p}', app.config.prefix)}`
      const body = schema(call.body)
      paths[path] = {
        ...paths[path],
        [call.method.toLowerCase()]: {
          operationId: name,
          summary: call.title,
          description:
            `Access: ${accessOf(call)}. Rows: ${call.scope}. ${call.effect === 'write' ? 'A write: takes an idempotencyKey where the body has one.' : 'A read.'} ${actText(call)}`.trim(),
          tags: [name.split('.').slice(0, -1).join('.')],
          security: call.access === 'public' ? [] : [{ token: [], appId: [] }],
          parameters: parametersOf(call),
          ...(call.kind === 'upload'
            ? {
                requestBody: {
                  content: {
                    'multipart/form-data': {
                      schema: {
                        type: 'object',
                        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
                      },
                    },
                  },
                },
              }
            : body
              ? { requestBody: { content: { 'application/json': { schema: body } } } }
              : {}),
          responses: {
            200: {
              description: 'The envelope',
              content:
                call.kind === 'file'
                  ? { 'application/octet-stream': {} }
                  : {
                      'application/json': {
                        schema: {
                          type: 'object',
                          properties: { code: { type: 'integer' }, message: { type: 'string' }, data: schema(call.answer) ?? {} },
                          required: ['code', 'message'],
                        },
                      },
                    },
            },
          },
        },
      }
      return paths
    }, {}),
  }
  return description
}

/** A page that shows the description without any script: it works in every browser and under the strictest policy. */
export function openApiPage(): string {
  const text = (value: string) => value.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
  const calls = allCalls()
  const groups = [...new Set(calls.map(({ name }) => name.split('.').slice(0, -1).join('.')))]
  const rows = (group: string) =>
    calls
      .filter(({ name }) => name.split('.').slice(0, -1).join('.') === group)
      .map(({ call }) => {
        const body = schema(call.body)
        return `<details><summary><b>${call.method}</b> <code>${text(call.path)}</code> <span>${text(call.title)}</span></summary><p>Access: ${text(accessOf(call))}. ${text(actText(call))}</p>${body ? `<pre>${text(JSON.stringify(body, null, 2))}</pre>` : ''}</details>`
      })
      .join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Usance API</title><style>body{font:15px/1.5 system-ui;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b2430}summary{cursor:pointer;padding:.25rem 0}b{display:inline-block;width:4rem}span{color:#5b6775}pre{background:#f4f6f8;padding:1rem;overflow:auto}</style><h1>Usance API</h1><p>The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>${groups.map((group) => `<h2>${text(group)}</h2>${rows(group)}`).join('')}</html>`
}
