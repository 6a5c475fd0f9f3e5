import { addDays } from '@usance/domain/local-date'
import { companyCalls } from '@usance/wire/company/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { facilityAccountList, interestList, poolAssetList } from '@usance/wire/pool/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { businessDate } from '../../calendar/business-date.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aReceipt, aRepayment, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
let productId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const maker = () => portal.seats.alderMaker
const pools = async (seat = maker()) => (await portal.ask(seat, poolCalls.pools, { body: { kind: 'OWN' } })).pools
const figure = async (key: string) => (await pools())[0]!.figures.find((one) => one.key === key)!.result
const assign = (invoiceIds: string[], seat = maker()) =>
  portal.ask(seat, poolCalls.assign, { body: { productId, currency: 'USD', invoiceIds } })
const wanted = (poolId: string, amount: string, fundingDate = openingDay) => ({
  poolId,
  amount,
  fundingDate,
  maturity: addDays(fundingDate, 60),
})
const draw = async (poolId: string, amount: string, fundingDate = openingDay, more: object = {}) => {
  const body = wanted(poolId, amount, fundingDate)
  const { pricingHash } = await portal.ask(maker(), poolCalls.trial, { body })
  return portal.ask(maker(), poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder, ...more },
  })
}
const withdraw = (assetId: string, seat = maker()) => portal.ask(seat, poolCalls.withdraw, { body: { assetId } })
const assets = async (seat = maker()) => (await portal.ask(seat, listCalls(poolAssetList).pageList, { body: {} })).list!

test('what can be assigned is asked for a pool product on offer to the supplier, like the assignment itself', async () => {
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo: 'P-FREE' })
  const assignable = (product: string, currency = 'USD', seat = maker()) =>
    portal.ask(seat, poolCalls.assignable, { body: { productId: product, currency } })
  expect((await assignable(productId)).invoices.map(({ id }) => id)).toContain(invoiceId)
  const refused = async (...asked: Parameters<typeof assignable>) => (await refusalOf(assignable(...asked))).error
  expect(await refused(portal.world.products.purchaseInAdvance)).toBe('PRODUCT_NOT_AVAILABLE')
  expect(await refused(productId, 'EUR')).toBe('CURRENCY_MISMATCH')
  expect(await refused(productId, 'USD', portal.seats.birchMaker)).toBe('PRODUCT_NOT_AVAILABLE')
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'CANCELLED' }).where('id', '=', invoiceId).execute())
})

test('a pool carries what is eligible up to the concentration of each buyer, is drawn on, pays and is paid', async () => {
  const invoice = (invoiceNo: string, amount: string, buyerCode = 'CEDAR') =>
    aConfirmedInvoice(portal, { invoiceNo, amount, buyerCode })
  const big = await invoice('P-1', '80000.00')
  const other = await invoice('P-2', '20000.00')
  expect(await pools()).toEqual([])
  const { poolId, code } = await assign([big, other])
  expect(code).toContain('ALDER')
  // One buyer alone counts up to 60 % of 100,000.
  expect(await figure('grossEligible')).toBe('100000.00')
  expect(await figure('excessConcentration')).toBe('40000.00')
  expect(await figure('borrowingBase')).toBe('48000.00')
  expect(await figure('maxDrawing')).toBe('48000.00')

  // What is in a pool is in no order and in no other pool.
  expect(await refusalOf(assign([big]))).toMatchObject({ error: 'INVOICE_LOCKED' })
  expect((await refusalOf(aSubmittedOrder(portal, requestFor(portal, [big])))).code).not.toBe(500)
  expect((await refusalOf(assign([big], portal.seats.birchMaker))).code).toBe(404)
  expect(await pools(portal.seats.birchMaker)).toEqual([])
  expect(await pools(portal.seats.firChecker)).toEqual([])
  expect((await pools(portal.seats.elmMaker))[0]!.id).toBe(poolId)
  expect((await refusalOf(portal.ask(portal.seats.birchMaker, poolCalls.trial, { body: wanted(poolId, '1.00') }))).code).toBe(404)

  expect((await refusalOf(draw(poolId, '48000.01'))).data.fields[0]).toMatchObject({ field: 'amount', message: 'POOL_OVERDRAWN' })
  // Of two that together would draw too much only one goes through.
  const both = await Promise.allSettled([draw(poolId, '30000.00'), draw(poolId, '30000.00')])
  const drawn = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(drawn).toHaveLength(1)
  const order = drawn[0]!
  expect(await figure('maxDrawing')).toBe('18000.00')

  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  expect(payment).toMatchObject({ amount: '29970.0000', status: 'DRAFT' })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await payAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: 'POOL-1' },
  })
  const detail = () => portal.ask(maker(), financeOrderCalls.detail, { query: { id: order.id } })
  expect(await detail()).toMatchObject({ status: 'FUNDED', type: 'POOL_FACTORING', principalOutstanding: '30000.00' })

  // The end of day works the pool out again: ten days of interest lower what is available.
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 9) })
  expect(await figure('accrued')).toBe('56.67')
  expect(await figure('availability')).toBe('17943.33')
  for (const seat of [maker(), portal.seats.elmMaker]) {
    const overview = (await portal.ask(seat, reportCalls.accountOverview, { body: {} })).currencies[0]!
    const shown = Object.fromEntries(overview.figures.map((one) => [one.figure, one.amount]))
    expect(shown).toMatchObject({ POOL_BASE: '48000.00', POOL_DRAWN: '30000.00', POOL_AVAILABLE: '17943.33' })
  }
  const history = (await pools())[0]!.history
  expect(history).toHaveLength(10)
  expect(history.at(-1)).toMatchObject({ date: addDays(day, -1), drawn: '30000.00' })

  // A receivable that the drawings need stays; one that was disputed does not count and says why.
  const bigAsset = (await assets()).find((row) => row.invoiceNo === 'P-1')!
  expect(await refusalOf(withdraw(bigAsset.id as string))).toMatchObject({ error: 'POOL_NEEDED' })
  expect((await refusalOf(withdraw(bigAsset.id as string, portal.seats.birchMaker))).code).toBe(404)
  const small = await invoice('P-3', '100.00')
  await assign([small])
  const smallAsset = (await assets()).find((row) => row.invoiceNo === 'P-3')!
  expect(smallAsset).toMatchObject({ eligibility: 'ELIGIBLE', eligibleAmount: '100.00' })
  await withdraw(smallAsset.id as string)
  expect((await assets()).map((row) => row.invoiceNo)).toEqual(['P-1', 'P-2'])
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('id', '=', other).execute())
  await runEndOfDay(portal.app, { through: day })
  expect((await assets()).find((row) => row.invoiceNo === 'P-2')).toMatchObject({ eligibility: 'EXCLUDED', reasons: 'DISPUTED' })

  // A receipt that names no order finds the drawing by a receivable of its pool, by its text or by who paid how much.
  const today = addDays(day, 1)
  const found = async (facts: object) => {
    const receipt = await aReceipt(portal, '40000', { valueDate: today, ...facts })
    const answer = await portal.ask(portal.seats.settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
    return answer.orders
      .filter(({ orderId }) => orderId === order.id)
      .map(({ reason, invoices }) => [reason, invoices.map((one) => one.invoiceNo)])
  }
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ invoiceNo: 'POOLED-1', normNo: 'POOLED1' }).where('invoiceNo', '=', 'P-1').execute(),
  )
  expect(await found({ rawText: 'we pay pooled 1' })).toEqual([['INVOICE_NO', expect.arrayContaining(['POOLED-1'])]])
  expect(await found({})).toEqual([[expect.stringMatching(/^(AMOUNT|PAYER)$/), expect.arrayContaining(['POOLED-1'])]])

  // The buyer pays: interest and the drawing first, and its invoice; the rest is the supplier's.
  const repayment = await aRepayment(portal, order.id, '40000', { valueDate: today })
  expect(await detail()).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
  expect(await figure('drawn')).toBe('0.00')
  const refund = await portal.ask(portal.seats.settlement, paymentCalls.addRefund, {
    body: { repaymentId: repayment.id },
  })
  const paidTo = await portal.look((tx) =>
    tx.selectFrom('payment').select('payeeCompanyId').where('id', '=', refund.id).executeTakeFirstOrThrow(),
  )
  expect(paidTo.payeeCompanyId).toBe(portal.world.companies.alder)

  const moves = (await portal.ask(maker(), listCalls(facilityAccountList).pageList, { body: {} })).list!
  expect(moves.map((row) => row.kind).sort()).toEqual(['DRAWING', 'INTEREST', 'PRINCIPAL'])
  const months = (await portal.ask(portal.seats.elmMaker, listCalls(interestList).pageList, { body: {} })).list!
  expect(months).toMatchObject([{ month: `${openingDay.slice(0, 7)}-01`, orderNo: order.orderNo, rate: '6.80%' }])
  expect((await portal.ask(portal.seats.cedarMaker, listCalls(interestList).pageList, { body: {} })).total).toBe(0)
})

test('a company in pool mode is told so with the name of the product', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('company')
      .set({ businessType: 'OWN_POOL_FACTORING' })
      .where('id', '=', portal.world.companies.birch)
      .execute(),
  )
  const { bankAccountCalls } = await import('@usance/wire/bank-account/calls')
  expect(await portal.ask(portal.seats.birchMaker, bankAccountCalls.getCompanyBusinessType, {})).toBe('USANCE_POOL_FACTORING')
  expect(companyCalls).toBeDefined()
})

test('where a bank decides, its figure is what can be drawn', async () => {
  const bankProduct = await aPoolProduct(portal, 'DBS')
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo: 'D-1', amount: '50000.00' })
  const { poolId } = await portal.ask(maker(), poolCalls.assign, {
    body: { productId: bankProduct, currency: 'USD', invoiceIds: [invoiceId] },
  })
  const bank = () => portal.ask(maker(), poolCalls.pools, { body: { kind: 'DBS' } })
  expect((await bank()).pools[0]).toMatchObject({ maxDrawing: '0.00', bank: { base: null } })
  const bring = (seat = portal.seats.operations) =>
    portal.ask(seat, poolCalls.bankFigures, { body: { poolId, base: '31000.00', asOf: openingDay, note: 'Letter 7' } })
  expect((await refusalOf(bring(maker()))).code).toBe(403)
  await bring()
  expect((await bank()).pools[0]).toMatchObject({ maxDrawing: '31000.00', bank: { base: '31000.00', asOf: openingDay } })

  const { code } = (await bank()).pools[0]!
  const content = await writeWorkbook(
    'Sheet',
    [{ title: 'Pool' }, { title: 'Amount allowed' }, { title: '截至日期' }],
    [
      [code, '32,500.00', openingDay],
      [code, '90000.00', '2025-02-01'],
      ['POOL-NONE', '1.00', openingDay],
    ],
  )
  const { data } = await uploadAs(portal, portal.seats.elmChecker, 'bank.xlsx', content)
  const read = (seat: Seat) => portal.ask(seat, poolCalls.importBankFigures, { query: { fileKey: data.objectKey } })
  expect((await refusalOf(read(maker()))).code).toBe(403)
  // An older letter and an unknown pool come back; the good row counts.
  expect(await read(portal.seats.elmChecker)).toMatchObject({ successfulNumber: 1, errorNumber: 2 })
  expect((await bank()).pools[0]).toMatchObject({ maxDrawing: '32500.00', bank: { base: '32500.00' } })
})

test('a drawing whose day has passed is not paid; withdrawn, its amount is free to be drawn again', async () => {
  const { poolId } = await assign([await aConfirmedInvoice(portal, { invoiceNo: 'P-LATE', amount: '50000.00' })])
  const free = await figure('maxDrawing')
  const order = await draw(poolId, '10000.00', await businessDate(portal.app))
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  expect(await figure('maxDrawing')).not.toBe(free)
  await runEndOfDay(portal.app, {})
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  const instruct = portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  expect((await refusalOf(instruct)).error).toBe('DRAWING_EXPIRED')
  const shown = await portal.ask(portal.seats.settlement, financeOrderCalls.repricing, { body: { id: order.id } })
  expect(shown).toMatchObject({ needed: true, problem: 'DRAWING_EXPIRED', mayAccept: false })
  await portal.ask(maker(), financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  expect(await figure('maxDrawing')).toBe(free)
})

test('a drawing that was sent back is drawn again as the same order, and never becomes another kind', async () => {
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo: 'P-BACK', amount: '50000.00' })
  const { poolId } = await assign([invoiceId])
  const day = await businessDate(portal.app)
  const free = await figure('maxDrawing')
  const order = await draw(poolId, '10000.00', day)
  const again = { orderId: order.id, version: order.version }
  expect((await refusalOf(draw(poolId, '9000.00', day, { again }))).error).toBe('ILLEGAL_TRANSITION')
  const task = await portal.ask(portal.seats.alderChecker, workflowCalls.history, {
    body: { businessNo: order.orderNo, ifQueryTask: 'YES' },
  })
  await portal.ask(portal.seats.alderChecker, workflowCalls.approve, {
    body: {
      businessNo: order.orderNo,
      taskId: task.taskId!,
      nodeName: task.currentNode!,
      reviewType: 'REJECTED',
      approvalComments: 'Less, please.',
    },
  })
  expect(await figure('maxDrawing')).toBe(free)
  const { version } = await portal.ask(maker(), financeOrderCalls.detailForEdit, { query: { id: order.id } })
  // The form of invoices cannot take it over.
  const other = await aConfirmedInvoice(portal, { invoiceNo: 'P-OTHER', amount: '5000.00' })
  const asInvoices = { ...requestFor(portal, [other]), mode: 'edit', saveType: 'DRAFT', id: order.id, version }
  expect((await refusalOf(portal.ask(maker(), financeOrderCalls.editOrder, { body: asInvoices as never }))).error).toBe(
    'PRODUCT_NOT_AVAILABLE',
  )
  expect((await refusalOf(draw(poolId, '9000.00', day, { again }))).error).toBe('STALE_VERSION')
  const redrawn = await draw(poolId, '9000.00', day, { again: { orderId: order.id, version } })
  expect(redrawn).toMatchObject({ id: order.id, orderNo: order.orderNo, status: 'IN_APPROVE' })
  const seen = await portal.ask(portal.seats.alderChecker, workflowCalls.history, { body: { businessNo: order.orderNo } })
  expect(seen).toMatchObject({ round: 2, amount: '9000.00', title: { text: 'Alder Textiles Ltd · Pool factoring' } })
  await portal.ask(maker(), financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  expect(await figure('maxDrawing')).toBe(free)
})

test('a drawing goes before risk where an invoice that carries it is odd, or its parties have a director in common', async () => {
  const { alder, cedar } = portal.world.companies
  await aConfirmedInvoice(portal, { invoiceNo: 'SIGN-10', amount: '30100.00' })
  const { poolId } = await assign([await aConfirmedInvoice(portal, { invoiceNo: 'PLAIN-71', amount: '41300.00' })])
  const body = wanted(poolId, '5000.00', await businessDate(portal.app))
  const warnings = async () => (await portal.ask(maker(), poolCalls.trial, { body })).warnings.map(({ code }) => code)
  const odd = 'INVOICE_NEAR_DUPLICATE'
  expect(await warnings()).not.toContain(odd)
  await assign([await aConfirmedInvoice(portal, { invoiceNo: 'S1GN-10', amount: '30100.00' })])
  expect(await warnings()).toContain(odd)
  const order = await draw(poolId, body.amount, body.fundingDate)
  const approval = await portal.look((tx) =>
    tx
      .selectFrom('workflowInstance')
      .select(['steps', 'facts'])
      .where('businessNo', '=', order.orderNo)
      .executeTakeFirstOrThrow(),
  )
  expect(approval).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ node: 'RISK_CHECK', needed: true })]),
    facts: { warnings: expect.arrayContaining([odd]) },
  })
  await portal.ask(maker(), financeOrderCalls.revocation, { query: { id: order.id }, body: {} })

  const directors = (names: string[]) =>
    portal.look((tx) =>
      tx
        .updateTable('company')
        .set({ directors: JSON.stringify(names.map((name) => ({ name }))) })
        .where('id', 'in', [alder, cedar])
        .execute(),
    )
  expect(await warnings()).not.toContain('SHARED_DIRECTOR')
  await directors(['Q. Rowan'])
  expect(await warnings()).toContain('SHARED_DIRECTOR')
  await directors([])
})

test('nothing is drawn on a pool by a supplier from whom nothing more is bought, nor on a debt of its own group', async () => {
  const { alder } = portal.world.companies
  const change = (set: object) => portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', alder).execute())
  const { poolId } = await assign([await aConfirmedInvoice(portal, { invoiceNo: 'STOP-44', amount: '52000.00' })])
  const body = wanted(poolId, '5000.00', await businessDate(portal.app))
  const asked = () => portal.ask(maker(), poolCalls.trial, { body })
  const refused = async () => (await refusalOf(asked())).error
  await change({ blockFlag: true })
  expect(await refused()).toBe('STOP_PURCHASE')
  await change({ blockFlag: false, kycExpiresOn: '2025-03-02' })
  expect(await refused()).toBe('STOP_KYC')
  await change({ kycExpiresOn: null, kycStatus: 'REFUSED' })
  expect(await refused()).toBe('STOP_ADMISSION')
  await change({ kycStatus: 'PASSED' })
  await asked()

  const free = await figure('maxDrawing')
  await change({ parentCode: 'CEDAR' })
  expect(await figure('maxDrawing')).toBe('0.00')
  await change({ parentCode: null })
  expect(await figure('maxDrawing')).toBe(free)
})
