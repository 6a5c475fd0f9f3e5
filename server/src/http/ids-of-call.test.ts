import { allCalls } from '@usance/wire/all-calls'
import { call } from '@usance/wire/call'
import { Id } from '@usance/wire/fields'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idleNames, idsOfCall, undeclaredIds } from './ids-of-call.ts'

const act = call({
  method: 'POST',
  path: '/x',
  access: 'signed-in',
  tells: 'outcome',
  scope: 'company',
  effect: 'write',
  names: { 'body.id': { kind: 'invoice', of: 'supplier' }, 'body.answers.*[].objectKey': { kind: 'file', of: 'company' } },
  act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'X' },
  title: 'x',
  query: z.object({ fileKey: z.string() }),
  body: z.object({
    id: Id,
    items: z.array(z.object({ docId: Id.optional(), amount: z.string() })),
    target: z.union([z.object({ userId: Id }), z.object({ code: z.string() })]),
    paper: z.object({ objectKey: z.string() }).nullish(),
    answers: z.record(z.string(), z.unknown()),
  }),
  answer: z.object({}),
})

describe('the ids of a request', () => {
  test('are found in lists, unions and open shapes', () => {
    expect(idsOfCall(act)).toEqual([
      'query.fileKey',
      'body.id',
      'body.items[].docId',
      'body.target.userId',
      'body.paper.objectKey',
      'body.answers.*',
    ])
  })
  test('must each be declared; an open shape by its contents', () => {
    expect(undeclaredIds(act)).toEqual(['query.fileKey', 'body.items[].docId', 'body.target.userId', 'body.paper.objectKey'])
  })
  test('are also the numbers and codes of records, and lists of keys', () => {
    const body = z.object({ no: z.string(), buyerCode: z.string().optional(), keys: z.array(z.string()), invoiceNo: z.string() })
    expect(idsOfCall({ body })).toEqual(['body.no', 'body.buyerCode', 'body.keys[]'])
  })
  test('are what a declaration speaks of; a line for another place checks nothing', () => {
    expect(idleNames(act)).toEqual([])
    expect(idleNames({ ...act, names: { ...act.names, 'body.orderId': { kind: 'financeOrder', of: 'seen' } } })).toEqual([
      'body.orderId',
    ])
  })
  test('are declared by every call of the portal, whether it binds anybody or not', () => {
    const undeclared = allCalls().flatMap(({ name, call }) => undeclaredIds(call).map((place) => `${name} ${place}`))
    expect(undeclared).toEqual([])
  })
})
