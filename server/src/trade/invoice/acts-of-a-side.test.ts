import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedInvoice } from '../../testing/trade.ts'
import { aSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const buyingSeat = () =>
  portal.look((tx) =>
    aSeat(tx, `alder.buying.${newId()}`, {
      companyId: portal.world.companies.alder,
      role: 'BUYER',
      userRoles: ['Maker', 'Checker'],
    }),
  )

test('a seat that buys is not told the facility by which its company sells', async () => {
  const limits = async (seat: Seat) =>
    (await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })).filter(({ limit }) => limit !== null)
  expect(await limits(portal.seats.alderMaker)).not.toEqual([])
  expect(await limits(await buyingSeat())).toEqual([])
})

test('an invoice or purchase order that its company sells is answered in a seat that buys like one that is not there', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { id } = await aSubmittedInvoice(portal)
  const order = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'PO-OF-A-SIDE',
      currency: 'USD',
      orderDate: '2025-03-01',
      latestShipDate: '2025-04-01',
      saveType: 'SUBMIT',
      items: [{ description: 'Cloth', qty: '10', unitPrice: '5.00', unit: 'pc' }],
    },
  })
  const adjustment = { type: 'CREDIT_NOTE', refNo: 'CN-OF-A-SIDE', amount: '1.00', date: '2025-03-03' } as const
  const asked = (seat: Seat) => ({
    invoice: () => portal.ask(seat, invoiceCalls.detail, { query: { id } }),
    order: () => portal.ask(seat, purchaseOrderCalls.detail, { query: { id: order.id } }),
    adjustment: () => portal.ask(seat, adjustmentCalls.add, { body: { invoiceId: id, ...adjustment, idempotencyKey: newId() } }),
    payment: () =>
      portal.ask(seat, directPaymentCalls.report, {
        body: { invoiceId: id, amount: '1.00', valueDate: '2025-03-03', idempotencyKey: newId() },
      }),
  })
  for (const ask of Object.values(asked(await buyingSeat()))) expect((await refusalOf(ask())).error).toBe('NOT_FOUND')
  for (const seat of [alderMaker, cedarChecker]) {
    expect((await asked(seat).invoice()).id).toBe(id)
    expect((await asked(seat).order()).id).toBe(order.id)
  }
  expect((await asked(cedarChecker).invoice()).operations).toContain('CONFIRM')
})

test('what a buyer puts forward on an invoice is told to no seat of another side of its company', async () => {
  const { cedarMaker, cedarChecker, alderChecker, operations } = portal.seats
  const id = await aConfirmedInvoice(portal)
  const payment = { invoiceId: id, amount: '1.00', valueDate: '2025-03-03', idempotencyKey: newId() }
  const note = {
    invoiceId: id,
    type: 'DEDUCTION',
    refNo: 'DN-OF-A-BUYER',
    amount: '1.00',
    date: '2025-03-03',
    reason: 'short',
  } as const
  const numbers = [
    (await portal.ask(cedarMaker, directPaymentCalls.report, { body: payment })).no,
    (await portal.ask(cedarMaker, adjustmentCalls.add, { body: { ...note, idempotencyKey: newId() } })).no,
  ]
  const cedarAs = (role: 'SUPPLIER' | 'FUNDER') =>
    portal.look((tx) =>
      aSeat(tx, `cedar.${role.toLowerCase()}.${newId()}`, {
        companyId: portal.world.companies.cedar,
        role,
        userRoles: ['Maker', 'Checker'],
      }),
    )
  const others = [await cedarAs('SUPPLIER'), await cedarAs('FUNDER')]
  for (const call of [workflowCalls.history, workflowCalls.facts])
    for (const businessNo of numbers) {
      for (const seat of others)
        expect((await refusalOf(portal.ask(seat, call, { body: { businessNo } }))).error, businessNo).toBe('NOT_FOUND')
      for (const seat of [cedarChecker, alderChecker, operations])
        expect(await portal.ask(seat, call, { body: { businessNo } }), businessNo).toBeTruthy()
    }
})
