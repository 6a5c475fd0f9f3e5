import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aFundedOrder,
  answerTask,
  aRepayment,
  balanceIn,
  billBuyers,
  brokenLaws,
  passAll as payAll,
  takeBack,
} from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
})
afterAll(() => portal.close())

const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const billOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('feeBill').select(['amount', 'openAmount']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
const refundOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', orderId).where('type', '=', 'REFUND').executeTakeFirstOrThrow(),
  )

const adjust = async (id: string, delta: string) => {
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, { body: { id, delta, reason: 'Agreed' } })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
}

/** An order whose buyer has paid its invoice and its bill, and was credited 40.00 of the fee since. */
async function aCreditedFee() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select(['id', 'amount', 'tax'])
      .where('orderId', '=', orderId)
      .where('payer', '=', 'BUYER')
      .executeTakeFirstOrThrow(),
  )
  const receipt = await aRepayment(portal, orderId, (100_000 + Number(fee.amount) + Number(fee.tax)).toFixed(2))
  await adjust(fee.id, '-40.00')
  const refund = await refundOf(orderId)
  expect(refund).toMatchObject({ status: 'DRAFT', amount: '42.4000' })
  return { orderId, receipt, refund }
}

test('the refund of a credited fee ends with the receipt that had paid the fee', async () => {
  const { orderId, receipt, refund } = await aCreditedFee()
  await takeBack(portal, receipt)
  const { status } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: refund.id } })
  const bill = await billOf(orderId)
  expect([status, bill.openAmount, await balance(orderId, 'F2200')]).toEqual(['CANCELLED', bill.amount, '0.00'])
  expect(await balance(orderId, 'F1230')).toBe(Number(bill.amount).toFixed(2))
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, orderId, (100_000 + Number(bill.amount)).toFixed(2))
  expect([(await billOf(orderId)).openAmount, await balance(orderId, 'F2200')]).toEqual(['0.0000', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt whose fee was refunded since is not taken back', async () => {
  const { receipt, refund } = await aCreditedFee()
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await payAll(portal, refund.no, 'REFUND')
  const reverse = portal.ask(portal.seats.settlement, repaymentCalls.reverse, { body: { id: receipt.id, reason: 'Returned' } })
  expect((await refusalOf(reverse)).error).toBe('RESERVE_RELEASED')
})

test('a receipt is taken back although a fee that was taken off the advance was refunded since', async () => {
  const { orderId } = await aFundedOrder(portal)
  const [credited, raised] = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('payer', '=', 'SUPPLIER')
      .where('timing', '=', 'FUNDING')
      .orderBy('amount', 'desc')
      .execute(),
  )
  await adjust(raised!.id, '25.00')
  const receipt = await aRepayment(portal, orderId, '60000', { payerRole: 'SUPPLIER' })
  const { allocations } = await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id: receipt.id } })
  expect(allocations.map(({ component, amount }) => `${component} ${amount}`)).toContain('FEE 25.00')
  await adjust(credited!.id, '-40.00')
  const refund = await refundOf(orderId)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await payAll(portal, refund.no, 'REFUND')
  await takeBack(portal, receipt)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt whose fee was refunded by a cancelled payment that the bank has is not taken back until that money is', async () => {
  const { settlement, settlement3 } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('payer', '=', 'SUPPLIER')
      .where('timing', '=', 'FUNDING')
      .orderBy('amount', 'desc')
      .executeTakeFirstOrThrow(),
  )
  await adjust(fee.id, '25.00')
  const receipt = await aRepayment(portal, orderId, '60000', { payerRole: 'SUPPLIER' })
  await adjust(fee.id, '-40.00')
  const { id, no } = await refundOf(orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await payAll(portal, no, 'REFUND')
  const file = await aFileTaken(portal, id)
  await readReport(portal, bankReport(file.no, bankLine(no, 'RJCT', accountClosed)))
  await adjust(fee.id, '40.00')
  const refund = () => portal.ask(settlement, paymentCalls.detail, { body: { id } })
  expect((await refund()).status).toBe('CANCELLED')
  const isReversible = async () =>
    (await portal.ask(settlement, repaymentCalls.detail, { body: { id: receipt.id } })).operations.includes('REVERSE')
  expect(await isReversible()).toBe(true)
  await readReport(portal, bankReport(file.no, bankLine(no, 'ACSC')))
  expect(await refund()).toMatchObject({ status: 'CANCELLED', bankFile: { outcome: 'ACCEPTED' } })
  expect(await isReversible()).toBe(false)
  expect((await refusalOf(takeBack(portal, receipt))).error).toBe('RESERVE_RELEASED')
  const body = { id, returnedOn: openingDay, reason: 'Sent back by the payee' }
  await portal.ask(settlement3, paymentCalls.takeBack, { body })
  expect(await isReversible()).toBe(true)
  await takeBack(portal, receipt)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a fee that is charged again uses up its refund that has not left, and what is left of it stays a refund', async () => {
  const { orderId } = await aFundedOrder(portal)
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select(['id', 'amount', 'tax'])
      .where('orderId', '=', orderId)
      .where('payer', '=', 'SUPPLIER')
      .where('amount', '>', '40')
      .executeTakeFirstOrThrow(),
  )
  const refund = async () => {
    const { status, amount } = await refundOf(orderId)
    return [status, amount, await balance(orderId, 'F1220'), await balance(orderId, 'F2200')]
  }
  await adjust(fee.id, '-40.00')
  expect(await refund()).toEqual(['DRAFT', '40.0000', '0.00', '40.00'])
  await adjust(fee.id, '25.00')
  expect(await refund()).toEqual(['DRAFT', '15.0000', '0.00', '15.00'])
  await adjust(fee.id, '16.00')
  expect(await refund()).toEqual(['CANCELLED', '15.0000', '1.00', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
})

test.each(['FAILED', 'REJECTED'] as const)(
  'a refund that is %s after its fee was charged again pays that fee first, and is sent again for what is left',
  async (outcome) => {
    const { settlement, settlement2, settlement3 } = portal.seats
    const { orderId } = await aFundedOrder(portal)
    const fee = await portal.look((tx) =>
      tx
        .selectFrom('orderFee')
        .select('id')
        .where('orderId', '=', orderId)
        .where('payer', '=', 'SUPPLIER')
        .where('amount', '>', '40')
        .executeTakeFirstOrThrow(),
    )
    await adjust(fee.id, '-40.00')
    const { id, no } = await refundOf(orderId)
    await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
    if (outcome === 'FAILED') await payAll(portal, no, 'REFUND')
    await adjust(fee.id, '25.00')
    const standing = async () => {
      const { status, amount } = await portal.ask(settlement, paymentCalls.detail, { body: { id } })
      return [status, amount, await balance(orderId, 'F1220'), await balance(orderId, 'F2200')]
    }
    expect((await standing()).slice(1)).toEqual(['40.00', '25.00', '40.00'])
    if (outcome === 'FAILED') await portal.ask(settlement3, paymentCalls.fail, { body: { id, reason: 'Account closed' } })
    else await answerTask(portal, settlement2, { businessId: id, reviewType: outcome, comment: 'Its fee is charged again' })
    expect(await standing()).toEqual([outcome === 'FAILED' ? 'FAILED' : 'DRAFT', '15.00', '0.00', '15.00'])
    expect(await brokenLaws(portal)).toEqual([])
  },
)
