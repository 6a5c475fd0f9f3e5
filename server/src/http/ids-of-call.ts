import type { Call } from '@usance/wire/call'
import { z } from 'zod'

type Schema = {
  type?: string
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
}

/** Texts that name a file or several records, beside those that are uuids. */
const naming = /^(objectKey|fileKey|[a-zA-Z]+ObjectKey)$|^(ids|[a-zA-Z]+Ids)\[\]$/

/**
 * Every place of a call's request where an id may stand, as `names` writes it: `body.items[].docId`, `body.answers.*[].objectKey`.
 * An id is what must be a uuid, the key of a stored file, and whatever stands where the request is of open shape.
 */
export function idsOfCall(call: Pick<Call, 'params' | 'query' | 'body'>): string[] {
  const places = new Set<string>()
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (schema) collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, part, places)
  }
  return [...places]
}

function collect(schema: Schema, at: string, places: Set<string>) {
  const { type, format, properties = {}, items, additionalProperties } = schema
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) collect(inner, at, places)
  for (const [name, inner] of Object.entries(properties)) collect(inner, `${at}.${name}`, places)
  if (items) collect(items, `${at}[]`, places)
  if (additionalProperties && typeof additionalProperties === 'object') collect(additionalProperties, `${at}.*`, places)
  if (Object.keys(schema).length === 0) places.add(at)
  if (type === 'string' && (format === 'uuid' || naming.test(at.split('.').at(-1)!))) places.add(at)
}

/** The places of ids in an act's request of which the act does not say whose they must be. */
export const undeclaredIds = (call: Pick<Call, 'params' | 'query' | 'body' | 'names'>): string[] =>
  idsOfCall(call).filter(
    (place) => !Object.keys(call.names ?? {}).some((named) => named === place || named.startsWith(`${place}[`)),
  )
