import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays } from '@usance/domain/local-date'
import { aDraftedPayment } from '@usance/server/testing/financing'
import { passAll, signAll } from '@usance/server/testing/trade'
import { openingDay } from '@usance/server/testing/world'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoFaults, type JourneyWorld, open, openJourneyWorld, press, settled, step } from './journey-world.ts'

let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

/** What the other desks do with an order from its submission to its payment, over the same calls that their pages use. */
async function carryToFunding(id: string, orderNo: string, confirms: 'alderChecker' | 'cedarChecker') {
  const { portal } = world
  await passAll(portal, orderNo)
  await signAll(portal, id)
  await portal.ask(portal.seats[confirms]!, financeOrderCalls.rightConfirmation, {
    query: { id },
    body: { accept: true } as never,
  })
  const { payment } = await portal.look(async (tx) => ({
    payment:
      (await tx
        .selectFrom('payment')
        .select(['id', 'no'])
        .where('orderId', '=', id)
        .where('status', '=', 'DRAFT')
        .executeTakeFirst()) ?? (await aDraftedPayment(portal, id)),
  }))
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  await passAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: `OUT-${orderNo}` } as never,
  })
}
const orderOf = (path: string) => path.split('/').at(-2)!

test('an order is financed before shipping, and its invoice takes over the debt', async () => {
  const { portal } = world
  const { alderMaker, cedarChecker } = portal.seats
  const purchaseOrder = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'PO-7001',
      orderDate: openingDay,
      latestShipDate: addDays(openingDay, 30),
      currency: 'USD',
      items: [{ description: 'Oak table', qty: '100', unitPrice: '500' }],
      saveType: 'SUBMIT',
    } as never,
  })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrder.id] } as never })

  const supplier = await world.visit('alder.maker')
  let orderNo = ''
  let orderPath = ''
  await step('finance the purchase order', supplier, async (page) => {
    await open(page, `/trading/purchase/details/${purchaseOrder.id}`)
    await press(page, 'Finance')
    await page.waitForURL('**/finance/finance-order/add**')
    await settled(page)
    // 60 % of 50,000.00.
    await expect(page.locator('.price-net strong')).toContainText('30,000.00')
    await press(page, 'Submit order')
    await page.waitForURL('**/detail')
    orderPath = new URL(page.url()).pathname
    orderNo = (await page.locator('h1').filter({ hasText: /^FO/ }).innerText()).split(/\s/)[0]!
  })
  await carryToFunding(orderOf(orderPath), orderNo, 'alderChecker')

  await portal.ask(alderMaker, purchaseOrderCalls.update, {
    body: {
      id: purchaseOrder.id,
      version: (await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: purchaseOrder.id } })).version,
      items: [{ line: 1, shippedQty: '100' }],
    } as never,
  })
  const invoice = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'INV-7001',
      issueDate: openingDay,
      dueDate: addDays(openingDay, 60),
      currency: 'USD',
      amount: '50000.00',
      idempotencyKey: randomUUID(),
      purchaseOrderId: purchaseOrder.id,
    },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [invoice.id], idempotencyKey: randomUUID() } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: invoice.id }], idempotencyKey: randomUUID() } })

  let conversionPath = ''
  let conversionNo = ''
  await step('convert into receivables', supplier, async (page) => {
    await open(page, orderPath)
    await press(page, 'Convert to receivables')
    await page.waitForURL('**/finance/finance-order/arp/**')
    await settled(page)
    await expect(page.locator('h1')).toContainText(orderNo)
    await page.getByText('Receivable purchase, interest in advance').click()
    await page.getByLabel('Choose INV-7001').check()
    await expect(page.locator('.price-lines')).toContainText('Cash to the supplier')
    await press(page, 'Submit order')
    await page.waitForURL('**/detail')
    conversionPath = new URL(page.url()).pathname
    conversionNo = (await page.locator('h1').filter({ hasText: /^FO/ }).innerText()).split(/\s/)[0]!
    await expect(page.locator('main')).toContainText(`Converts${orderNo}`)
  })
  await carryToFunding(orderOf(conversionPath), conversionNo, 'cedarChecker')
  await step('both orders tell of it', supplier, async (page) => {
    await open(page, conversionPath)
    await expect(page.locator('header').filter({ hasText: conversionNo }).first()).toContainText('Funded')
    await open(page, orderPath)
    await expect(page.locator('header').filter({ hasText: orderNo }).first()).toContainText('Converted')
    await expect(page.getByRole('link', { name: conversionNo })).toBeVisible()
  })
  expectNoFaults(supplier)
})

test('after approval the supplier may still bring documents and change the remark, and nothing else', async () => {
  const { portal } = world
  const { alderMaker, cedarChecker } = portal.seats
  const invoice = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'INV-7002',
      issueDate: openingDay,
      dueDate: addDays(openingDay, 45),
      currency: 'USD',
      amount: '20000.00',
      idempotencyKey: randomUUID(),
    },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [invoice.id], idempotencyKey: randomUUID() } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: invoice.id }], idempotencyKey: randomUUID() } })
  const request = {
    financingProductId: portal.world.products.purchaseInAdvance,
    buyerCode: 'CEDAR',
    currency: 'USD',
    fundingDate: openingDay,
    items: [{ docType: 'INVOICE' as const, docId: invoice.id }],
  }
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const order = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
    body: {
      ...request,
      pricingHash,
      payeeBankAccountId: portal.world.accounts.alder,
      saveType: 'SUBMIT',
      idempotencyKey: randomUUID(),
    } as never,
  })
  await passAll(portal, order.orderNo)
  const supplier = await world.visit('alder.maker', { language: 'zh-CN' })
  await step('bring documents', supplier, async (page) => {
    await open(page, `/finance/finance-order/${order.id}/detail`)
    await press(page, '补充资料')
    await page.waitForURL('**/finance/finance-order/update/**')
    await settled(page)
    await page.locator('textarea').fill('提单随附')
    await press(page, '保存')
    await page.waitForURL('**/detail')
    await settled(page)
    await expect(page.locator('main')).toContainText('提单随附')
  })
  expectNoFaults(supplier)
})
