import { describe, expect, it, test } from 'vitest'
import { approvalMachine } from './approval-instance.ts'
import { bankAccountMachine, enableableBy, shownBankAccountStatus } from './bank-account.ts'
import { collectionMachine } from './collection.ts'
import { contractMachine } from './contract.ts'
import { invoiceFinanceStatusOf, purchaseOrderFinanceStatusOf } from './document-finance-status.ts'
import {
  financeOrderCan,
  financeOrderMachine,
  financeOrderStatuses,
  holdsDocuments,
  nextFinanceOrderStatus,
  statusByMoney,
} from './finance-order.ts'
import { type OrderFacts, operationsFor } from './finance-order-operations.ts'
import { endOfDispute, invoiceMachine, mayCancelInvoice, payStatusOf } from './invoice.ts'
import { bankVerificationMachine, isAdmitted, kycMachine, kycStatuses, reviewDue } from './kyc.ts'
import { type Machine, machine } from './machine.ts'
import { paymentMachine } from './payment.ts'
import { pricingOfferMachine } from './pricing-offer.ts'
import { mayCancelPurchaseOrder, mayFinancePurchaseOrder, purchaseOrderMachine } from './purchase-order.ts'
import { repaymentMachine } from './repayment.ts'
import { mayDisableUser, userMachine } from './user.ts'

const machines: [name: string, machine: Machine<any, any>, start: string, finals: string[]][] = [
  ['invoice', invoiceMachine, 'DRAFT', ['CANCELLED']],
  ['purchase order', purchaseOrderMachine, 'DRAFT', ['CANCELLED']],
  ['finance order', financeOrderMachine, 'DRAFT', ['CONVERTED', 'WRITTEN_OFF', 'REFUSED', 'REVOKED', 'EXPIRED']],
  ['approval', approvalMachine, 'IN_APPROVE', ['PASSED', 'REFUSED', 'WITHDRAWN']],
  ['bank account', bankAccountMachine, 'DISABLE', []],
  ['user', userMachine, 'unActive', []],
  ['contract', contractMachine, 'DRAFT', ['EXPIRED', 'TERMINATED', 'VOID']],
  ['collection', collectionMachine, 'RECEIVED', ['REFUNDED']],
  ['repayment', repaymentMachine, 'DRAFT', ['REVERSED', 'REFUSED']],
  ['payment', paymentMachine, 'DRAFT', ['CANCELLED']],
  ['admission', kycMachine, 'NONE', []],
  ['bank verification', bankVerificationMachine, 'INSTRUCTED', ['PASSED', 'CANCELLED', 'EXPIRED']],
  ['pricing offer', pricingOfferMachine, 'OFFERED', ['REJECTED', 'EXPIRED']],
]

describe.each(machines)('the life of a %s', (_name, { statuses, rows, next, finals }, start, expectedFinals) => {
  it('can reach every status from its first', () => {
    const reached = new Set([start])
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const [from, , , to] of rows) if (from.some((status) => reached.has(status))) reached.add(to)
    }
    expect([...statuses].filter((status) => !reached.has(status))).toEqual([])
  })
  it('ends only where it should', () => expect(finals).toEqual(expectedFinals))
  it('leaves a final status by no event', () => {
    for (const status of finals)
      for (const [, event] of rows) {
        const to = next(status, event)
        expect(to.ok ? to.value : status).toBe(status)
      }
  })
  it('names somebody who may cause each event', () => expect(rows.filter(([, , actors]) => actors.length === 0)).toEqual([]))
})

test('the yearly review of an admission is due sixty days before it runs out, and after', () => {
  const due = (today: string) => reviewDue('2026-03-10', today)
  expect([due('2026-01-08'), due('2026-01-09'), due('2026-04-01'), reviewDue(null, '2026-01-01')]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('an admitted company stays so during its review; one that never was, or was refused, is not', () => {
  expect(kycStatuses.filter((status) => isAdmitted(status, '2026-03-10'))).toEqual(['IN_APPROVE', 'PASSED', 'REJECTED'])
  expect(kycStatuses.filter((status) => isAdmitted(status, null))).toEqual(['PASSED'])
})

test('a transition listed twice for one status is refused when the table is built', () => {
  expect(() =>
    machine(
      ['A', 'B'],
      [
        [['A'], 'go', ['S'], 'B'],
        [['A', 'B'], 'go', ['S'], 'A'],
      ],
    ),
  ).toThrow('listed twice')
})

test('an event that the status does not list is an illegal transition', () => {
  expect(nextFinanceOrderStatus('FUNDED', 'revoke')).toEqual({ ok: false, refusal: 'ILLEGAL_TRANSITION' })
  expect(nextFinanceOrderStatus('IN_APPROVE', 'deny')).toEqual({ ok: true, value: 'REJECTED' })
  expect(nextFinanceOrderStatus('IN_APPROVE', 'reject')).toEqual({ ok: true, value: 'REFUSED' })
})

test('an event of somebody else is refused even where it is legal', () => {
  expect(financeOrderMachine.nextBy('RIGHT_CONFIRMED', 'revoke', 'F')).toEqual({ ok: false, refusal: 'NOT_YOUR_ACTION' })
  expect(financeOrderMachine.nextBy('RIGHT_CONFIRMED', 'revoke', 'S')).toEqual({ ok: true, value: 'REVOKED' })
  expect(financeOrderMachine.eventsFor('PASSED', 'S')).toEqual(['declineConfirmation', 'update', 'confirmRight', 'revoke'])
})

test('an order can be taken back until it is funded, and again after it was sent back for correction', () => {
  const revocable = financeOrderMachine.statuses.filter((status) => financeOrderCan.revoke(status))
  expect(revocable).toEqual(['DRAFT', 'SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'REJECTED'])
})

test('the end of a dispute makes an invoice what it was before, and confirms none', () => {
  const after = (confirmedAmount: string | null) => invoiceMachine.next('DISPUTED', endOfDispute({ confirmedAmount }))
  expect(after(null)).toEqual({ ok: true, value: 'SUBMITTED' })
  expect(after('100.00')).toEqual({ ok: true, value: 'CONFIRMED' })
})

test('an order holds its documents from submission until it ends', () => {
  const free = financeOrderMachine.statuses.filter((status) => !holdsDocuments(status))
  expect(free).toEqual(['DRAFT', 'SETTLED', 'CONVERTED', 'WRITTEN_OFF', 'REJECTED', 'REFUSED', 'REVOKED', 'EXPIRED'])
})

test.each([
  [null, 'UNFINANCED', null],
  ['DRAFT', 'UNFINANCED', null],
  ['SUBMITTED', 'LOCKED', null],
  ['FUNDING', 'LOCKED', null],
  ['REVOKED', 'UNFINANCED', null],
  ['FUNDED', 'FINANCED', 'FINANCED'],
  ['PARTIALLY_REPAID', 'FINANCED', 'FINANCED'],
  ['OVERDUE', 'OVERDUE', 'OVERDUE'],
  ['SETTLED', 'SETTLED', 'SETTLED'],
  ['CONVERTED', 'SETTLED', 'SETTLED'],
] as const)('with an order %s an invoice is %s and a purchase order %s', (order, invoice, purchaseOrder) => {
  expect(invoiceFinanceStatusOf(order)).toBe(invoice)
  expect(purchaseOrderFinanceStatusOf(order)).toBe(purchaseOrder)
})
test('only a settled order returns an unpaid invoice to its supplier', () =>
  expect(financeOrderStatuses.filter((order) => invoiceFinanceStatusOf(order, true) !== invoiceFinanceStatusOf(order))).toEqual([
    'SETTLED',
  ]))

test('the money decides the status of a funded order', () => {
  expect(statusByMoney({ isOwed: false, isOverdue: true, isRepaidInPart: true })).toBe('SETTLED')
  expect(statusByMoney({ isOwed: true, isOverdue: true, isRepaidInPart: true })).toBe('OVERDUE')
  expect(statusByMoney({ isOwed: true, isOverdue: false, isRepaidInPart: true })).toBe('PARTIALLY_REPAID')
  expect(statusByMoney({ isOwed: true, isOverdue: false, isRepaidInPart: false })).toBe('FUNDED')
})

const anOrder = (facts: Partial<OrderFacts>): OrderFacts => ({
  status: 'PASSED',
  type: 'RECEIVABLE_PURCHASE',
  disclosed: true,
  rightConfirmParty: 'BUYER',
  contractsSigned: true,
  paymentInstructed: false,
  conversionOpen: false,
  owesPrincipal: true,
  hasOpenTask: false,
  ...facts,
})

describe('the actions on a finance order', () => {
  it('are edit and withdraw for the supplier of a draft', () =>
    expect(operationsFor(anOrder({ status: 'DRAFT' }), 'S')).toEqual(['DETAIL', 'EDIT', 'WITHDRAW']))
  it('are none for anybody to whom the order is hidden', () => {
    expect(operationsFor(anOrder({ status: 'DRAFT' }), 'F')).toEqual([])
    expect(operationsFor(anOrder({ disclosed: false }), 'B')).toEqual([])
    expect(operationsFor(anOrder({}), 'A')).toEqual([])
  })
  it('are the confirmation for the party that the product names, once the contracts are signed', () => {
    expect(operationsFor(anOrder({}), 'B')).toEqual(['DETAIL', 'CONFIRM'])
    expect(operationsFor(anOrder({ contractsSigned: false }), 'B')).toEqual(['DETAIL'])
    expect(operationsFor(anOrder({ rightConfirmParty: 'SUPPLIER' }), 'B')).toEqual(['DETAIL'])
    expect(operationsFor(anOrder({ rightConfirmParty: 'SUPPLIER' }), 'S')).toEqual(['DETAIL', 'WITHDRAW', 'UPDATE', 'CONFIRM'])
  })
  it('no longer hold the withdrawal when the bank has the payment', () =>
    expect(operationsFor(anOrder({ status: 'RIGHT_CONFIRMED', paymentInstructed: true }), 'S')).toEqual(['DETAIL']))
  it('are the decision only for who holds an open task', () => {
    expect(operationsFor(anOrder({ status: 'IN_APPROVE', hasOpenTask: true }), 'R')).toEqual(['DETAIL', 'APPROVE'])
    expect(operationsFor(anOrder({ status: 'IN_APPROVE' }), 'R')).toEqual(['DETAIL'])
  })
  it('are the conversion of purchase-order financing, once at a time', () => {
    expect(operationsFor(anOrder({ status: 'FUNDED', type: 'PO_FINANCE' }), 'S')).toEqual(['DETAIL', 'ARP'])
    expect(operationsFor(anOrder({ status: 'FUNDED', type: 'PO_FINANCE', conversionOpen: true }), 'S')).toEqual(['DETAIL'])
    expect(operationsFor(anOrder({ status: 'FUNDED' }), 'S')).toEqual(['DETAIL'])
    // An order that owes costs alone is repaid, not converted.
    expect(operationsFor(anOrder({ status: 'OVERDUE', type: 'PO_FINANCE', owesPrincipal: false }), 'S')).toEqual(['DETAIL'])
  })
  it('are paying for settlement and writing off for the funder', () => {
    expect(operationsFor(anOrder({ status: 'RIGHT_CONFIRMED' }), 'T')).toEqual(['DETAIL', 'INSTRUCT'])
    expect(operationsFor(anOrder({ status: 'FUNDING' }), 'T')).toEqual(['DETAIL', 'RECORD_PAYMENT'])
    expect(operationsFor(anOrder({ status: 'OVERDUE' }), 'F')).toEqual(['DETAIL'])
    expect(operationsFor(anOrder({ status: 'OVERDUE', writeOffDue: true }), 'F')).toEqual(['DETAIL', 'WRITE_OFF'])
  })
})

test('an invoice is cancelled only while unfinanced and unpaid', () => {
  const invoice = { status: 'CONFIRMED', financeStatus: 'UNFINANCED', payStatus: 'UNPAID' } as const
  expect(mayCancelInvoice(invoice)).toBe(true)
  expect(mayCancelInvoice({ ...invoice, financeStatus: 'LOCKED' })).toBe(false)
  expect(mayCancelInvoice({ ...invoice, payStatus: 'PARTIAL' })).toBe(false)
})

test('a purchase order is cancelled only while it is not financed and no invoice names it', () => {
  const order = { status: 'CONFIRMED', financeStatus: null, locked: false, named: false } as const
  expect(mayCancelPurchaseOrder(order)).toBe(true)
  expect(mayCancelPurchaseOrder({ ...order, financeStatus: 'FINANCED', locked: true })).toBe(false)
  expect(mayCancelPurchaseOrder({ ...order, named: true })).toBe(false)
  expect(mayFinancePurchaseOrder({ ...order })).toBe(true)
  expect(mayFinancePurchaseOrder({ ...order, status: 'SUBMITTED' })).toBe(false)
})

test.each([
  [100n, 0n, 'UNPAID'],
  [100n, 1n, 'PARTIAL'],
  [100n, 100n, 'PAID'],
] as const)('an invoice over %s with %s paid is %s', (net, paid, status) => expect(payStatusOf({ net, paid })).toBe(status))
test.each([
  [100n, 0n, 'WRITTEN_OFF'],
  [100n, 99n, 'WRITTEN_OFF'],
  [100n, 100n, 'PAID'],
  [0n, 0n, 'WRITTEN_OFF'],
] as const)('an invoice over %s that its order lost is, with %s paid, %s', (net, paid, status) =>
  expect(payStatusOf({ net, paid, writtenOff: true })).toBe(status),
)

test('a bank account waits for its approval and its cooling-off before it may be enabled', () => {
  expect(shownBankAccountStatus('DISABLE', false, 'IN_APPROVE', null)).toBe('PENDING_ACTIVATE')
  expect(shownBankAccountStatus('DISABLE', false, 'PASSED', null)).toBe('PENDING_ACTIVATE')
  expect(shownBankAccountStatus('DISABLE', true, 'PASSED', '2026-11-29T08:00:00Z')).toBe('DISABLE')
  expect(shownBankAccountStatus('DISABLE', true, 'PASSED', null)).toBe('READY_TO_ENABLE')
  expect(shownBankAccountStatus('ENABLE', false, 'PASSED', null)).toBe('ENABLE')
  for (const approval of ['REJECTED', 'REFUSED'] as const)
    expect(shownBankAccountStatus('DISABLE', false, approval, null)).toBe('DISABLE')
  const now = '2025-06-03T08:00:00Z'
  expect(enableableBy({ approval: 'IN_APPROVE', coolingUntil: null }, now)).toMatchObject({ refusal: 'BANK_ACCOUNT_NOT_ENABLED' })
  expect(enableableBy({ approval: 'PASSED', coolingUntil: '2025-06-04T08:00:00Z' }, now)).toMatchObject({
    refusal: 'COOLING_OFF',
  })
  expect(enableableBy({ approval: 'PASSED', coolingUntil: '2025-06-03T08:00:00Z' }, now)).toMatchObject({ ok: true })
})

test('nobody disables himself', () => {
  expect(mayDisableUser({ id: 'u1', status: 'active' }, 'u2')).toBe(true)
  expect(mayDisableUser({ id: 'u1', status: 'active' }, 'u1')).toBe(false)
  expect(mayDisableUser({ id: 'u1', status: 'stop' }, 'u2')).toBe(false)
})
