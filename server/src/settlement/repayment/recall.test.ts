import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt, brokenLaws, passAll, takeBack, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const debited = addDays(openingDay, 1)
let made = 0
const recall = (id: string, facts: { valueDate?: string; bankRef?: string } = {}, seat: Seat = portal.seats.settlement2) =>
  portal.ask(seat, repaymentCalls.recall, {
    body: { id, valueDate: debited, bankRef: `DEBIT-${++made}`, reason: 'The cheque was returned', ...facts },
  })
const statusOf = async (id: string) =>
  (await portal.look((tx) => tx.selectFrom('collection').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
const bookedFor = (id: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ account: string; side: string; amount: string; valueDate: string }>`
      select l.account, l.side, l.amount, l.value_date from posting l join journal j on j.id = l.journal_id
      join payment p on p.id::text = j.source_id where p.collection_id = ${id} order by l.account`.execute(tx)
    return rows
  })

test('a receipt that the bank took back leaves the books on the day of the debit, and nothing is sent to the bank', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const receipt = await aReceipt(portal, '100000')
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'BUYER', parts: [{ orderId, amount: '100000' }] },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  await runEndOfDay(portal.app, { through: addDays(openingDay, 2) })
  expect((await refusalOf(recall(receipt.id))).error).toBe('RECEIPT_IN_USE')
  await takeBack(portal, repayments[0]!)
  expect(await statusOf(receipt.id)).toBe('RECEIVED')

  expect((await refusalOf(recall(receipt.id, {}, portal.seats.settlement))).error).toBe('MAKER_CANNOT_APPROVE')
  for (const valueDate of [addDays(openingDay, -1), addDays(openingDay, 4)])
    expect((await refusalOf(recall(receipt.id, { valueDate }))).data.fields).toMatchObject([
      { field: 'valueDate', message: 'RETURN_DAY' },
    ])
  expect(await recall(receipt.id)).toMatchObject({ status: 'REFUNDED' })
  expect(await statusOf(receipt.id)).toBe('REFUNDED')
  expect(await bookedFor(receipt.id)).toEqual([
    { account: '1010', side: 'C', amount: '100000.0000', valueDate: debited },
    { account: '2900', side: 'D', amount: '100000.0000', valueDate: debited },
  ])
  expect((await refusalOf(recall(receipt.id))).error).toBe('ILLEGAL_TRANSITION')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt whose return is under way is not recorded as taken back beside it', async () => {
  const receipt = await aReceipt(portal, '432.10', { payerName: 'Stray Sender Ltd' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const { id } = await portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
    body: {
      ...{ collectionId: receipt.id, ...toldApart(receipt), payeeName: 'Stray Sender Ltd', reason: 'No order is named' },
      ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
    },
  })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  expect((await refusalOf(recall(receipt.id))).error).toBe('RETURN_UNDER_WAY')
})

test('what was recorded as taken back in error is open again and never goes to the bank', async () => {
  const receipt = await aReceipt(portal, '765.43', { payerName: 'Another Sender Ltd' })
  const { no } = await recall(receipt.id)
  const { id } = await portal.look((tx) => tx.selectFrom('payment').select('id').where('no', '=', no).executeTakeFirstOrThrow())
  await portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: debited, reason: 'The statement was of another account' },
  })
  expect(await statusOf(receipt.id)).toBe('RECEIVED')
  const { status } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })
  expect(status).toBe('CANCELLED')
  expect(await brokenLaws(portal)).toEqual([])
})
