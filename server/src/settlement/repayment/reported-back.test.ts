import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  aFundedOrder,
  answerTask,
  aRepayment,
  asOtherMoney,
  brokenLaws,
  passAll,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sendProviderMessage } from '../../testing/provider-message.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// The provider reports that a deposit went back.
let portal: Portal
let virtualAccount: string
beforeAll(async () => {
  portal = await openPortal()
  const seat = portal.seats.settlement
  const { accounts } = await portal.ask(seat, repaymentCalls.accounts, { body: {} })
  const made = await portal.ask(seat, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: accounts[0]!.id, payerCompanyCode: 'CEDAR', idempotencyKey: 'cedars-number' },
  })
  virtualAccount = made.number
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

async function arrive(id: string, name: string, data: object) {
  const raw = JSON.stringify({ id, name, data: { virtualAccount, amount: '1200.50', currency: 'USD', ...data } })
  const response = await sendProviderMessage(portal, raw)
  return response.json().data
}
const deposit = (id: string, more: object = {}) =>
  arrive(id, 'deposit.settled', { bankRef: id, valueDate: openingDay, payerName: 'Cedar Retail Inc', ...more })
const report = (depositId: string, more: object = {}, id = `back-${depositId}`) =>
  arrive(id, 'deposit.reversed', { depositId, ...more })
const receiptOf = async (depositId: string) => {
  const row = await portal.look((tx) =>
    tx
      .selectFrom('collection as c')
      .innerJoin('providerEvent as e', 'e.collectionId', 'c.id')
      .leftJoin('collection as same', 'same.id', 'c.maybeSameAs')
      .select(['c.id', 'c.no', 'c.status', 'c.reversalReportedAt', 'same.id as sameId'])
      .where('e.eventId', '=', depositId)
      .executeTakeFirstOrThrow(),
  )
  return { ...row, maybeSameAs: row.sameId ? { id: row.sameId } : null }
}
type Receipt = Awaited<ReturnType<typeof receiptOf>>
const match = (receipt: Receipt, orderId: string, amount = '1200.50') =>
  asOtherMoney((told) =>
    portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, ...toldApart(receipt), ...told, parts: [{ orderId, amount }] },
    }),
  )
const addReturn = ({ id, ...receipt }: Receipt) =>
  asOtherMoney((told) =>
    portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
      body: {
        ...{ collectionId: id, ...toldApart(receipt), ...told, payeeName: 'Cedar Retail Inc', reason: 'No order is named' },
        ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
      },
    }),
  )
const unidentified = ({ id }: Receipt) =>
  portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', id).execute())
const dismiss = ({ id }: Receipt, seat: Seat = portal.seats.settlement2) =>
  portal.ask(seat, repaymentCalls.dismissReversal, { body: { id, reason: 'The statement shows no debit' } })
const rowOf = async ({ no }: Receipt, seat: Seat = portal.seats.settlement2) =>
  (await portal.ask(seat, listCalls(collectionList).pageList, { body: { pageSize: 100 } })).list!.find((row) => row.no === no)!
const told = async (seat: Seat = portal.seats.settlement) =>
  (await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })).list
    .filter(({ event }) => /REPORTED_BACK|EVENT_REFUSED/.test(event))
    .map(({ event, params, link }) => [event, params.no, link])

test('a deposit that went back is used for nothing, shows it, and is told to settlement, until it is recorded as taken back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await deposit('one')
  expect(await report('one')).toEqual({ status: 'DONE', reason: null })
  const receipt = await receiptOf('one')
  const { error, data } = await refusalOf(match(receipt, orderId))
  expect([error, data.no]).toEqual(['RECEIPT_REPORTED_BACK', receipt.no])
  const row = await rowOf(receipt)
  expect(row.reversalReportedAt).not.toBeNull()
  expect(row.operations).toEqual(['DETAIL', 'RECALL', 'DISMISS'])
  expect(await told()).toEqual([['COLLECTION_REPORTED_BACK', receipt.no, `/repayment/management?no=${receipt.no}`]])
  expect(await told(portal.seats.operations)).toEqual([])
  await unidentified(receipt)
  expect((await refusalOf(addReturn(receipt))).error).toBe('RECEIPT_REPORTED_BACK')
  await portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
    body: { id: receipt.id, valueDate: openingDay, bankRef: 'DEBIT-ONE', reason: 'The payer called it back' },
  })
  expect((await receiptOf('one')).status).toBe('REFUNDED')
  expect((await rowOf(receipt)).reversalReportedAt).toBeNull()
  // The same event once more is known.
  expect((await report('one')).status).toBe('KNOWN')
})

test('a report of another account, amount or currency, or of an unknown deposit, is refused and told', async () => {
  await deposit('two')
  const before = (await told()).length
  for (const [name, more] of [
    ['account', { virtualAccount: 'VA-OTHER' }],
    ['amount', { amount: '1200.49' }],
    ['currency', { currency: 'EUR' }],
  ] as const)
    expect(await report('two', more, `two-${name}`), name).toEqual({ status: 'REFUSED', reason: 'DEPOSIT_DIFFERS' })
  expect(await report('two', { virtualAccount: '\u202e' }, 'two-turned')).toEqual({ status: 'REFUSED', reason: 'BAD_REQUEST' })
  expect(await report('none')).toEqual({ status: 'REFUSED', reason: 'DEPOSIT_UNKNOWN' })
  expect((await receiptOf('two')).reversalReportedAt).toBeNull()
  expect((await told()).length).toBe(before + 5)
})

test('a report that comes before its deposit bars the receipt as soon as it is booked', async () => {
  expect(await report('three')).toEqual({ status: 'REFUSED', reason: 'DEPOSIT_UNKNOWN' })
  expect(await deposit('three')).toEqual({ status: 'DONE', reason: null })
  expect((await receiptOf('three')).reversalReportedAt).not.toBeNull()
})

test('a report that is wrong is dismissed by another person than who recorded the receipt, and the receipt is used again', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await deposit('four')
  await report('four')
  const receipt = await receiptOf('four')
  expect((await refusalOf(dismiss(receipt, portal.seats.operations))).error).toBe('FORBIDDEN')
  expect(await dismiss(receipt)).toEqual({ status: 'RECEIVED' })
  expect((await refusalOf(dismiss(receipt))).error).toBe('ILLEGAL_TRANSITION')
  const { repayments } = await match(receipt, orderId)
  expect(repayments).toHaveLength(1)
  // Another report bars it again, also what is in approval by then.
  expect((await report('four', {}, 'four-again')).status).toBe('DONE')
  expect((await refusalOf(passAll(portal, repayments[0]!.no, 'REPAYMENT'))).error).toBe('RECEIPT_REPORTED_BACK')
})

test('a posted repayment of it is told with a link, and nothing that rests on it leaves until it is taken back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await deposit('five', { amount: '100500.00' })
  const receipt = await receiptOf('five')
  const { repayments } = await match(receipt, orderId, '100500.00')
  const posted = repayments[0]!
  await passAll(portal, posted.no, 'REPAYMENT')
  await report('five', { amount: '100500' })
  expect(await told()).toContainEqual([
    'REPAYMENT_REPORTED_BACK',
    posted.no,
    `/repayment/repaymentDetail?no=${posted.no}&id=${posted.id}`,
  ])
  const detail = (seat: Seat) => portal.ask(seat, repaymentCalls.detail, { body: { id: posted.id } })
  expect((await detail(portal.seats.settlement)).reportedBack).toBe(true)
  expect(await detail(portal.seats.alderMaker)).not.toHaveProperty('reportedBack')
  const refund = await refusalOf(
    portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: posted.id } }),
  )
  expect([refund.error, refund.data.no]).toEqual(['REVERSAL_UNDER_WAY', posted.no])
  await takeBack(portal, posted)
  expect((await receiptOf('five')).status).toBe('RECEIVED')
})

test('a return to the sender that is under way stops', async () => {
  await deposit('six')
  const receipt = await receiptOf('six')
  await unidentified(receipt)
  const { id, no } = await addReturn(receipt)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await report('six')
  expect((await refusalOf(passAll(portal, no, 'REFUND'))).error).toBe('RECEIPT_REPORTED_BACK')
  await dismiss(receipt)
  await passAll(portal, no, 'REFUND')
})

test.each(['a match that its approver sent back', 'a return that is drafted'])(
  '%s ends with what is recorded as taken back',
  async (what) => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
    const name = what.replace(/\W/g, '')
    await deposit(name)
    const receipt = await receiptOf(name)
    if (what.startsWith('a match')) {
      const { repayments } = await match(receipt, orderId)
      const { id } = repayments[0]!
      await answerTask(portal, portal.seats.settlement2, { businessId: id, reviewType: 'REJECTED', comment: 'Which order?' })
    } else {
      await unidentified(receipt)
      await addReturn(receipt)
    }
    await report(name)
    await portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
      body: { id: receipt.id, valueDate: openingDay, bankRef: `BACK-${name}`, reason: 'The deposit went back' },
    })
    expect((await receiptOf(name)).status).toBe('REFUNDED')
  },
)

test('a wrong report on a deposit that had been sent back whole is dismissed as it is offered', async () => {
  await deposit('eight')
  const receipt = await receiptOf('eight')
  await unidentified(receipt)
  const back = await addReturn(receipt)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: back.id } })
  await passAll(portal, back.no, 'REFUND')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: back.id, valueDate: openingDay, bankRef: 'OUT-EIGHT' },
  })
  await report('eight')
  expect((await rowOf(receipt)).operations).toContain('DISMISS')
  expect(await dismiss(receipt)).toEqual({ status: 'REFUNDED' })
  expect((await rowOf(receipt)).operations).not.toContain('DISMISS')
})

test('a deposit that was refunded whole and went back is recorded, though nothing of it is left', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aRepayment(portal, orderId, '100000')
  await deposit('seven')
  const receipt = await receiptOf('seven')
  const { repayments } = await match(receipt, orderId)
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  const refund = await portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: repayments[0]!.id } })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await passAll(portal, refund.no, 'REFUND')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: refund.id, valueDate: openingDay, bankRef: 'OUT-SEVEN' },
  })
  await report('seven')
  await takeBack(portal, repayments[0]!)
  expect((await receiptOf('seven')).status).toBe('REFUNDED')
  expect((await rowOf(receipt)).operations).toEqual(['DETAIL', 'RECALL', 'DISMISS'])
  const recall = (bankRef: string) =>
    portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
      body: { id: receipt.id, valueDate: openingDay, bankRef, reason: 'The deposit went back' },
    })
  await recall('BACK-SEVEN')
  expect((await rowOf(receipt)).operations).not.toContain('RECALL')
  expect((await refusalOf(recall('BACK-SEVEN-2'))).error).toBe('ILLEGAL_TRANSITION')
})
