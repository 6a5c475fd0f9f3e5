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

/** Keys of files and of several records, besides uuids. */
const naming = /^(objectKey|fileKey|[a-zA-Z]+ObjectKey)$|^(ids|[a-zA-Z]+Ids)\[\]$/

/**
 * Every place of a call's request where an id may stand, in the notation of `names`: `body.items[].docId`,
 * `body.answers.*[].objectKey`. Ids are uuids, keys of stored files, and all values in an open shape.
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

/** The places of ids in an act's request without a declared owner. */
export const undeclaredIds = (call: Pick<Call, 'params' | 'query' | 'body' | 'names'>): string[] =>
  idsOfCall(call).filter(
    (place) => !Object.keys(call.names ?? {}).some((named) => named === place || named.startsWith(`${place}[`)),
  )
