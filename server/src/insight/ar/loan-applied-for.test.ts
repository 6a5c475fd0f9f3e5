import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { keptAdvances } from './advances.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('an invoice whose purchase order carries a loan, if only applied for, is offered nowhere as one to finance', async () => {
  const { alderMaker, alderViewer, cedarChecker } = portal.seats
  const productId = await aPoolProduct(portal)
  const { id: purchaseOrderId } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'PO-LENT',
      orderDate: '2025-02-01',
      latestShipDate: '2025-05-02',
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '1', unitPrice: '200000' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
  const invoiceNo = 'INV-7788'
  await aConfirmedInvoice(portal, { invoiceNo, amount: '50000.00', purchaseOrderId })
  const told = async (question: string) => (await portal.ask(alderMaker, assistantCalls.ask, { body: { question } })).text
  const kept = () =>
    actAs(portal, alderViewer, async ({ tx, today, actor }) => {
      const asked = { currency: 'USD', buyerCode: 'ALL', asOf: today, today }
      const { rows } = await sql`${keptAdvances(actor.companyId, asked, sql`80::numeric`, [today, '2026-01-01'])}`.execute(tx)
      return rows
    })
  const offered = async () => {
    const { todos } = await portal.ask(alderMaker, homeCalls.summary, { body: {} })
    const { eligible } = await portal.ask(alderViewer, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
    const assignable = await portal.ask(alderMaker, poolCalls.assignable, { body: { productId, currency: 'USD' } })
    return {
      eligible,
      home: todos.filter(({ kind }) => kind === 'READY_TO_FINANCE').map(({ count }) => count),
      pool: assignable.invoices.map((one) => one.invoiceNo),
      kept: (await kept()).length,
    }
  }
  expect(await offered()).toEqual({ eligible: '45000.00', home: [1], pool: [invoiceNo], kept: 0 })
  expect(await told(`Prepare a finance order for ${invoiceNo}`)).toContain('The form is ready')
  await aSubmittedOrder(
    portal,
    requestFor(portal, [], {
      financingProductId: portal.world.products.purchaseOrder,
      items: [{ docType: 'PO', docId: purchaseOrderId }],
    }),
  )
  // Nothing is kept of so few invoices; what is kept would be lowered by this one.
  expect(await offered()).toEqual({ eligible: '0.00', home: [], pool: [], kept: 1 })
  expect(await told(`Prepare a finance order for ${invoiceNo}`)).toContain('is for the loan on its purchase order')
  expect(await told('Which invoices can I finance?')).not.toContain(invoiceNo)
})
