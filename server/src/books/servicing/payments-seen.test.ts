import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { financingPaymentList, releaseRefundList } from '@usance/wire/payment/list'
import { reportCalls } from '@usance/wire/report/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { doneTaskList, openTaskList, ownApprovalList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { aConfirmedOrder, aDraftedPayment, answerTask, passAll } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Its partner reads the orders of a supplier.
  await introduce(portal)
})
afterAll(() => portal.close())

const detail = (seat: Seat, id: string) => portal.ask(seat, paymentCalls.detail, { body: { id } })
const history = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'PAYMENT' } })
const said = async (seat: Seat, no: string) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: `What is the status of ${no}?` } as never })).text
const cashOf = async (seat: Seat) =>
  (await portal.ask(seat, reportCalls.cashflow, { body: { currency: 'USD', step: 'WEEK' } })).rows

test('a funding is told to its payee once the bank has it: by list, page, order, history, cash flow and assistant alike', async () => {
  const { alderMaker, alderChecker, elmChecker, settlement } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  const { orderNo } = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: orderId } })
  const ofOrder = async (seat: Seat) =>
    (await portal.ask(seat, financeOrderCalls.fundingInfo, { params: { id: orderId } })).payments.map(({ no }) => no)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } as never })

  const { list } = await portal.ask(alderMaker, listCalls(financingPaymentList).pageList, { body: {} })
  expect(list).toEqual([])
  expect((await refusalOf(detail(alderMaker, payment.id))).error).toBe('NOT_FOUND')
  expect((await refusalOf(history(alderChecker, payment.no))).error).toBe('NOT_FOUND')
  expect(await ofOrder(alderMaker)).toEqual([])
  expect(await said(alderMaker, payment.no)).toContain('I find no payment')
  const expected = await cashOf(alderMaker)
  expect(expected.filter(({ kind }) => kind === 'DRAWING').map(({ no }) => no)).toEqual([orderNo])
  expect(expected.map(({ no }) => no)).not.toContain(payment.no)
  // Who pays reads it from its draft on.
  expect((await detail(elmChecker, payment.id)).status).toBe('IN_APPROVE')
  expect((await history(elmChecker, payment.no)).businessNo).toBe(payment.no)
  expect(await ofOrder(elmChecker)).toEqual([payment.no])

  await passAll(portal, payment.no, 'PAYMENT')
  expect((await detail(alderMaker, payment.id)).status).toBe('INSTRUCTED')
  expect((await history(alderChecker, payment.no)).businessNo).toBe(payment.no)
  expect(await ofOrder(alderMaker)).toEqual([payment.no])
  const told = await cashOf(alderMaker)
  expect(told.map(({ no }) => no)).toContain(payment.no)
  expect(told.filter(({ kind }) => kind === 'DRAWING')).toEqual([])
})

test('a funding in approval is told to nobody for having entered or verified the account that it is paid to', async () => {
  const { alderDirector, risk, settlement, settlement2, elmChecker } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const { id, no } = await aDraftedPayment(portal, orderId)
  await portal.look((tx) =>
    tx
      .updateTable('bankAccount')
      .set({ createdBy: alderDirector.userId, verifiedBy: risk.userId })
      .where('companyId', '=', portal.world.companies.alder)
      .execute(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  const { makerIds } = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('makerIds').where('businessId', '=', id).executeTakeFirstOrThrow(),
  )
  expect(makerIds).toEqual(expect.arrayContaining([alderDirector.userId, risk.userId]))
  await answerTask(portal, settlement2, { businessId: id, reviewType: 'PASSED' })
  for (const seat of [alderDirector, risk]) {
    expect((await refusalOf(history(seat, no))).error).toBe('NOT_FOUND')
    expect((await refusalOf(factsTo(portal, seat, no, 'PAYMENT'))).error).toBe('NOT_FOUND')
    expect((await refusalOf(detail(seat, id))).error).toMatch(/^(NOT_FOUND|FORBIDDEN)$/)
    for (const list of [openTaskList, doneTaskList, ownApprovalList]) {
      const { list: rows } = await portal.ask(seat, listCalls(list).pageList, { body: {} })
      expect(rows?.map(({ businessNo }) => businessNo)).not.toContain(no)
    }
  }
  // Who submitted it, who decided in it and who is asked now read it.
  for (const seat of [settlement, settlement2, elmChecker]) {
    expect((await history(seat, no)).businessNo).toBe(no)
    expect(await factsTo(portal, seat, no, 'PAYMENT')).toMatchObject({ paymentType: 'FUNDING' })
  }
})

test('the right to one list of payments stands in for no other', async () => {
  const { bd, settlement } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const funding = await aDraftedPayment(portal, orderId)
  expect((await detail(bd, funding.id)).no).toBe(funding.no)
  await portal.look((tx) => tx.updateTable('payment').set({ type: 'RELEASE' }).where('id', '=', funding.id).execute())
  const releases = portal.ask(bd, listCalls(releaseRefundList).pageList, { body: {} })
  expect((await refusalOf(releases)).error).toBe('FORBIDDEN')
  expect((await refusalOf(detail(bd, funding.id))).error).toBe('NOT_FOUND')
  expect(await said(bd, funding.no)).toContain('I find no payment')
  expect((await detail(settlement, funding.id)).type).toBe('RELEASE')
})

test('account numbers are whole for their owner, for who pays and for the staff who pay or check', async () => {
  const { alderMaker, elmChecker, settlement, bd } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  await passAll(portal, payment.no, 'PAYMENT')
  const payee = async (seat: Seat) => (await detail(seat, payment.id)).payee?.payeeAcctNo
  const whole = await payee(alderMaker)
  expect(whole).toMatch(/^\d+$/)
  expect((await detail(alderMaker, payment.id)).payee?.payeeCurrency).toBe('USD')
  expect([await payee(elmChecker), await payee(settlement)]).toEqual([whole, whole])
  expect(await payee(bd)).toBe(`•••• ${whole!.slice(-4)}`)
})
