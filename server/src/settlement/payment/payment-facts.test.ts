import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { aConfirmedOrder, aDraftedPayment, aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('each reader of a payment in approval reads beside the decision the figures and accounts that its page shows them', async () => {
  const { settlement, settlement2, elmChecker, auditor } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const { id, no } = await aDraftedPayment(portal, orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  const numbers = []
  for (const seat of [settlement2, elmChecker, auditor]) {
    const page = await portal.ask(seat, paymentCalls.detail, { body: { id } })
    const account = (one: typeof page.payee) =>
      `${one?.payeeName} | ${one?.payeeBankNameEn ?? one?.payeeBankName} | ${one?.payeeAcctNo} · ${one?.payeeBankNo}`
    expect(await factsTo(portal, seat, no, 'PAYMENT')).toEqual({
      paymentType: 'FUNDING',
      amount: `${page.amount} USD`,
      valueDate: page.timing!.executionDate,
      payee: page.payeeName,
      payeeAccount: account(page.payee),
      funder: page.funderName,
      fromAccount: account(page.payer),
      order: page.orderNo,
      makeUp: page.makeUp.map((line) => `${line.label} | ${line.amount} USD`),
    })
    numbers.push(page.payee!.payeeAcctNo)
  }
  expect(numbers.some((number) => number.startsWith('••••'))).toBe(true)
  expect(numbers.some((number) => !number.startsWith('••••'))).toBe(true)
})

test('of a release the invoices whose reserve it pays out are read, of a refund its payee', async () => {
  const { settlement, settlement2, elmChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  const due = addDays(openingDay, 10)
  await runEndOfDay(portal.app, { through: addDays(due, -1) })
  const repayment = await aRepayment(portal, orderId, '100500', { valueDate: due })
  await runEndOfDay(portal.app, { through: addDays(due, 5) })
  const release = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  for (const { id, no, type } of [
    { ...release, type: 'RELEASE' },
    { ...refund, type: 'REFUND' },
  ]) {
    await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
    for (const seat of [settlement2, elmChecker]) {
      const page = await portal.ask(seat, paymentCalls.detail, { body: { id } })
      const facts = await factsTo(portal, seat, no, type)
      expect(facts).toMatchObject({ paymentType: type, amount: `${page.amount} USD`, payee: page.payeeName })
      expect(facts.releases ?? []).toEqual(page.releases.map((line) => `${line.docNo} | ${line.amount} USD`))
      expect(facts.releases !== undefined).toBe(type === 'RELEASE')
    }
  }
})
