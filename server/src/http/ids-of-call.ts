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

/** Ids typed as text, keys of files, and the numbers and codes by which records are known, besides uuids. */
const naming =
  /^(id|[a-zA-Z]*[oO]bjectKey|fileKey|companyId|company_id|no|businessNo|orderNo|companyCode|payerCompanyCode|buyerCode|funderCode)$|^(ids|keys|objectKey|[a-zA-Z]+(Ids|IdList)|companyCodes|buyerCode)\[\]$/

/**
 * Every place of a call's request where an id may stand, in the notation of `names`: `body.items[].docId`,
 * `body.answers.*[].objectKey`. Ids are uuids, keys of stored files, numbers and codes of records, and all values in an open shape.
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

/** The places of ids in a call's request without a declared owner. */
export const undeclaredIds = (call: Pick<Call, 'params' | 'query' | 'body' | 'names'>): string[] =>
  idsOfCall(call).filter(
    (place) => !Object.keys(call.names ?? {}).some((named) => named === place || named.startsWith(`${place}[`)),
  )

/** The lines of a call's declaration that stand for no place of an id in its request: they would check nothing. */
export const idleNames = (call: Pick<Call, 'params' | 'query' | 'body' | 'names'>): string[] => {
  const places = idsOfCall(call)
  return Object.keys(call.names ?? {}).filter(
    (named) => !places.some((place) => named === place || named.startsWith(`${place}[`)),
  )
}
