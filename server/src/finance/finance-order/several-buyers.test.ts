import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aSubmittedOrder, passAll, passWriteOff, requestFor, signAll } from '../../testing/trade.ts'
import { ofBoth as bothInvoices, fundedOfBoth, owedInBooks as owedOf, paidOn, passedOfBoth } from '../../testing/two-buyers.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const ofBoth = (extra?: Partial<TrialRequest>, due?: { cedar: string; dogwood: string }) => bothInvoices(portal, extra, due)
const passed = (request: TrialRequest) => passedOfBoth(portal, request)
const funded = (request: TrialRequest) => fundedOfBoth(portal, request)
const inArrears = () => ({ financingProductId: portal.world.products.purchaseInArrears })
const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })
const confirm = (seat: Seat, id: string, body: { accept: boolean; comment?: string } = { accept: true }) =>
  portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body })
const listed = async (seat: Seat, orderNo: string) =>
  (
    await portal.ask(seat, listCalls(financeOrderList).pageList, {
      body: { filterFields: { orderNo }, isOperation: true },
    })
  ).list![0]
const invoice = (id: string) =>
  portal.look((tx) => tx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

const paid = (orderId: string, amount: string, part: object, payerRole?: 'BUYER' | 'SUPPLIER', valueDate?: string) =>
  paidOn(portal, orderId, amount, part, payerRole, valueDate)
const parts = (repayment: { allocations: { component: string; docNo: string | null; amount: string }[] }) =>
  repayment.allocations.map(({ component, amount }) => `${component} ${amount}`)
const owedInBooks = (orderId: string) => owedOf(portal, orderId)

describe('the price of an order of two buyers', () => {
  test('counts each document under the limit of its own buyer and tells no limit that others use too', async () => {
    const { request } = await ofBoth()
    const limit = (amount: string) =>
      portal.look((tx) =>
        tx
          .updateTable('creditLimit')
          .set({ amount })
          .where('type', '=', 'BUYER')
          .where('buyerId', '=', portal.world.companies.dogwood)
          .execute(),
      )
    await limit('20000')
    const answer = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
    expect(answer.items.map((one) => [one.buyerCode, one.applyAmount])).toEqual([
      ['CEDAR', '90000.00'],
      ['DOGWOOD', '20000.00'],
    ])
    expect(answer.limits.map(({ type }) => type)).not.toContain('BUYER')
    expect(answer.limits.map(({ type }) => type)).toContain('SUPPLIER_FACILITY')
    const over = { ...request, items: request.items.map((item, at) => (at ? { ...item, applyAmount: '20000.01' } : item)) }
    const { data } = await refusalOf(portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: over }))
    expect(data).toMatchObject({ error: 'LIMIT_EXCEEDED', limitType: 'BUYER' })
    expect(data).not.toHaveProperty('available')
    const late = await aSubmittedOrder(portal, request)
    await limit('19999')
    // An order priced before decision 206 holds all limits.
    await portal.look((tx) =>
      tx
        .updateTable('financeOrder')
        .set({ pricing: sql`jsonb_set(pricing, '{trial,limits}', '[{"type": "FUNDER", "available": "1.00"}]')` })
        .where('id', '=', late.id)
        .execute(),
    )
    expect((await detail(portal.seats.alderMaker, late.id)).pricing!.limits).toEqual([])
    await expect(passAll(portal, late.orderNo)).rejects.toMatchObject({ error: 'LIMIT_EXCEEDED' })
    await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: late.id }, body: {} })
    await limit('8000000')
  })

  test('leaves out, with the reason, what stands against one of them', async () => {
    const { request, ofDogwood } = await ofBoth()
    const block = (blockFlag: boolean) =>
      portal.look((tx) => tx.updateTable('company').set({ blockFlag }).where('id', '=', portal.world.companies.dogwood).execute())
    await block(true)
    const answer = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
    expect(answer.items.find((one) => one.docId === ofDogwood)).toMatchObject({
      reasons: ['BUYER_DISABLED'],
      applyAmount: '0.00',
    })
    const order = await aSubmittedOrder(portal, request)
    await block(false)
    expect((await detail(portal.seats.alderMaker, order.id)).buyer).toMatchObject({ code: 'CEDAR' })
    await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  })
})

describe('right confirmation by two buyers', () => {
  test('each signs and confirms its own part, and the order waits for the last', async () => {
    const { request } = await ofBoth()
    const { id, orderNo } = await passed(request)
    const { cedarChecker, dogwoodChecker, alderMaker } = portal.seats
    expect((await refusalOf(confirm(cedarChecker, id))).error).toBe('CONTRACT_NOT_SIGNED')
    const todo = async (seat: Seat) =>
      (await portal.ask(seat, homeCalls.summary, { body: {} })).todos.find(({ kind }) => kind === 'RIGHTS_TO_CONFIRM')
    expect((await todo(dogwoodChecker))!.amounts).toContainEqual({
      currency: 'USD',
      amount: expect.stringMatching(/^50000(\.0+)?$/),
      count: 1,
    })
    await signAll(portal, id)
    for (const [seat, own, other] of [
      [cedarChecker, 'Cedar', 'Dogwood'],
      [dogwoodChecker, 'Dogwood', 'Cedar'],
    ] as const) {
      const { contracts } = await detail(seat, id)
      expect(contracts).toHaveLength(1)
      const { html } = await portal.ask(seat, contractCalls.detail, { body: { id: contracts[0]!.id } })
      expect([html.en.includes(own), html.en.includes(other), html.cn.includes(other)]).toEqual([true, false, false])
    }
    expect(await listed(cedarChecker, orderNo)).toMatchObject({
      status: 'PASSED',
      financeAmount: '90000.00',
      buyerName: 'Cedar Retail Inc',
      operations: ['DETAIL', 'CONFIRM'],
    })
    expect(await confirm(cedarChecker, id)).toEqual({ status: 'RIGHT_CONFIRMED' })
    expect((await refusalOf(confirm(cedarChecker, id))).error).toBe('ILLEGAL_TRANSITION')
    expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'RIGHT_CONFIRMED', operations: ['DETAIL'] })
    const waiting = await detail(alderMaker, id)
    expect(waiting).toMatchObject({ status: 'PASSED', buyer: null, buyerName: 'Cedar Retail Inc, Dogwood Stores GmbH' })
    expect(waiting.buyers.map(({ code, confirmedAt }) => [code, confirmedAt !== null])).toEqual([
      ['CEDAR', true],
      ['DOGWOOD', false],
    ])
    expect(await confirm(dogwoodChecker, id)).toEqual({ status: 'RIGHT_CONFIRMED' })
    expect((await detail(alderMaker, id)).status).toBe('RIGHT_CONFIRMED')
  })

  test('one that declines sends the order back; only what it owes is disputed, and the supplier learns who and why', async () => {
    const { request, ofCedar, ofDogwood } = await ofBoth()
    const { id, orderNo } = await passed(request)
    await signAll(portal, id)
    await confirm(portal.seats.cedarChecker, id)
    expect(await confirm(portal.seats.dogwoodChecker, id, { accept: false, comment: 'Goods were returned' })).toEqual({
      status: 'REJECTED',
    })
    expect(await invoice(ofDogwood)).toMatchObject({ docStatus: 'DISPUTED', financeStatus: 'UNFINANCED' })
    expect(await invoice(ofCedar)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'UNFINANCED' })
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['companyId', 'params'])
        .where('objectId', '=', id)
        .where('event', '=', 'FINANCE_ORDER_REJECTED')
        .execute(),
    )
    expect(told.map(({ companyId }) => companyId).sort()).toEqual(
      [portal.world.companies.alder, portal.world.companies.elm].sort(),
    )
    expect(told[0]!.params).toMatchObject({ comment: 'Dogwood Stores GmbH: Goods were returned' })
    expect((await detail(portal.seats.cedarChecker, id)).timeline.map((one) => one.comment).join()).not.toContain('Dogwood')
    // Raised again for the one that still stands, it is an order of one buyer like any other.
    const again = await aSubmittedOrder(portal, requestFor(portal, [ofCedar]))
    expect(again.orderNo).not.toBe(orderNo)
    await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: again.id }, body: {} })
  })
})

describe('money on an order of two buyers', () => {
  test('pays fees at settlement with the first invoice that is paid, whichever buyer pays and whether or not it names one', async () => {
    const timing = (at: 'SETTLEMENT' | 'FUNDING') =>
      portal.look((tx) =>
        tx.updateTable('feeRule').set({ timing: at }).where('productId', '=', portal.world.products.purchaseInArrears).execute(),
      )
    await timing('SETTLEMENT')
    const { request, ofDogwood } = await ofBoth(inArrears())
    const { id } = await funded(request)
    await timing('FUNDING')
    const preview = async (part: object) => {
      const body = { orderId: id, amount: '50000', valueDate: '2025-03-03', buyerCode: 'DOGWOOD', ...part }
      return (await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body })).totals
    }
    const named = await preview({ invoiceIds: [ofDogwood] })
    expect(Number(named.fees)).toBeGreaterThan(0)
    expect(await preview({})).toEqual(named)
  })

  test('is booked, repaid and shown by who owes it', async () => {
    const { request, ofCedar, ofDogwood } = await ofBoth(inArrears())
    const { id, orderNo } = await funded(request)
    const { cedarChecker, dogwoodChecker, settlement, alderMaker } = portal.seats
    expect(await owedInBooks(id)).toEqual({ CEDAR: '100000', DOGWOOD: '50000' })
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['companyId', 'params'])
        .where('objectId', '=', id)
        .where('event', '=', 'FINANCE_ORDER_FUNDED')
        .execute(),
    )
    expect(told.find((one) => one.companyId === portal.world.companies.dogwood)!.params).toMatchObject({ amount: '45000.00' })

    // The sender is nobody the order knows, and no invoice is named: settlement has to say who paid.
    await portal.look((tx) =>
      tx.updateTable('company').set({ name: 'Cedar Renamed' }).where('id', '=', portal.world.companies.cedar).execute(),
    )
    expect((await refusalOf(paid(id, '60000', {}))).data.fields).toEqual([
      { field: 'parts.0.buyerCode', message: 'PAYER_UNNAMED' },
    ])
    await portal.look((tx) =>
      tx.updateTable('company').set({ name: 'Cedar Retail Inc' }).where('id', '=', portal.world.companies.cedar).execute(),
    )
    const preview = await portal.ask(settlement, repaymentCalls.preview, {
      body: { orderId: id, amount: '60000', valueDate: '2025-03-03', buyerCode: 'DOGWOOD' },
    })
    expect(preview.totals).toMatchObject({ principal: '45000.00', reserve: '5000.00', refund: '10000.00' })

    const fromDogwood = await paid(id, '60000', { buyerCode: 'DOGWOOD' })
    expect(parts(fromDogwood)).toEqual(['PRINCIPAL 45000.00', 'RESERVE 5000.00', 'REFUND 10000.00'])
    expect(await owedInBooks(id)).toEqual({ CEDAR: '100000', DOGWOOD: '0' })
    expect(await invoice(ofDogwood)).toMatchObject({ paidAmount: '50000.0000', financeStatus: 'FINANCED' })
    expect(await invoice(ofCedar)).toMatchObject({ paidAmount: '0.0000', financeStatus: 'FINANCED' })
    expect(await listed(dogwoodChecker, orderNo)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
    // Dogwood's payment beyond its advance is the reserve of its invoice; Cedar sees that it has paid nothing.
    expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'FUNDED', principalOutstanding: '90000.00' })
    const cedar = await portal.ask(cedarChecker, financeOrderCalls.repaymentInfo, { query: { id } })
    expect(cedar.repayments).toEqual([])
    expect(cedar.schedule).toMatchObject([{ paid: '0.00', invoice: { outstanding: '100000.00' } }])
    expect((await portal.ask(dogwoodChecker, financeOrderCalls.repaymentInfo, { query: { id } })).repayments).toMatchObject([
      { no: fromDogwood.no, amount: '60000.00' },
    ])
    expect((await detail(alderMaker, id)).status).toBe('PARTIALLY_REPAID')
    const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: fromDogwood.id } })
    expect(
      await portal.look((tx) => tx.selectFrom('payment').select('payeeCompanyId').where('id', '=', refund.id).executeTakeFirst()),
    ).toBeDefined()

    // Cedar's own invoice names it as the payer.
    const fromCedar = await paid(id, '100000', { invoiceIds: [ofCedar] })
    expect(parts(fromCedar).filter((one) => one.startsWith('PRINCIPAL'))).toEqual(['PRINCIPAL 90000.00'])
    expect((await detail(alderMaker, id)).status).toBe('SETTLED')
    expect(await owedInBooks(id)).toEqual({ CEDAR: '0', DOGWOOD: '0' })
  })

  test('a supplier that pays, and takes the rest back, leaves nothing in the books of either buyer', async () => {
    const { request } = await ofBoth(inArrears())
    const { id } = await funded(request)
    await paid(id, '20000', {}, 'SUPPLIER')
    const owed = await owedInBooks(id)
    expect(Number(owed.CEDAR) + Number(owed.DOGWOOD)).toBeCloseTo(130000, -1)
    const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId: id } })
    await paid(id, total, {}, 'SUPPLIER')
    expect(await owedInBooks(id)).toEqual({ CEDAR: '0', DOGWOOD: '0' })
    expect((await detail(portal.seats.alderMaker, id)).status).toBe('SETTLED')
  })

  test('the delay of one buyer is not shown as that of the other', async () => {
    const { request, ofCedar, ofDogwood } = await ofBoth(inArrears(), { cedar: '2025-03-05', dogwood: '2025-04-30' })
    const { id, orderNo } = await funded(request)
    await runEndOfDay(portal.app, { through: '2025-03-10' })
    expect((await detail(portal.seats.alderMaker, id)).status).toBe('OVERDUE')
    expect(await listed(portal.seats.cedarChecker, orderNo)).toMatchObject({ status: 'OVERDUE', maturity: '2025-03-05' })
    expect(await listed(portal.seats.dogwoodChecker, orderNo)).toMatchObject({ status: 'FUNDED', maturity: '2025-04-30' })
    expect([(await invoice(ofCedar)).financeStatus, (await invoice(ofDogwood)).financeStatus]).toEqual(['OVERDUE', 'FINANCED'])
    const late = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('companyId')
        .where('objectId', '=', id)
        .where('event', '=', 'FINANCE_ORDER_OVERDUE')
        .execute(),
    )
    const { alder, elm, cedar } = portal.world.companies
    expect(late.map(({ companyId }) => companyId).sort()).toEqual([alder, elm, cedar].sort())
  })

  test('a buyer’s payments stay when the rest of the order is written off', async () => {
    const order = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select(['id', 'orderNo']).where('status', '=', 'OVERDUE').executeTakeFirstOrThrow(),
    )
    const items = await portal.look((tx) =>
      tx.selectFrom('financeOrderItem').select(['invoiceId', 'buyerId']).where('orderId', '=', order.id).execute(),
    )
    const { dogwood } = portal.world.companies
    const ofDogwood = items.find((one) => one.buyerId === dogwood)!.invoiceId!
    const today = await runEndOfDay(portal.app, { through: '2025-07-29' })
    await paid(order.id, '50000', { buyerCode: 'DOGWOOD' }, 'BUYER', today)
    await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId: order.id, reason: 'Insolvent' } })
    await passWriteOff(portal, order.orderNo)
    expect(await invoice(ofDogwood)).toMatchObject({ payStatus: 'PAID', financeStatus: 'SETTLED' })
    // Dogwood has paid its debt: more of its money pays nothing of Cedar's debt.
    const { releases } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
    expect(releases.filter((one) => one.orderId === order.id)).toEqual([])
    expect(parts(await paid(order.id, '700', { buyerCode: 'DOGWOOD' }, 'BUYER', today))).toEqual(['REFUND 700.00'])
    const ofCedar = parts(await paid(order.id, '100100', { buyerCode: 'CEDAR' }, 'BUYER', today))
    expect(ofCedar.map((part) => part.split(' ')[0])).toEqual(['COST', 'RESERVE', 'REFUND'])
    expect(ofCedar[2]).toBe('REFUND 100.00')
  })
})
