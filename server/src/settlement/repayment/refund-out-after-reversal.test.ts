import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leftOf } from '../../books/servicing/left-of.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import {
  aFundedOrder,
  answerTask,
  aReceipt,
  aRepayment,
  asOtherMoney,
  brokenLaws,
  passAll,
  takeBack as reverse,
  toldApart,
} from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// The bank pays a refund that it was told of, after the repayment which had left the surplus was taken back.
let portal: Portal
let day = openingDay
type Made = { id: string; no: string }
type Receipt = Made & { collectionId: string; maybeSameAs: { id: string } | null }
const settled: { orderId: string; receipt: Receipt }[] = []
let ofPool: Receipt & { orderId: string }
beforeAll(async () => {
  portal = await openPortal()
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '10500.00', buyerCode: 'DOGWOOD' })
  const drawing = await aFundedDrawing(portal, poolId, '5000.00')
  const orders = []
  for (let n = 0; n < 8; n += 1)
    orders.push(await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, faces: ['10000'], tenors: [28] }))
  const first = await aRepayment(portal, drawing.id, '10500', { payerName: 'Dogwood Stores GmbH' })
  ofPool = { ...first, orderId: drawing.id, maybeSameAs: null }
  day = await runEndOfDay(portal.app, { through: addDays(day, 27) })
  for (const { orderId } of orders) {
    const { id: collectionId, maybeSameAs } = await aReceipt(portal, '10500', { valueDate: day })
    const [receipt] = await posted({ collectionId, maybeSameAs }, [{ orderId, amount: '10500' }])
    settled.push({ orderId, receipt: receipt! })
  }
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const settlement = () => portal.seats.settlement
const detail = ({ id }: Made) => portal.ask(settlement(), paymentCalls.detail, { body: { id } })
const instruct = ({ id }: Made) => portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
const refund = ({ id }: Made) => portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: id } })
const open = async ({ id }: Made) =>
  (await portal.ask(settlement(), paymentCalls.releasable, { body: {} })).refunds
    .filter((one) => one.repaymentId === id)
    .map(({ amount }) => amount)
const sentBack = ({ id }: Made) =>
  asOtherMoney((told) =>
    portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
      body: { id, returnedOn: day, reason: 'Sent back by the payee', ...told },
    }),
  )
const left = ({ collectionId: id }: Receipt) =>
  portal.look(async (tx) => {
    const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return Number((await leftOf(tx, receipt)).minor) / 100
  })
type Parts = { orderId: string; amount: string; buyerCode?: string }[]
const match = async ({ collectionId, maybeSameAs }: Omit<Receipt, keyof Made>, parts: Parts): Promise<Receipt[]> => {
  const { repayments } = await asOtherMoney((told) =>
    portal.ask(settlement(), repaymentCalls.match, {
      body: { collectionId, ...toldApart({ maybeSameAs }), payerRole: 'BUYER', parts, ...told },
    }),
  )
  return repayments.map((one) => ({ ...one, collectionId, maybeSameAs }))
}
const posted = async (receipt: Omit<Receipt, keyof Made>, parts: Parts) => {
  const made = await match(receipt, parts)
  for (const { no } of made) await passAll(portal, no, 'REPAYMENT')
  return made
}
const sendBack = async ({ collectionId, maybeSameAs }: Receipt) => {
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', collectionId).execute())
  return asOtherMoney((told) =>
    portal.ask(settlement(), paymentCalls.addReturn, {
      body: {
        ...{ collectionId, ...toldApart({ maybeSameAs }), payeeName: 'Cedar Retail Inc', reason: 'No order is named' },
        ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22', ...told },
      },
    }),
  )
}
const passed = async (made: Made) => {
  await instruct(made)
  await passAll(portal, made.no, 'REFUND')
  return made
}
const fail = ({ id }: Made, reason: string) =>
  asOtherMoney((told) => portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id, reason, ...told } }))

const ends = {
  'the bank refused': (made: Made, fileNo: string) => readReport(portal, report(fileNo, line(made.no, 'RJCT', accountClosed))),
  'was declared failed': (made: Made) => fail(made, 'The bank says nothing'),
  'the bank refused and an approver then did': async (made: Made, fileNo: string) => {
    await readReport(portal, report(fileNo, line(made.no, 'RJCT', accountClosed)))
    await instruct(made)
    await answerTask(portal, portal.seats.settlement2, { businessId: made.id, reviewType: 'REFUSED' })
  },
}

/** A repayment that was taken back after its refund ended so; answers what lets the bank report that it has paid the refund. */
async function takenBack(receipt: Receipt, end: keyof typeof ends = 'the bank refused') {
  const made = await passed(await refund(receipt))
  const file = await aFileTaken(portal, made.id)
  await ends[end](made, file.no)
  await reverse(portal, receipt)
  return {
    made,
    paid: async () => {
      await readReport(portal, report(file.no, line(made.no, 'ACSC')))
      expect(await detail(made)).toMatchObject({ status: 'CANCELLED', bankFile: { outcome: 'ACCEPTED' } })
    },
  }
}

test.each(Object.keys(ends).filter((end): end is keyof typeof ends => end in ends))(
  'a refund that %s is of the receipt once its repayment is taken back, and what the bank pays of it is not returned again',
  async (end) => {
    const { receipt } = settled.pop()!
    const { made, paid } = await takenBack(receipt, end)
    expect([(await detail(made)).type, await left(receipt)]).toEqual(['RECEIPT_RETURN', 10_500])
    await paid()
    expect(await left(receipt)).toBe(10_000)
    expect((await detail(await sendBack(receipt))).amount).toBe('10000.00')
    expect(await sentBack(made)).toEqual({ status: 'CANCELLED' })
    expect(await left(receipt)).toBe(500)
  },
)

test('a return of the whole receipt is not sent once the bank has paid the refund, and a cancelled one leaves what is there', async () => {
  const { receipt } = settled.pop()!
  const { paid } = await takenBack(receipt)
  const whole = await passed(await sendBack(receipt))
  await paid()
  const { payments } = await portal.ask(settlement(), paymentFileCalls.ready, { body: {} })
  expect(payments.find(({ id }) => id === whole.id)?.blockedBy).toBe('REFUND_NOT_DUE')
  const byHand = { id: whole.id, valueDate: day, bankRef: `HAND-${whole.no}` }
  expect((await refusalOf(portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: byHand }))).error).toBe(
    'REFUND_NOT_DUE',
  )
  await fail(whole, 'More than is left')
  expect([(await detail(whole)).status, await left(receipt)]).toEqual(['CANCELLED', 10_000])
  expect((await detail(await sendBack(receipt))).amount).toBe('10000.00')
})

test('a match of the whole receipt is not passed once the bank has paid the refund', async () => {
  const { receipt, orderId } = settled.pop()!
  const { made, paid } = await takenBack(receipt)
  const [again] = await match(receipt, [{ orderId, amount: '10500' }])
  await paid()
  const { error, data } = await refusalOf(passAll(portal, again!.no, 'REPAYMENT'))
  expect([error, typeof data.no]).toEqual(['RECEIPT_WITH_BANK', 'string'])
  await sentBack(made)
  await passAll(portal, again!.no, 'REPAYMENT')
  expect(await open(again!)).toEqual(['500.00'])
})

test('the surplus of a receipt that was matched again is not refunded while the bank has the refund of the first match', async () => {
  const { receipt, orderId } = settled.pop()!
  const { made, paid } = await takenBack(receipt)
  const [again] = await posted(receipt, [{ orderId, amount: '10500' }])
  expect(await open(again!)).toEqual(['500.00'])
  const second = await passed(await refund(again!))
  const file = () => portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [second.id] } })
  const byHand = () =>
    portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: second.id, valueDate: day, bankRef: `HAND-${second.no}` },
    })
  await paid()
  expect([(await refusalOf(file())).error, (await refusalOf(byHand())).error]).toEqual(['REFUND_NOT_DUE', 'REFUND_NOT_DUE'])
  await sentBack(made)
  expect((await file()).files).toHaveLength(1)
})

test('the surpluses of several matches of a receipt wait while the bank has more of it than is left', async () => {
  const { receipt, orderId } = settled.pop()!
  const other = settled.pop()!
  await reverse(portal, other.receipt)
  const { made, paid } = await takenBack(receipt)
  const again = await posted(receipt, [
    { orderId, amount: '10200' },
    { orderId: other.orderId, amount: '300' },
  ])
  expect(await open(again[0]!)).toEqual(['200.00'])
  await paid()
  expect([await open(again[0]!), (await refusalOf(refund(again[0]!))).error]).toEqual([[], 'NOTHING_TO_REFUND'])
  await sentBack(made)
  expect(await open(again[0]!)).toEqual(['200.00'])
})

test('the supplier of a pool is not paid its surplus again while the bank has the payment of it', async () => {
  const [surplus] = await open(ofPool)
  const { made, paid } = await takenBack(ofPool)
  const [again] = await posted(ofPool, [{ orderId: ofPool.orderId, amount: '10500', buyerCode: 'DOGWOOD' }])
  const [whole] = await open(again!)
  await paid()
  expect([Number(surplus) > 5000, Number(whole) > 5000, await open(again!)]).toEqual([true, true, []])
  await sentBack(made)
  expect(await open(again!)).toEqual([whole])
})
