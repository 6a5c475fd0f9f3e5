import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { mostAlike, repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sendProviderMessage } from '../../testing/provider-message.ts'
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

const record = (facts: { amount: string; currency?: string; rawText?: string; payerName?: string; valueDate?: string }) =>
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

/** What lines of a list become, each of an amount and a text, and what they name. */
async function imported(...lines: { amount: string; text: string; account?: string }[]) {
  const told = lines.map(({ amount, text, account = '' }) => `${day},${amount},,USD,LINE-${++made},${account},${text}\n`)
  const list = Buffer.from(`Date,Credit,Debit,Currency,Reference,Payer account,Description\n${told.join('')}`)
  const { data } = await uploadAs(portal, portal.seats.settlement, 'lines.csv', list)
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
  const { rows } = await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
  return rows.map(({ state, reason, no }) => [state, reason, no])
}
const less = (amount: string, charges: number) => (Number(amount) - charges).toFixed(2)

test('a return of another amount is named by the number of its payment or by its bank reference, and a statement does not book it', async () => {
  const [paid, second] = [await aPaidOrder(), await aPaidOrder()]
  const [bankRef, spread] = [`FT25/077-91${made}`, `FT 25 0779 1${made}`]
  await takeBack(paid)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: paid.id } })
  await passAll(portal, paid.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id: paid.id, valueDate: day, bankRef } })
  const both = (Number(paid.amount) + Number(second.amount)).toFixed(2)
  const texts: [string, string, Paid[]][] = [
    [less(paid.amount, 15), `RETURN OF YOUR PAYMENT REF ${bankRef} ACCOUNT CLOSED CHARGES 15.00`, [paid]],
    [less(paid.amount, 16), `RETURN OF YOUR PAYMENT REF:${spread} CHARGES 16.00`, [paid]],
    // The reference of a transfer that came back before stands at no payment any more.
    [less(paid.amount, 17), `RTN ${paid.bankRef} CHARGES 17.00`, [paid]],
    [both, `RETURN ${paid.no} ${second.no}`, [paid, second]],
    [less(paid.amount, -0.55), `RETURN ${paid.no} INCL INTEREST 0.55`, [paid]],
    [less(paid.amount, 18), 'RETURN OF YOUR PAYMENT REF FT25 CHARGES 18.00', []],
  ]
  for (const [amount, rawText, named] of texts) {
    const numbers = named.map(({ no }) => no)
    const receipt = await record({ amount, rawText, payerName: 'Elm Correspondent Bank' })
    expect(receipt.maybeReturnOf.map(({ no }) => no)).toEqual(numbers)
    const { maybeReturnOf } = await portal.ask(portal.seats.settlement, repaymentCalls.candidates, {
      body: { collectionId: receipt.id },
    })
    expect(maybeReturnOf.map(({ no }) => no)).toEqual(numbers)
    if (named.length > 0) {
      const payments = numbers.join(', ')
      expect(await faultOf(match(receipt, { ...paid, amount: '1.00' }))).toMatchObject({ params: { payments } })
      expect(await faultOf(takeBack(paid))).toEqual(namesReceipt(receipt))
    }
    await recall(receipt)
  }
  // Each of an amount that no receipt has.
  const lines = texts.map(([amount, text]) => ({ amount: less(amount, 0.01), text }))
  expect(await imported(...lines, { amount: paid.amount, text: `RTN ${bankRef}` })).toEqual([
    ...texts.map(([, , named]) =>
      named.length > 0
        ? ['FAULTY', 'PAYMENT_NAMED', named.map(({ no }) => no).join(', ')]
        : ['BOOKED', null, expect.stringMatching(/^RC-/)],
    ),
    ['FAULTY', 'PAYMENT_NAMED', paid.no],
  ])
})

test('a return is named by what stands in its text in signs of full width, or in the name of its sender', async () => {
  const [paid, second] = [await aPaidOrder(), await aPaidOrder()]
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))
  for (const [{ no, amount }, facts] of [
    [paid, { rawText: wide(`RETURN ${paid.no} CHARGES 15.00`), payerName: 'Elm Correspondent Bank' }],
    [second, { payerName: `RETURN ${second.no}` }],
  ] as const) {
    const receipt = await record({ amount: less(amount, 15), ...facts })
    expect(receipt.maybeReturnOf.map((one) => one.no)).toEqual([no])
    expect(await faultOf(takeBack(no === paid.no ? paid : second))).toEqual(namesReceipt(receipt))
    await recall(receipt)
  }
  expect(await imported({ amount: less(paid.amount, 20), text: wide(`RETURN ${paid.no}`) })).toEqual([
    ['FAULTY', 'PAYMENT_NAMED', paid.no],
  ])
})

test('a return that a statement names in the account of its sender is not booked by it', async () => {
  const paid = await aPaidOrder()
  const lines = [paid.no, paid.bankRef].map((account, at) => ({ amount: less(paid.amount, 25 + at), text: 'RETURN', account }))
  expect(await imported(...lines)).toEqual(lines.map(() => ['FAULTY', 'PAYMENT_NAMED', paid.no]))
})

test('a return that the bank converted is named by the number of its payment, and nothing else of another currency is', async () => {
  const paid = await aPaidOrder()
  const inEuros = (rawText: string) =>
    record({ amount: paid.amount, currency: 'EUR', rawText, payerName: 'Elm Correspondent Bank' })
  await takeBack(paid)
  const converted = await inEuros(`RETURN ${paid.no} ACCOUNT CLOSED XCHG RATE 1.0812`)
  expect(converted.maybeReturnOf.map(({ no }) => no)).toEqual([paid.no])
  expect((await inEuros('RETURN OF YOUR PAYMENT')).maybeReturnOf).toEqual([])
  await recall(converted)
})

test('money of the payment provider names the payment whose reference it bears, whatever its amount', async () => {
  const paid = await aPaidOrder()
  const virtual = await portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'ALDER' },
  })
  const facts = { amount: less(paid.amount, 15), currency: 'USD', bankRef: `RTN/${paid.bankRef}`, valueDate: day }
  const data = { virtualAccount: virtual.number, ...facts }
  const raw = JSON.stringify({ id: `evt-${++made}`, name: 'deposit.settled', data })
  const response = await sendProviderMessage(portal, raw)
  expect(response.json().data.status).toBe('DONE')
  const receipt = await portal.look((tx) =>
    tx.selectFrom('collection').select(['id', 'no']).where('bankRef', '=', facts.bankRef).executeTakeFirstOrThrow(),
  )
  expect(await faultOf(match(receipt, { ...paid, amount: '1.00' }))).toEqual(asksFor(paid))
  expect(await faultOf(takeBack(paid))).toEqual(namesReceipt(receipt))
})
