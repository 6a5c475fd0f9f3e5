import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { mostAlike, repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// A transfer that the bank sent back was recorded as a receipt and at its payment, and paid the order that was paid out again.

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let made = 0
async function aPaidOrder() {
  // Each of an amount of its own.
  const { orderId, payment } = await aFundedOrder(portal, { fundingDate: day, faces: [`${100_000 + 1000 * ++made}`] })
  const { amount, bankRef } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
  return { orderId, ...payment, amount, bankRef: bankRef! }
}
type Paid = Awaited<ReturnType<typeof aPaidOrder>>

const record = (facts: { amount: string; rawText?: string; payerName?: string; valueDate?: string }) =>
  portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `BACK-${++made}`,
      valueDate: day,
      currency: 'USD',
      payerName: 'Alder Textiles Ltd',
      ...facts,
    },
  })
const takeBack = ({ id }: { id: string }, notBookedAs: string[] = []) =>
  portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: day, reason: 'Sent back by the bank', notBookedAs },
  })
async function payAgain({ id, no }: Paid) {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `AGAIN-${++made}` } })
}
const match = (receipt: { id: string }, { orderId, amount }: Pick<Paid, 'orderId' | 'amount'>, notReturnOf: string[] = []) =>
  portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'SUPPLIER', parts: [{ orderId, amount }], notReturnOf },
  })
const recall = (receipt: { id: string }) =>
  portal.ask(portal.seats.settlement3, repaymentCalls.recall, {
    body: { id: receipt.id, valueDate: day, bankRef: `TWICE-${++made}`, reason: 'It is the return of a payment' },
  })
const faultOf = async (work: Promise<unknown>) => (await refusalOf(work)).data.fields[0]
const asksFor = (payment: Paid) => ({ field: 'notReturnOf', message: 'RECEIPT_MAYBE_RETURN', params: { payments: payment.no } })
const namesReceipt = ({ no }: { no: string }) => ({
  field: 'notBookedAs',
  message: 'RETURN_MAYBE_BOOKED',
  params: { receipts: no },
})

test('a transfer that came back and was recorded as a receipt is named when its payment is taken back', async () => {
  const paid = await aPaidOrder()
  const receipt = await record({ amount: paid.amount, rawText: `RETURN ${paid.no} ${paid.bankRef}` })
  expect(receipt.maybeReturnOf).toEqual([{ id: paid.id, no: paid.no, valueDate: day }])
  expect(await faultOf(takeBack(paid))).toEqual(namesReceipt(receipt))
  await recall(receipt)
  expect((await takeBack(paid)).status).toBe('FAILED')
})

test('a receipt that may be the return of a payment taken back pays nothing until somebody says that it is other money, and its approvers read so', async () => {
  const paid = await aPaidOrder()
  const before = await record({ amount: paid.amount, rawText: `RETURN ${paid.no} ${paid.bankRef}` })
  await takeBack(paid, [before.no])
  const after = await record({ amount: paid.amount, rawText: `RTN ${paid.bankRef}`, payerName: 'Elm Correspondent Bank' })
  expect(after.maybeReturnOf.map(({ no }) => no)).toContain(paid.no)
  await payAgain(paid)
  for (const receipt of [before, after]) {
    expect(await faultOf(match(receipt, paid))).toMatchObject({ field: expect.stringMatching(/^not/) })
    const { maybeReturnOf } = await portal.ask(portal.seats.settlement, repaymentCalls.candidates, {
      body: { collectionId: receipt.id },
    })
    expect(maybeReturnOf.map(({ no }) => no)).toContain(paid.no)
  }
  expect(await faultOf(match(before, paid))).toEqual(asksFor(paid))
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', after.id).execute())
  const sentBack = portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
    body: {
      ...{ collectionId: after.id, ...toldApart({ maybeSameAs: after.maybeSameAs }), reason: 'No order is named' },
      ...{ payeeName: 'Alder Textiles Ltd', payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
    },
  })
  expect(await faultOf(sentBack)).toEqual(asksFor(paid))
  const { repayments } = await match(before, paid, [paid.no])
  const { no, id } = repayments[0]!
  const { signs } = await portal.ask(portal.seats.settlement2, workflowCalls.history, { body: { businessNo: no } })
  expect(signs).toEqual([{ code: 'RECEIPT_MAYBE_RETURN', docNo: paid.no, amount: paid.amount, currency: 'USD' }])
  const detail = (seat: typeof portal.seats.settlement2) => portal.ask(seat, repaymentCalls.detail, { body: { id } })
  expect((await detail(portal.seats.elmMaker)).maybeReturnOf?.map((one) => one.no)).toEqual([paid.no])
  const told = await portal.look((tx) =>
    tx
      .selectFrom('auditLog')
      .select(['event', 'after'])
      .where('event', 'in', ['COLLECTION_TOLD_APART', 'PAYMENT_TOLD_APART'])
      .orderBy('at')
      .execute(),
  )
  expect(told).toEqual([
    { event: 'PAYMENT_TOLD_APART', after: { notBookedAs: before.no } },
    { event: 'COLLECTION_TOLD_APART', after: { notReturnOf: paid.no } },
  ])
})

test('of more payments and receipts than anybody can answer for the likeliest are named, and as many answers suffice', async () => {
  const [far, paid] = [await aPaidOrder(), await aPaidOrder()]
  // As if a hundred and twenty more had gone out at its amount, three or four a day.
  await portal.look((tx) =>
    sql`insert into payment (id, no, type, order_id, funder_id, supplier_id, payee_company_id, from_account_id, to_account_id, amount, currency,
        status, bank_ref, instructed_on, value_date)
      select gen_random_uuid(), 'PAY-2099-' || lpad(at::text, 6, '0'), 'RELEASE', order_id, funder_id, supplier_id, payee_company_id,
        from_account_id, to_account_id, amount, currency, status, 'AT-' || at, ${day}::date - at / 4, ${day}::date - at / 4
      from payment p, generate_series(1, 120) as n (at) where p.id = ${paid.id}`.execute(tx),
  )
  const named = 'PAY-2099-000119'
  const receipt = await record({ amount: paid.amount, rawText: `RETURN ${named}` })
  const numbers = receipt.maybeReturnOf.map(({ no }) => no)
  expect(numbers).toHaveLength(mostAlike)
  expect(numbers[0]).toBe(named)
  expect(receipt.maybeReturnOf.slice(1).every(({ valueDate }) => valueDate >= addDays(day, -5))).toBe(true)
  expect(await faultOf(match(receipt, paid))).toMatchObject({ params: { payments: numbers.join(', ') } })
  await match(receipt, { ...far, amount: '1.00' }, numbers)
  const unpaid = { status: 'CANCELLED', valueDate: null, bankRef: null, instructedOn: null } as const
  await portal.look((tx) => tx.updateTable('payment').set(unpaid).where('no', 'like', 'PAY-2099-%').execute())
  const texts = [...Array.from({ length: mostAlike + 4 }, () => 'RETURN'), `RETURN ${paid.no}`]
  const booked: { no: string }[] = []
  for (const rawText of texts) booked.push(await record({ amount: paid.amount, rawText }))
  const asked = await faultOf(takeBack(paid))
  const receipts = String(asked.params.receipts).split(', ')
  expect(asked).toMatchObject({ field: 'notBookedAs', message: 'RETURN_MAYBE_BOOKED' })
  expect(receipts).toHaveLength(mostAlike)
  expect(receipts[0]).toBe(booked.at(-1)!.no)
  expect((await takeBack(paid, receipts)).status).toBe('FAILED')
})

test('the amount of a payment that may come back is a sign from its payee or from nobody known, on its account and for a time', async () => {
  const paid = await aPaidOrder()
  const signs = async (facts: Partial<Parameters<typeof record>[0]>) => {
    const { maybeReturnOf } = await record({ amount: paid.amount, ...facts })
    return maybeReturnOf.map(({ no }) => no).includes(paid.no)
  }
  expect(await signs({})).toBe(true)
  expect(await signs({ payerName: 'Some Bank' })).toBe(true)
  expect(await signs({ payerName: 'Cedar Retail Inc' })).toBe(false)
  expect(await signs({ amount: '6.00' })).toBe(false)
  expect(await signs({ amount: '6.00', rawText: `return of ${paid.no} less charges` })).toBe(true)
  const file = Buffer.from(`Date,Credit,Debit,Currency,Reference,Payer\n${day},${paid.amount},,USD,LINE-1,Alder Textiles Ltd\n`)
  const { data } = await uploadAs(portal, portal.seats.settlement, 'lines.csv', file)
  const { rows } = await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, {
    body: { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string },
  })
  expect(rows.map(({ state, maybeReturnOf }) => [state, maybeReturnOf.map(({ no }) => no).includes(paid.no)])).toEqual([
    ['BOOKED', true],
  ])
  day = await runEndOfDay(portal.app, { through: addDays(day, 30) })
  expect(await signs({})).toBe(false)
})
