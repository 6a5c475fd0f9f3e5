import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList, releaseRefundList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  aFundedOrder,
  answerTask,
  aReceipt,
  aRepayment,
  asOtherMoney,
  brokenLaws,
  passAll,
  toldApart,
} from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll as passTrade } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'
import { besideUnseen } from '../payment/still-due.ts'

// A payment that was passed in place of a cancelled one, before the bank reports that it has paid that.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const orders = []
  for (let n = 0; n < 13; n += 1)
    orders.push(await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, faces: ['10000'], tenors: [28] }))
  await closeDays(28)
  for (const { orderId } of orders)
    settled.push({ orderId, receiptId: (await aRepayment(portal, orderId, '10500', { valueDate: day })).id })
  await closeDays(4)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
type Made = { id: string; no: string }
const settlement = () => portal.seats.settlement
const instruct = ({ id }: Made) => portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
const make = ({ id }: Made) => portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [id] } })
const take = ({ id }: Made) => portal.ask(settlement(), paymentFileCalls.take, { body: { id } })

/** A payment that the bank refused and an approver then did not let go out again; answers what lets the bank report it as paid. */
async function cancelled(made: Made, businessType: string) {
  await instruct(made)
  await passAll(portal, made.no, businessType)
  const file = await aFileTaken(portal, made.id)
  await readReport(portal, report(file.no, line(made.no, 'RJCT', accountClosed)))
  await instruct(made)
  await answerTask(portal, portal.seats.settlement2, { businessId: made.id, reviewType: 'REFUSED' })
  return () => readReport(portal, report(file.no, line(made.no, 'ACSC')))
}

/** A settled order with free reserve and a surplus of 500.00, another one each time. */
const settled: { orderId: string; receiptId: string }[] = []
const aPaidOrder = () => settled.pop()!

const adjust = async (feeId: string, delta: string) => {
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, { body: { id: feeId, delta, reason: 'Agreed' } })
  await passTrade(portal, no, 'FEE_ADJUSTMENT')
}

/** Each of another amount: one of the same might bring the return of another back. */
let strays = 0

/** What drafts a payment of each kind, as often as it is due. */
const drafts: Record<string, { flow: string; prepare: () => Promise<() => Promise<Made>> }> = {
  RELEASE: {
    flow: 'RELEASE',
    async prepare() {
      const { orderId } = aPaidOrder()
      return () => portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId } })
    },
  },
  REFUND: {
    flow: 'REFUND',
    async prepare() {
      const { receiptId } = aPaidOrder()
      return () => portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: receiptId } })
    },
  },
  FEE_REFUND: {
    flow: 'REFUND',
    async prepare() {
      const { orderId } = await aFundedOrder(portal, { fundingDate: day })
      const fee = await portal.look((tx) =>
        tx
          .selectFrom('orderFee')
          .select('id')
          .where('orderId', '=', orderId)
          .where('payer', '=', 'SUPPLIER')
          .where('amount', '>', '40')
          .executeTakeFirstOrThrow(),
      )
      let isCredited = false
      return async () => {
        // The fee is charged again, so that its refund ends, and credited once more.
        if (isCredited) await adjust(fee.id, '40.00')
        isCredited = true
        await adjust(fee.id, '-40.00')
        return portal.look((tx) =>
          tx
            .selectFrom('payment')
            .select(['id', 'no'])
            .where('orderId', '=', orderId)
            .where('type', '=', 'REFUND')
            .where('status', '=', 'DRAFT')
            .executeTakeFirstOrThrow(),
        )
      }
    },
  },
  RECEIPT_RETURN: {
    flow: 'REFUND',
    async prepare() {
      const receipt = await aReceipt(portal, `432.${10 + strays++}`, { payerName: 'Stray Sender Ltd', valueDate: day })
      await portal.look((tx) =>
        tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute(),
      )
      return () =>
        portal.ask(settlement(), paymentCalls.addReturn, {
          body: {
            ...{ collectionId: receipt.id, ...toldApart(receipt), payeeName: 'Stray Sender Ltd', reason: 'No order is named' },
            ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
          },
        })
    },
  },
  FEE_REMIT: {
    flow: 'PAYMENT',
    async prepare() {
      await aFundedOrder(portal, { fundingDate: day })
      return () =>
        portal.ask(settlement(), paymentCalls.addRemittance, { body: { funderId: portal.world.companies.elm, currency: 'USD' } })
    },
  },
}

/** A drafted payment in place of a cancelled one, and what lets the bank report that one as paid and what has its money sent back. */
async function aDraftBeside(type: string) {
  const { flow, prepare } = drafts[type]!
  const draft = await prepare()
  const first = await draft()
  const paid = await cancelled(first, flow)
  const second = await draft()
  const back = () =>
    asOtherMoney((told) =>
      portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
        body: { id: first.id, returnedOn: day, reason: 'Sent back by the payee', ...told },
      }),
    )
  return { flow, second, paid, back }
}

/** The same with the payment passed. */
async function aStandIn(type: string) {
  const { flow, ...made } = await aDraftBeside(type)
  await instruct(made.second)
  await passAll(portal, made.second.no, flow)
  return made
}

const cases = [
  ['RELEASE', 'RESERVE_NOT_FREE'],
  ['REFUND', 'REFUND_NOT_DUE'],
  ['FEE_REFUND', 'REFUND_NOT_DUE'],
  ['RECEIPT_RETURN', 'REFUND_NOT_DUE'],
  ['FEE_REMIT', 'REMITTANCE_NOT_DUE'],
] as const

test.each(cases)(
  'a drafted %s is offered for instruction as the call takes it, beside the cancelled one that the bank has',
  async (type, error) => {
    const { second, paid, back } = await aDraftBeside(type)
    const offered = async () => {
      const { operations } = await portal.ask(settlement(), paymentCalls.detail, { body: { id: second.id } })
      const { list } = await portal.ask(settlement(), listCalls(paymentList).pageList, {
        body: { filterFields: { no: second.no } },
      })
      expect(list?.map((row) => row.operations)).toEqual([operations])
      return operations.includes('INSTRUCT')
    }
    expect(await offered()).toBe(true)
    await paid()
    expect((await refusalOf(instruct(second))).error).toBe(error)
    expect(await offered()).toBe(false)
    await back()
    expect(await offered()).toBe(true)
    await instruct(second)
  },
)

test.each(cases)(
  'a passed %s is put into no file once the bank has the cancelled one that it stands in for',
  async (type, error) => {
    const { second, paid, back } = await aStandIn(type)
    const blocked = async () =>
      (await portal.ask(settlement(), paymentFileCalls.ready, { body: {} })).payments.find(({ id }) => id === second.id)
        ?.blockedBy
    expect(await blocked()).toBeNull()
    await paid()
    expect(await blocked()).toBe(error)
    expect((await refusalOf(make(second))).error).toBe(error)
    await back()
    expect(await blocked()).toBeNull()
    expect((await make(second)).files).toHaveLength(1)
  },
)

test.each(cases)(
  'a file with a %s is not passed once the bank has the cancelled one that it stands in for',
  async (type, error) => {
    const { second, paid, back } = await aStandIn(type)
    const { files } = await make(second)
    await paid()
    const answer = (reviewType: 'PASSED' | 'REFUSED') =>
      answerTask(portal, portal.seats.settlement2, { businessId: files[0]!.id, reviewType })
    expect((await refusalOf(answer('PASSED'))).error).toBe(error)
    await back()
    await answer('PASSED')
  },
)

test.each(cases)(
  'a passed file with a %s is not handed out once the bank has the cancelled one that it stands in for',
  async (type, error) => {
    const { second, paid, back } = await aStandIn(type)
    const { files } = await make(second)
    await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
    await paid()
    expect((await refusalOf(take(files[0]!))).error).toBe(error)
    await back()
    expect((await take(files[0]!)).content).toContain(second.no)
  },
)

test('the refund of a fee that was credited again is not instructed while the bank has the cancelled one', async () => {
  const { flow, prepare } = drafts.FEE_REFUND!
  const draft = await prepare()
  const first = await draft()
  const paid = await cancelled(first, flow)
  const second = await draft()
  await paid()
  expect((await refusalOf(instruct(second))).error).toBe('REFUND_NOT_DUE')
  await portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
    body: { id: first.id, returnedOn: day, reason: 'Sent back by the payee' },
  })
  await instruct(second)
  await passAll(portal, second.no, flow)
  expect((await make(second)).files).toHaveLength(1)
})

const markPaid = ({ id, no }: Made) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `HAND-${no}` } })

test.each(cases)(
  'a passed %s is not recorded as paid by hand while the bank has the cancelled one that it stands in for',
  async (type, error) => {
    const { second, paid, back } = await aStandIn(type)
    await paid()
    expect((await refusalOf(markPaid(second))).error).toBe(error)
    await back()
    expect(await markPaid(second)).toEqual({ status: 'PAID' })
  },
)

/** Whether settlement is offered to record a payment as paid: on its page, and in each list that shows it. */
async function offeredAsPaid({ id, no }: Made): Promise<boolean[]> {
  const seat = portal.seats.settlement3
  const { operations } = await portal.ask(seat, paymentCalls.detail, { body: { id } })
  const body = { filterFields: { no } }
  const { list: payments = [] } = await portal.ask(seat, listCalls(paymentList).pageList, { body })
  const { list: payouts = [] } = await portal.ask(seat, listCalls(releaseRefundList).pageList, { body })
  const offers = [operations, ...[...payments, ...payouts].map((row) => row.operations)]
  return offers.map((one) => Array.isArray(one) && one.includes('PAID'))
}

test.each(cases)('a passed %s is not offered to be recorded as paid while that would be refused', async (type, error) => {
  const { second, paid, back } = await aStandIn(type)
  const both = type === 'FEE_REMIT' ? [true, true] : [true, true, true]
  expect(await offeredAsPaid(second)).toEqual(both)
  await paid()
  expect(await offeredAsPaid(second)).toEqual(both.map(() => false))
  expect((await refusalOf(markPaid(second))).error).toBe(error)
  await back()
  expect(await offeredAsPaid(second)).toEqual(both)
})

test('a release that a file told the bank of is recorded as it happened, though the bank has the cancelled one as well', async () => {
  const { second, paid, back } = await aStandIn('RELEASE')
  await aFileTaken(portal, second.id)
  await paid()
  expect(await markPaid(second)).toEqual({ status: 'PAID' })
  await back()
})

test('the cancelled payments of an order, a repayment and a receipt are found by these, however many payments there are', async () => {
  // A world this small has so few cancelled payments that any index over all of them would do.
  await portal.asOwner((db) => sql`drop index payment_status, payment_amount_key`.execute(db))
  const plan = await portal.look(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain select from payment p where ${besideUnseen('p')}`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  for (const column of ['order_id', 'repayment_id', 'collection_id'])
    expect(plan).toContain(`Index Cond: (${column} = p.${column})`)
})
