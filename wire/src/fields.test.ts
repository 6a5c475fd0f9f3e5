import { addDays, addMonths } from '@usance/domain/local-date'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from './all-calls.ts'
import { CompanyName, DateText, RegistrationNumber, requiredText, text } from './fields.ts'

test.each([
  ['1900-01-01', true],
  ['2028-02-29', true],
  ['2999-12-31', true],
  ['1899-12-31', false],
  ['2027-02-29', false],
  ['3000-01-01', false],
  ['9999-12-31', false],
])('the day %s may be entered: %s', (day, isTaken) => {
  expect(DateText.safeParse(day).success).toBe(isTaken)
})

test('a calculation from any day that may be entered ends within the calendars', () => {
  expect(addDays('2999-12-31', 36_500)).toBe('3099-12-07')
  expect(addMonths('2999-12-31', 1200)).toBe('3099-12-31')
})

const oneLine = requiredText(80)
test.each([
  ['INV-2026/001 ä 中文', true],
  ['  INV-1\n', true],
  ['INV\n1', false],
  ['INV\t1', false],
  ['INV\u00851', false],
  ['INV\u20281', false],
  ['INV\u202e1', false],
  ['INV\u20661', false],
  ['INV\u200b1', false],
  ['INV\u20601', false],
  ['INV1\u3164', false],
  ['INV1\u1160', false],
  ['INV\ufeff1', false],
  ['INV1\ufe0f', false],
  ['INV\u28001', false],
  ['葛\u{e0100}-1', true],
])('the number %j may be entered: %s', (number, isTaken) => {
  expect(oneLine.safeParse(number).success).toBe(isTaken)
})

type Node = {
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  type?: string
  pattern?: string
  allOf?: Node[]
  format?: string
  enum?: unknown
  const?: unknown
  maxLength?: number
}
const patternsOf = (node: Node): string[] => [node.pattern ?? [], (node.allOf ?? []).flatMap(patternsOf)].flat()
const textsOf = (node: Node, at: string): { at: string; node: Node }[] => [
  ...(node.type === 'string' && !node.enum && !node.const ? [{ at, node }] : []),
  ...Object.entries(node.properties ?? {}).flatMap(([name, of]) => textsOf(of, `${at}.${name}`)),
  ...(typeof node.additionalProperties === 'object' ? textsOf(node.additionalProperties, `${at}.*`) : []),
  ...(node.items ? textsOf(node.items, `${at}[]`) : []),
  ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((of) => textsOf(of, at)),
]
/** The places of writes at which a text may be sent, each with its schema. */
const storedTexts = () =>
  allCalls().flatMap(({ call }) => {
    if (call.effect !== 'write' || !call.body) return []
    const schema: Node = JSON.parse(JSON.stringify(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })))
    return textsOf(schema, call.path)
  })
const takes = (node: Node, text: string) => patternsOf(node).every((pattern) => new RegExp(pattern, 'u').test(text))
test('no call of the portal stores a number, code or reference of several lines', () => {
  const taken = storedTexts()
    // The code of an authenticator is compared, and kept nowhere.
    .filter(({ at }) => !at.startsWith('/{p}-auth-center/') && /(No|Ref|Reference|Code|\.no|\.ref|\.reference|\.code)$/.test(at))
    .filter(({ node }) => takes(node, 'A\nB'))
    .map(({ at }) => at)
  expect(taken).toEqual([])
})

// Names of what is there already, or else refused: files, fields, lists, permissions, records and fingerprints.
const namesOfKnown =
  /(?:[Kk]ey|Sha256|Hash|Id|\.(?:id|ids\[\]|list|field|express|type|rules\[\]|dictName|currency|fromCountry|permissions?(?:\[\])?|codes\[\]|nodeName|specialAccess|link|guidance|baseRateType|arpTargetProduct|session_id|fields\[\]\.name))$/
// Passwords and codes are compared and not kept; a file is kept under the name that it was uploaded with; a comment is cleaned by
// the act; a condition and what a buyer was shown are compared; an address of a webhook is asked; the others are files of their own or
// what a browser tells of itself.
const notKeptAsSent =
  /(?:[pP]assword|auth-center\/[\w/]+\.(?:code|loginName|userName)|\.fileName|\.fileSource|\.approvalComments|\.conditions\.\*(?:\[\])?|\.(?:require|editable|value)\.(?:value|if|else)(?:\[\])?|\.shown\[\]\.items\[\]\.\w+|\.url|\.csv|international\/save\.value|missing\/report\.page|preference\/edit\.value|preference\/columns\/\{tableId\}\[\]\.(?:title|version)|\.device_info|\.action_details|\.page_url)$/

test('no call of the portal stores a text that turns its direction or piles up accents, or a short one that hides a letter', () => {
  const hidden = (node: Node) => ((node.maxLength ?? 500) < 201 ? ['A\u200bB', 'A\nB'] : [])
  const taken = storedTexts()
    .filter(({ at, node }) => !node.format && !namesOfKnown.test(at) && !notKeptAsSent.test(at))
    .filter(({ node }) => ['A\u202eB', 'A\u2066B', `A${'\u0301'.repeat(100)}`, ...hidden(node)].some((told) => takes(node, told)))
    .map(({ at }) => at)
  expect(taken).toEqual([])
})

test.each(['0x10', '1e1', ' 5', '+5', '5.0', '', '１０', true, null, [5]])('no call takes %j for a number of a page', (asked) => {
  const taken = allCalls().flatMap(({ call }) =>
    [call.query, call.body]
      .flatMap((schema) =>
        schema instanceof z.ZodObject
          ? ['pageNum', 'pageSize'].filter((name) => {
              const field: unknown = schema.shape[name]
              return field instanceof z.ZodType && field.safeParse(asked).success
            })
          : [],
      )
      .map((name) => `${call.path} ${name}`),
  )
  expect(taken).toEqual([])
})

test('the name of a company is one line, as long as it may be; a longer text may have several', () => {
  const isName = (name: string) => text(200).safeParse(name).success
  expect(isName('x'.repeat(200))).toBe(true)
  for (const name of ['Acme \u202eDTL dnuF\u202c', 'Acme\nLtd', 'Acme\u200bFund', '\u3164\u3164'])
    expect(isName(name)).toBe(false)
  expect(text(500).safeParse('12 Quay Street\nSingapore').success).toBe(true)
  for (const mark of ['\u202e', '\u2067', '\u0007', '\u0301'.repeat(9)])
    expect(text(500).safeParse(`12 Quay Street\n${mark}Singapore`).error?.issues[0]?.message).toBe('HIDDEN_MARKS')
  for (const accents of ['e\u0301', 'ế', 'ก\u0e33\u0e48', 'שּׁ\u05b8', '\u0301'.repeat(8)]) expect(isName(`A${accents}`)).toBe(true)
  for (const pile of ['\u0301'.repeat(9), '\u0301\u200d'.repeat(9)]) expect(isName(`A${pile}`)).toBe(false)
})

test.each([
  ['---', false],
  ['…', false],
  ['3', true],
  ['雪', true],
  ['A-1', true],
])('a company may be called %j, and be registered under it: %s', (told, isTaken) => {
  for (const schema of [CompanyName, RegistrationNumber]) expect(schema.safeParse(told).success).toBe(isTaken)
})
