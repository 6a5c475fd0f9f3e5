import { contractCalls } from '@usance/wire/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { financeRecords } from '../finance/records.ts'
import { settlementRecords } from '../settlement/records.ts'
import { actAs } from '../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aContractOn, sidesOfAlder, type ThreeSides, threeSidesOfAlder } from '../testing/three-sides.ts'
import { aSeat, type Seat } from '../testing/world.ts'
import { tradeRecords } from '../trade/records.ts'

// A company that sells, buys and finances: what a request names in the seat of one side is looked up among the records of that side.

let portal: Portal
let alder: ThreeSides
beforeAll(async () => {
  portal = await openPortal()
  alder = await threeSidesOfAlder(portal)
  for (const { orderId } of Object.values(alder.orders)) await aContractOn(portal, orderId)
  await otherRecords()
}, 300_000)
afterAll(() => portal.close())

/** Purchase orders, adjustments, pools, fees, offers, direct payments and a payment file of Alder on each of its sides. */
async function otherRecords() {
  const { alder: own, birch, cedar, elm } = portal.world.companies
  const by = portal.seats.alderDirector.userId
  await portal.asOwner(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const [supplier, buyer, funder, { invoiceIds }] of [
      [own, cedar, elm, alder.orders.SUPPLIER],
      [birch, own, elm, alder.orders.BUYER],
      [birch, cedar, own, alder.orders.FUNDER],
    ] as const) {
      await sql`insert into invoice_adjustment (id, no, invoice_id, supplier_id, buyer_id, funder_id, type, currency, amount, adjustment_date, ref_no)
        values (${newId()}, ${newId()}, ${invoiceIds[0]}, ${supplier}, ${buyer}, ${funder}, 'CREDIT_NOTE', 'USD', 1, '2025-03-03', ${newId()})`.execute(
        db,
      )
      await sql`insert into purchase_order (id, po_no, supplier_id, buyer_id, funder_id, currency, amount, order_date, latest_ship_date, doc_status)
        values (${newId()}, ${newId()}, ${supplier}, ${buyer}, ${funder}, 'USD', 1, '2025-03-03', '2025-04-03', 'CONFIRMED')`.execute(
        db,
      )
    }
    const aProduct = sql`(select id from financing_product limit 1)`
    for (const [supplier, buyer, { invoiceIds }] of [
      [own, cedar, alder.orders.SUPPLIER],
      [birch, own, alder.orders.BUYER],
    ] as const)
      await sql`insert into direct_payment (id, no, invoice_id, supplier_id, buyer_id, currency, amount, pay_date, reported_for, created_by)
        values (${newId()}, ${newId()}, ${invoiceIds[0]}, ${supplier}, ${buyer}, 'USD', 1, '2025-03-03', ${supplier}, ${by})`.execute(
        db,
      )
    for (const [supplier, funder, { invoiceIds }] of [
      [own, elm, alder.orders.SUPPLIER],
      [birch, own, alder.orders.FUNDER],
    ] as const) {
      const poolId = newId()
      await sql`insert into pool (id, code, product_id, supplier_id, funder_id, currency, advance_rate, dilution_threshold, max_tenor, disclosed)
        values (${poolId}, ${poolId}, ${aProduct}, ${supplier}, ${funder}, 'USD', 80, 5, 90, true)`.execute(db)
      await sql`insert into pool_asset (id, pool_id, invoice_id)
        values (${newId()}, ${poolId}, ${invoiceIds[0]})`.execute(db)
    }
    await sql`insert into pricing_offer (id, no, supplier_id, product_id, margin, valid_until)
      values (${newId()}, 'PO-1', ${own}, ${aProduct}, 1, '2025-12-31')`.execute(db)
    await sql`insert into payment_file (id, no, funder_id, payments, totals, first_date, content, sha256, bytes, created_by)
      values (${newId()}, 'PF-1', ${own}, 1, 'USD 1.00', '2025-03-03', '', '', 0, ${by})`.execute(db)
    for (const { orderId } of Object.values(alder.orders)) {
      const feeId = newId()
      await sql`insert into order_fee (id, order_id, code, basis, value, base, amount, payer, beneficiary, timing)
        values (${feeId}, ${orderId}, 'HANDLING', 'FLAT', 1, 1, 1, 'SUPPLIER', 'FUNDER', 'FUNDING')`.execute(db)
      await sql`insert into fee_adjustment (id, order_fee_id, order_id, delta, reason)
        values (${newId()}, ${feeId}, ${orderId}, 1, 'Agreed anew')`.execute(db)
    }
  })
}

// Kinds without a side: the products and templates on offer, the cut-offs of a bank, and the intents of a company.
const { cutOff: _, ...ofSettlement } = settlementRecords
const { templet: _t, product: _p, intent: _i, ...ofFinance } = financeRecords
const kinds = Object.entries({ ...ofSettlement, ...ofFinance, ...tradeRecords }).map(([kind, source]) => ({ kind, source }))

const named = (seat: Seat, source: (typeof kinds)[number]['source']): Promise<string[]> =>
  actAs(portal, seat, async ({ tx, actor }) => {
    const { rows } = await sql<{ id: string }>`select id from (${source(actor)}) r`.execute(tx)
    return rows.map(({ id }) => id)
  })

test.each(kinds)(
  'the seats of two sides of a company name no $kind in common, and the seat of the whole company names those of each side',
  async ({ source }) => {
    const ofSides: string[] = []
    for (const side of sidesOfAlder) ofSides.push(...(await named(alder.seats[side], source)))
    expect(ofSides.length).toBeGreaterThan(0)
    expect(new Set(ofSides).size).toBe(ofSides.length)
    expect((await named(alder.director, source)).sort()).toEqual(ofSides.sort())
  },
)

test('a contract of another side is answered in the seat of one side like one that is not there, whoever would sign it', async () => {
  await portal.look((tx) => tx.updateTable('contract').set({ status: 'PENDING_SIGN' }).execute())
  const contracts = await portal.look((tx) => tx.selectFrom('contract').select(['id', 'orderId']).execute())
  const { companyId } = alder.director
  for (const side of sidesOfAlder) {
    const signatory = await portal.look((tx) =>
      aSeat(tx, `signs.as.${side.toLowerCase()}`, { companyId, role: side, userRoles: ['Checker'] }, true),
    )
    for (const other of sidesOfAlder) {
      const { id } = contracts.find(({ orderId }) => orderId === alder.orders[other].orderId)!
      const body = { id, name: signatory.cname, method: 'TYPED', textSha256: 'a'.repeat(64), idempotencyKey: newId() } as const
      const { error } = await refusalOf(portal.ask(signatory, contractCalls.sign, { body }))
      expect([side, other, error]).toEqual([side, other, side === other ? 'FORBIDDEN' : 'NOT_FOUND'])
    }
  }
})
