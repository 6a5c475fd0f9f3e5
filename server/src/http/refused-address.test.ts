import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const { method, path } = financeOrderCalls.financingOrderApproveList
const historyOf = (id: string) => `/api${path.replace('{p}', 'usance').replace('{id}', id)}`

test.each([
  ['with an escape of no character', '/api/%ZZ'],
  ['of the buyer portal with an escape of no character', '/buyer-portal/%ZZ'],
  ['with a part that is too long', historyOf('x'.repeat(301))],
])('an address %s is refused in the envelope of every refusal, with the headers of every answer', async (_, url) => {
  const answer = await portal.sendRaw(portal.seats.alderMaker, method, url)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { code: 400, message: 'bad request', data: { error: 'BAD_REQUEST', reason: 'address' } },
  ])
  const sound = await portal.sendRaw(portal.seats.alderMaker, method, historyOf('none'))
  for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'])
    expect(answer.headers[name]).toBe(sound.headers[name])
})
