import { readFileSync } from 'node:fs'
import { costCalls } from '@usance/wire/cost/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { aFundedOrder, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

type Payer = 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'PLATFORM'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const productId = portal.world.products.purchaseInArrears
  const flat = { productId, basis: 'FLAT', taxPct: '6', timing: 'SETTLEMENT', value: '300' } as const
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    await tx
      .insertInto('feeRule')
      .values([
        { id: newId(), code: 'HANDLING', payer: 'SUPPLIER', beneficiary: 'PLATFORM', ...flat },
        { id: newId(), code: 'SERVICE', payer: 'BUYER', beneficiary: 'PLATFORM', ...flat },
        { id: newId(), code: 'BANK', payer: 'FUNDER', beneficiary: 'PLATFORM', ...flat },
        { id: newId(), code: 'FUNDER', payer: 'PLATFORM', beneficiary: 'FUNDER', ...flat },
      ])
      .execute()
  })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const feeOf = async (orderId: string, payer: Payer) =>
  (
    await portal.look((tx) =>
      tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('payer', '=', payer).executeTakeFirstOrThrow(),
    )
  ).id
const aFee = async (payer: Payer) => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  return { orderId, id: await feeOf(orderId, payer) }
}
const adjust = (id: string, delta: string, extra: object = {}) =>
  portal.ask(portal.seats.operations, costCalls.adjust, { body: { id, delta, reason: 'Longer review', ...extra } })
const history = (no: string, seat: Seat) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo: no, businessType: 'FEE_ADJUSTMENT', ifQueryTask: 'YES' } })
const decide = async (no: string, seat: Seat, reviewType: 'PASSED' | 'REFUSED' = 'PASSED') => {
  const { currentNode, taskId } = await history(no, seat)
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo: no, nodeName: currentNode!, taskId: taskId!, reviewType, approvalComments: 'Looked at' },
  })
}
const statusOf = async (id: string) =>
  (await portal.look((tx) => tx.selectFrom('feeAdjustment').select('status').where('id', '=', id).executeTakeFirstOrThrow()))
    .status

test.each([
  ['SUPPLIER', '1.00', ['settlement', 'alderChecker']],
  ['BUYER', '1.00', ['settlement', 'cedarChecker']],
  ['FUNDER', '1.00', ['settlement', 'elmChecker']],
  ['PLATFORM', '1.00', ['settlement']],
  ['SUPPLIER', '-1.00', ['settlement']],
  ['BUYER', '-1.00', ['settlement']],
  ['FUNDER', '-1.00', ['settlement']],
] as const)('a fee of the %s adjusted by %s asks %j', async (payer, delta, deciders) => {
  const { id } = await aFee(payer)
  const { no } = await adjust(id, delta)
  expect((await passAll(portal, no, 'FEE_ADJUSTMENT')).map((name) => name.replace(/\d$/, ''))).toEqual(deciders)
})

test('a buyer reads what a higher fee comes to before it agrees, and refuses it: then the fee stays as it was', async () => {
  const { settlement, cedarChecker, cedarMaker, dogwoodChecker, alderMaker } = portal.seats
  const { orderId, id } = await aFee('BUYER')
  const { id: adjustmentId, no } = await adjust(id, '60.00')
  // Settlement looks at it first; until then nobody asks the buyer.
  expect((await refusalOf(decide(no, cedarChecker))).code).toBeGreaterThan(200)
  await decide(no, settlement)
  expect(await statusOf(adjustmentId)).toBe('IN_APPROVE')
  const proposed = (seat: Seat) => portal.ask(seat, costCalls.proposed, { body: { no } })
  const { adjustment } = await proposed(cedarMaker)
  expect(adjustment).toMatchObject({ code: 'SERVICE', payer: 'BUYER', delta: '60.00', taxDelta: '3.60', reason: 'Longer review' })
  expect(Number(adjustment!.after) - Number(adjustment!.before)).toBeCloseTo(63.6)
  expect(await proposed(alderMaker)).toEqual({ adjustment })
  expect((await refusalOf(proposed(dogwoodChecker))).code).toBe(404)

  const before = await balanceIn(portal, orderId, 'F1230')
  await decide(no, cedarChecker, 'REFUSED')
  expect(await statusOf(adjustmentId)).toBe('REFUSED')
  expect(await balanceIn(portal, orderId, 'F1230')).toBe(before)
  expect(await proposed(cedarMaker)).toEqual({ adjustment: null })
})

test('a buyer reads nothing of an adjustment that lowers its fee or raises one of the supplier', async () => {
  const { orderId, id } = await aFee('BUYER')
  const lower = await adjust(id, '-1.00')
  const ofSupplier = await adjust(await feeOf(orderId, 'SUPPLIER'), '1.00')
  for (const { no } of [lower, ofSupplier]) {
    expect((await refusalOf(history(no, portal.seats.cedarChecker))).code).toBe(404)
    expect((await refusalOf(portal.ask(portal.seats.cedarChecker, costCalls.proposed, { body: { no } }))).code).toBe(404)
  }
})

test('what becomes of a fee is read with the right to its page, by the payer that is asked, and in the flow alone', async () => {
  const { operations, settlement, auditor, alderMaker, elmChecker, alderDirector, administrator, risk } = portal.seats
  const { no } = await adjust((await aFee('SUPPLIER')).id, '1.00')
  const proposed = (seat: Seat) => portal.ask(seat, costCalls.proposed, { body: { no } })
  for (const seat of [operations, settlement, auditor, alderMaker, elmChecker])
    expect((await proposed(seat)).adjustment).toMatchObject({ delta: '1.00' })
  for (const seat of [alderDirector, administrator, risk]) {
    expect((await refusalOf(proposed(seat))).code).toBe(404)
    expect((await refusalOf(history(no, seat))).code).toBe(404)
  }
})

test('an adjustment of another fee is not corrected under this one', async () => {
  const { id } = await aFee('SUPPLIER')
  const other = await adjust((await aFee('SUPPLIER')).id, '-1.00')
  expect((await refusalOf(adjust(id, '-1.00', { adjustmentId: other.id }))).code).toBe(404)
})

test.each([
  ['SUPPLIER', 'last', ['settlement', 'alderChecker']],
  ['BUYER', 'last', ['settlement', 'cedarChecker']],
  ['FUNDER', 'last', ['settlement', 'elmChecker']],
  ['FUNDER', 'first', ['settlement', 'elmChecker']],
] as const)(
  'a raise for the %s in approval before payers were asked, its funder %s, asks its payer too',
  async (payer, place, deciders) => {
    const { no } = await adjust((await aFee(payer)).id, '1.00')
    await portal.asOwner((db) =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('app.scope', 'system', true)`.execute(tx)
        // As an approval was kept before: settlement, and the funder above ten percent, or before settlement by an edited flow.
        const seq = place === 'last' ? 4 : 0
        await sql`update workflow_instance set buyer_id = null, steps = (
          select jsonb_agg(case when s->>'seq' = '1' then s else s || jsonb_build_object('needed', false, 'seq', ${seq}::int) end order by n)
          from jsonb_array_elements(steps) with ordinality as e(s, n) where not s->'roles' ?| array['SUPPLIER', 'BUYER'])
        where business_no = ${no}`.execute(tx)
        await sql.raw(readFileSync(`${migrationsFolder()}/1327-payers-agree-to-higher-fees.sql`, 'utf8')).execute(tx)
      }),
    )
    expect((await passAll(portal, no, 'FEE_ADJUSTMENT')).map((name) => name.replace(/\d$/, ''))).toEqual(deciders)
  },
)
