import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { costCalls } from '@usance/wire/cost/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyDilution } from '../../books/servicing/apply-dilution.ts'
import { openOwedBack, owedBackOf } from '../../books/servicing/owed-back.ts'
import { newId } from '../../database/id.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import {
  aConfirmedOrder,
  actAs,
  aFundedOrder,
  aReceipt,
  aRepayment,
  balanceIn,
  brokenLaws,
  credit,
  orderStatus,
  passAll,
  payFunding,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { passAll as passTrade } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// A receipt is recorded or matched late: its value date lies before what has been paid out or booked since.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const reachMonday = async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
}
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const statusOf = (id: string) => orderStatus(portal, id)
const parts = async (id: string) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })).allocations
    .filter((one) => !one.reversed)
    .map((one) => `${one.component} ${one.amount}`)
const waiting = async (orderId: string) =>
  (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).releases.filter(
    (one) => one.orderId === orderId,
  )
const refundDue = async (repaymentId: string) =>
  (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).refunds.find(
    (one) => one.repaymentId === repaymentId,
  )?.amount
const pay = async ({ id, no }: { id: string; no: string }, flow: 'RELEASE' | 'REFUND') => {
  const { settlement } = portal.seats
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, flow)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
}
const release = async (orderId: string) =>
  pay(await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } }), 'RELEASE')
const refund = async (repaymentId: string) =>
  pay(await portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId } }), 'REFUND')

/** The supplier pays back what was released too much, which holds up every other release to it. */
const payBack = async (orderId: string) =>
  aRepayment(portal, orderId, await balance(orderId, 'F1220'), { valueDate: day, payerRole: 'SUPPLIER' })

/** A receipt of a past day is previewed and posted; the preview must be what is booked. */
async function late(orderId: string, amount: string, valueDate: string, payerRole: 'BUYER' | 'SUPPLIER' = 'BUYER') {
  const { settlement } = portal.seats
  const receipt = await aReceipt(portal, amount, { valueDate })
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole, parts: [{ orderId, amount }] },
  })
  const { id, no } = repayments[0]!
  const thought = await portal.ask(settlement, repaymentCalls.preview, { body: { orderId, amount, valueDate, payerRole } })
  const { plan } = await portal.ask(portal.seats.settlement2, repaymentCalls.previewMatched, { body: { no } })
  expect(plan).toEqual(thought)
  await passAll(portal, no, 'REPAYMENT')
  expect(await parts(id)).toEqual(thought.allocations.map((one) => `${one.component} ${one.amount}`))
  return { id, no }
}

describe('a receipt from before a release', () => {
  test('counts from its day, and what is due beyond the release is released too', async () => {
    await reachMonday()
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const fundedOn = day
    await closeDays(28)
    const paid = await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(4)
    const [before] = await waiting(orderId)
    await release(orderId)
    expect(await statusOf(orderId)).toBe('SETTLED')
    const receipt = await late(orderId, '40000', addDays(fundedOn, 10))
    // 90,000 for ten days are 170.00, the rest for eighteen 170.58 instead of 306.00; the later receipt is 40,000 too much.
    expect(await statusOf(orderId)).toBe('SETTLED')
    const [after] = await waiting(orderId)
    const more = Number((await parts(paid.id)).find((one) => one.startsWith('RESERVE'))?.split(' ')[1]) - Number(before!.amount)
    expect(Number(after?.amount)).toBeCloseTo(more, 2)
    expect(more).toBeGreaterThan(0)
    expect(await refundDue(paid.id)).toBe('40000.00')
    expect(await brokenLaws(portal)).toEqual([])
    await takeBack(portal, receipt)
    expect([await waiting(orderId), await refundDue(paid.id), await balance(orderId, 'F1220')]).toEqual([[], undefined, '0.00'])
  })

  /** An order with an early fee of 2 %, paid at its maturity, its reserve released. */
  async function aReleasedOrder() {
    await reachMonday()
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
    await portal.look((tx) =>
      sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', '"2"') where id = ${orderId}`.execute(
        tx,
      ),
    )
    const fundedOn = day
    await closeDays(28)
    const paid = await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(4)
    await release(orderId)
    expect([await statusOf(orderId), await balance(orderId, 'F2000')]).toEqual(['SETTLED', '0.00'])
    return { orderId, fundedOn, paid }
  }

  test('that leaves less reserve than was released: the supplier owes the rest, is told why, and pays it', async () => {
    const { orderId, fundedOn, paid } = await aReleasedOrder()
    const receipt = await late(orderId, '40000', addDays(fundedOn, 10))
    // An early fee of 2 % on the principal that 40,000 pays, less the interest that it saves.
    const owed = await balance(orderId, 'F1220')
    expect([owed, await statusOf(orderId), await refundDue(paid.id)]).toEqual(['648.21', 'PARTIALLY_REPAID', '40000.00'])
    const { timeline } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id: orderId } })
    expect(timeline.map((one) => one.event)).toContain('FINANCE_ORDER_RESERVE_SHORT')
    const told = await portal.look((tx) =>
      tx.selectFrom('notification').select('params').where('event', '=', 'FINANCE_ORDER_RESERVE_SHORT').execute(),
    )
    expect(told.map(({ params }) => params)).toContainEqual(expect.objectContaining({ amount: owed }))
    await takeBack(portal, receipt)
    expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['0.00', 'SETTLED'])
    expect(await brokenLaws(portal)).toEqual([])

    await late(orderId, '40000', addDays(fundedOn, 10))
    await aRepayment(portal, orderId, owed, { valueDate: day, payerRole: 'SUPPLIER' })
    expect([await balance(orderId, 'F1220'), await balance(orderId, 'F2000'), await statusOf(orderId)]).toEqual([
      '0.00',
      '0.00',
      'SETTLED',
    ])
    expect(await brokenLaws(portal)).toEqual([])
    // One that is earlier still: the release is judged anew on its day, and the payment of the supplier stays.
    await late(orderId, '1000', addDays(fundedOn, 5))
    await payBack(orderId)
  })

  test('that leaves a few cents less: the tolerance ends what the supplier owes', async () => {
    const { orderId, fundedOn } = await aReleasedOrder()
    await late(orderId, '700', addDays(fundedOn, 27))
    expect(Number(await balance(orderId, 'F1220'))).toBeGreaterThan(1)
    await closeDays(4)
    expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['0.00', 'SETTLED'])
  })

  test('is booked while the release is at the bank, which pays what it was told', async () => {
    await reachMonday()
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
    await portal.look((tx) =>
      sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', '"2"') where id = ${orderId}`.execute(
        tx,
      ),
    )
    const fundedOn = day
    await closeDays(28)
    await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(4)
    const { settlement } = portal.seats
    const draft = () => portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
    const drafted = await draft()
    await late(orderId, '20000', addDays(fundedOn, 10))
    // A draft of more than is due ends; a new one pays what is.
    const { status } = await portal.ask(settlement, paymentCalls.detail, { body: { id: drafted.id } })
    expect(status).toBe('CANCELLED')
    const told = await draft()
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: told.id } })
    await passAll(portal, told.no, 'RELEASE')
    await late(orderId, '20000', addDays(fundedOn, 12))
    expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['0.00', 'SETTLED'])
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id: told.id, valueDate: day, bankRef: newId() } })
    expect(Number(await balance(orderId, 'F1220'))).toBeGreaterThan(0)
    expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
    await payBack(orderId)
  })
})

test('a receipt from before a refund leaves the refund paid, and the rest of the surplus is refunded', async () => {
  await reachMonday()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const fundedOn = day
  await closeDays(28)
  const paid = await aRepayment(portal, orderId, '100500', { valueDate: day })
  await refund(paid.id)
  expect(await refundDue(paid.id)).toBe(undefined)
  await closeDays(1)
  const receipt = await late(orderId, '30000', addDays(fundedOn, 3))
  expect(await refundDue(paid.id)).toBe('30000.00')
  expect(await brokenLaws(portal)).toEqual([])
  await refund(paid.id)
  expect(await balance(orderId, 'F2200')).toBe('0.00')
  // Taken back after both refunds: the later receipt has only what was not refunded, and its buyer owes the rest again.
  await takeBack(portal, receipt)
  expect(await parts(paid.id)).toContain('REFUND 30500.00')
  expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
})

test('a receipt from before a repurchase pays beside the credit note that passed since, whose part the reserve bears', async () => {
  await reachMonday()
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [10] })
  const fundedOn = day
  await closeDays(28)
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  const bought = await aRepayment(portal, orderId, total, { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await statusOf(orderId), await balance(orderId, 'F1100')]).toEqual(['SETTLED', '0.00'])
  await closeDays(1)
  await credit(portal, invoiceIds[0]!, '3000.00')
  const receipt = await late(orderId, '97000', addDays(fundedOn, 8))
  expect(await brokenLaws(portal)).toEqual([])
  expect([await statusOf(orderId), await balance(orderId, 'F1100')]).toEqual(['SETTLED', '0.00'])
  expect(await parts(bought.id)).toEqual([`REFUND ${total}`])
  await takeBack(portal, receipt)
  expect(await statusOf(orderId)).toBe('SETTLED')
})

/** A conversion of 100,000 of purchase order financing, paid today. */
async function convert(parentId: string) {
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, faces: ['50000'], tenors: [60] })
  await asConversion(portal, child.orderId, parentId)
  await payFunding(portal, child.orderId, day)
  return portal.look((tx) =>
    tx
      .selectFrom('repayment as r')
      .innerJoin('financeOrder as o', 'o.orderNo', 'r.matchReason')
      .select(['r.id', 'r.amount'])
      .where('o.id', '=', child.orderId)
      .where('r.payerRole', '=', 'ARP')
      .executeTakeFirstOrThrow(),
  )
}

test.each([1, 2])('a receipt from before %i conversions is booked, and what the bank was told of each stays', async (count) => {
  await reachMonday()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: day, faces: ['100000'], tenors: [90] })
  const fundedOn = day
  await closeDays(7)
  const payoffs: { id: string; amount: string }[] = []
  for (let one = 0; one < count; one++) {
    payoffs.push(await convert(orderId))
    await closeDays(7)
  }
  const before = await Promise.all(payoffs.map(({ id }) => parts(id)))
  const receipt = await late(orderId, '20000', addDays(fundedOn, 2), 'SUPPLIER')
  expect(await brokenLaws(portal)).toEqual([])
  const told = await portal.look((tx) =>
    tx
      .selectFrom('repayment')
      .select(['id', 'amount'])
      .where('orderId', '=', orderId)
      .where('payerRole', '=', 'ARP')
      .orderBy('valueDate')
      .execute(),
  )
  expect(told).toEqual(payoffs)
  // Again, behind one that is earlier still: the splits are taken off and booked once more.
  const again = await late(orderId, '1000', addDays(fundedOn, 1), 'SUPPLIER')
  expect(await brokenLaws(portal)).toEqual([])
  await takeBack(portal, receipt)
  await takeBack(portal, again)
  expect(await Promise.all(payoffs.map(({ id }) => parts(id)))).toEqual(before)
})

const seed = Number(process.env.LATE_SEED ?? 20_261_123)
const lifes = Number(process.env.LATE_LIVES ?? 2)

test(`a receipt is booked late whatever has been paid out since (LATE_SEED=${seed})`, async () => {
  const share = fc.integer({ min: 1, max: 125 })
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('receipt' as const),
        share,
        ago: fc.nat(25),
        supplier: fc.nat(4),
        named: fc.nat(5),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('nights' as const), count: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'payOut' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), index: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'convert' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), cents: fc.integer({ min: -5000, max: 5000 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('credit' as const),
        invoice: fc.nat(2),
        cents: fc.integer({ min: 1, max: 900_000 }),
      }),
    },
  )
  const lives = fc.record({
    product: fc.constantFrom(
      'purchaseInArrears' as const,
      'purchaseInAdvance' as const,
      'purchaseInArrears' as const,
      'purchaseOrder' as const,
    ),
    tenors: fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 1, maxLength: 3 }),
    earlyFeePct: fc.constantFrom('0', '2'),
    steps: fc.array(step, { minLength: 8, maxLength: 14 }),
  })
  for (const life of fc.sample(lives, { numRuns: lifes, seed })) {
    await reachMonday()
    const isLoan = life.product === 'purchaseOrder'
    const tenors = isLoan ? [60] : life.tenors
    const { orderId, invoiceIds } = await aFundedOrder(portal, {
      product: life.product,
      fundingDate: day,
      faces: tenors.map(() => '60000'),
      tenors,
    })
    if (life.product !== 'purchaseInAdvance')
      await portal.look((tx) =>
        sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', to_jsonb(${life.earlyFeePct}::text)) where id = ${orderId}`.execute(
          tx,
        ),
      )
    const fundedOn = day
    const face = 60_000 * tenors.length
    for (const one of life.steps) {
      if (one.kind === 'nights') await closeDays(one.count)
      else if (one.kind === 'receipt') {
        const ago = addDays(day, -one.ago)
        const amount = ((face * one.share) / 100).toFixed(2)
        const payerRole = one.supplier === 0 || isLoan ? 'SUPPLIER' : 'BUYER'
        const named = payerRole === 'BUYER' && one.named < invoiceIds.length ? [invoiceIds[one.named]!] : []
        await aRepayment(portal, orderId, amount, { valueDate: ago < fundedOn ? fundedOn : ago, payerRole, invoiceIds: named })
      } else
        await tolerating(one.kind === 'takeBack' ? ['RESERVE_RELEASED'] : ['ILLEGAL_TRANSITION'], () =>
          happen(orderId, invoiceIds, one),
        )
      expect({ life, one, laws: [...(await brokenLaws(portal)), ...(await owedBackUnlisted(orderId))] }).toEqual({
        life,
        one,
        laws: [],
      })
    }
    await closeDays(3)
    expect({ life, laws: await brokenLaws(portal) }).toEqual({ life, laws: [] })
  }
}, 600_000)

/** What the books say that a supplier owes back, where the claims or the status of its order say something else. */
const owedBackUnlisted = (orderId: string) =>
  portal.look(async (tx) => {
    const owed = (await owedBackOf(tx, [orderId])).get(orderId)
    // Within the tolerance it is no claim.
    const open = owed?.dueOn ? Number(M.toDecimal(owed.open)) : 0
    const { rows } = await sql<{
      listed: string
      status: string
    }>`select o.status, ${openOwedBack(sql`c.order_id = o.id`)} as listed
      from finance_order o where o.id = ${orderId}`.execute(tx)
    const { listed, status } = rows[0]!
    const isLate = owed?.dueOn && owed.dueOn < day && status !== 'OVERDUE'
    return Number(listed) === open && !isLate ? [] : [`${open} is owed back, listed is ${listed}, the order is ${status}`]
  })

async function tolerating(refusals: string[], work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !refusals.includes(error.error)) throw error
  }
}

type Step =
  | { kind: 'payOut' }
  | { kind: 'convert' }
  | { kind: 'takeBack'; index: number }
  | { kind: 'fee'; cents: number }
  | { kind: 'credit'; invoice: number; cents: number }

async function happen(orderId: string, invoiceIds: readonly string[], one: Step) {
  if (one.kind === 'payOut') {
    if ((await waiting(orderId)).some(({ blockedBy }) => blockedBy === null)) await release(orderId)
    const mine = await portal.look((tx) => tx.selectFrom('repayment').select('id').where('orderId', '=', orderId).execute())
    for (const { id } of mine) if (await refundDue(id)) await refund(id)
  } else if (one.kind === 'takeBack') {
    const posted = await portal.look((tx) =>
      tx
        .selectFrom('repayment')
        .select(['id', 'no'])
        .where('orderId', '=', orderId)
        .where('status', '=', 'POSTED')
        .where('collectionId', 'is not', null)
        .orderBy('no')
        .execute(),
    )
    const picked = posted[one.index]
    if (picked) await takeBack(portal, picked)
  } else if (one.kind === 'fee') {
    const fee = await portal.look((tx) =>
      tx
        .selectFrom('orderFee')
        .select(['id', 'amount'])
        .where('orderId', '=', orderId)
        .where('repaymentId', 'is', null)
        .where('payer', '=', 'SUPPLIER')
        .executeTakeFirst(),
    )
    if (!fee || Number(fee.amount) + one.cents / 100 < 0 || one.cents === 0) return
    const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
      body: { id: fee.id, delta: (one.cents / 100).toFixed(2), reason: 'Agreed by phone' },
    })
    await passTrade(portal, no, 'FEE_ADJUSTMENT')
  } else if (one.kind === 'convert') {
    const order = await portal.look((tx) =>
      tx
        .selectFrom('financeOrder')
        .select(['type', 'status', 'principalOutstanding'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    )
    if (order.type === 'PO_FINANCE' && Number(order.principalOutstanding) > 0 && Number(order.principalOutstanding) < 43_000)
      await convert(orderId)
  } else {
    const invoiceId = invoiceIds[one.invoice]
    if (!invoiceId) return
    const invoice = await portal.look((tx) =>
      tx.selectFrom('invoice').select('outstanding').where('id', '=', invoiceId).executeTakeFirst(),
    )
    const most = Math.min(one.cents / 100, Number(invoice?.outstanding ?? 0))
    if (most > 0)
      await actAs(portal, portal.seats.operations, async (context) => {
        await sql`update invoice set adjusted_amount = adjusted_amount + ${most.toFixed(2)} where id = ${invoiceId}`.execute(
          context.tx,
        )
        await applyDilution(context, invoiceId, most.toFixed(2), newId())
      })
  }
}
