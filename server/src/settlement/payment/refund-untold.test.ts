import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { releaseRefundList } from '@usance/wire/payment/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { bankProofList } from '@usance/wire/report/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aFundedOrder, aReceipt, aRepayment, passAll, takeBack } from '../../testing/financing.ts'
import { aFileTaken } from '../../testing/payment-files.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// Money comes back to a buyer on a financing that it was not told of. It reads its own money, and nothing of the financing.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // An installation may give buyers the slips of the bank too.
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'B', version = version + 1 where permission = 'proof.bank.view'`.execute(tx),
  )
})
afterAll(() => portal.close())

const { pageList } = listCalls(releaseRefundList)
const rowOf = async (seat: Seat, no: string) =>
  (await portal.ask(seat, pageList, { body: { pageSize: 100 } })).list?.find((row) => row.no === no)
const proofsOf = async (seat: Seat) =>
  (await portal.ask(seat, listCalls(bankProofList).pageList, { body: { pageSize: 100 } })).list ?? []
const cashOf = async (seat: Seat) =>
  (await portal.ask(seat, reportCalls.cashflow, { body: { currency: 'USD', step: 'WEEK' } })).rows
const messagesOf = async (seat: Seat) =>
  (await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })).list

/** Settlement sends a drafted payment to the bank, and the bank pays it. */
async function paidOut(id: string): Promise<string> {
  const { no } = await portal.look((tx) => tx.selectFrom('payment').select('no').where('id', '=', id).executeTakeFirstOrThrow())
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'REFUND')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `OUT-${no}` } })
  return no
}
const refundOf = (repaymentId: string) =>
  portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId, ofPool: false } })

/** What nobody of the buyer may read: the order, its funder, and the account of the funder. */
async function secretsOf(orderId: string): Promise<string[]> {
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  const accounts = await portal.look((tx) =>
    tx.selectFrom('bankAccount').select('bankAccount').where('companyId', '=', portal.world.companies.elm).execute(),
  )
  return [orderId, orderNo, 'Elm', portal.world.companies.elm, ...accounts.map(({ bankAccount }) => `• ${bankAccount.slice(-4)}`)]
}

const aQuietOrder = async (): Promise<string> => (await aFundedOrder(portal, { product: 'undisclosed' })).orderId

async function aQuietDrawing(): Promise<string> {
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'DOGWOOD' })
  return (await aFundedDrawing(portal, poolId, '20000.00')).id
}

test.each([
  ['a pool', aQuietDrawing, '30700.00'],
  ['an order', aQuietOrder, '100700.00'],
] as const)('a buyer that paid too much on %s that it was not told of reads its money alone', async (_, aFinancing, paid) => {
  const { cedarMaker, cedarChecker, elmChecker } = portal.seats
  const orderId = await aFinancing()
  const secrets = await secretsOf(orderId)
  const repayment = await aRepayment(portal, orderId, paid)
  const { id } = await refundOf(repayment.id)
  const no = await paidOut(id)
  const withoutSecrets = (answer: unknown) => {
    const text = JSON.stringify(answer)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }

  const row = await rowOf(cedarMaker, no)
  expect(row).toMatchObject({ type: 'REFUND', status: 'PAID', amount: '700.00', currency: 'USD', valueDate: openingDay })
  expect(row).toMatchObject({
    payeeName: 'Cedar Retail Inc',
    bankRef: `OUT-${no}`,
    funderName: null,
    orderNo: null,
    orderId: null,
  })
  withoutSecrets(row)
  const page = await portal.ask(cedarMaker, paymentCalls.detail, { body: { id } })
  expect(page).toMatchObject({ amount: '700.00', payee: { payeeName: 'Cedar Retail Inc' }, payer: null, orderId: null })
  withoutSecrets(page)
  withoutSecrets(await proofsOf(cedarChecker))
  expect((await proofsOf(cedarChecker)).filter((one) => one.no === no)).toMatchObject([
    { amount: '700.00', payerName: null, payeeName: 'Cedar Retail Inc', orderNo: null, orderId: null },
  ])
  withoutSecrets((await cashOf(cedarMaker)).filter((one) => one.done))
  expect((await cashOf(cedarMaker)).filter((one) => one.no === no)).toMatchObject([
    { direction: 'IN', amount: '700.00', link: null },
  ])
  withoutSecrets((await messagesOf(cedarMaker)).filter(({ event }) => event.startsWith('PAYMENT')))
  const history = portal.ask(cedarChecker, workflowCalls.history, { body: { businessNo: no, businessType: 'REFUND' } })
  expect((await refusalOf(history)).error).toBe('NOT_FOUND')
  // Who finances it reads all of it.
  expect(await portal.ask(elmChecker, paymentCalls.detail, { body: { id } })).toMatchObject({
    orderId,
    funderName: 'Elm Trade Bank',
  })
})

test('a buyer reads who pays back what it paid too much on an order that it knows of', async () => {
  const { orderId } = await aFundedOrder(portal)
  const repayment = await aRepayment(portal, orderId, '100700.00')
  const { id } = await refundOf(repayment.id)
  await paidOut(id)
  expect(await portal.ask(portal.seats.cedarMaker, paymentCalls.detail, { body: { id } })).toMatchObject({
    orderId,
    funderName: 'Elm Trade Bank',
  })
})

test('why a refund failed is told to its funder, and not to a buyer that knows nothing of the financing', async () => {
  const { settlement, settlement3, cedarMaker, elmMaker } = portal.seats
  const repayment = await aRepayment(portal, await aQuietOrder(), '100700.00')
  const { id } = await refundOf(repayment.id)
  const { no } = await portal.look((tx) => tx.selectFrom('payment').select('no').where('id', '=', id).executeTakeFirstOrThrow())
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'REFUND')
  await portal.ask(settlement3, paymentCalls.fail, { body: { id, reason: 'Elm Bank has no cover for the order.' } })
  const told = async (seat: Seat) =>
    (await messagesOf(seat)).find(({ event, params }) => event === 'PAYMENT_FAILED' && params.no === no)
  expect(await told(cedarMaker)).toMatchObject({ params: { no, reason: '' }, link: `/payment/release-refund?no=${no}` })
  expect(await told(elmMaker)).toMatchObject({ params: { no, reason: 'Elm Bank has no cover for the order.' } })
  expect(await portal.ask(cedarMaker, paymentCalls.detail, { body: { id } })).toMatchObject({
    status: 'FAILED',
    failReason: null,
  })
})

test('the notice of a refund that failed leads its payee to the page that lists it', async () => {
  const { settlement, settlement3, cedarMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const { id, no } = await refundOf((await aRepayment(portal, orderId, '100700.00')).id)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'REFUND')
  await portal.ask(settlement3, paymentCalls.fail, { body: { id, reason: 'Account closed' } })
  const notice = (await messagesOf(cedarMaker)).find(({ event, params }) => event === 'PAYMENT_FAILED' && params.no === no)
  expect(notice).toMatchObject({ params: { reason: 'Account closed' }, link: `/payment/release-refund?no=${no}` })
})

test('money that nobody could match comes back to its sender without the name of a funder that it knows nothing of', async () => {
  const { settlement } = portal.seats
  const receipt = await aReceipt(portal, '41.00', { payerName: 'Dogwood Stores GmbH' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const { id } = await portal.ask(settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      payeeName: 'Dogwood Stores GmbH',
      payeeAccount: 'DE89370400440532013000',
      payeeBankCode: 'DEUTDEFF',
      reason: 'Elm Bank knows no invoice of this number.',
    },
  })
  const no = await paidOut(id)
  const account = { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'DOGWOOD' }
  await portal.ask(settlement, repaymentCalls.addVirtualAccount, { body: account })
  const dogwood = portal.seats.dogwoodChecker
  expect(await rowOf(dogwood, no)).toMatchObject({ amount: '41.00', funderName: null, payeeName: 'Dogwood Stores GmbH' })
  expect(await portal.ask(dogwood, paymentCalls.detail, { body: { id } })).toMatchObject({
    funderName: '',
    reason: null,
    payer: null,
  })
  expect((await portal.ask(dogwood, repaymentCalls.virtualAccounts, { body: {} })).rows).toMatchObject([{ funderName: '' }])
})

test('the transfer of a refund names its financing to a buyer that was told of it alone', async () => {
  for (const product of ['undisclosed', 'purchaseInArrears'] as const) {
    const { orderId } = await aFundedOrder(portal, { product })
    const repayment = await aRepayment(portal, orderId, '100700')
    const { id } = await refundOf(repayment.id)
    await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
    const { no, orderNo } = await portal.look((tx) =>
      tx
        .selectFrom('payment as p')
        .innerJoin('financeOrder as o', 'o.id', 'p.orderId')
        .select(['p.no', 'o.orderNo'])
        .where('p.id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    await passAll(portal, no, 'REFUND')
    const { content } = await aFileTaken(portal, id)
    expect([product, content.includes(no), content.includes(orderNo)]).toEqual([product, true, product === 'purchaseInArrears'])
  }
})

test('a refund that a buyer was not told of stays so when it becomes a return, though it knows its funder by another order', async () => {
  const { cedarMaker } = portal.seats
  await aFundedOrder(portal)
  const orderId = await aQuietOrder()
  const repayment = await aRepayment(portal, orderId, '100700.00')
  const { id } = await refundOf(repayment.id)
  const no = await paidOut(id)
  const secrets = await secretsOf(orderId)
  await takeBack(portal, repayment)
  const page = await portal.ask(cedarMaker, paymentCalls.detail, { body: { id } })
  expect(page).toMatchObject({ type: 'RECEIPT_RETURN', amount: '700.00', payer: null, orderId: null })
  const text = JSON.stringify([page, await rowOf(cedarMaker, no)])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
