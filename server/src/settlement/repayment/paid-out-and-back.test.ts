import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { releaseRefundList } from '@usance/wire/payment/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll, takeBack } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// The bank takes a receipt back whose reserve and surplus have been paid out.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
type Made = { id: string; no: string }
const settlement = () => portal.seats.settlement
async function paid({ id, no }: Made, flow: 'RELEASE' | 'REFUND') {
  await portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, flow)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
}
const paymentOf = (id: string) => portal.ask(settlement(), paymentCalls.detail, { body: { id } })
const balances = async (orderId: string, ...accounts: string[]) => {
  const { balances: all } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return accounts.map((account) => all.find((one) => one.book + one.account === account)?.balance ?? '0.00')
}
/** What waits of receipts that no order is named for, below zero where payers owe what they got beside it. */
const unmatched = async () => {
  const { rows } = await portal.look((tx) =>
    sql<{ waits: string }>`select coalesce(-sum(balance), 0)::numeric(12, 2)::text as waits from ledger_balance
      where book = 'F' and account = '2900' and order_id = '00000000-0000-0000-0000-000000000000'`.execute(tx),
  )
  return rows[0]!.waits
}
const collectionOf = async (id: string) =>
  (await portal.ask(portal.seats.settlement2, listCalls(collectionList).pageList, { body: { pageSize: 100 } })).list?.find(
    (row) => row.id === id,
  )
const operationsOf = async (id: string) => (await collectionOf(id))?.operations
const bank = async () => {
  const { rows } = await portal.look((tx) =>
    sql<{ stands: string }>`select sum(balance)::numeric(12, 2)::text as stands from ledger_balance
      where book = 'F' and account = '1010'`.execute(tx),
  )
  return Number(rows[0]!.stands)
}

test('the supplier owes the reserve again, the payer its surplus, and the bank stands where its statement does', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await closeDays(28)
  const receipt = await aRepayment(portal, orderId, '100500', { valueDate: day })
  await closeDays(4)
  const refund = await portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: receipt.id } })
  await paid(refund, 'REFUND')
  const release = await portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId } })
  await paid(release, 'RELEASE')
  const released = (await paymentOf(release.id)).amount
  const stood = await bank()

  await takeBack(portal, receipt)
  expect(await balances(orderId, 'F1100', 'F1220', 'F2000', 'F2200')).toEqual(['100000.00', released, '10000.00', '0.00'])
  expect(await paymentOf(refund.id)).toMatchObject({ type: 'RECEIPT_RETURN', status: 'PAID', amount: '500.00', orderNo: null })
  expect(await unmatched()).toBe('100000.00')
  expect(await brokenLaws(portal)).toEqual([])

  await portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
    body: { id: receipt.collectionId, valueDate: day, bankRef: 'CHEQUE-BACK', reason: 'The cheque was returned' },
  })
  expect((stood - (await bank())).toFixed(2)).toBe('100500.00')
  expect(await unmatched()).toBe('-500.00')
  expect(await brokenLaws(portal)).toEqual([])

  // Its bank has the refund, and it is told that it owes the rest again.
  const { rows: cash } = await portal.ask(portal.seats.cedarMaker, reportCalls.cashflow, {
    body: { currency: 'USD', step: 'WEEK' },
  })
  expect(cash.filter(({ no }) => no === refund.no).map(({ direction, amount }) => `${direction} ${amount}`)).toEqual([
    'IN 500.00',
  ])
  const notices = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['params', 'link'])
      .where('event', '=', 'REPAYMENT_REVERSED')
      .where('companyId', '=', portal.world.companies.cedar)
      .execute(),
  )
  expect(notices).toMatchObject([{ params: { no: receipt.no }, link: `/finance/finance-order/${orderId}/detail` }])

  // The payer gives its refund back, and pays its debt.
  await portal.ask(portal.seats.settlement2, paymentCalls.takeBack, {
    body: { id: refund.id, returnedOn: day, reason: 'Paid back by the buyer' },
  })
  expect([(await paymentOf(refund.id)).status, await unmatched()]).toEqual(['CANCELLED', '0.00'])
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  expect(await balances(orderId, 'F1100', 'F1220', 'F2200')).toEqual(['0.00', '0.00', '0.00'])
  await closeDays(1)
})

test('a receipt that was all surplus and was refunded is recorded as taken by the bank once it was taken back', async () => {
  // The first test ends on a Saturday, on which nothing is funded.
  await closeDays(2)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  const twice = await aRepayment(portal, orderId, '100', { valueDate: day })
  const refund = await portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: twice.id } })
  await paid(refund, 'REFUND')
  const stood = await bank()
  await takeBack(portal, twice)
  expect(await paymentOf(refund.id)).toMatchObject({ type: 'RECEIPT_RETURN', status: 'PAID', amount: '100.00' })

  const taken = () =>
    portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
      body: { id: twice.collectionId, valueDate: day, bankRef: 'SECOND-CHEQUE-BACK', reason: 'The cheque was returned' },
    })
  expect(await operationsOf(twice.collectionId)).toContain('RECALL')
  await taken()
  expect((stood - (await bank())).toFixed(2)).toBe('100.00')
  expect(await operationsOf(twice.collectionId)).not.toContain('RECALL')
  expect((await refusalOf(taken())).error).toBe('ILLEGAL_TRANSITION')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt that was all surplus is recorded as taken by the bank too where the bank has its cancelled refund', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  const twice = await aRepayment(portal, orderId, '70', { valueDate: day })
  const refund = await portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: twice.id } })
  await portal.ask(settlement(), paymentCalls.instruct, { body: { id: refund.id } })
  await passAll(portal, refund.no, 'REFUND')
  const file = await aFileTaken(portal, refund.id)
  await readReport(portal, bankReport(file.no, bankLine(refund.no, 'RJCT', accountClosed)))
  await takeBack(portal, twice)
  await readReport(portal, bankReport(file.no, bankLine(refund.no, 'ACSC')))
  expect(await paymentOf(refund.id)).toMatchObject({ type: 'RECEIPT_RETURN', status: 'CANCELLED' })

  const stood = await bank()
  const taken = () =>
    portal.ask(portal.seats.settlement2, repaymentCalls.recall, {
      body: { id: twice.collectionId, valueDate: day, bankRef: 'THIRD-CHEQUE-BACK', reason: 'The cheque was returned' },
    })
  expect(await operationsOf(twice.collectionId)).toContain('RECALL')
  await taken()
  expect((stood - (await bank())).toFixed(2)).toBe('70.00')
  expect(await operationsOf(twice.collectionId)).not.toContain('RECALL')
  expect((await refusalOf(taken())).error).toBe('ILLEGAL_TRANSITION')
})

test('who was refunded money that its bank then took back is told that it owes the refund, and reads so beside it', async () => {
  const { cedarChecker } = portal.seats
  const { list } = await portal.ask(cedarChecker, listCalls(releaseRefundList).pageList, { body: { pageSize: 100 } })
  const owed = list!.filter(({ owedBack }) => owedBack !== null)
  expect(owed).toMatchObject([{ type: 'RECEIPT_RETURN', owedBack: '100.00' }])
  const told = await portal.ask(cedarChecker, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
  expect(told.list.filter(({ event }) => event === 'PAYMENT_OWED_BACK').map(({ params }) => params)).toContainEqual({
    no: owed[0]!.no,
    amount: '100.00',
    currency: 'USD',
  })
  // Its funder reads who owes it, and not that it owes something itself.
  const toFunder = await portal.ask(portal.seats.elmMaker, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
  const said = toFunder.list.filter(({ event }) => event.startsWith('PAYMENT_OWED'))
  expect(said.map(({ event, params }) => ({ event, ...params }))).toContainEqual(
    expect.objectContaining({ event: 'PAYMENT_OWED_TO_FUNDER', no: owed[0]!.no, company: expect.stringMatching(/^Cedar/) }),
  )
  expect(said.map(({ event }) => event)).not.toContain('PAYMENT_OWED_BACK')
})

test('what is owed back of many returns is found by the receipt of each', async () => {
  const plan = await portal.look(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain select from payment t
      where t.collection_id = ${newId()} and t.type = 'RECEIPT_RETURN' and t.status = 'PAID'`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join(' ')
  })
  expect(plan).toContain('payment_returned')
})

test('what is left of a receipt whose surplus was refunded goes back in a return, and more of it in another one', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  const receipt = await aRepayment(portal, orderId, '100300', { valueDate: day })
  const refund = await portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId: receipt.id } })
  await paid(refund, 'REFUND')
  const refunded = (await paymentOf(refund.id)).amount!
  await takeBack(portal, receipt)
  const row = () => collectionOf(receipt.collectionId)
  const rest = (Number('100300') - Number(refunded)).toFixed(2)
  expect(await row()).toMatchObject({ status: 'UNIDENTIFIED', left: rest })
  expect((await row())!.operations).toEqual(expect.arrayContaining(['MATCH', 'RETURN']))

  // A part of the rest pays the order once more; what it leaves is sent back twice at once.
  const { repayments } = await portal.ask(settlement(), repaymentCalls.match, {
    body: { collectionId: receipt.collectionId, payerRole: 'BUYER', parts: [{ orderId, amount: '40000' }] },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  const back = (seat: Seat) =>
    portal.ask(seat, paymentCalls.addReturn, {
      body: {
        ...{ collectionId: receipt.collectionId, payeeName: 'Cedar Retail Inc.', reason: 'Nobody knows what it pays' },
        ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
      },
    })
  const tries = await Promise.allSettled([back(settlement()), back(settlement())])
  const first = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(first).toHaveLength(1)

  // More of the receipt is free meanwhile: it waits until the return under way is over.
  await takeBack(portal, repayments[0]!)
  expect((await row())!.operations).not.toContain('RETURN')
  expect((await refusalOf(back(settlement()))).error).toBe('RETURN_UNDER_WAY')
  await paid(first[0]!, 'REFUND')
  expect(await row()).toMatchObject({ status: 'UNIDENTIFIED', left: '40000.00' })
  expect((await row())!.operations).toContain('RETURN')
  const last = await back(settlement())
  await paid(last, 'REFUND')
  expect(await row()).toMatchObject({ status: 'REFUNDED', left: '0.00' })
  expect((await refusalOf(back(settlement()))).error).toBe('RECEIPT_NOT_TO_RETURN')
  expect([(await paymentOf(first[0]!.id)).amount, (await paymentOf(last.id)).amount]).toEqual([
    (Number(rest) - 40000).toFixed(2),
    '40000.00',
  ])
})
