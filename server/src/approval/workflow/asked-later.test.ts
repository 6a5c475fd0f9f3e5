import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, billBuyers } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { decideOn } from '../../testing/sent-back.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

// A round of an approval may ask a party that the one before kept out.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const history = (businessNo: string, seat = portal.seats.cedarChecker) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })

test('a buyer that is asked about a raised fee reads nothing of the round in which it was a credit', async () => {
  await billBuyers(portal)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const { id } = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('payer', '=', 'BUYER').executeTakeFirstOrThrow(),
  )
  const { operations, settlement } = portal.seats
  const { no } = await portal.ask(operations, costCalls.adjust, { body: { id, delta: '-10.00', reason: 'Goodwill' } })
  await expect(history(no)).rejects.toThrow('NOT_FOUND')
  const said = 'The buyer pays late, raise it instead'
  await decideOn(portal, settlement, no, 'REJECTED', said, 'FEE_ADJUSTMENT')
  const { id: adjustmentId } = await portal.look((tx) =>
    tx.selectFrom('feeAdjustment').select('id').where('no', '=', no).executeTakeFirstOrThrow(),
  )
  await portal.ask(operations, costCalls.adjust, { body: { id, adjustmentId, delta: '10.00', reason: 'As agreed' } })
  const told = await history(no)
  expect(told.detailDTOS.map(({ operation, round }) => [operation, round])).toEqual([['SUBMITTED', 2]])
  expect(JSON.stringify((await history(no, settlement)).detailDTOS)).toContain(said)
})

test('a buyer that is asked about a debit note reads nothing of the credit note that it was kept from', async () => {
  const { alderMaker, operations, cedarChecker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId], { fundingDate: openingDay }))
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ buyerVisible: false, confirmedAmount: null }).where('id', '=', invoiceId).execute(),
  )
  const note = { amount: '100.00', date: '2025-03-01' }
  const { id, no } = await portal.ask(alderMaker, adjustmentCalls.add, {
    body: { ...note, invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-9', reason: 'For the operator only' },
  })
  await decideOn(portal, operations, no, 'REJECTED', 'The buyer is not to know', 'INVOICE_ADJUSTMENT')
  await portal.ask(alderMaker, adjustmentCalls.resubmit, { body: { ...note, id, type: 'DEBIT_NOTE', refNo: 'DN-9' } })
  const told = await history(no)
  expect(told.taskId).not.toBeNull()
  expect(told.detailDTOS.map(({ round }) => round)).toEqual([2])
  const { timeline } = await portal.ask(cedarChecker, invoiceCalls.detail, { query: { id: invoiceId } })
  expect(timeline.map(({ event }) => event)).toEqual(expect.arrayContaining(['INVOICE_ADJUSTMENT_CORRECTED']))
  expect(JSON.stringify(timeline)).not.toContain('operator only')
  const supplier = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: invoiceId } })
  expect(JSON.stringify(supplier.timeline)).toContain('operator only')
})
