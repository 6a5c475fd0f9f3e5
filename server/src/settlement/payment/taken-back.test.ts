import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import {
  aFundedOrder,
  anInstructedPayment,
  aReceipt,
  aRepayment,
  balanceIn,
  brokenLaws,
  credit,
  orderStatus,
  passAll,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { fundedOfBoth, ofBoth } from '../../testing/two-buyers.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

type Drafted = { id: string; no: string }
type Flow = 'RELEASE' | 'REFUND' | 'PAYMENT'

const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const reachMonday = async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
}
const instruct = async ({ id, no }: Drafted, flow: Flow) => {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, flow)
}
const pay = (id: string, bankRef: string, valueDate = day) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef } })
const didNotArrive = (id: string, returnedOn = day, seat: Seat = portal.seats.settlement3) =>
  portal.ask(seat, paymentCalls.takeBack, { body: { id, returnedOn, reason: 'Account closed' } })
const detail = (id: string, seat: Seat = portal.seats.settlement3) => portal.ask(seat, paymentCalls.detail, { body: { id } })
const releasable = () => portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const statusOf = (id: string) => orderStatus(portal, id)
/** What a payment has moved between accounts in the end, and with how many journals. */
const bookedBy = (id: string) =>
  portal.look(async (tx) => {
    const { rows: moved } = await sql<{ account: string; moved: string }>`
      select p.book || p.account as account, sum(case p.side when 'D' then p.amount else -p.amount end)::text as moved
      from posting p join journal j on j.id = p.journal_id where j.source_type = 'PAYMENT' and j.source_id = ${id}
      group by 1 having sum(case p.side when 'D' then p.amount else -p.amount end) <> 0 order by 1`.execute(tx)
    const { rows: journals } = await sql<{ valueDate: string; mirrors: boolean }>`
      select value_date, reversal_of is not null as mirrors from journal where source_type = 'PAYMENT' and source_id = ${id}
      order by created_at, id`.execute(tx)
    return { moved, journals }
  })

/** An order with its items, documents and fees, but for how often each was changed. */
const asItStands = (orderId: string) =>
  portal.look(async (tx) => {
    const rows = async (query: RawBuilder<{ row: Record<string, unknown> }>) =>
      (await query.execute(tx)).rows.map(({ row: { version: _, updated_at: __, updated_by: ___, ...rest } }) => rest)
    return {
      order: await rows(sql`select to_jsonb(o) as row from finance_order o where id = ${orderId}`),
      items: await rows(sql`select to_jsonb(i) as row from finance_order_item i where order_id = ${orderId} order by seq`),
      fees: await rows(sql`select to_jsonb(f) as row from order_fee f where order_id = ${orderId} order by id`),
      rates: await rows(sql`select to_jsonb(r) as row from rate_period r where order_id = ${orderId}`),
      invoices: await rows(sql`select to_jsonb(v) as row from invoice v
        where id in (select invoice_id from finance_order_item where order_id = ${orderId}) order by id`),
      orders: await rows(sql`select to_jsonb(v) as row from purchase_order v
        where id in (select purchase_order_id from finance_order_item where order_id = ${orderId}) order by id`),
    }
  })
const balances = async (orderId: string) =>
  (await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })).balances
    .filter((one) => Number(one.balance) !== 0)
    .map((one) => `${one.book}${one.account} ${one.balance}`)

async function aRelease() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeDays(4)
  return portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
}

async function aRefund() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const repayment = await aRepayment(portal, orderId, '120000', { valueDate: day })
  return portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
}

async function aRemittance() {
  await aFundedOrder(portal, { fundingDate: day })
  return portal.ask(portal.seats.settlement, paymentCalls.addRemittance, {
    body: { funderId: portal.world.companies.elm, currency: 'USD' },
  })
}

let strays = 0
async function aStrayReceipt() {
  const receipt = await portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `STRAY-${++strays}`,
      valueDate: day,
      amount: '432.10',
      currency: 'USD',
      payerName: 'Stray Sender Ltd',
      payerAccount: 'GB33BUKB20201555555555',
      rawText: '',
    },
  })
  return { ...receipt, apart: toldApart(receipt) }
}
const sendBack = (receipt: { id: string; apart: object }) =>
  portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      ...receipt.apart,
      payeeName: 'Stray Sender Ltd',
      payeeAccount: 'GB33BUKB20201555555555',
      payeeBankCode: 'BUKBGB22',
      reason: 'No order is named',
    },
  })
const receiptStatus = async (id: string) =>
  (await portal.look((tx) => tx.selectFrom('collection').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
async function aReturn() {
  const receipt = await aStrayReceipt()
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  return { ...(await sendBack(receipt)), receiptId: receipt.id, apart: receipt.apart }
}

test('a funding that did not arrive leaves no part of an order of several buyers funded', async () => {
  const { request } = await ofBoth(portal)
  const { id: orderId } = await fundedOfBoth(portal, request)
  const { payments } = await portal.ask(portal.seats.settlement, financeOrderCalls.fundingInfo, { params: { id: orderId } })
  await didNotArrive(payments[0]!.id)
  const parts = await portal.look((tx) =>
    tx.selectFrom('financeOrderPart').select('status').where('orderId', '=', orderId).execute(),
  )
  expect([parts, await balances(orderId), await statusOf(orderId)]).toEqual([
    [{ status: null }, { status: null }],
    [],
    'RIGHT_CONFIRMED',
  ])
})

test('a funding that did not arrive takes its interest back, and is priced for the day on which it is paid at last', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], { fundingDate: day })
  const { id: orderId } = await aRightConfirmedOrder(portal, request)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no', 'amount']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await instruct(payment, 'PAYMENT')
  // The bank pays a day late, and the interest of that day is given back.
  await closeDays(1)
  await pay(payment.id, 'FUND-LATE-1')
  await closeDays(2)
  const accrued = () =>
    portal.look(async (tx) => {
      const { rows } = await sql<{ day: string }>`select distinct accrual_date as day from interest_accrual
        where order_id = ${orderId} and not reversed order by 1`.execute(tx)
      return rows.map((one) => one.day)
    })
  expect(await accrued()).toHaveLength(2)
  await didNotArrive(payment.id)
  expect([await balances(orderId), await accrued(), await statusOf(orderId)]).toEqual([[], [], 'RIGHT_CONFIRMED'])
  expect(await brokenLaws(portal)).toEqual([])
  await closeDays(1)
  expect(await balances(orderId)).toEqual([])

  await instruct(payment, 'PAYMENT')
  const { requestedFundingDate } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('requestedFundingDate').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  while (day < requestedFundingDate) await closeDays(1)
  await pay(payment.id, 'FUND-LATE-2')
  const fundedOn = day
  // Interest of fewer days is deducted than at first.
  expect(Number((await detail(payment.id)).amount)).toBeGreaterThan(Number(payment.amount))
  await closeDays(3)
  expect(await accrued()).toEqual([0, 1, 2].map((days) => addDays(fundedOn, days)))
})

describe('a payment that did not arrive', () => {
  test.each([
    ['RELEASE', 'RELEASE', aRelease],
    ['REFUND', 'REFUND', aRefund],
    ['FEE_REMIT', 'PAYMENT', aRemittance],
    ['RECEIPT_RETURN', 'REFUND', aReturn],
  ] as const)(
    'of type %s is approved and sent again, and its books are those of a single payment',
    async (_type, flow, aDraft) => {
      await reachMonday()
      const drafted = await aDraft()
      await instruct(drafted, flow)
      await pay(drafted.id, `OUT-${drafted.no}`)
      const [paidOn, once] = [day, await bookedBy(drafted.id)]
      await closeDays(1)
      expect((await detail(drafted.id)).operations).toContain('TAKE_BACK')
      expect(await didNotArrive(drafted.id)).toEqual({ status: 'FAILED' })
      expect(await detail(drafted.id)).toMatchObject({
        status: 'FAILED',
        valueDate: null,
        bankRef: null,
        paidBy: null,
        failReason: 'Account closed',
      })
      const undone = await bookedBy(drafted.id)
      expect(undone).toEqual({
        moved: [],
        journals: [
          { valueDate: paidOn, mirrors: false },
          { valueDate: paidOn, mirrors: true },
        ],
      })
      expect(await brokenLaws(portal)).toEqual([])

      await instruct(drafted, flow)
      await pay(drafted.id, `OUT-${drafted.no}`)
      const again = await bookedBy(drafted.id)
      expect(again.moved).toEqual(once.moved)
      expect(again.moved).not.toEqual([])
      expect(again.journals).toEqual([...undone.journals, { valueDate: day, mirrors: false }])
      expect(await detail(drafted.id)).toMatchObject({ status: 'PAID', valueDate: day, bankRef: `OUT-${drafted.no}` })

      // As often as it comes back.
      await didNotArrive(drafted.id)
      expect((await bookedBy(drafted.id)).moved).toEqual([])
      await instruct(drafted, flow)
      await pay(drafted.id, `OUT-${drafted.no}-3`)
      expect((await bookedBy(drafted.id)).moved).toEqual(once.moved)
    },
  )

  test('is told to payee and funder, on the order and in the log, which keeps its reference and its day', async () => {
    await reachMonday()
    const drafted = await aRelease()
    await instruct(drafted, 'RELEASE')
    await pay(drafted.id, 'OUT-KEPT')
    const paidOn = day
    await closeDays(1)
    await didNotArrive(drafted.id)
    const { logged, told, orderId } = await portal.look(async (tx) => ({
      logged: await tx
        .selectFrom('auditLog')
        .select(['before', 'after'])
        .where('objectId', '=', drafted.id)
        .where('event', '=', 'PAYMENT_RETURN')
        .executeTakeFirstOrThrow(),
      told: await tx
        .selectFrom('notification')
        .select('params')
        .where('objectId', '=', drafted.id)
        .where('event', '=', 'PAYMENT_RETURNED')
        .execute(),
      orderId: (await tx.selectFrom('payment').select('orderId').where('id', '=', drafted.id).executeTakeFirstOrThrow()).orderId!,
    }))
    expect(logged.before).toMatchObject({ status: 'PAID', valueDate: paidOn, bankRef: 'OUT-KEPT' })
    expect(logged.after).toMatchObject({ status: 'FAILED', returnedOn: day, reason: 'Account closed' })
    expect(told.map(({ params }) => params)).toContainEqual(expect.objectContaining({ no: drafted.no, reason: 'Account closed' }))
    const { timeline } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id: orderId } })
    expect(timeline).toContainEqual(
      expect.objectContaining({ event: 'FINANCE_ORDER_PAYMENT_RETURNED', comment: 'Account closed' }),
    )
  })

  test('is recorded by nobody who sent it, and they are not offered it', async () => {
    await reachMonday()
    const drafted = await aRefund()
    const { settlement, settlement2, settlement3, auditor } = portal.seats
    await instruct(drafted, 'REFUND')
    expect((await refusalOf(didNotArrive(drafted.id))).error).toBe('PAYMENT_IS_INSTRUCTED')
    expect((await detail(drafted.id)).operations).not.toContain('TAKE_BACK')
    await pay(drafted.id, 'OUT-SENT')
    const offered = async (seat: Seat) => (await detail(drafted.id, seat)).operations.includes('TAKE_BACK')
    expect(await Promise.all([settlement, settlement2, settlement3, auditor].map(offered))).toEqual([false, true, true, false])
    expect((await refusalOf(didNotArrive(drafted.id, day, settlement))).error).toBe('MAKER_CANNOT_APPROVE')
    await didNotArrive(drafted.id, day, settlement2)
    expect((await refusalOf(didNotArrive(drafted.id))).error).toBe('PAYMENT_IS_FAILED')
  })

  test('is not recorded by who took out a file of it that was declared lost', async () => {
    await reachMonday()
    const drafted = await aRefund()
    const { settlement, settlement2, settlement3 } = portal.seats
    await instruct(drafted, 'REFUND')
    const filed = async (taker: Seat) => {
      const { files } = await portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [drafted.id] } })
      await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
      await portal.ask(taker, paymentFileCalls.take, { body: { id: files[0]!.id } })
      return files[0]!.id
    }
    const lost = await filed(settlement3)
    await portal.ask(settlement2, paymentFileCalls.void, { body: { id: lost, reason: 'The bank never got it' } })
    await filed(settlement)
    await pay(drafted.id, 'OUT-LOST')
    expect((await detail(drafted.id)).operations).not.toContain('TAKE_BACK')
    expect((await refusalOf(didNotArrive(drafted.id))).error).toBe('MAKER_CANNOT_APPROVE')
    expect(await didNotArrive(drafted.id, day, settlement2)).toEqual({ status: 'FAILED' })
  })

  test('came back between its value date and today, or never left on its value date', async () => {
    await reachMonday()
    const drafted = await aRefund()
    await instruct(drafted, 'REFUND')
    await pay(drafted.id, 'OUT-DAYS')
    const valueDate = day
    await closeDays(1)
    for (const wrong of [addDays(valueDate, -1), addDays(day, 1)])
      expect((await refusalOf(didNotArrive(drafted.id, wrong))).data.fields).toEqual([
        { field: 'returnedOn', message: 'RETURN_DAY', params: { valueDate } },
      ])
    expect(await didNotArrive(drafted.id, valueDate)).toEqual({ status: 'FAILED' })
  })

  test('leaves the file that held it, so that another file takes it', async () => {
    await reachMonday()
    const drafted = await aRefund()
    const { settlement } = portal.seats
    const sent = async () => {
      await instruct(drafted, 'REFUND')
      const { files } = await portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [drafted.id] } })
      await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
      await portal.ask(settlement, paymentFileCalls.take, { body: { id: files[0]!.id } })
    }
    await sent()
    await pay(drafted.id, 'OUT-FILE-1')
    await didNotArrive(drafted.id)
    await sent()
    expect(await pay(drafted.id, 'OUT-FILE-2')).toEqual({ status: 'PAID' })
  })
})

describe('a funding that did not arrive', () => {
  test.each(['purchaseInAdvance', 'purchaseInArrears', 'payables', 'purchaseOrder', 'undisclosed'] as const)(
    'of %s leaves the order as after right confirmation, and is sent and paid again',
    async (product) => {
      await reachMonday()
      const { orderId, payment } = await anInstructedPayment(portal, { product, fundingDate: day })
      // As an application for finance leaves its documents.
      await portal.look(async (tx) => {
        const funderId = portal.world.companies.elm
        const items = tx.selectFrom('financeOrderItem').where('orderId', '=', orderId)
        for (const { invoiceId, purchaseOrderId } of await items.select(['invoiceId', 'purchaseOrderId']).execute()) {
          await tx.updateTable('invoice').set({ funderId }).where('id', '=', invoiceId).execute()
          await tx.updateTable('purchaseOrder').set({ funderId }).where('id', '=', purchaseOrderId).execute()
        }
      })
      const before = await asItStands(orderId)
      await pay(payment.id, `FUND-${payment.no}`)
      const once = { balances: await balances(orderId), stands: await asItStands(orderId) }
      expect((await detail(payment.id)).operations).toContain('TAKE_BACK')
      expect(await didNotArrive(payment.id)).toEqual({ status: 'FAILED' })
      expect(await balances(orderId)).toEqual([])
      // Before it was paid it was at the bank; now it waits to be sent.
      expect(await asItStands(orderId)).toEqual({ ...before, order: [{ ...before.order[0], status: 'RIGHT_CONFIRMED' }] })
      expect(await brokenLaws(portal)).toEqual([])

      await instruct(payment, 'PAYMENT')
      await pay(payment.id, `FUND-${payment.no}`)
      expect(await balances(orderId)).toEqual(once.balances)
      const again = await asItStands(orderId)
      const told = (one: Awaited<ReturnType<typeof asItStands>>) => ({
        ...one,
        order: one.order.map(({ funded_at: _, ...rest }) => rest),
        rates: one.rates.map(({ id: _, ...rest }) => rest),
      })
      expect(told(again)).toEqual(told(once.stands))
    },
  )

  test('whose fees were paid on already leaves so much less to be paid on next', async () => {
    await reachMonday()
    const { payment } = await aFundedOrder(portal, { fundingDate: day })
    const funder = { funderId: portal.world.companies.elm, currency: 'USD' }
    const remit = () => portal.ask(portal.seats.settlement, paymentCalls.addRemittance, { body: funder })
    const remitted = await remit()
    await instruct(remitted, 'PAYMENT')
    await pay(remitted.id, `OUT-${remitted.no}`)
    await didNotArrive(payment.id)
    expect((await refusalOf(remit())).error).toBe('NOT_FOUND')
    await instruct(payment, 'PAYMENT')
    await pay(payment.id, `FUND-${payment.no}`)
    expect((await refusalOf(remit())).error).toBe('NOT_FOUND')
    await aFundedOrder(portal, { fundingDate: day })
    expect((await detail((await remit()).id)).amount).toBe('375.00')
  })

  test('stays paid once its order has run', async () => {
    await reachMonday()
    const { orderId, payment } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const paid = await aRepayment(portal, orderId, '100', { valueDate: day })
    const refused = async () => (await refusalOf(didNotArrive(payment.id))).error
    expect(await refused()).toBe('FUNDING_STAYS_PAID')
    expect((await detail(payment.id)).operations).not.toContain('TAKE_BACK')
    await takeBack(portal, paid)
    expect(await refused()).toBe('FUNDING_STAYS_PAID')
    const corrected = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await portal.look(async (tx) => {
      const { orderId } = corrected
      const fee = await tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()
      const made = { id: newId(), orderId, orderFeeId: fee.id, delta: '1', reason: 'Agreed', status: 'IN_APPROVE' as const }
      await tx.insertInto('feeAdjustment').values(made).execute()
    })
    expect((await refusalOf(didNotArrive(corrected.payment.id))).error).toBe('FUNDING_STAYS_PAID')
    await portal.look((tx) => tx.updateTable('feeAdjustment').set({ status: 'REFUSED' }).execute())
    expect((await detail(corrected.payment.id)).operations).toContain('TAKE_BACK')
    const reduced = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await credit(portal, reduced.invoiceIds[0]!, '100')
    expect((await refusalOf(didNotArrive(reduced.payment.id))).error).toBe('FUNDING_STAYS_PAID')
  })
})

test('a receipt whose return did not arrive is open again, and pays something else once the return is refused', async () => {
  await reachMonday()
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const back = await aReturn()
  await instruct(back, 'REFUND')
  await pay(back.id, 'BACK-OPEN')
  expect(await receiptStatus(back.receiptId)).toBe('REFUNDED')
  await didNotArrive(back.id)
  expect(await receiptStatus(back.receiptId)).toBe('RECEIVED')
  const match = () =>
    portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: back.receiptId, ...back.apart, payerRole: 'BUYER', parts: [{ orderId, amount: '432.10' }] },
    })
  expect((await refusalOf(match())).error).toBe('ILLEGAL_TRANSITION')
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: back.id } })
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', back.no)
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement2, workflowCalls.approve, {
    body: { businessNo: back.no, nodeName: task.nodeName, taskId: task.id, reviewType: 'REFUSED', approvalComments: 'Not again' },
  })
  expect((await match()).repayments).toHaveLength(1)
})

test('a return stays paid while another return of its receipt is under way', async () => {
  await reachMonday()
  const receipt = await aStrayReceipt()
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...receipt.apart, payerRole: 'BUYER', parts: [{ orderId, amount: '400' }] },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  const first = await sendBack(receipt)
  await instruct(first, 'REFUND')
  await pay(first.id, 'BACK-FIRST')
  await takeBack(portal, repayments[0]!)
  const second = await sendBack(receipt)
  expect((await refusalOf(didNotArrive(first.id))).error).toBe('RETURN_UNDER_WAY')
  expect((await detail(first.id)).operations).not.toContain('TAKE_BACK')
  await instruct(second, 'REFUND')
  await pay(second.id, 'BACK-SECOND')
  expect(await didNotArrive(first.id)).toEqual({ status: 'FAILED' })
  expect(await receiptStatus(receipt.id)).toBe('UNIDENTIFIED')
})

describe('a release of more than the receipts have filled', () => {
  /** An order with an early fee whose reserve was released, and then a receipt of an earlier day recorded; the supplier owes the rest. */
  async function aShortRelease() {
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
    const drafted = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
    await instruct(drafted, 'RELEASE')
    await pay(drafted.id, `OUT-${drafted.no}`)
    const releasedOn = day
    const late = await aReceipt(portal, '40000', { valueDate: addDays(fundedOn, 10) })
    const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: late.id, ...toldApart(late), payerRole: 'BUYER', parts: [{ orderId, amount: '40000' }] },
    })
    await passAll(portal, repayments[0]!.no, 'REPAYMENT')
    const owed = await balance(orderId, 'F1220')
    expect(Number(owed)).toBeGreaterThan(0)
    return { orderId, drafted, owed, releasedOn }
  }

  test('that did not arrive: the supplier owes nothing, it ends, and what is due is released', async () => {
    const { orderId, drafted } = await aShortRelease()
    expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
    await didNotArrive(drafted.id)
    expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['0.00', 'SETTLED'])
    // More than is due by now is not sent again.
    expect((await detail(drafted.id)).status).toBe('CANCELLED')
    const again = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
    await instruct(again, 'RELEASE')
    await pay(again.id, `OUT-${again.no}`)
    expect([await balance(orderId, 'F1220'), await balance(orderId, 'F2000'), await statusOf(orderId)]).toEqual([
      '0.00',
      '0.00',
      'SETTLED',
    ])
  })

  test('that did not arrive: what the supplier has paid of the charge goes back to it', async () => {
    const { orderId, drafted, owed, releasedOn } = await aShortRelease()
    const paid = await aRepayment(portal, orderId, owed, { valueDate: day, payerRole: 'SUPPLIER' })
    expect([day, await statusOf(orderId)]).toEqual([releasedOn, 'SETTLED'])
    await didNotArrive(drafted.id)
    expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['0.00', 'SETTLED'])
    const refund = (await releasable()).refunds.find((one) => one.repaymentId === paid.id)
    expect(refund?.amount).toBe(owed)
  })

  test('stays paid once the order was written off with what the supplier owes', async () => {
    const { orderId, drafted } = await aShortRelease()
    // Stands for a write-off, which takes a hundred days.
    await portal.look((tx) => tx.updateTable('financeOrder').set({ status: 'WRITTEN_OFF' }).where('id', '=', orderId).execute())
    expect((await refusalOf(didNotArrive(drafted.id))).error).toBe('RELEASE_IN_LOSS')
    expect((await detail(drafted.id)).operations).not.toContain('TAKE_BACK')
    await portal.look((tx) =>
      tx.updateTable('financeOrder').set({ status: 'PARTIALLY_REPAID' }).where('id', '=', orderId).execute(),
    )
  })
})
