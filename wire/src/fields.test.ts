import { addDays, addMonths } from '@usance/domain/local-date'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from './all-calls.ts'
import { DateText, requiredText, text } from './fields.ts'

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
  items?: Node
  anyOf?: Node[]
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
  ...(node.items ? textsOf(node.items, `${at}[]`) : []),
  ...(node.anyOf ?? []).flatMap((of) => textsOf(of, at)),
]
test('no call of the portal stores a number, code or reference of several lines', () => {
  const taken = allCalls().flatMap(({ call }) => {
    if (call.effect !== 'write' || !call.body) return []
    const schema: Node = JSON.parse(JSON.stringify(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })))
    return (
      textsOf(schema, call.path)
        // The code of an authenticator is compared, and kept nowhere.
        .filter(
          ({ at }) => !at.startsWith('/{p}-auth-center/') && /(No|Ref|Reference|Code|\.no|\.ref|\.reference|\.code)$/.test(at),
        )
        .filter(({ node }) => !patternsOf(node).some((pattern) => !new RegExp(pattern, 'u').test('A\nB')))
        .map(({ at }) => at)
    )
  })
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
})
