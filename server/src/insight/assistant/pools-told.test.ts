import { assistantCalls } from '@usance/wire/assistant/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const poolsTold = (seat: Seat) => portal.ask(seat, assistantCalls.ask, { body: { question: 'How much can I draw on the pool?' } })

test('the assistant tells of a pool what its page tells: what may be drawn, or the cover that is lacking', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { invoiceId, poolId } = await aPooledInvoice(portal, await aPoolProduct(portal, 'OWN'), {
    amount: '100000',
    buyerCode: 'CEDAR',
  })
  await aFundedDrawing(portal, poolId, '20000.00')
  const pool = async () => (await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })).pools[0]!
  const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',')
  const { text, links } = await poolsTold(alderMaker)
  expect(text).toContain(`${grouped((await pool()).maxDrawing)} may still be drawn`)
  expect(text).toContain('20,000.00 is drawn')
  expect(links.map(({ to }) => to)).toContain('/finance/poolFactoring')
  expect((await poolsTold(cedarChecker)).text).not.toContain('is drawn')

  await portal.asOwner((db) => sql`update invoice set doc_status = 'DISPUTED' where id = ${invoiceId}`.execute(db))
  const short = grouped((await pool()).availability.slice(1))
  expect((await poolsTold(alderMaker)).text).toContain(`nothing may be drawn, USD ${short} of cover is lacking`)
})

test('the assistant tells the figure of the bank of a pool that a bank decides on, and leads to its page', async () => {
  const { alderMaker, operations } = portal.seats
  await aPooledInvoice(portal, await aPoolProduct(portal, 'DBS'), { amount: '50000', buyerCode: 'CEDAR' })
  const [pool] = (await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'DBS' } })).pools
  await portal.ask(operations, poolCalls.bankFigures, { body: { poolId: pool!.id, base: '7500', asOf: openingDay } })
  const { text, links } = await poolsTold(alderMaker)
  expect(text).toContain('the bank’s figure is USD 7,500.00')
  expect(links.map(({ to }) => to)).toContain('/finance/dbsFinance')
})
