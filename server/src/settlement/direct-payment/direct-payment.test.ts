import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const report = (invoiceId: string, extra: object = {}, seat: Seat = portal.seats.cedarMaker) =>
  portal.ask(seat, directPaymentCalls.report, {
    body: { invoiceId, amount: '40000.00', valueDate: '2025-03-01', reference: 'SWIFT 7', ...extra },
  })
const detail = (id: string, seat: Seat = portal.seats.alderMaker) => portal.ask(seat, invoiceCalls.detail, { query: { id } })
/** One person decides on an approval; the answer or the refusal. */
async function decide(seat: Seat, businessNo: string, reviewType: string, businessType = 'DIRECT_PAYMENT') {
  const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
    body: { businessNo, businessType, ifQueryTask: 'YES' },
  })
  if (!taskId) return 'NO TASK'
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: currentNode!, taskId, reviewType, approvalComments: 'Looked at the account' } as never,
  })
}
const told = (objectId: string, companyId: string) =>
  portal.look(async (tx) =>
    (
      await tx
        .selectFrom('notification')
        .select('event')
        .distinct()
        .where('objectId', '=', objectId)
        .where('companyId', '=', companyId)
        .where('event', 'like', 'DIRECT_PAYMENT%')
        .orderBy('event')
        .execute()
    ).map(({ event }) => event),
  )

describe('a payment from buyer to supplier', () => {
  test('one payment is reported once, by whichever side and however its reference is written', async () => {
    const id = await aConfirmedInvoice(portal)
    await report(id)
    for (const [reference, seat] of [
      ['SWIFT 7', portal.seats.cedarMaker],
      ['swift-7', portal.seats.cedarMaker],
      ['SWIFT 7', portal.seats.alderMaker],
    ] as const)
      expect((await refusalOf(report(id, { reference }, seat))).data.fields).toMatchObject([
        { field: 'reference', message: 'PAYMENT_REPORTED' },
      ])
    await report(id, { reference: 'SWIFT 8' })
  })

  test('that the buyer reports counts once a checker of the supplier has confirmed it', async () => {
    const { alderChecker, cedarMaker, cedarChecker } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const { no, status } = await report(id)
    expect([no, status]).toEqual([expect.stringMatching(/^DP-2025-\d{6}$/), 'IN_APPROVE'])
    expect(await detail(id)).toMatchObject({ outstanding: '100000.00', payments: [], directPayments: [{ no, status }] })
    // Nobody of the buyer decides on its own debt, and no staff in place of the creditor.
    for (const seat of [cedarMaker, cedarChecker, portal.seats.settlement]) {
      const outcome = await decide(seat, no, 'PASSED').catch(() => 'REFUSED')
      expect(['NO TASK', 'REFUSED']).toContain(outcome)
    }
    await decide(alderChecker, no, 'PASSED')
    expect(await detail(id, cedarMaker)).toMatchObject({
      outstanding: '60000.00',
      payStatus: 'PARTIAL',
      payments: [{ amount: '40000.00', date: '2025-03-01', reference: 'SWIFT 7' }],
      directPayments: [{ no, status: 'PASSED' }],
    })
    for (const company of ['alder', 'cedar'] as const)
      expect(await told(id, portal.world.companies[company])).toEqual(['DIRECT_PAYMENT_CONFIRMED', 'DIRECT_PAYMENT_REPORTED'])
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('that waits keeps its invoice from being cancelled', async () => {
    const { alderMaker, alderChecker } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const cancel = () => portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
    const { no } = await report(id, { reference: 'SWIFT 70' })
    expect((await refusalOf(cancel())).error).toBe('DIRECT_PAYMENT_WAITS')
    expect((await detail(id)).operations).not.toContain('CANCEL')
    await decide(alderChecker, no, 'REFUSED')
    expect((await detail(id)).operations).toContain('CANCEL')
    await cancel()
  })

  test('that the supplier reports is confirmed by another person of it, or by settlement', async () => {
    const { alderMaker, birchMaker, settlement } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const { no } = await report(id, {}, alderMaker)
    expect(await decide(alderMaker, no, 'PASSED').catch(() => 'NO TASK')).toBe('NO TASK')
    expect((await refusalOf(report(id, {}, birchMaker))).error).toBe('NOT_FOUND')
    await decide(settlement, no, 'PASSED')
    expect((await detail(id)).outstanding).toBe('60000.00')
  })

  test('that never came is refused, and both sides read why', async () => {
    const id = await aConfirmedInvoice(portal)
    const { no } = await report(id)
    await decide(portal.seats.alderChecker, no, 'REFUSED')
    expect(await detail(id, portal.seats.cedarMaker)).toMatchObject({
      outstanding: '100000.00',
      directPayments: [{ no, status: 'REFUSED' }],
    })
    for (const company of ['alder', 'cedar'] as const)
      expect(await told(id, portal.world.companies[company])).toEqual(['DIRECT_PAYMENT_REFUSED', 'DIRECT_PAYMENT_REPORTED'])
    // What was refused or sent back does not count against a new report.
    const again = await report(id, { amount: '100000.00' })
    await decide(portal.seats.alderChecker, again.no, 'REJECTED')
    expect((await report(id, { amount: '100000.00' })).status).toBe('IN_APPROVE')
  })

  test('that pays all closes the invoice, and taken back it opens it again with nothing removed', async () => {
    const { alderMaker, alderChecker, cedarMaker } = portal.seats
    const invoiceId = await aConfirmedInvoice(portal)
    const { id, no } = await report(invoiceId, { amount: '100000.00' })
    await decide(alderChecker, no, 'PASSED')
    expect(await detail(invoiceId)).toMatchObject({
      docStatus: 'CLOSED',
      payStatus: 'PAID',
      directPayments: [{ mayTakeBack: true }],
    })
    const ask = (seat: Seat) => portal.ask(seat, directPaymentCalls.takeBack, { body: { id, reason: 'Of another invoice' } })
    expect((await refusalOf(ask(cedarMaker))).error).toBe('FORBIDDEN')
    expect((await ask(alderMaker)).status).toBe('REVERSING')
    expect((await refusalOf(ask(alderMaker))).error).toBe('ILLEGAL_TRANSITION')
    expect(await decide(alderMaker, no, 'PASSED', 'DIRECT_PAYMENT_REVERSAL').catch(() => 'NO TASK')).toBe('NO TASK')
    expect((await detail(invoiceId)).outstanding).toBe('0.00')
    await decide(alderChecker, no, 'PASSED', 'DIRECT_PAYMENT_REVERSAL')
    expect(await detail(invoiceId)).toMatchObject({
      docStatus: 'CONFIRMED',
      outstanding: '100000.00',
      payStatus: 'UNPAID',
      payments: [{ amount: '100000.00' }, { amount: '-100000.00' }],
      directPayments: [{ status: 'REVERSED', takeBackReason: 'Of another invoice' }],
    })
    expect(await told(invoiceId, portal.world.companies.cedar)).toContain('DIRECT_PAYMENT_TAKEN_BACK')
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('that a checker of the supplier confirmed is taken back with a checker of it, and not by its maker with settlement', async () => {
    const { alderMaker, alderChecker, settlement } = portal.seats
    const confirmed = async (confirmer: Seat, reporter?: Seat) => {
      const { id, no } = await report(await aConfirmedInvoice(portal), {}, reporter)
      await decide(confirmer, no, 'PASSED')
      return { id, no }
    }
    const takeBack = (id: string, seat = alderMaker) =>
      portal.ask(seat, directPaymentCalls.takeBack, { body: { id, reason: 'Of another invoice' } })
    const agree = (seat: Seat, no: string) =>
      decide(seat, no, 'PASSED', 'DIRECT_PAYMENT_REVERSAL').catch((refusal: { error?: string }) => refusal.error)
    for (const reporter of [undefined, alderMaker]) {
      const { id, no } = await confirmed(alderChecker, reporter)
      await takeBack(id)
      expect(await agree(settlement, no)).not.toMatchObject({ status: 'PASSED' })
      const of = await portal.look((tx) =>
        tx.selectFrom('directPayment').select('status').where('id', '=', id).executeTakeFirst(),
      )
      expect(of).toEqual({ status: 'REVERSING' })
      await agree(alderChecker, no)
      const after = await portal.look((tx) =>
        tx.selectFrom('directPayment').select('status').where('id', '=', id).executeTakeFirst(),
      )
      expect(after).toEqual({ status: 'REVERSED' })
    }
    // What settlement confirmed, settlement may agree to take back.
    const bySettlement = await confirmed(settlement, alderMaker)
    await takeBack(bySettlement.id)
    await agree(settlement, bySettlement.no)
    const { status } = await portal.look((tx) =>
      tx.selectFrom('directPayment').select('status').where('id', '=', bySettlement.id).executeTakeFirstOrThrow(),
    )
    expect(status).toBe('REVERSED')
  })

  test('whose taking back is refused stays confirmed', async () => {
    const { alderMaker, alderChecker } = portal.seats
    const invoiceId = await aConfirmedInvoice(portal)
    const { id, no } = await report(invoiceId)
    await decide(alderChecker, no, 'PASSED')
    await portal.ask(alderMaker, directPaymentCalls.takeBack, { body: { id, reason: 'A doubt' } })
    await decide(alderChecker, no, 'REFUSED', 'DIRECT_PAYMENT_REVERSAL')
    expect(await detail(invoiceId)).toMatchObject({ outstanding: '60000.00', directPayments: [{ status: 'PASSED' }] })
  })

  test('is not reported beyond what is owed, also by several people at the same moment', async () => {
    const id = await aConfirmedInvoice(portal)
    const outcomes = await Promise.allSettled([
      report(id),
      report(id, {}, portal.seats.alderMaker),
      report(id, { reference: 'SWIFT 8' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { data } = await refusalOf(report(id, { amount: '20000.01' }))
    expect(data.fields).toEqual([
      { field: 'amount', message: 'PAYMENT_OVER_OWED', params: { amount: '20000.00', currency: 'USD' } },
    ])
  })

  test.each([
    [{ amount: '0.00' }, 'AMOUNT_NOT_POSITIVE', 'amount'],
    [{ amount: '1.001' }, 'AMOUNT_SCALE', 'amount'],
    [{ valueDate: '2025-03-04' }, 'VALUE_DATE_AHEAD', 'valueDate'],
    [{ valueDate: '2025-02-19' }, 'DAY_TOO_EARLY', 'valueDate'],
  ])('with %o is refused beside its field', async (extra, error, field) => {
    const refusal = await refusalOf(report(await aConfirmedInvoice(portal), extra))
    expect([refusal.error, refusal.data.fields[0].field]).toEqual([error, field])
  })

  test('is not reported on a financed invoice, nor confirmed on one that was financed since', async () => {
    const { alderChecker, alderMaker } = portal.seats
    const { invoiceIds } = await aFundedOrder(portal)
    expect((await refusalOf(report(invoiceIds[0]!))).error).toBe('INVOICE_LOCKED')
    expect(await detail(invoiceIds[0]!)).toMatchObject({ outstanding: '100000.00', payableToSupplier: '0.00' })
    const id = await aConfirmedInvoice(portal)
    const { no } = await report(id, {}, alderMaker)
    await aSubmittedOrder(portal, requestFor(portal, [id]))
    expect((await refusalOf(decide(alderChecker, no, 'PASSED'))).error).toBe('INVOICE_LOCKED')
    await decide(alderChecker, no, 'REFUSED')
  })

  test('is neither reported nor confirmed on what the funder still owns after its order was settled', async () => {
    const { alderMaker, alderChecker, cedarMaker } = portal.seats
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
    const invoiceId = invoiceIds[0]!
    // The buyer pays the advance to the funder, on the day of the funding; the reserve is still owed there.
    await aRepayment(portal, orderId, '90000', { valueDate: openingDay })
    expect(await detail(invoiceId)).toMatchObject({ financeStatus: 'SETTLED', outstanding: '10000.00' })
    for (const seat of [alderMaker, cedarMaker]) {
      expect((await refusalOf(report(invoiceId, { amount: '10000.00' }, seat))).error).toBe('RECEIVABLE_SOLD')
      expect((await detail(invoiceId, seat)).operations).not.toContain('REPORT_PAYMENT')
    }
    // Reported before the order was settled, it is not confirmed either.
    const set = (financeStatus: 'UNFINANCED' | 'SETTLED') =>
      portal.look((tx) => tx.updateTable('invoice').set({ financeStatus }).where('id', '=', invoiceId).execute())
    await set('UNFINANCED')
    const { no } = await report(invoiceId, { amount: '10000.00', valueDate: openingDay }, alderMaker)
    await set('SETTLED')
    expect((await refusalOf(decide(alderChecker, no, 'PASSED'))).error).toBe('RECEIVABLE_SOLD')
    await decide(alderChecker, no, 'REFUSED')
    await aRepayment(portal, orderId, '10000', { valueDate: openingDay })
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('is reported by the buyer of an invoice whose financing it was not told of, and the supplier reads that it is financed', async () => {
    const id = await aConfirmedInvoice(portal)
    await aSubmittedOrder(portal, requestFor(portal, [id], { financingProductId: portal.world.products.undisclosed }))
    expect((await refusalOf(report(id, {}, portal.seats.alderMaker))).error).toBe('INVOICE_LOCKED')
    const told = await detail(id, portal.seats.cedarMaker)
    expect([told.payableToSupplier, (await detail(id, portal.seats.alderMaker)).payableToSupplier]).toEqual([
      told.outstanding,
      '0.00',
    ])
    const { no } = await report(id)
    expect((await refusalOf(decide(portal.seats.alderChecker, no, 'PASSED'))).error).toBe('INVOICE_LOCKED')
  })

  test('is confirmed by one person', async () => {
    const { no } = await report(await aConfirmedInvoice(portal))
    expect(await passAll(portal, no, 'DIRECT_PAYMENT')).toHaveLength(1)
  })
})
