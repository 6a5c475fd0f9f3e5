import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { costList } from '@usance/wire/cost/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { businessDate } from '../../calendar/business-date.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const feesOf = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('orderFee').selectAll().where('orderId', '=', orderId).orderBy('code').execute())
const feeOf = async (orderId: string, code: string) => (await feesOf(orderId)).find((one) => one.code === code)!.id
const adjust = (id: string, delta: string, extra: object = {}, seat = portal.seats.operations) =>
  portal.ask(seat, costCalls.adjust, { body: { id, delta, reason: 'Agreed with the supplier', ...extra } })
const detail = (id: string, seat = portal.seats.settlement) => portal.ask(seat, costCalls.detail, { body: { id } })
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)

describe('a fee adjustment', () => {
  test('above ten percent asks the funder too; a credit of a paid fee goes back to the supplier by a payment', async () => {
    const { orderId } = await aFundedOrder(portal)
    const id = await feeOf(orderId, 'SERVICE')
    expect(await detail(id)).toMatchObject({ amount: '250.00', adjusted: '0.00', net: '250.00', operations: ['DETAIL'] })
    const { no } = await adjust(id, '-25.01')
    expect(await balance(orderId, 'F2300')).toBe('375.00')
    expect(await passAll(portal, no, 'FEE_ADJUSTMENT')).toEqual(expect.arrayContaining([expect.stringMatching(/^elm/)]))
    expect(await detail(id)).toMatchObject({
      adjusted: '-25.01',
      net: '224.99',
      adjustments: [{ status: 'PASSED', refunded: '25.01' }],
    })
    expect([await balance(orderId, 'F2300'), await balance(orderId, 'F1220'), await balance(orderId, 'F2200')]).toEqual([
      '349.99',
      '0.00',
      '25.01',
    ])
    const payment = await portal.look((tx) =>
      tx.selectFrom('payment').selectAll().where('orderId', '=', orderId).where('type', '=', 'REFUND').executeTakeFirstOrThrow(),
    )
    expect(payment).toMatchObject({ amount: '25.0100', payeeCompanyId: portal.world.companies.alder, status: 'DRAFT' })
    await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
    await payAll(portal, payment.no, 'REFUND')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: payment.id, valueDate: openingDay, bankRef: 'FEE-BACK-1' },
    })
    expect([await balance(orderId, 'F2200'), await balance(orderId, 'S2300')]).toEqual(['0.00', '0.00'])
  })

  test('up to ten percent settlement and the payer decide; what is charged more is paid by the next receipt', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
    const id = await feeOf(orderId, 'SERVICE')
    const { no } = await adjust(id, '25.00')
    expect(await refusalOf(adjust(id, '1.00'))).toMatchObject({ error: 'FEE_ADJUSTMENT_OPEN' })
    expect(await passAll(portal, no, 'FEE_ADJUSTMENT')).toEqual([expect.stringMatching(/^settlement/), 'alderChecker'])
    expect(await balance(orderId, 'F1220')).toBe('25.00')
    // A later credit first lowers what is still due.
    const back = await adjust(id, '-10.00')
    await passAll(portal, back.no, 'FEE_ADJUSTMENT')
    expect([await balance(orderId, 'F1220'), await balance(orderId, 'F2200')]).toEqual(['15.00', '0.00'])
    await aRepayment(portal, orderId, '100000')
    expect(await balance(orderId, 'F1220')).toBe('0.00')
    // A settled order is charged nothing more.
    expect(await refusalOf(adjust(id, '5.00'))).toMatchObject({ error: 'FEE_OF_ENDED_ORDER' })
  })

  test('sent back, anybody of operations corrects it or withdraws it', async () => {
    const { orderId } = await aFundedOrder(portal)
    const id = await feeOf(orderId, 'HANDLING')
    expect((await refusalOf(adjust(id, '-50.01'))).data.fields[0]).toMatchObject({ field: 'delta', message: 'FEE_BELOW_ZERO' })
    expect((await refusalOf(adjust(id, '0.00'))).data.fields[0].field).toBe('delta')
    const first = await adjust(id, '-1.00')
    const { workflowCalls } = await import('@usance/wire/workflow/calls')
    const history = await portal.ask(portal.seats.settlement, workflowCalls.history, {
      body: { businessNo: first.no, businessType: 'FEE_ADJUSTMENT', ifQueryTask: 'YES' },
    })
    await portal.ask(portal.seats.settlement, workflowCalls.approve, {
      body: {
        businessNo: first.no,
        nodeName: history.currentNode!,
        taskId: history.taskId!,
        reviewType: 'REJECTED',
        approvalComments: 'Two, not one',
      },
    })
    const { operations, operations2, settlement, alderMaker } = portal.seats
    for (const seat of [operations, operations2])
      expect((await detail(id, seat)).adjustments).toMatchObject([{ operations: ['CORRECT', 'WITHDRAW'] }])
    expect((await detail(id, settlement)).adjustments).toMatchObject([{ operations: [] }])
    await adjust(id, '-2.00', { adjustmentId: first.id }, operations2)
    // Neither of the two who put it forward decides on it.
    const { makerIds } = await portal.look((tx) =>
      tx.selectFrom('workflowInstance').select('makerIds').where('businessId', '=', first.id).executeTakeFirstOrThrow(),
    )
    expect(makerIds).toEqual(expect.arrayContaining([operations.userId, operations2.userId]))
    await passAll(portal, first.no, 'FEE_ADJUSTMENT')
    expect(await detail(id)).toMatchObject({ net: '48.00', adjustments: [{ delta: '-2.00', status: 'PASSED' }] })

    const second = await adjust(id, '-3.00')
    const withdraw = (seat: Seat) =>
      portal.ask(seat, costCalls.withdraw, { body: { id: second.id, comment: 'Agreed otherwise' } })
    for (const seat of [settlement, alderMaker]) expect((await refusalOf(withdraw(seat))).code).toBe(403)
    await withdraw(operations2)
    expect((await refusalOf(withdraw(operations))).error).toBe('ILLEGAL_TRANSITION')
    expect(await detail(id)).toMatchObject({ net: '48.00', adjustments: [{ status: 'WITHDRAWN' }, { status: 'PASSED' }] })
    const order = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: orderId } })
    expect(order.timeline[0]).toMatchObject({ event: 'FEE_ADJUSTMENT_WITHDRAWN', comment: 'Agreed otherwise' })
    await adjust(id, '-4.00')
  })

  test('a fee agreed for the settlement is collected then, as it was corrected before', async () => {
    await portal.look((tx) =>
      tx
        .updateTable('feeRule')
        .set({ timing: 'SETTLEMENT', taxPct: '6' })
        .where('code', '=', 'HANDLING')
        .where('productId', '=', portal.world.products.purchaseInArrears)
        .execute(),
    )
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
    const id = await feeOf(orderId, 'HANDLING')
    const { no } = await adjust(id, '-20.00')
    await passAll(portal, no, 'FEE_ADJUSTMENT')
    expect(await balance(orderId, 'F1220')).toBe('0.00')
    const before = await balance(orderId, 'F2300')
    const repayment = await aRepayment(portal, orderId, '100000')
    const fee = await portal.look((tx) =>
      tx
        .selectFrom('allocation')
        .select('amount')
        .where('repaymentId', '=', repayment.id)
        .where('component', '=', 'FEE')
        .execute(),
    )
    expect(fee).toEqual([{ amount: '31.8000' }])
    expect(Number(await balance(orderId, 'F2300')) - Number(before)).toBeCloseTo(31.8, 2)
  })

  test('who is no party sees no fee, and only operations may correct one', async () => {
    const { orderId } = await aFundedOrder(portal)
    const id = await feeOf(orderId, 'SERVICE')
    expect((await refusalOf(detail(id, portal.seats.birchMaker))).code).toBe(404)
    expect((await refusalOf(detail(id, portal.seats.firChecker))).code).toBe(404)
    expect((await refusalOf(adjust(id, '1.00', {}, portal.seats.settlement))).code).toBe(403)
    const mine = await portal.ask(portal.seats.alderMaker, listCalls(costList).pageList, { body: {} })
    expect(mine.total).toBeGreaterThan(3)
    const ops = await portal.ask(portal.seats.operations, listCalls(costList).pageList, { body: {} })
    expect(ops.list!.some((row) => (row.operations as string[]).includes('ADJUST'))).toBe(true)
    expect((await portal.ask(portal.seats.birchMaker, listCalls(costList).pageList, { body: {} })).total).toBe(0)
    await runEndOfDay(portal.app, { through: addDays(openingDay, 1) })
  })

  test('charged after the day of a receipt is not paid by it, in the preview and in the books', async () => {
    const funded = await businessDate(portal.app)
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: funded })
    await runEndOfDay(portal.app, { through: addDays(funded, 4) })
    const { no } = await adjust(await feeOf(orderId, 'SERVICE'), '25.00')
    await passAll(portal, no, 'FEE_ADJUSTMENT')
    const preview = (valueDate: string) =>
      portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: { orderId, amount: '1000.00', valueDate } })
    const early = addDays(funded, 3)
    // The product has a fee at settlement of 53.00 with its tax by now, which any receipt makes due.
    const fees = [await preview(addDays(funded, 5)), await preview(early)].map(({ totals }) => totals.fees)
    expect(fees).toEqual(['78.00', '53.00'])
    await aRepayment(portal, orderId, '1000.00', { valueDate: early })
    expect(await balance(orderId, 'F1220')).toBe('25.00')
    await aRepayment(portal, orderId, '1000.00', { valueDate: addDays(funded, 5) })
    expect(await balance(orderId, 'F1220')).toBe('0.00')
  })
})
