import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerTask, brokenLaws, orderStatus, passAll, payOutTheSameEveryDay } from '../../testing/financing.ts'
import { aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await payOutTheSameEveryDay(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const detail = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const pay = (id: string, bankRef: string, valueDate = day) =>
  portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef } })
const cameBack = (id: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, { body: { id, returnedOn: day, reason: 'Sent back by the bank' } })
const statusOf = (id: string) => orderStatus(portal, id)

/** A funding whose file was handed out on Monday and declared void; it failed, and waits in approval for another day. */
async function pricedAnew(product: 'purchaseInAdvance' | 'purchaseInArrears') {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  const sentOn = day
  const { id: orderId } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [await aConfirmedInvoice(portal)], {
      fundingDate: day,
      financingProductId: portal.world.products[product],
    }),
  )
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no', 'amount']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  const file = await aFileTaken(portal, payment.id)
  await portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: file.id, reason: 'Not at the bank' } })
  await portal.ask(seats().settlement3, paymentCalls.fail, { body: { id: payment.id, reason: 'Not at the bank' } })
  await closeDays(2)
  await instruct(payment.id)
  const bankPaid = async () =>
    expect(await readReport(portal, bankReport(file.no, bankLine(payment.no, 'ACSC')))).toMatchObject({ counts: { CONFLICT: 1 } })
  return { ...payment, orderId, sentOn, bankPaid, fileId: file.id }
}

describe('a payment that the bank has at the amount before it was priced anew', () => {
  test('is not passed; once the money is back it is sent at its new amount', async () => {
    const { id, no, orderId, amount, bankPaid } = await pricedAnew('purchaseInAdvance')
    await bankPaid()
    expect(Number((await detail(id)).amount)).not.toBe(Number(amount))
    expect((await refusalOf(passAll(portal, no, 'PAYMENT'))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
    await answerTask(portal, seats().elmChecker, { businessId: id, reviewType: 'REJECTED', comment: 'Paid before' })
    expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
    expect((await detail(id)).operations).toContain('TAKE_BACK')
    expect(await cameBack(id)).toEqual({ status: 'FAILED' })
    await instruct(id)
    await passAll(portal, no, 'PAYMENT')
    expect((await aFileTaken(portal, id)).content).toContain(`<EndToEndId>${no}-2</EndToEndId>`)
    while (day < (await detail(id)).dueDate!) await closeDays(1)
    await pay(id, 'ANEW-1')
    expect(await statusOf(orderId)).toBe('FUNDED')
  })

  test('is offered for instruction as the call takes it: not before the money is back', async () => {
    const { id, no, bankPaid } = await pricedAnew('purchaseInAdvance')
    await answerTask(portal, seats().settlement2, { businessId: id, reviewType: 'REJECTED', comment: 'Not yet' })
    const offered = async () => {
      const { operations } = await portal.ask(seats().settlement, paymentCalls.detail, { body: { id } })
      const { list } = await portal.ask(seats().settlement, listCalls(paymentList).pageList, { body: { filterFields: { no } } })
      expect(list?.map((row) => row.operations)).toEqual([operations])
      return operations.includes('INSTRUCT')
    }
    expect(await offered()).toBe(true)
    await bankPaid()
    expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
    expect(await offered()).toBe(false)
    await cameBack(id)
    expect(await offered()).toBe(true)
    await instruct(id)
  })

  test('is not recorded as paid where it was passed before the bank reported', async () => {
    const { id, no, orderId, bankPaid } = await pricedAnew('purchaseInAdvance')
    await passAll(portal, no, 'PAYMENT')
    await bankPaid()
    expect((await refusalOf(pay(id, 'ANEW-2'))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
    const { operations } = await detail(id)
    expect([operations.includes('PAID'), operations.includes('TAKE_BACK')]).toEqual([false, true])
    await cameBack(id)
    expect(await statusOf(orderId)).toBe('RIGHT_CONFIRMED')
    await instruct(id)
    await passAll(portal, no, 'PAYMENT')
  })

  test('stands in its file at the amount and on the account that the file sent', async () => {
    const { id, amount, fileId } = await pricedAnew('purchaseInAdvance')
    const other = '999988887777'
    await portal.look(async (tx) => {
      const { toAccountId } = await tx.selectFrom('payment').select('toAccountId').where('id', '=', id).executeTakeFirstOrThrow()
      await tx.updateTable('bankAccount').set({ bankAccount: other }).where('id', '=', toAccountId).execute()
    })
    const { batches, totals } = await portal.ask(seats().settlement, paymentFileCalls.detail, { body: { id: fileId } })
    const sent = Number(amount).toFixed(2)
    expect(batches).toMatchObject([{ total: sent, items: [{ paymentId: id, amount: sent }] }])
    expect(totals).toBe(`USD ${sent}`)
    expect(batches[0]!.items[0]!.payeeAccount).toMatch(/0001$/)
  })

  test('is taken back by nobody while the bank has it at its own amount, or not at all', async () => {
    const { id, no } = await pricedAnew('purchaseInAdvance')
    await passAll(portal, no, 'PAYMENT')
    expect((await detail(id)).operations).not.toContain('TAKE_BACK')
    expect((await refusalOf(cameBack(id))).error).toBe('PAYMENT_IS_INSTRUCTED')
  })
})

test.each(['PASSED', 'REJECTED'] as const)(
  'what the bank paid before it was instructed again is recorded on its day, whether its approver has %s it',
  async (answer) => {
    const { id, no, orderId, sentOn, bankPaid } = await pricedAnew('purchaseInArrears')
    await bankPaid()
    if (answer === 'PASSED') await passAll(portal, no, 'PAYMENT')
    else await answerTask(portal, seats().settlement2, { businessId: id, reviewType: answer, comment: 'Paid before' })
    expect((await refusalOf(pay(id, `DAY-${no}`, addDays(sentOn, -1)))).data.fields).toMatchObject([
      { message: 'VALUE_DATE_BEFORE_INSTRUCTION', params: { instructedOn: sentOn } },
    ])
    await pay(id, `DAY-${no}`, sentOn)
    const nights = await portal.look((tx) =>
      tx.selectFrom('interestAccrual').select('accrualDate').where('orderId', '=', orderId).orderBy('accrualDate').execute(),
    )
    expect(nights.map((one) => one.accrualDate)).toEqual([sentOn, addDays(sentOn, 1)])
  },
)
