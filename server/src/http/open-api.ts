import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { actOf, isNamed, ofOneMatter, type SecondPerson } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { errors } from '@usance/wire/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { App } from '../app.ts'
import { takesGzip } from './compress.ts'

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

/** The second person of an act, in words. */
function secondText(second: SecondPerson): string {
  if (second === 'notSender') return 'never a sender of what is reported on'
  if (typeof second === 'string') return second
  if ('notMakerOf' in second) return `never the maker of ${second.notMakerOf}`
  if ('notSenderIn' in second) return `once it was handed out, never who has ${second.notSenderIn} or sent a payment in it`
  const { ever, norApprover } = second
  return `never ${ever ? 'whoever was once ' : ''}a sender of ${second.notSenderOf}${norApprover ? ', nor an approver of it' : ''}`
}

/** The act of a call in one line: its parties, its second person, and the conditions on its ids. */
function actText(call: Call): string {
  const act = actOf(call)
  const by =
    act &&
    Object.entries(act.by)
      .map(([party, hand]) => `${party} (${hand})`)
      .join(', ')
  const second = act && secondText(act.second)
  const isOfMatter = Object.values(call.names ?? {}).some((named) => isNamed(named) && ofOneMatter.includes(named.kind))
  const names = Object.entries(call.names ?? {}).map(([path, named]) => {
    if ('judged' in named) return `${path}: ${named.judged}`
    if (!isNamed(named)) return `${path}: among ${named.selected}`
    const { kind, of, on, unless } = named
    const state = `${on ? ` that is ${on.join(' or ')}` : ''}${unless ? ` and not ${unless.join(' or ')}` : ''}`
    return `${path} is a ${kind} ${of === 'seen' ? 'that the caller sees' : `whose ${of} is the caller`}${state}`
  })
  return [
    ...(by ? [`Act of ${by}. Second person: ${second}. Audit: ${[act.event].flat().join(', ')}.`] : []),
    ...(act?.notOneself ? [`Never ${act.notOneself} themselves.`] : []),
    ...(act?.decidesOn ? [`Never staff who introduced a company of ${act.decidesOn}.`] : []),
    ...(by && isOfMatter ? ['Never somebody who has acted for another party in the same matter.'] : []),
    ...(call.act && 'bindsNobody' in call.act ? [`Binds nobody: ${call.act.bindsNobody}.`] : []),
    ...(names.length > 0 ? [`Names: ${names.join('; ')}.`] : []),
  ].join(' ')
}

/** A text of the API description, made once for each process, as plain and compressed bytes. */
type Made = { plain: Buffer; gzipped: Buffer; etag: string }

const breath = () => new Promise((resume) => setImmediate(resume))
const compress = promisify(gzip)

async function made(text: string): Promise<Made> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await compress(plain), etag: `"${createHash('sha256').update(plain).digest('base64url')}"` }
}

const descriptions = new WeakMap<App, Promise<{ json: Made; page: Made }>>()

/**
 * The OpenAPI 3.1 description of every call and its page, made from the same values that the server and the browser use. Call by
 * call, so that requests of others are answered in between, and once for all readers.
 */
export function apiDescription(app: App) {
  const known = descriptions.get(app) ?? describe(app)
  descriptions.set(app, known)
  return known
}

async function describe(app: App): Promise<{ json: Made; page: Made }> {
  const paths: Record<string, Record<string, unknown>> = {}
  const groups = new Map<string, string[]>()
  for (const { name, call } of allCalls()) {
    const path = `${call.path.startsWith('/buyer-portal') ? '' : '/api'}${call.path.replace('{p}', app.config.prefix)}`
    const group = groupOf(name)
    const body = schema(call.body)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call, body) }
    groups.set(group, [...(groups.get(group) ?? []), detailsOf(call, body)])
    await breath()
  }
  const json = {
    openapi: '3.1.0',
    info: {
      title: 'Usance',
      version: manifest.version,
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
    paths,
  }
  return { json: await made(JSON.stringify(json)), page: await made(pageOf(groups)) }
}

/** The group of a call: its name without the last word. */
const groupOf = (name: string) => name.split('.').slice(0, -1).join('.')

/** What a call is sent with: downloads, and the call that tells the appId, are asked without one. */
const securityOf = ({ access, kind, tellsAppId }: Call) => {
  if (access !== 'public') return [{ token: [], appId: [] }]
  return kind === 'file' || tellsAppId ? [] : [{ appId: [] }]
}

const operationOf = (name: string, call: Call, body: Record<string, unknown> | undefined) => ({
  operationId: name,
  summary: call.title,
  description:
    `Access: ${accessOf(call)}. Rows: ${call.scope}. ${call.effect === 'write' ? 'A write: takes an idempotencyKey where the body has one.' : 'A read.'} ${actText(call)}`.trim(),
  tags: [groupOf(name)],
  security: securityOf(call),
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
})

const escaped = (value: string) =>
  value.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

const detailsOf = (call: Call, body: Record<string, unknown> | undefined) =>
  `<details><summary><b>${call.method}</b> <code>${escaped(call.path)}</code> <span>${escaped(call.title)}</span></summary><p>Access: ${escaped(accessOf(call))}. ${escaped(actText(call))}</p>${body ? `<pre>${escaped(JSON.stringify(body, null, 2))}</pre>` : ''}</details>`

/** A page that shows the description without any script: it works in every browser and under the strictest policy. */
const pageOf = (groups: ReadonlyMap<string, readonly string[]>): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Usance API</title><style>body{font:15px/1.5 system-ui;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b2430}summary{cursor:pointer;padding:.25rem 0}b{display:inline-block;width:4rem}span{color:#5b6775}pre{background:#f4f6f8;padding:1rem;overflow:auto}</style><h1>Usance API</h1><p>The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>${[...groups].map(([group, rows]) => `<h2>${escaped(group)}</h2>${rows.join('')}`).join('')}</html>`

/** Sends one of the two texts; a browser that has it already receives no bytes. */
export function sendMadeOnce(request: FastifyRequest, reply: FastifyReply, { plain, gzipped, etag }: Made, type: string) {
  reply.header('content-type', type).header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain)
}
