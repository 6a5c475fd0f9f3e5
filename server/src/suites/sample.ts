import { z } from 'zod'

type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  minItems?: number
  minLength?: number
  default?: unknown
}

const texts: [RegExp, string][] = [
  [/^\^\[A-Z\]\{3\}/, 'USD'],
  [/\\d\{4\}-\\d\{2\}\$/, '2025-03'],
  [/\\d\{1,/, '1'],
  [/\[1-9\]/, '1'],
]

/** A value that fits a schema, with `id` wherever an identity goes: what a stranger who knows the form would send. `full` fills in what is optional too. */
export function sampleOf(type: z.ZodType | undefined, id: string, full = false): any {
  if (!type) return undefined
  return sample(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema, id, '', full)
}

function sample(schema: Schema, id: string, name: string, full: boolean): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!, id, name, full)
  if (schema.allOf) return sample(Object.assign({}, ...schema.allOf), id, name, full)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([key]) => full || schema.required?.includes(key) || /id$/i.test(key) || /ids$/i.test(key))
        .map(([key, property]) => [key, sample(property, id, key, full)]),
    )
  if (type === 'array') return [sample(schema.items ?? {}, id, name, full)]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (schema.format === 'uuid') return id
  if (schema.format === 'date') return '2025-03-03'
  if (schema.format === 'date-time') return '2025-03-03T00:00:00Z'
  if (/^(id|.*Id|.*Key|no|businessNo|orderNo)$/.test(name) && name !== 'idempotencyKey') return id
  const known = texts.find(([pattern]) => schema.pattern && pattern.test(schema.pattern))
  return known ? known[1] : 'x'.repeat(Math.max(12, schema.minLength ?? 1))
}
