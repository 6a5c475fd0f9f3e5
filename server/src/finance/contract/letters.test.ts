import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false }).promise
  const items: string[] = []
  for (let page = 1; page <= document.numPages; page++)
    for (const item of (await (await document.getPage(page)).getTextContent()).items)
      if ('str' in item) items.push(item.str, item.hasEOL ? ' ' : '')
  await document.destroy()
  return items.join('').replace(/ +/g, ' ')
}

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
    told.push(await textOf(pdf))
  }
  const all = told.join('\n')
  for (const name of [supplier, buyer, funder]) expect(all).toContain(name)
  expect(all).not.toContain('\0')
})
