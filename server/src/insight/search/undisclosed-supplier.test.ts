import { assistantCalls } from '@usance/wire/assistant/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { searchCalls } from '@usance/wire/search/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRelationship } from '../../party/company/register.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, undisclose } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Where a person of a buyer reads of a supplier, by a part of its name. */
async function toldOf(name: string, seat: Seat): Promise<string[]> {
  const found = await portal.ask(seat, searchCalls.find, { body: { text: name } })
  const listed = await portal.ask(seat, companyCalls.listWithOther, { body: { codeOrName: name } })
  const simple = await portal.ask(seat, companyCalls.simpleSearch, { body: { codeOrName: name, pageNum: 1, pageSize: 10 } })
  const { text } = await portal.ask(seat, assistantCalls.ask, { body: { question: `What do I owe ${name}?` } })
  return [
    ...(found.some(({ kind }) => kind === 'COMPANY') ? ['search'] : []),
    ...(listed.length > 1 ? ['companies'] : []),
    ...(simple.total > 0 ? ['company search'] : []),
    ...(text.includes(`${name} `) ? ['assistant'] : []),
  ]
}
const everywhere = ['search', 'companies', 'company search', 'assistant']

test('the buyer of an undisclosed relationship is told nothing of the supplier, while the supplier knows its buyer', async () => {
  const { birch, dogwood } = portal.world.companies
  const { dogwoodChecker, birchMaker } = portal.seats
  expect(await toldOf('Birch', dogwoodChecker)).toEqual([])
  await portal.look((tx) => addRelationship(tx, { supplierId: birch, buyerId: dogwood, disclosed: false, confirmMode: 'NONE' }))
  expect(await toldOf('Birch', dogwoodChecker)).toEqual([])
  expect((await portal.ask(birchMaker, searchCalls.find, { body: { text: 'Dogwood' } })).map(({ kind }) => kind)).toEqual([
    'COMPANY',
  ])
})

test('a buyer goes on knowing a supplier whose documents it reads, also where the relationship becomes undisclosed', async () => {
  const { cedarChecker, dogwoodChecker } = portal.seats
  await aConfirmedInvoice(portal)
  for (const buyer of ['cedar', 'dogwood'] as const) await undisclose(portal, buyer)
  expect(await toldOf('Alder', cedarChecker)).toEqual(everywhere)
  expect(await toldOf('Alder', dogwoodChecker)).toEqual([])
})
