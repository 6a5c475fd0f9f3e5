import type { PaymentStatus } from '@usance/domain/states/payment'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInstructedPayment, answerTask, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const seats = () => portal.seats
const payment = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const make = (id: string) => portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } })
const fail = (id: string) => portal.ask(seats().settlement3, paymentCalls.fail, { body: { id, reason: 'Not at the bank' } })
const takeBack = (id: string, named: { file?: string } = {}) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Not at the bank', ...named },
  })
const markPaid = (id: string, no: string) =>
  portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `SAID-${no}` } })
const told = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('notification')
      .select('event')
      .where('userId', '=', seats().settlement.userId)
      .where('objectId', '=', id)
      .where('event', 'in', ['PAYMENT_WITH_BANK_AFTER_ALL', 'PAYMENT_REPORT_UNCLEAR', 'PAYMENT_WITH_BANK_CANCELLED'])
      .execute()
    return rows.map(({ event }) => event)
  })
const transfers = (paymentId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('paymentFileItem')
      .select(['status', 'bankStatus', 'reportedAt'])
      .where('paymentId', '=', paymentId)
      .orderBy('createdAt')
      .execute(),
  )

type Sent = { id: string; no: string; orderId: string }

/** How an instructed payment gets into each state. */
const into: Record<PaymentStatus, (sent: Sent) => Promise<unknown>> = {
  INSTRUCTED: () => Promise.resolve(),
  PAID: ({ id, no }) => markPaid(id, no),
  FAILED: ({ id }) => fail(id),
  IN_APPROVE: async ({ id }) => {
    await fail(id)
    await instruct(id)
  },
  DRAFT: async (sent) => {
    await into.IN_APPROVE(sent)
    await answerTask(portal, seats().settlement2, { businessId: sent.id, reviewType: 'REJECTED' })
  },
  CANCELLED: async ({ id, orderId }) => {
    await fail(id)
    await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
  },
}
const states: readonly PaymentStatus[] = ['DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'PAID', 'FAILED', 'CANCELLED']
const live: readonly PaymentStatus[] = ['INSTRUCTED', 'PAID']

const otherAmount = '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.00</InstdAmt></Amt></OrgnlTxRef>'
const sayings = {
  settled: (no: string) => line(no, 'ACSC'),
  pending: (no: string) => line(no, 'PDNG'),
  refused: (no: string) => line(no, 'RJCT', accountClosed),
  contradicted: (no: string) => line(no, 'RJCT', accountClosed) + line(no, 'ACSC'),
  'of another amount': (no: string) => line(no, 'ACSC', otherAmount),
}
type Saying = keyof typeof sayings
const said = Object.keys(sayings) as Saying[]

const cells = [
  ...live.flatMap((state) => said.map((saying) => ({ state, saying, file: 'live' as const }))),
  ...states.flatMap((state) => said.map((saying) => ({ state, saying, file: 'void' as const }))),
  ...said.map((saying) => ({ state: 'PAID' as const, saying, file: 'let go' as const })),
]
type Cell = (typeof cells)[number]

/** What is declared to follow. */
function declared({ state, saying, file }: Cell): { result: string; status: PaymentStatus } {
  if (saying === 'refused')
    return state === 'PAID'
      ? { result: 'CONFLICT', status: state }
      : { result: 'REJECTED', status: file === 'live' ? 'FAILED' : state }
  const status = state === 'FAILED' || state === 'DRAFT' ? 'INSTRUCTED' : state
  const isExpected = file === 'live'
  if (saying === 'settled' && isExpected) return { result: 'ACCEPTED', status }
  if (saying === 'pending' && isExpected) return { result: 'PENDING', status }
  return { result: 'CONFLICT', status }
}

/** All that one tries to have a payment sent once more; what is refused is refused. */
async function tryToSend({ id, no }: Sent) {
  const pass = () => passAll(portal, no, 'PAYMENT')
  for (const act of [pass, () => fail(id), () => instruct(id), pass, () => make(id)]) await act().catch(() => undefined)
}

describe.each(cells)('a payment $state whose file is $file, $saying by the bank', (cell) => {
  test('changes as declared, or is left to a person whom settlement hears of, and goes out once', async () => {
    const { payment: drafted, orderId } = await anInstructedPayment(portal)
    const sent = { id: drafted.id, no: drafted.no, orderId }
    const file = await aFileTaken(portal, sent.id)
    if (cell.file === 'void')
      await portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: file.id, reason: 'Never arrived' } })
    if (cell.file === 'let go') {
      await into.IN_APPROVE(sent)
      await passAll(portal, sent.no, 'PAYMENT')
    }
    await into[cell.state](sent)
    const { result, status } = declared(cell)
    const isLeft = result === 'CONFLICT'

    const text = report(file.no, sayings[cell.saying](sent.no))
    expect(await readReport(portal, text)).toMatchObject({ rows: [{ no: sent.no, result }] })
    expect(await payment(sent.id)).toMatchObject({ status })
    expect(await told(sent.id)).toHaveLength(isLeft ? 1 : 0)
    expect(await transfers(sent.id)).toMatchObject([{ bankStatus: expect.any(String), reportedAt: expect.any(String) }])
    // The same once more tells nobody.
    for (const again of [text, `${text}\n`]) await readReport(portal, again)
    expect(await told(sent.id)).toHaveLength(isLeft ? 1 : 0)
    if (cell.state === 'PAID' && isLeft) expect(await payment(sent.id)).toMatchObject({ bankFile: { isUnclear: true } })

    await tryToSend(sent)
    const mayBeOut = cell.saying !== 'refused' || isLeft
    const once = mayBeOut || cell.state === 'CANCELLED' ? 1 : 2
    expect(await transfers(sent.id)).toHaveLength(once)
    if (!isLeft) return
    const { operations } = await payment(sent.id)
    const isOver = cell.state === 'PAID' || cell.state === 'CANCELLED'
    expect(operations).toEqual(expect.arrayContaining(isOver ? ['TAKE_BACK'] : ['PAID', 'TAKE_BACK']))
    if (cell.state === 'PAID' && cell.file !== 'live') {
      // It was recorded by hand: the transfer may be a second movement.
      expect((await refusalOf(takeBack(sent.id))).data.fields).toMatchObject([{ message: 'TRANSFER_NOT_NAMED' }])
      expect(await takeBack(sent.id, { file: file.no })).toEqual({ status: 'PAID' })
    }
    await takeBack(sent.id)
    if (cell.state === 'CANCELLED') return
    await tryToSend(sent)
    expect(await transfers(sent.id)).toHaveLength(2)
  })
})

describe.each(states)('a payment %s that no file holds', (state) => {
  test('is left as it is by the report on another file, and settlement hears of what the bank may have', async () => {
    const { payment: other } = await anInstructedPayment(portal)
    const file = await aFileTaken(portal, other.id)
    const { payment: drafted, orderId } = await anInstructedPayment(portal)
    const sent = { id: drafted.id, no: drafted.no, orderId }
    await into[state](sent)
    let heard = 0
    for (const saying of said) {
      const { rows } = await readReport(portal, report(file.no, sayings[saying](sent.no)))
      expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['UNKNOWN']))
      heard += saying === 'refused' ? 0 : 1
      expect(await told(sent.id)).toHaveLength(heard)
      expect(await payment(sent.id)).toMatchObject({ status: state, bankFile: null })
    }
  })
})

test('a payment whose file or batch alone the bank has spoken of is not declared failed', async () => {
  for (const status of ['RCVD', 'PART', 'PDNG', 'ACCP']) {
    const { payment: sent } = await anInstructedPayment(portal)
    const file = await aFileTaken(portal, sent.id)
    await readReport(portal, report(file.no, '', `<GrpSts>${status}</GrpSts>`))
    expect(await refusalOf(fail(sent.id))).toMatchObject({ error: 'PAYMENT_WITH_BANK', data: { no: file.no } })
    expect((await payment(sent.id)).operations).not.toContain('FAIL')
    // What the file is said to be on its way says nothing of a transfer that was refused.
    await readReport(portal, report(file.no, line(sent.no, 'RJCT', accountClosed)))
    await readReport(portal, report(file.no, '', '<GrpSts>PART</GrpSts>'))
    expect(await payment(sent.id)).toMatchObject({ status: 'FAILED' })
  }
})

test('a refusal inside a file that the bank reports as settled is left to a person', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, sent.id)
  const text = report(file.no, line(sent.no, 'RJCT', accountClosed), '<GrpSts>ACSC</GrpSts>')
  expect(await readReport(portal, text)).toMatchObject({ counts: { CONFLICT: 1, REJECTED: 0 } })
  expect(await payment(sent.id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { isUnclear: true } })
  expect((await refusalOf(fail(sent.id))).error).toBe('PAYMENT_WITH_BANK')
  await markPaid(sent.id, sent.no)
  expect(await payment(sent.id)).toMatchObject({ bankFile: { isUnclear: false } })
})

test('the books hold after all that the bank has said', async () => {
  expect(await brokenLaws(portal)).toEqual([])
})
