import { call } from '@usance/wire/call'
import { Id } from '@usance/wire/fields'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idsOfCall, undeclaredIds } from './ids-of-call.ts'

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
})
