import type { z } from 'zod'
import { sampleOf } from './sample.ts'

/** Values that no form sends, as raw JSON, because some of them cannot be said through JSON.stringify. */
export const hostileTexts = [
  '"a\\u0000b"',
  '"\\ud800"',
  '"𝓤\\u202ename 名 ‮ 🧨"',
  '"ZZZ"',
  '"2025-02-30"',
  '"9999-12-31"',
  '"-0001-01-01"',
  '"0000-00-00"',
  '"-1"',
  '"0"',
  '"1e400"',
  '"NaN"',
  '"9999999999999.9999"',
  '"999999999999999.9999"',
  `"${'9'.repeat(60)}"`,
  '"\'; drop table company; --"',
  '"%"',
  '"\\\\"',
  '"../../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '""',
  '"   "',
]
export const hostileNumbers = ['-1', '0', '1e400', '-1e400', '0.1', '2147483648', '9007199254740993', '9223372036854775808']
export const hostileKinds = [
  'null',
  'true',
  '[]',
  '[[[[null]]]]',
  '{}',
  '{"toString":1}',
  '{"length":-1}',
  `"${'x'.repeat(70_000)}"`,
]

/** Whole bodies, each with its content type, that are no body of any call. */
export const hostileBodies: [type: string, body: string][] = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', '1e400'],
  ['application/json', '{"a":'],
  ['application/json', '{"__proto__":{"admin":true}}'],
  ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['application/json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['application/json', '{"pageNum":1,"pageNum":[],"id":"a","id":{}}'],
  ['text/plain', 'hello'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  ['multipart/form-data', 'no boundary'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="../../a\u0000.pdf"\r\n\r\nx\r\n--x--',
  ],
  ['application/json; charset=utf-16', '{}'],
  ['', '{}'],
]

type Path = (string | number)[]
/** Every place of a value that holds no further values, and every place that holds some. */
export function placesOf(value: unknown, path: Path = []): Path[] {
  if (!value || typeof value !== 'object') return path.length > 0 ? [path] : []
  const inner = Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, Array.isArray(value) ? Number(key) : key]))
  return path.length > 0 ? [path, ...inner] : inner
}

const mark = '@@hostile@@'
/** The JSON of a value with raw JSON put in at one place. */
export function withAt(value: unknown, path: Path, raw: string): string {
  const copy = structuredClone(value) as any
  let inside = copy
  for (const key of path.slice(0, -1)) inside = inside[key]
  inside[path.at(-1)!] = mark
  return JSON.stringify(copy).replace(`"${mark}"`, () => raw)
}

/** A full sample, optional parts included: an attacker fills in everything. */
export const fullSampleOf = (type: z.ZodType | undefined, id: string) => sampleOf(type, id, true)
