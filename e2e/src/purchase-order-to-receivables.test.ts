import { addDays } from '@usance/domain/local-date'
import { aConfirmedInvoice, passAll } from '@usance/server/testing/trade'
import { openingDay } from '@usance/server/testing/world'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, test } from 'vitest'
import { anOrder, carryOn } from './journey-orders.ts'
import {
  choose,
  expect,
  expectNoFaults,
  expectRow,
  type JourneyWorld,
  open,
  openJourneyWorld,
  press,
  settled,
  step,
} from './journey-world.ts'

let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

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
    },
  })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrder.id] } })

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
  await carryOn(portal, { id: orderOf(orderPath), orderNo }, 'alderChecker')

  await portal.ask(alderMaker, purchaseOrderCalls.update, {
    body: {
      id: purchaseOrder.id,
      version: (await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: purchaseOrder.id } })).version,
      items: [{ line: 1, shippedQty: '100' }],
    },
  })
  await aConfirmedInvoice(portal, {
    invoiceNo: 'INV-7001',
    issueDate: openingDay,
    amount: '50000.00',
    purchaseOrderId: purchaseOrder.id,
  })

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
  await carryOn(portal, { id: orderOf(conversionPath), orderNo: conversionNo }, 'cedarChecker')
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
  const order = await anOrder(portal, await aConfirmedInvoice(portal, { invoiceNo: 'INV-7002', amount: '20000.00' }))
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

test('what is half filled in is left only after a question, and without one once it was sent', async () => {
  const supplier = await world.visit('alder.maker', { language: 'zh-CN', width: 390 })
  await step('leave a new purchase order', supplier, async (page) => {
    const question = page.getByRole('dialog', { name: '放弃已填写的内容？' })
    const number = page.getByLabel('订单号')
    const byLink = async (path: string) => {
      await page.getByRole('button', { name: '菜单' }).click()
      await page.locator(`.sidebar a[href="${path}"]`).click()
    }
    await open(page, '/trading/purchase')
    await press(page, '新增订单')
    await number.waitFor()
    await byLink('/trading/invoice')
    await page.waitForURL('**/trading/invoice')
    await page.goBack()
    await number.fill('PO-7003')
    await byLink('/trading/invoice')
    await expect(question).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(number).toHaveValue('PO-7003')
    await page.evaluate(() => history.back())
    await press(page, '继续填写')
    await expect(number).toHaveValue('PO-7003')
    expect(new URL(page.url()).pathname).toBe('/trading/purchase/add')
    await choose(page, '买方', 'Cedar Retail Inc')
    await press(page, '保存草稿')
    await page.waitForURL('**/trading/purchase')
    await expectRow(page, 'PO-7003')
    await expect(question).toBeHidden()
    await press(page, '新增订单')
    await number.fill('PO-7004')
    await press(page, '取消')
    await press(page, '放弃')
    await page.waitForURL('**/trading/purchase')
    // Signing out takes the page away in one piece: nothing on it may fail for want of a user.
    await open(page, '/user-center/change-ps')
    await page.getByRole('button', { name: '账户' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL('**/login**')
  })
  expectNoFaults(supplier)
})

test('a key pressed by chance does not close a dialog in which something was written', async () => {
  const { portal } = world
  await aConfirmedInvoice(portal, { invoiceNo: 'INV-7005', amount: '9000.00' })
  const supplier = await world.visit('alder.maker')
  await step('write a credit note', supplier, async (page) => {
    await open(page, '/trading/invoice')
    const row = await expectRow(page, 'INV-7005')
    const dialog = page.getByRole('dialog', { name: 'Adjust what is owed' })
    const adjust = async () => {
      await row.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Adjust', exact: true }).click()
      await dialog.getByLabel('Reference number').waitFor()
    }
    await adjust()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await adjust()
    await dialog.getByLabel('Reference number').fill('CN-7005')
    await page.keyboard.press('Escape')
    await press(page, 'Keep editing')
    await expect(dialog.getByLabel('Reference number')).toHaveValue('CN-7005')
    await page.mouse.click(5, 5)
    await press(page, 'Discard')
    await expect(dialog).toBeHidden()
  })
  expectNoFaults(supplier)
})
