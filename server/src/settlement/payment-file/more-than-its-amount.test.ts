import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leftOf } from '../../books/servicing/left-of.ts'
import { aFundedOrder, answerTask, aRepayment, brokenLaws, passAll, takeBack as reverse } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll as passTrade } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// The bank has more of a payment than its amount says: it was lowered after its file went out, or went out by two transfers.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

type Made = { id: string; no: string }
const settlement = () => portal.seats.settlement
const settlement3 = () => portal.seats.settlement3
const detail = ({ id }: Made) => portal.ask(settlement3(), paymentCalls.detail, { body: { id } })
const instruct = ({ id }: Made) => portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
const waiting = () => portal.ask(settlement(), paymentCalls.releasable, { body: {} })
const make = ({ id }: Made) => portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [id] } })
const byHand = ({ id, no }: Made) =>
  portal.ask(settlement3(), paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `HAND-${no}` } })
const sentBack = ({ id }: Made, file?: string) =>
  portal.ask(settlement3(), paymentCalls.takeBack, { body: { id, returnedOn: day, reason: 'Sent back by the payee', file } })
const passed = async (made: Made, flow: string) => {
  await instruct(made)
  await passAll(portal, made.no, flow)
  return made
}
/** Why a passed payment is put into no file, whether it is offered as paid, and why it is not recorded so by hand. */
const barred = async (made: Made) => {
  const { payments } = await portal.ask(settlement(), paymentFileCalls.ready, { body: {} })
  const blockedBy = payments.find(({ id }) => id === made.id)?.blockedBy
  const isOffered = (await detail(made)).operations.includes('PAID')
  return [blockedBy, isOffered, (await refusalOf(byHand(made))).error]
}
const ends = {
  'the bank refused': (made: Made, fileNo: string) => readReport(portal, report(fileNo, line(made.no, 'RJCT', accountClosed))),
  'was declared failed': ({ id }: Made) =>
    portal.ask(settlement3(), paymentCalls.fail, { body: { id, reason: 'The bank says nothing' } }),
}
const adjust = async (id: string, delta: string) => {
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, { body: { id, delta, reason: 'Agreed' } })
  await passTrade(portal, no, 'FEE_ADJUSTMENT')
}
/** An order that is paid, so that its reserve may be released. */
async function aReserve() {
  const { orderId } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    faces: ['10000'],
    tenors: [28],
  })
  day = await runEndOfDay(portal.app, { through: addDays(day, 27) })
  const receipt = await aRepayment(portal, orderId, '10500', { valueDate: day })
  day = await runEndOfDay(portal.app, { through: addDays(day, 6) })
  const free = async () => (await waiting()).releases.filter((one) => one.orderId === orderId).map(({ amount }) => Number(amount))
  return { orderId, receipt, free }
}
const feeOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', 'SERVICE').executeTakeFirstOrThrow(),
  )
const drafted = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('payment')
      .select(['id', 'no', 'amount'])
      .where('orderId', '=', orderId)
      .where('type', '=', 'REFUND')
      .where('status', '=', 'DRAFT')
      .executeTakeFirstOrThrow(),
  )

test.each(['the bank refused', 'was declared failed'] as const)(
  'a fee that is credited anew is not refunded beside the refund that %s, which was lowered and is out whole',
  async (end) => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const { id: feeId } = await feeOf(orderId)
    await adjust(feeId, '-40.00')
    const first = await passed(await drafted(orderId), 'REFUND')
    const file = await aFileTaken(portal, first.id)
    await ends[end](first, file.no)
    await adjust(feeId, '25.00')
    await adjust(feeId, '-25.00')
    const second = await passed(await drafted(orderId), 'REFUND')
    await readReport(portal, report(file.no, line(first.no, 'ACSC')))
    expect([await detail(first), await detail(second)]).toMatchObject([
      { status: 'FAILED', amount: '15.00' },
      { status: 'INSTRUCTED', amount: '25.00' },
    ])
    expect(await barred(second)).toEqual(['REFUND_NOT_DUE', false, 'REFUND_NOT_DUE'])
    await sentBack(first)
    expect((await make(second)).files).toHaveLength(1)
  },
)

test('a remittance that was lowered and is out whole is offered for instruction once its money is back', async () => {
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const draft = { funderId: portal.world.companies.elm, currency: 'USD' }
  const made = await passed(await portal.ask(settlement(), paymentCalls.addRemittance, { body: draft }), 'PAYMENT')
  const file = await aFileTaken(portal, made.id)
  await readReport(portal, report(file.no, line(made.no, 'RJCT', accountClosed)))
  await adjust((await feeOf(orderId)).id, '-10.00')
  await instruct(made)
  await answerTask(portal, portal.seats.settlement2, { businessId: made.id, reviewType: 'REJECTED', comment: 'Not yet' })
  const offered = async () => {
    const { operations } = await portal.ask(settlement(), paymentCalls.detail, { body: { id: made.id } })
    const { list } = await portal.ask(settlement(), listCalls(paymentList).pageList, { body: { filterFields: { no: made.no } } })
    expect(list?.map((row) => row.operations)).toEqual([operations])
    return operations.includes('INSTRUCT')
  }
  expect(await offered()).toBe(true)
  await readReport(portal, report(file.no, line(made.no, 'ACSC')))
  expect((await refusalOf(instruct(made))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
  expect(await offered()).toBe(false)
  await sentBack(made)
  expect(await offered()).toBe(true)
  await instruct(made)
})

test('fees are not remitted beside a remittance that was lowered and is out whole, until its money is back', async () => {
  const usd = { funderId: portal.world.companies.elm, currency: 'USD' }
  const owed = async () =>
    (await waiting()).remittances.filter((one) => one.currency === 'USD').map(({ amount }) => Number(amount))
  const draft = () => portal.ask(settlement(), paymentCalls.addRemittance, { body: usd })
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const first = await passed(await draft(), 'PAYMENT')
  const { amount } = await detail(first)
  const file = await aFileTaken(portal, first.id)
  await readReport(portal, report(file.no, line(first.no, 'RJCT', accountClosed)))
  await adjust((await feeOf(orderId)).id, '-106.00')
  await instruct(first)
  expect(Number((await detail(first)).amount)).toBe(Number(amount) - 106)
  await aFundedOrder(portal, { fundingDate: day })
  const [more] = await owed()
  const second = await passed(await draft(), 'PAYMENT')
  await readReport(portal, report(file.no, line(first.no, 'ACSC')))
  await answerTask(portal, portal.seats.settlement2, { businessId: first.id, reviewType: 'REJECTED', comment: 'Paid before' })
  expect([(await detail(first)).status, Number((await detail(second)).amount)]).toEqual(['DRAFT', more])
  expect(await barred(second)).toEqual(['REMITTANCE_NOT_DUE', false, 'REMITTANCE_NOT_DUE'])
  // What waits beside the two is owed once more has come than the bank has.
  await aFundedOrder(portal, { fundingDate: day })
  const [beside] = await owed()
  await sentBack(first)
  expect((await owed())[0]! - beside!).toBe(106)
  expect((await make(second)).files).toHaveLength(1)
})

/** A payment that the bank refused, that was sent again and is paid, before the bank reports that it has paid the first transfer too. */
async function paidTwice(made: Made, flow: 'RELEASE' | 'REFUND') {
  await passed(made, flow)
  const file = await aFileTaken(portal, made.id)
  await readReport(portal, report(file.no, line(made.no, 'RJCT', accountClosed)))
  await passed(made, flow)
  await aFileTaken(portal, made.id)
  await byHand(made)
  return {
    paid: () => readReport(portal, report(file.no, line(made.no, 'ACSC'))),
    back: () => sentBack(made, file.no),
  }
}

test('what went out by two transfers takes its reserve and its receipt twice, until one of them is back', async () => {
  const { orderId, receipt, free } = await aReserve()
  const part = await portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId, amount: '300.00' } })
  const release = await paidTwice(part, 'RELEASE')
  const [left] = await free()
  await release.paid()
  expect(await free()).toEqual([left! - 300])
  await release.back()
  expect(await free()).toEqual([left])

  const refund = await paidTwice(
    await portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: receipt.id } }),
    'REFUND',
  )
  await refund.paid()
  await reverse(portal, receipt)
  const unmatched = () =>
    portal.look(async (tx) => {
      const row = await tx.selectFrom('collection').selectAll().where('id', '=', receipt.collectionId).executeTakeFirstOrThrow()
      return Number((await leftOf(tx, row)).minor) / 100
    })
  expect(await unmatched()).toBe(9_500)
  await refund.back()
  expect(await unmatched()).toBe(10_000)
})

const unclear = {
  'refuses it': (no: string) => line(no, 'RJCT', accountClosed),
  'contradicts itself': (no: string) => line(no, 'RJCT', accountClosed) + line(no, 'ACSC'),
  'names another amount': (no: string) =>
    line(no, 'ACSC', '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.00</InstdAmt></Amt></OrgnlTxRef>'),
}
test('a release that is paid by hand takes its reserve once, whatever unclear the bank says of the file that holds it', async () => {
  const { orderId, free } = await aReserve()
  for (const said of Object.values(unclear)) {
    const release = await passed(
      await portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId, amount: '30.00' } }),
      'RELEASE',
    )
    const file = await aFileTaken(portal, release.id)
    await byHand(release)
    const left = await free()
    await readReport(portal, report(file.no, said(release.no)))
    expect(await detail(release)).toMatchObject({ status: 'PAID', bankFile: { isUnclear: true } })
    expect(await free()).toEqual(left)
  }
})
