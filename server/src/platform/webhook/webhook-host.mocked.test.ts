import { webhookCalls } from '@usance/wire/webhook/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

const led = vi.hoisted(() => ({ to: '' }))
vi.mock('../../webhook/resolve.ts', async (original) => ({
  ...(await original<object>()),
  resolveHost: async () => [{ address: led.to, family: 4 }],
}))

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a host name with an inside address is refused beside its field, when it is added and when it is changed', async () => {
  const { alderDirector } = portal.seats
  const body = { url: 'https://erp.example.com/hooks', events: ['FINANCE_ORDER_FUNDED' as const] }
  const inside = [{ field: 'url', message: 'URL_NOT_PUBLIC' }]
  led.to = '10.1.2.3'
  expect((await refusalOf(portal.ask(alderDirector, webhookCalls.add, { body }))).data.fields).toEqual(inside)
  led.to = '8.8.8.8'
  const { id } = await portal.ask(alderDirector, webhookCalls.add, { body })
  led.to = '169.254.169.254'
  const edited = { ...body, id, url: 'https://other.example.com/', description: '', status: 'ENABLE' as const }
  expect((await refusalOf(portal.ask(alderDirector, webhookCalls.edit, { body: edited }))).data.fields).toEqual(inside)
  expect(await portal.ask(alderDirector, webhookCalls.edit, { body: { ...edited, status: 'REMOVED' } })).toEqual({ id })
})
