import { assistantCalls } from '@usance/wire/assistant/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const offersTold = async (seat: Seat) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: 'Which offers do we have?' } })).text

test('the assistant tells a partner the offers that the page shows it, and of no product that was not offered to its suppliers', async () => {
  const { bd, operations } = portal.seats
  await introduce(portal)
  const products = await portal.look((tx) =>
    tx.selectFrom('financingProduct').select(['id', 'name']).where('status', '=', 'ENABLE').orderBy('id').execute(),
  )
  const [kept] = await portal.look((tx) =>
    tx.selectFrom('pricingOffer').select(['id', 'productId']).where('status', '=', 'ACCEPTED').orderBy('id').execute(),
  )
  await portal.look((tx) => tx.updateTable('pricingOffer').set({ status: 'EXPIRED' }).where('id', '<>', kept!.id).execute())
  const told = await offersTold(bd)
  const offered = products.find(({ id }) => id === kept!.productId)!.name
  const onPage = (await portal.ask(bd, intentCalls.offers, { body: {} })).filter(({ status }) => status === 'ACCEPTED')
  expect(onPage.map(({ productName }) => productName)).toEqual([offered])
  expect(products.filter(({ name }) => told.includes(`${name} (`)).map(({ name }) => name)).toEqual([offered])
  expect(told).not.toContain(', advance ')
  expect(await offersTold(operations)).toContain(', advance ')
  // Of a supplier that nobody was introduced by, nothing.
  await introduce(portal, { userId: null })
  expect(await offersTold(bd)).toBe('No financing product is open to you now.')
})
