import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRecords } from '../all-records.ts'
import { authenticate } from '../auth/authenticate.ts'
import { scopeOfSeat } from '../auth/partner.ts'
import { inTransaction } from '../database/database.ts'
import { aFundedOrder, aRepayment } from '../testing/financing.ts'
import { introduce } from '../testing/introduce.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'

// What a request names is looked up in the records of its kind, and a handler may act on it with the sight of all. Those of a partner are
// of the companies that it introduced.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal)
  await aRepayment(portal, orderId, '40000')
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
})
afterAll(() => portal.close())

/**
 * Kinds that belong to no single company. Products and templates are offered to all. A task belongs to whoever decides, and its approval may
 * concern several companies (`auth/partner.test.ts`).
 */
const ofEverybody = ['product', 'templet', 'task']

type Named = { id: string } & { [K in 'supplier' | 'buyer' | 'funder' | 'company']?: string | null }
const kinds = Object.entries(allRecords.sources).map(([kind, source]) => ({ kind, source }))
type Source = (typeof kinds)[number]['source']
async function recordsOf(seat: Seat, source: Source): Promise<Named[]> {
  const actor = await authenticate(portal.app, seat.token, { role: seat.companyRole })
  const scope = { kind: scopeOfSeat(actor), companyId: seat.companyId, userId: seat.userId }
  return inTransaction(portal.app.db, scope, 'read', async (tx) => {
    const { rows } = await sql<Named>`select * from (${source(actor)}) r`.execute(tx)
    return rows
  })
}

test.each(kinds.filter(({ kind }) => !ofEverybody.includes(kind)))(
  'a partner that introduced nobody names no $kind, and one that did those of that company alone',
  async ({ source }) => {
    const { bd } = portal.seats
    const { alder, birch } = portal.world.companies
    // A file, a task and the like belong to the caller's own company, which is the operator.
    const named = async () => (await recordsOf(bd, source)).filter(({ company }) => company !== bd.companyId)
    expect(await named()).toEqual([])
    for (const companyId of [alder, birch]) {
      await introduce(portal, { companyId })
      const parties = ({ supplier, buyer, funder, company }: Named) => [supplier, buyer, funder, company].filter(Boolean)
      expect((await named()).filter((one) => parties(one).length > 0 && !parties(one).includes(companyId))).toEqual([])
      await introduce(portal, { companyId, userId: null })
    }
  },
)

test('each kind of record is looked up in a table that is there', async () => {
  for (const { kind, source } of kinds)
    await expect(recordsOf(portal.seats.operations, source), kind).resolves.toBeInstanceOf(Array)
})
