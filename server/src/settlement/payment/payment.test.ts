import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { financingPaymentList, paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  aConfirmedOrder,
  aDraftedPayment,
  aFundedOrder,
  anInstructedPayment,
  brokenLaws,
  passAll,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let refs = 0
const pay = (seat: Seat, id: string, bankRef = `BANK-${++refs}`, valueDate = openingDay) =>
  portal.ask(seat, paymentCalls.markPaid, { body: { id, valueDate, bankRef } })
const instruct = (seat: Seat, id: string) => portal.ask(seat, paymentCalls.instruct, { body: { id } })
const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const balances = async (seat: Seat, orderId: string) =>
  Object.fromEntries(
    (await portal.ask(seat, ledgerCalls.order, { body: { orderId } })).balances.map((one) => [
      `${one.book}${one.account}`,
      one.balance,
    ]),
  )

describe('the payment of an order', () => {
  test('goes from draft over two approvals to the bank, and then the order is funded', async () => {
    const { orderId, invoiceIds } = await aConfirmedOrder(portal)
    const payment = await aDraftedPayment(portal, orderId)
    expect(await aDraftedPayment(portal, orderId)).toEqual(payment)
    const { settlement } = portal.seats
    expect(await instruct(settlement, payment.id)).toMatchObject({ status: 'IN_APPROVE' })
    await passAll(portal, payment.no, 'PAYMENT')
    expect((await orderOf(orderId)).status).toBe('FUNDING')
    expect(await pay(portal.seats.settlement3, payment.id)).toEqual({ status: 'PAID' })
    expect(await orderOf(orderId)).toMatchObject({
      status: 'FUNDED',
      fundingDate: openingDay,
      principalOutstanding: '90000.0000',
    })
    const invoice = await portal.look((tx) =>
      tx.selectFrom('invoice').selectAll().where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
    )
    expect(invoice).toMatchObject({ financeStatus: 'FINANCED', funderId: portal.world.companies.elm })
    // 90,000.00 less 1,020.00 interest and fees of 250.00, 50.00, 75.00 and 90.00.
    expect(await balances(portal.seats.elmChecker, orderId)).toEqual({
      F1000: '-88515.00',
      F1100: '100000.00',
      F2000: '10000.00',
      F2100: '1020.00',
      F2300: '375.00',
      F4020: '90.00',
    })
    expect(Object.keys(await balances(portal.seats.alderMaker, orderId)).every((name) => name.startsWith('S'))).toBe(true)
    expect(await balances(portal.seats.cedarMaker, orderId)).toEqual({ B2000: '-100000.00', B2010: '100000.00' })
    expect((await refusalOf(balances(portal.seats.firChecker, orderId))).error).toBe('NOT_FOUND')
  })

  test('that failed is cancelled with the order that its supplier takes back, and is not sent again', async () => {
    const { orderId, payment } = await anInstructedPayment(portal)
    const { settlement, settlement2, alderMaker } = portal.seats
    await portal.ask(settlement2, paymentCalls.fail, { body: { id: payment.id, reason: 'Account closed' } })
    await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
    const shown = await portal.ask(settlement, paymentCalls.detail, { body: { id: payment.id } })
    expect(shown).toMatchObject({ status: 'CANCELLED', operations: ['DETAIL'] })
  })

  test('asks nobody of another company, and a foreign payment is like a missing one', async () => {
    const { payment } = await anInstructedPayment(portal)
    const foreign = await refusalOf(portal.ask(portal.seats.firChecker, paymentCalls.detail, { body: { id: payment.id } }))
    const missing = await refusalOf(
      portal.ask(portal.seats.firChecker, paymentCalls.detail, { body: { id: '00000000-0000-7000-8000-000000000000' } }),
    )
    expect([foreign.code, foreign.data]).toEqual([missing.code, missing.data])
    expect((await refusalOf(pay(portal.seats.elmChecker, payment.id))).error).toBe('FORBIDDEN')
    const shown = await portal.ask(portal.seats.alderMaker, listCalls(financingPaymentList).pageList, { body: {} })
    expect(shown.list!.map((row) => row.no)).toContain(payment.no)
    const rival = await portal.ask(portal.seats.firChecker, listCalls(paymentList).pageList, { body: {} })
    expect(rival.list).toEqual([])
  })

  test('is recorded by nobody who approved it', async () => {
    const { payment } = await anInstructedPayment(portal)
    expect((await refusalOf(pay(portal.seats.settlement2, payment.id))).error).toBe('MAKER_CANNOT_APPROVE')
  })

  test('is recorded by nobody who instructed it or took its file, and they are not offered it', async () => {
    const { settlement, settlement2, settlement3 } = portal.seats
    const { payment } = await anInstructedPayment(portal)
    const offers = async (seat: Seat) => {
      const list = await portal.ask(seat, listCalls(paymentList).pageList, { body: {} })
      const { operations } = await portal.ask(seat, paymentCalls.detail, { body: { id: payment.id } })
      const listed = list.list!.find(({ no }) => no === payment.no)!.operations as string[]
      return [listed.includes('PAID'), operations.includes('PAID')]
    }
    expect((await refusalOf(pay(settlement, payment.id))).error).toBe('MAKER_CANNOT_APPROVE')
    // Nor to those who approved it.
    for (const seat of [settlement, settlement2]) expect(await offers(seat)).toEqual([false, false])
    expect(await offers(settlement3)).toEqual([true, true])

    const { files } = await portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [payment.id] } })
    await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
    await portal.ask(settlement3, paymentFileCalls.take, { body: { id: files[0]!.id } })
    expect((await refusalOf(pay(settlement3, payment.id))).error).toBe('MAKER_CANNOT_APPROVE')
    expect(await offers(settlement3)).toEqual([false, false])

    // A file that is void no longer holds it: whoever had that file sent nothing.
    await portal.ask(settlement2, paymentFileCalls.void, { body: { id: files[0]!.id, reason: 'Upload broke off' } })
    expect(await offers(settlement3)).toEqual([true, true])
    expect(await pay(settlement3, payment.id)).toEqual({ status: 'PAID' })
  })

  test('is declared failed by nobody who instructed it, and they are not offered it', async () => {
    const { settlement, settlement2 } = portal.seats
    const { payment } = await anInstructedPayment(portal)
    const offers = async (seat: Seat) => {
      const list = await portal.ask(seat, listCalls(paymentList).pageList, { body: {} })
      const { operations } = await portal.ask(seat, paymentCalls.detail, { body: { id: payment.id } })
      const listed = list.list!.find(({ no }) => no === payment.no)!.operations as string[]
      return [listed.includes('FAIL'), operations.includes('FAIL')]
    }
    const fail = (seat: Seat) => portal.ask(seat, paymentCalls.fail, { body: { id: payment.id, reason: 'Account closed' } })
    expect((await refusalOf(fail(settlement))).error).toBe('MAKER_CANNOT_APPROVE')
    expect(await offers(settlement)).toEqual([false, false])
    expect(await offers(settlement2)).toEqual([true, true])
    expect(await fail(settlement2)).toEqual({ status: 'FAILED' })
  })

  test('is paid once however many record it at the same moment', async () => {
    const { payment, orderId } = await anInstructedPayment(portal)
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => pay(portal.seats.settlement3, payment.id)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect((await orderOf(orderId)).status).toBe('FUNDED')
  })

  test('counts a bank reference once', async () => {
    const [first, second] = [await anInstructedPayment(portal), await anInstructedPayment(portal)]
    const tries = await Promise.allSettled(
      [first, second].map(({ payment }) => pay(portal.seats.settlement3, payment.id, 'SAME-REF')),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const loser = tries.find((one) => one.status === 'rejected') as PromiseRejectedResult
    expect(loser.reason.error).toBe('BANK_REF_DUPLICATE')
  })

  test('counts a bank reference once, however it is written', async () => {
    const [first, second] = [await anInstructedPayment(portal), await anInstructedPayment(portal)]
    const { settlement3 } = portal.seats
    await pay(settlement3, first.payment.id, 'TRX-001/a')
    for (const bankRef of ['trx 001 A', 'ＴＲＸ001A']) {
      const { data } = await refusalOf(pay(settlement3, second.payment.id, bankRef))
      expect(data).toMatchObject({ fields: [{ field: 'bankRef', message: 'BANK_REF_DUPLICATE' }] })
    }
    // Of a payment that was taken back it is free again.
    await portal.ask(settlement3, paymentCalls.takeBack, {
      body: { id: first.payment.id, returnedOn: openingDay, reason: 'Recorded in error' },
    })
    expect(await pay(settlement3, second.payment.id, 'trx 001 A')).toEqual({ status: 'PAID' })
  })

  test('waits for a payee account that is enabled and past its cooling-off', async () => {
    const { orderId } = await aConfirmedOrder(portal)
    const payment = await aDraftedPayment(portal, orderId)
    const change = (patch: Record<string, unknown>) =>
      portal.look((tx) => tx.updateTable('bankAccount').set(patch).where('id', '=', portal.world.accounts.alder).execute())
    await change({ coolingUntil: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await refusalOf(instruct(portal.seats.settlement, payment.id))).error).toBe('COOLING_OFF')
    await change({ coolingUntil: null, status: 'DISABLE' })
    expect((await refusalOf(instruct(portal.seats.settlement, payment.id))).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
    await change({ status: 'ENABLE' })
    expect(await instruct(portal.seats.settlement, payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  })

  test('that the bank refuses puts the order back, and the same payment is sent again', async () => {
    const { payment, orderId } = await anInstructedPayment(portal)
    await portal.ask(portal.seats.settlement2, paymentCalls.fail, { body: { id: payment.id, reason: 'Account closed' } })
    expect((await orderOf(orderId)).status).toBe('RIGHT_CONFIRMED')
    await instruct(portal.seats.settlement, payment.id)
    await passAll(portal, payment.no, 'PAYMENT')
    await pay(portal.seats.settlement3, payment.id)
    expect((await orderOf(orderId)).status).toBe('FUNDED')
  })

  test('above a million dollars is passed by two people of the funder, and never by who instructed it', async () => {
    const { orderId } = await aConfirmedOrder(portal, { faces: ['1500000'] })
    const payment = await aDraftedPayment(portal, orderId)
    const { settlement, settlement2, elmChecker, elmChecker2 } = portal.seats
    await instruct(settlement, payment.id)
    const decide = async (seat: Seat) => {
      const task = await portal.look((tx) =>
        tx
          .selectFrom('workflowTask as t')
          .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
          .select(['t.id', 't.nodeName'])
          .where('i.businessNo', '=', payment.no)
          .where('t.status', '=', 'OPEN')
          .executeTakeFirstOrThrow(),
      )
      const pass = { taskId: task.id, nodeName: task.nodeName, reviewType: 'PASSED', approvalComments: '' }
      return portal.ask(seat, workflowCalls.approve, { body: { businessNo: payment.no, ...pass } as never })
    }
    expect((await refusalOf(decide(settlement))).error).toBe('MAKER_CANNOT_APPROVE')
    expect(await decide(settlement2)).toMatchObject({ nextNode: 'FUNDER_CHECK' })
    expect(await decide(elmChecker)).toMatchObject({ nextNode: 'FUNDER_SECOND_CHECK' })
    expect((await refusalOf(decide(elmChecker))).error).toBe('NOT_YOUR_TASK')
    // The inbox of the second one is narrowed to payments, and to this one.
    const inbox = (filterFields: object) =>
      portal.ask(elmChecker2, listCalls(openTaskList).pageList, { body: { filterFields } as never })
    expect((await inbox({ businessType: ['PAYMENT'], businessNo: payment.no })).total).toBe(1)
    expect((await inbox({ businessType: ['REFUND'], businessNo: payment.no })).total).toBe(0)
    expect(await decide(elmChecker2)).toMatchObject({ status: 'PASSED' })
    expect((await orderOf(orderId)).status).toBe('FUNDING')
  })

  test('for a price of an earlier day is refused', async () => {
    const { orderId } = await aConfirmedOrder(portal, { fundingDate: '2025-02-28' })
    const payment = await aDraftedPayment(portal, orderId)
    expect((await refusalOf(instruct(portal.seats.settlement, payment.id))).error).toBe('PRICING_EXPIRED')
  })
})

test.each(['purchaseInArrears', 'payables', 'purchaseOrder', 'undisclosed'] as const)(
  'funding %s keeps every law of the books',
  async (product) => {
    const { orderId } = await aFundedOrder(portal, { product, faces: ['50000', '12345.67'], tenors: [30, 75] })
    expect((await orderOf(orderId)).status).toBe('FUNDED')
  },
)

describe('money that nobody can match', () => {
  /** What is said of the earlier receipt that one may be, by the receipt. */
  const apart = new Map<string, { notTheSameAs?: string }>()
  const addReturn = (collectionId: string, rest: object = {}) =>
    portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
      body: {
        collectionId,
        ...apart.get(collectionId),
        payeeName: 'Stray Sender Ltd',
        payeeAccount: 'GB33 BUKB 2020 1555 5555 55',
        payeeBankCode: 'BUKBGB22',
        reason: 'No order and no invoice is named',
        ...rest,
      },
    })
  const receive = async (payerAccount: string) => {
    const receipt = await portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
      body: {
        bankAccountId: portal.world.accounts.elm,
        bankRef: `STRAY-${++refs}`,
        valueDate: openingDay,
        amount: '432.10',
        currency: 'USD',
        payerName: 'Stray Sender Ltd',
        payerAccount,
        rawText: '',
      },
    })
    apart.set(receipt.id, toldApart(receipt))
    return receipt.id
  }
  const giveUp = (id: string) =>
    portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', id).execute())

  test('what is left of a receipt that was matched in part is matched to another order, or goes back', async () => {
    const { settlement } = portal.seats
    const id = await receive('GB33BUKB20201555555555')
    const orders = [await aFundedOrder(portal), await aFundedOrder(portal)]
    const match = (orderId: string, amount: string) =>
      portal.ask(settlement, repaymentCalls.match, {
        body: { collectionId: id, ...apart.get(id), payerRole: 'BUYER', parts: [{ orderId, amount }] },
      })
    const row = async () => {
      const body = { filterFields: { bankRef: `STRAY-${refs}` } }
      return (await portal.ask(settlement, listCalls(collectionList).pageList, { body })).list![0]!
    }
    const passed = async (made: Awaited<ReturnType<typeof match>>) => {
      for (const one of made.repayments) await passAll(portal, one.no, 'REPAYMENT')
      return made.repayments[0]!
    }
    await passed(await match(orders[0]!.orderId, '300'))
    expect(await row()).toMatchObject({ status: 'MATCHED', left: '132.10', operations: ['DETAIL', 'MATCH', 'RETURN'] })
    const second = await passed(await match(orders[1]!.orderId, '100'))
    expect(await row()).toMatchObject({ status: 'MATCHED', left: '32.10' })
    expect((await refusalOf(match(orders[1]!.orderId, '32.11'))).data.fields[0].message).toBe('OVER_ALLOCATION')

    const back = await addReturn(id)
    expect(await row()).toMatchObject({ left: '0.00', operations: ['DETAIL'] })
    expect((await refusalOf(match(orders[1]!.orderId, '32.10'))).error).toBe('ILLEGAL_TRANSITION')
    await instruct(settlement, back.id)
    await passAll(portal, back.no, 'REFUND')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: back.id, valueDate: openingDay, bankRef: `BACK-${refs}` },
    })
    expect(await row()).toMatchObject({ status: 'ALLOCATED', left: '0.00', operations: ['DETAIL'] })
    expect(await brokenLaws(portal)).toEqual([])

    // A part that is taken back is free again, and only that part.
    await takeBack(portal, second)
    expect(await row()).toMatchObject({ status: 'MATCHED', left: '100.00', operations: ['DETAIL', 'MATCH', 'RETURN'] })
    await passed(await match(orders[0]!.orderId, '60'))
    const rest = await addReturn(id)
    const { amount } = await portal.ask(settlement, paymentCalls.detail, { body: { id: rest.id } })
    expect(amount).toBe('40.00')
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('goes back to its sender alone, after settlement, risk and funder agreed, and pays nothing meanwhile', async () => {
    const id = await receive('GB33BUKB20201555555555')
    expect((await refusalOf(addReturn(id))).error).toBe('RECEIPT_NOT_TO_RETURN')
    await giveUp(id)
    const elsewhere = await refusalOf(addReturn(id, { payeeAccount: 'DE89370400440532013000' }))
    expect(elsewhere.data.fields).toEqual([{ field: 'payeeAccount', message: 'NOT_THE_SENDER' }])
    expect((await refusalOf(addReturn(id, { payeeBankCode: 'BANK' }))).data.fields[0].message).toBe('BANK_CODE_INVALID')
    const tries = await Promise.allSettled([addReturn(id), addReturn(id)])
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const payment = (tries.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<{ id: string; no: string }>).value

    const { orderId } = await aFundedOrder(portal)
    const match = portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: id, ...apart.get(id), payerRole: 'BUYER', parts: [{ orderId, amount: '432.10' }] },
    })
    expect((await refusalOf(match)).error).toBe('ILLEGAL_TRANSITION')

    expect(await instruct(portal.seats.settlement, payment.id)).toMatchObject({ status: 'IN_APPROVE' })
    await passAll(portal, payment.no, 'REFUND')
    const asked = await portal.look((tx) =>
      tx
        .selectFrom('workflowHistory as h')
        .innerJoin('workflowInstance as i', 'i.id', 'h.instanceId')
        .select('h.nodeName')
        .where('i.businessNo', '=', payment.no)
        .where('h.operation', '=', 'PASSED')
        .orderBy('h.id')
        .execute(),
    )
    expect(asked.map(({ nodeName }) => nodeName)).toEqual(['SETTLEMENT_CHECK', 'RISK_CHECK', 'FUNDER_CHECK'])
    const { files } = await portal.ask(portal.seats.settlement, paymentFileCalls.make, {
      body: { paymentIds: [payment.id] },
    })
    await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
    const { content } = await portal.ask(portal.seats.settlement, paymentFileCalls.take, {
      body: { id: files[0]!.id },
    })
    expect(content).toContain('<IBAN>GB33BUKB20201555555555</IBAN>')
    expect(content).toContain('<Nm>Stray Sender Ltd</Nm>')
    await pay(portal.seats.settlement3, payment.id)
    const after = await portal.look(async (tx) => ({
      receipt: await tx.selectFrom('collection').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
      booked: await tx
        .selectFrom('posting as p')
        .innerJoin('journal as j', 'j.id', 'p.journalId')
        .select(['p.account', 'p.side', 'p.amount', 'p.orderId'])
        .where('j.sourceId', '=', payment.id)
        .orderBy('p.account')
        .execute(),
    }))
    expect(after.receipt.status).toBe('REFUNDED')
    expect(after.booked).toEqual([
      { account: '1010', side: 'C', amount: '432.1000', orderId: null },
      { account: '2900', side: 'D', amount: '432.1000', orderId: null },
    ])
    expect((await refusalOf(addReturn(id))).error).toBe('RECEIPT_NOT_TO_RETURN')
    expect((await refusalOf(portal.ask(portal.seats.firChecker, paymentCalls.detail, { body: { id: payment.id } }))).error).toBe(
      'NOT_FOUND',
    )
  })
})
