import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { aConfirmedOrder, aDraftedPayment, aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
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

test('who decides on a payment reads when the account of its payee changed and from when it may be paid, as long as it is new', async () => {
  const { settlement, settlement2, elmChecker } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const { id, no } = await aDraftedPayment(portal, orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  const { alder: former, elm } = portal.world.accounts
  const entered = (createdAt: string, replacesId: string | null) =>
    portal.look((tx) =>
      tx
        .updateTable('bankAccount')
        .set({ createdAt, coolingUntil: `${addDays(openingDay, -1)}T09:30:00.000Z`, replacesId })
        .where('id', '=', former)
        .execute(),
    )
  const told = async (seat: Seat) => {
    const { accountChanged, accountAdded, payableFrom } = await factsTo(portal, seat, no, 'PAYMENT')
    return { accountChanged, accountAdded, payableFrom }
  }
  const since = `${addDays(openingDay, -3)}T09:30:00.000Z`
  const payableFrom = `${addDays(openingDay, -1)}T09:30:00.000Z`
  await entered(since, elm)
  for (const seat of [settlement2, elmChecker]) expect(await told(seat)).toEqual({ accountChanged: since, payableFrom })
  await entered(since, null)
  for (const seat of [settlement2, elmChecker]) expect(await told(seat)).toEqual({ accountAdded: since, payableFrom })
  await entered(`${addDays(openingDay, -31)}T09:30:00.000Z`, elm)
  for (const seat of [settlement2, elmChecker]) expect(await told(seat)).toEqual({})
})

test('risk, which reads no list of payments, opens the approval of a payment that it is asked to look at, with its facts', async () => {
  const { settlement, settlement2, risk, elmChecker } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const { id, no } = await aDraftedPayment(portal, orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  const body = { businessNo: no, businessType: 'PAYMENT', ifQueryTask: 'YES' as const }
  expect((await refusalOf(portal.ask(risk, workflowCalls.history, { body }))).error).toBe('NOT_FOUND')
  expect((await refusalOf(factsTo(portal, risk, no, 'PAYMENT'))).error).toBe('NOT_FOUND')
  // As when it was submitted out of the ordinary.
  await portal.look(async (tx) => {
    const { steps } = await tx
      .selectFrom('workflowInstance')
      .select('steps')
      .where('businessId', '=', id)
      .executeTakeFirstOrThrow()
    const asked = (steps as { roles: string[]; needed: boolean }[]).map((step) => ({
      ...step,
      needed: step.needed || step.roles.includes('RISK'),
    }))
    await tx
      .updateTable('workflowInstance')
      .set({ steps: JSON.stringify(asked) })
      .where('businessId', '=', id)
      .execute()
  })
  const decide = async (seat: Seat) => {
    const { taskId, currentNode, contentHash } = await portal.ask(seat, workflowCalls.history, { body })
    await portal.ask(seat, workflowCalls.approve, {
      body: {
        businessNo: no,
        nodeName: currentNode!,
        taskId: taskId!,
        reviewType: 'PASSED',
        approvalComments: 'Looked into',
        contentHash,
      },
    })
  }
  await decide(settlement2)
  const page = await portal.ask(elmChecker, paymentCalls.detail, { body: { id } })
  expect(await factsTo(portal, risk, no, 'PAYMENT')).toMatchObject({
    amount: `${page.amount} USD`,
    payee: page.payeeName,
    payeeAccount: expect.stringContaining('••••'),
  })
  await decide(risk)
  await decide(elmChecker)
  expect(await portal.ask(settlement, paymentCalls.detail, { body: { id } })).toMatchObject({ status: 'INSTRUCTED' })
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
