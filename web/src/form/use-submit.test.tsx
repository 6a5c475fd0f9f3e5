import { act, renderHook } from '@testing-library/react'
import { call } from '@usance/wire/call'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as client from '../http/client.ts'
import { Refused, Unreachable } from '../http/refused.ts'
import { useSubmit } from './use-submit.ts'

const pay = call({
  method: 'POST',
  path: '/{p}-test/pay',
  access: 'signed-in',
  tells: 'outcome',
  scope: 'company',
  effect: 'write',
  act: { bindsNobody: 'a test' },
  title: '',
  body: z.object({ amount: z.string() }),
  answer: z.any(),
})
afterEach(() => vi.restoreAllMocks())

/** Sends amounts one after the other, the first of them failing so; answers the key of each. */
async function keysOf(failure: Error, amounts: [string, string]): Promise<string[]> {
  const sent = vi.spyOn(client, 'sendParts').mockRejectedValueOnce(failure).mockResolvedValue({})
  const { result } = renderHook(() => useSubmit(pay))
  for (const amount of amounts) await act(() => result.current.run({ body: { amount } }))
  return sent.mock.calls.map(([, input]) => (input as unknown as { body: { idempotencyKey: string } }).body.idempotencyKey)
}

test.each([
  ['the connection broke', new Unreachable('network')],
  ['the server could not tell whether it has kept it', new Refused(503, 'unavailable')],
  ['a server in between lost the answer', new Refused(502, 'Bad Gateway')],
])('where %s, the same payment sent again keeps its key and is made once', async (_, failure) => {
  const [first, second] = await keysOf(failure, ['10.00', '10.00'])
  expect(second).toBe(first)
})

test('what was refused, or has other content, is sent under a key of its own', async () => {
  const [refused, again] = await keysOf(new Refused(20203, 'stale'), ['10.00', '10.00'])
  expect(again).not.toBe(refused)
  vi.restoreAllMocks()
  const [broken, other] = await keysOf(new Unreachable('network'), ['10.00', '20.00'])
  expect(other).not.toBe(broken)
})
