import { allCalls } from '@usance/wire/all-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const get = (url: string, headers: Record<string, string> = {}) => portal.server.inject({ method: 'GET', url, headers })

test('the API description is made once, and answers others while it is made', async () => {
  const order: string[] = []
  const first = get('/api/docs').then(() => order.push('page'))
  const live = get('/live').then(() => order.push('live'))
  await Promise.all([first, live])
  expect(order).toEqual(['live', 'page'])
})

test('the API description names every call, in JSON and on a page without scripts', async () => {
  const json = await get('/api/openapi.json')
  const operations = Object.values<Record<string, { operationId: string }>>(json.json().paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(operations.sort()).toEqual(
    allCalls()
      .map(({ name }) => name)
      .sort(),
  )
  const page = await get('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body.match(/<details>/g)).toHaveLength(allCalls().length)
  expect(page.body).not.toContain('<script')
})

test('the API description travels compressed, and not again to a browser that has it', async () => {
  const { headers, rawPayload } = await get('/api/docs', { 'accept-encoding': 'gzip' })
  const plain = await get('/api/docs')
  expect(headers['content-encoding']).toBe('gzip')
  expect(rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
  expect((await get('/api/docs', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
})
