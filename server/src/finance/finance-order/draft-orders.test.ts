import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a draft of a finance order is read by its supplier alone; to staff it does not exist', async () => {
  const { alderMaker, operations, risk, settlement, auditor } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const request = requestFor(portal, [invoiceId])
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const draft = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
    body: {
      ...request,
      pricingHash,
      payeeBankAccountId: portal.world.accounts.alder,
      saveType: 'DRAFT',
      remark: 'not yet decided',
      idempotencyKey: newId(),
    },
  })
  expect((await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: draft.id } })).remark).toBe('not yet decided')
  const errorOf = async (work: Promise<unknown>) => (await refusalOf(work)).error
  for (const seat of [operations, risk, settlement, auditor])
    expect(await errorOf(portal.ask(seat, financeOrderCalls.detail, { query: { id: draft.id } }))).toBe('NOT_FOUND')
  for (const seat of [operations, auditor])
    expect((await portal.ask(seat, invoiceCalls.detail, { query: { id: invoiceId } })).orders).toEqual([])
  expect(await errorOf(portal.ask(auditor, ledgerCalls.order, { body: { orderId: draft.id } }))).toBe('NOT_FOUND')
})
