import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesOf } from '../../testing/pdf-text.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const supplier = 'Łódzka Żółć, Škoda Říčany, İşçi Öğüş, Țiriac și Fiii'
const buyer = 'Őrség Szűcs, Ģirts Ķēniņš, Ąžuolų Įmonė, Nguyễn Thị'
const funder = 'Ελληνική Ώρα, Київ Ґрунт, 한국무역, บริษัทไทย, 上海纺织'

test('signed contracts name their parties in the letters of each language', async () => {
  const { seats, world } = portal
  await portal.look(async (tx) => {
    const named = { [world.companies.alder]: supplier, [world.companies.cedar]: buyer, [world.companies.elm]: funder }
    for (const [id, name] of Object.entries(named)) await tx.updateTable('company').set({ name }).where('id', '=', id).execute()
  })
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  const { contracts } = await portal.ask(seats.alderChecker, financeOrderCalls.detail, { query: { id: order.id } })
  const told: string[] = []
  for (const { id } of contracts) {
    const pdf = await portal.ask(seats.elmChecker, contractCalls.download, { query: { id } })
    if (!Buffer.isBuffer(pdf)) throw new Error('The contract did not come.')
    told.push(...(await pagesOf(pdf)))
  }
  const all = told.join('\n').replace(/ +/g, ' ')
  for (const name of [supplier, buyer, funder]) expect(all).toContain(name)
  expect(all).not.toContain('\0')
})
