import { allCalls } from '@usance/wire/all-calls'
import { funding, only, onlyShape } from '@usance/wire/audience'
import { pageOf } from '@usance/wire/fields'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { list, listCalls, money, percent, text } from '@usance/wire/list'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerPieces, answerShape, type Reader } from './answer-shape.ts'

const cut = (answer: z.ZodType, value: unknown, reader: Reader = 'SUPPLIER') => answerShape({ answer }, reader)(value)

describe('an answer is its declared shape', () => {
  test('undeclared fields are cut, at every depth', () => {
    const answer = pageOf(z.object({ id: z.string(), party: z.object({ name: z.string() }).nullable() }))
    const row = { id: '1', secret: 1, party: { name: 'Elm', rating: 'C' } }
    expect(cut(answer, { pageNum: 1, pageSize: 2, total: 1, list: [row, { id: '2', party: null }], more: true })).toEqual({
      pageNum: 1,
      pageSize: 2,
      total: 1,
      list: [
        { id: '1', party: { name: 'Elm' } },
        { id: '2', party: null },
      ],
    })
  })

  test('a field of an audience reaches nobody else, signed-out callers included', () => {
    const answer = z.object({ interest: z.string(), spread: only(funding, z.string()) })
    const value = { interest: '10.00', spread: '4.00' }
    for (const reader of ['FUNDER', 'PLATFORM'] as const) expect(cut(answer, value, reader)).toEqual(value)
    for (const reader of ['SUPPLIER', 'BUYER', 'COMPANY', undefined] as const)
      expect(answerShape({ answer }, reader)(value)).toEqual({ interest: '10.00' })
  })

  test('an entry of an audience is cut from a list of several shapes', () => {
    const answer = z.array(
      z.union([
        onlyShape(funding, z.object({ key: z.literal('spread'), v: z.number() })),
        z.object({ key: z.string(), v: z.number() }),
      ]),
    )
    const value = [
      { key: 'net', v: 1 },
      { key: 'spread', v: 2 },
    ]
    expect(cut(answer, value)).toEqual([{ key: 'net', v: 1 }])
    expect(cut(answer, value, 'PLATFORM')).toEqual(value)
  })

  test('a shape is selected by its discriminator, and a value of no declared shape is not sent', () => {
    const answer = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('A'), a: z.string() }),
      z.object({ kind: z.literal('B'), b: z.string() }),
    ])
    expect(cut(answer, { kind: 'B', b: 'x', a: 'y' })).toEqual({ kind: 'B', b: 'x' })
    expect(cut(answer, { kind: 'C', a: 'y' })).toBeUndefined()
    expect(cut(z.object({ name: z.string() }), { name: { first: 'Ann', salary: 1 } })).toEqual({})
    expect(cut(z.array(z.string()), { 0: 'x' })).toBeUndefined()
  })

  test('maps, pairs and trees keep their keys and lose undeclared fields of their values', () => {
    type Tree = { name: string; below: Tree[] }
    const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), below: z.array(Tree) }))
    expect(cut(z.record(z.string(), z.object({ n: z.number() })), { a: { n: 1, m: 2 } })).toEqual({ a: { n: 1 } })
    expect(cut(z.tuple([z.number(), z.string()]), [1, 'a', 'more'])).toEqual([1, 'a'])
    expect(cut(Tree, { name: 'a', below: [{ name: 'b', below: [], x: 1 }] })).toEqual({
      name: 'a',
      below: [{ name: 'b', below: [] }],
    })
  })

  test('an answer that declares an open shape is refused', () => {
    for (const open of [
      z.any(),
      z.unknown(),
      z.looseObject({}),
      z.object({}).catchall(z.string()),
      z.array(z.record(z.string(), z.any())),
    ])
      expect(() => answerShape({ answer: z.object({ open }) }, 'PLATFORM')).toThrow(/An answer declares/)
  })

  test('every call of the portal declares what it answers', () => {
    for (const { call } of allCalls()) expect(typeof answerShape(call, undefined)).toBe('function')
  })

  test('a column of an audience is no part of a row for anybody else', () => {
    const prices = list({
      id: 'test.prices',
      path: '/test',
      permission: 'finance.finance-order',
      columns: { no: text(), rate: percent({ audience: funding }), amount: money() },
      order: { by: 'no', descending: false },
    })
    const { answer } = listCalls(prices).pageList
    const row = { id: '1', no: 'P-1', rate: '3.1', amount: '5.00', funderId: 'x' }
    const page = { pageNum: 1, pageSize: 1, total: 1, list: [row] }
    expect(cut(answer, page)).toMatchObject({ list: [{ id: '1', no: 'P-1', amount: '5.00' }] })
    expect(JSON.stringify(cut(answer, page))).not.toMatch(/rate|funderId/)
    expect(JSON.stringify(cut(answer, page, 'FUNDER'))).toContain('3.1')
  })
})

test('cutting a page reads a field of a row at most twice, however many rows there are', () => {
  const columns = Object.keys(financeOrderList.columns)
  const cells = Object.fromEntries(columns.map((name) => [name, 'a value of 20 bytes.']))
  const given = { ...cells, id: '1', operations: ['DETAIL', 'EDIT'], hasOpenTask: true, buyerCode: 'CEDAR', secret: 'undeclared' }
  const shape = answerShape(listCalls(financeOrderList).pageList, 'SUPPLIER')
  /** The number of reads of row fields and of their names. */
  const visits = (rows: number) => {
    const counts = { read: 0, listed: 0, most: 0, secrets: 0 }
    const list = Array.from({ length: rows }, () => {
      const times = new Map<string | symbol, number>()
      return new Proxy(given, {
        get(row, name) {
          counts.read++
          if (name === 'secret') counts.secrets++
          times.set(name, (times.get(name) ?? 0) + 1)
          counts.most = Math.max(counts.most, times.get(name) ?? 0)
          return Reflect.get(row, name)
        },
        ownKeys(row) {
          counts.listed++
          return Reflect.ownKeys(row)
        },
      })
    })
    shape({ pageNum: 1, pageSize: rows, total: rows, list })
    return counts
  }
  const [ten, thousand] = [visits(10), visits(1000)]
  // The fields that select a member of a union are read before the row is copied.
  expect(thousand).toEqual({ read: ten.read * 100, listed: 0, most: 2, secrets: 0 })
})

describe('an answer of many rows is written in pieces', () => {
  const row = z.object({ id: z.string(), rate: only(funding, z.number()), day: z.date().nullish() })
  const answer = z.object({
    total: z.number(),
    note: z.string().optional(),
    secret: only(funding, z.array(z.string())),
    list: z.array(z.union([z.object({ sum: z.string() }), row])).optional(),
    last: z.string().nullable(),
  })
  const many = (count: number) => ({
    total: count,
    note: undefined,
    open: 'undeclared',
    secret: Array.from({ length: count }, (_, at) => `secret ${at}`),
    list: Array.from({ length: count }, (_, at) =>
      at % 7 ? { id: `“${at}”`, rate: at, day: new Date(at * 86_400_000), more: 'undeclared' } : { wrong: at },
    ),
    last: null,
  })

  test.each([0, 1, 200, 201, 1000])('that say of %i rows what its declared part says', (count) => {
    for (const reader of ['SUPPLIER', 'FUNDER', undefined] as const)
      expect([...answerPieces({ answer }, reader, many(count))].join('')).toBe(
        JSON.stringify(answerShape({ answer }, reader)(many(count))),
      )
  })

  test('of 200 rows each', () => {
    const rows = [...answerPieces({ answer }, 'SUPPLIER', many(1000))].map((piece) => piece.split('"id"').length - 1)
    expect(rows.filter((one) => one > 0)).toHaveLength(5)
    expect(Math.max(...rows)).toBeLessThanOrEqual(200)
  })

  test('that write nothing of an answer of which the reader sees nothing', () => {
    const hidden = z.object({ secret: only(funding, z.array(z.string())).nullish() })
    expect([...answerPieces({ answer: hidden }, 'BUYER', many(300))].join('')).toBe('{}')
    expect(JSON.parse([...answerPieces({ answer: hidden }, 'FUNDER', many(300))].join('')).secret).toHaveLength(300)
  })
})
