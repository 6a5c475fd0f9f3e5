import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { companyCalls } from '@usance/wire/company/calls'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
const asked: IncomingMessage[] = []
const server = createServer((request, response) => {
  asked.push(request)
  response.writeHead(500).end('no')
})
beforeAll(async () => {
  portal = await openPortal()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  server.close()
  await portal.close()
})
const search = () =>
  portal.ask(portal.seats.alderMaker, companyCalls.simpleSearch, {
    body: { codeOrName: 'cedar', pageNum: 1, pageSize: 20 },
  })

test('a search for a company tells the workflow automation once, with the company and the secret; its failure disturbs nobody', async () => {
  await search()
  Object.assign(portal.app.config.workflowWebhook, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?flow=7`,
    authorization: 'Bearer fixed',
  })
  expect((await search()) as unknown).toMatchObject({ list: [{ code: 'CEDAR' }] })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]!.method).toBe('GET')
  expect(asked[0]!.url).toBe(`/hook?flow=7&requestCompanyId=${portal.world.companies.alder}`)
  expect(asked[0]!.headers.authorization).toBe('Bearer fixed')
})

test('those of the operator who can add a customer are told of one asked for', async () => {
  const { insert_portal_request_customer_one } = await portal.ask(portal.seats.alderMaker, outlookCalls.internalInsert, {
    body: { name: 'Walnut Stores' },
  })
  expect(insert_portal_request_customer_one.id).toMatch(/^[0-9a-f-]{36}$/)
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select(['userId', 'params']).where('event', '=', 'CUSTOMER_REQUESTED').execute(),
  )
  const { operations, operations2 } = portal.seats
  expect(told.map(({ userId }) => userId).sort()).toEqual([operations.userId, operations2.userId].sort())
  expect(told[0]!.params).toMatchObject({ customer: 'Walnut Stores' })
})
