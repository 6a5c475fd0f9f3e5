import type { Page } from '@playwright/test'
import { addDays } from '@usance/domain/local-date'
import { runEndOfDay } from '@usance/server/settlement/end-of-day/run-end-of-day'
import { aFundedOrder } from '@usance/server/testing/financing'
import { aPoolProduct } from '@usance/server/testing/pool-product'
import { aConfirmedInvoice, passAll } from '@usance/server/testing/trade'
import { openingDay } from '@usance/server/testing/world'
import { afterAll, beforeAll, test } from 'vitest'
import { anOrder, carryOn } from './journey-orders.ts'
import {
  choose,
  expect,
  expectNotice,
  expectRow,
  fill,
  type JourneyWorld,
  open,
  openJourneyWorld,
  press,
  settled,
} from './journey-world.ts'

/** What stands behind the orders: the accounts money goes to, the fees it costs, and the pools that carry it. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)

beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

test('a director enters an account; it is paid to after a call-back, two approvals, two days and the hand of settlement', async () => {
  const { portal } = world
  await does('alder.director', 'enter an account', async (page) => {
    await open(page, '/org/company/detail')
    await press(page, 'Add an account')
    await fill(page, 'Account number or IBAN', 'GB33 BUKB 2020 1555 5555 55')
    await fill(page, 'BIC', 'BUKBGB22')
    await fill(page, 'Bank', 'Bank of Journeys')
    await choose(page, 'Currencies', 'USD')
    await page.keyboard.press('Escape')
    await press(page, 'Send for approval')
    await expectNotice(page, 'The account is in approval')
    await expect(page.locator('main')).toContainText('Bank of Journeys')
  })
  const account = () =>
    portal.look((tx) =>
      tx.selectFrom('bankAccount').select(['id', 'status']).where('bankName', '=', 'Bank of Journeys').executeTakeFirstOrThrow(),
    )
  const { id } = await account()
  const showAccount = async (page: Page) => {
    await open(page, `/system/bank?id=${id}`)
    await expect(page.getByRole('heading', { name: /Bank of Journeys/ })).toBeVisible()
    await settled(page)
  }
  await does('staff.operations', 'call back', async (page) => {
    await showAccount(page)
    await press(page, 'Record a call-back')
    await fill(page, 'Whom you spoke to', 'Zhou Min, treasurer')
    await fill(page, 'Number called', '+86 571 8888 0000')
    await choose(page, 'Where the number is from', 'Our own records')
    await choose(page, 'What was said', 'It is their account')
    await press(page, 'Confirm')
    await expect(page.getByText('The company has confirmed it on the phone. It waits for its approvals.')).toBeVisible()
  })
  await passAll(portal, `BA-${id.slice(-12).toUpperCase()}`, 'BANK_ACCOUNT')
  await does('staff.settlement', 'read that it cools off', async (page) => {
    await showAccount(page)
    await expect(page.getByText('It is approved and still cools off.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0)
  })
  await portal.look((tx) =>
    tx
      .updateTable('bankAccount')
      .set({ coolingUntil: new Date(Date.now() - 60_000).toISOString() })
      .where('id', '=', id)
      .execute(),
  )
  await does('staff.settlement', 'switch it on', async (page) => {
    await showAccount(page)
    await press(page, 'Switch on')
    await page.locator('dialog[open]').last().locator('.dialog-foot .btn-solid').click()
    // It could be switched off before as well: only the end of the other act tells that it is on.
    await expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  })
  expect((await account()).status).toBe('ENABLE')
})

test('operations lower a fee of a funded order; once it is passed the supplier reads what it costs now', async () => {
  const { portal } = world
  const invoice = await aConfirmedInvoice(portal, { invoiceNo: 'FEE-1', amount: '10000.00' })
  const order = await anOrder(portal, invoice)
  await carryOn(portal, order, 'cedarChecker')
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', order.id)
      .where('code', '=', 'HANDLING')
      .executeTakeFirstOrThrow(),
  )
  const address = `/finance/costs/details?id=${fee.id}`
  let no = ''
  await does('staff.operations', 'lower the fee', async (page) => {
    await open(page, address)
    await press(page, 'Adjust')
    await choose(page, 'Change', 'Lower the fee')
    await fill(page, 'By, before tax', '3.00')
    await fill(page, 'Reason', 'Agreed on the phone')
    await press(page, 'Submit')
    const row = await expectRow(page, 'Agreed on the phone', 'In approval', '−3.00')
    no = (await row.locator('td').first().innerText()).trim()
  })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
  await does('alder.maker', 'read the fee', async (page) => {
    await open(page, address)
    await expectRow(page, no, 'Agreed on the phone')
    await expect(page.locator('main')).toContainText('−3.00')
  })
})

/** Puts Alder into a pool mode: the pages of its pool open, and its pages of finance orders do not. */
const inPoolMode = (portal: typeof world.portal, businessType: 'OWN_POOL_FACTORING' | 'DBS_POOL_FACTORING') =>
  portal.look((tx) => tx.updateTable('company').set({ businessType }).where('id', '=', portal.world.companies.alder).execute())

test('a supplier puts receivables into a pool, sees what they carry, and draws on it; the funder sees the same figures', async () => {
  const { portal } = world
  for (const [invoiceNo, amount] of [
    ['POOL-1', '80000.00'],
    ['POOL-2', '20000.00'],
  ])
    await aConfirmedInvoice(portal, { invoiceNo: invoiceNo!, amount: amount! })
  await aPoolProduct(portal)
  await inPoolMode(portal, 'OWN_POOL_FACTORING')
  let orderNo = ''
  await does('alder.maker', 'assign and draw', async (page) => {
    await open(page, '/finance/poolFactoring')
    await press(page, 'Assign receivables')
    const dialog = page.locator('dialog[open]').last()
    await press(page, 'Add')
    await expectNotice(page, 'Tick the invoices that you want to add')
    const tick = (no: string, table: number) =>
      dialog.getByRole('table').nth(table).getByRole('row', { name: no }).getByRole('checkbox')
    for (const no of ['POOL-1', 'POOL-2']) await tick(no, 0).check()
    await press(page, 'Add')
    // What is there already is not added again.
    await tick('POOL-1', 0).check()
    await press(page, 'Add')
    await expect(dialog.getByText('To be assigned: 2,')).toBeVisible()
    await press(page, 'Remove selected')
    await expectNotice(page, 'Tick the invoices that you want to take out')
    await tick('POOL-2', 1).check()
    await press(page, 'Remove selected')
    await expect(dialog.getByText('To be assigned: 1,')).toBeVisible()
    await tick('POOL-2', 0).check()
    await press(page, 'Add')
    await press(page, 'Assign 2')
    await expectNotice(page, '2 receivables assigned')
    await expectRow(page, 'POOL-1', 'Eligible')
    // One buyer alone counts up to 60 % of 100,000, of which 80 % may be drawn.
    await expect(page.locator('.pool-panels')).toContainText('48,000.00')
    await press(page, 'Draw')
    await fill(page, 'Amount', '10000.00')
    await choose(page, 'Pay out to', 'Bank')
    await fill(page, 'Funding date', '2025/03/03')
    await fill(page, 'Repaid on, within 180 days', '2025/05/02')
    await press(page, 'Show the price')
    await press(page, 'Submit order')
    await expectNotice(page, /FO-/)
    orderNo = (await page.locator('.pool-panels').getByText(/^FO-/).first().innerText()).trim()
  })
  await does('elm.maker', 'see the pool', async (page) => {
    await open(page, '/finance/poolFactoring')
    await expect(page.locator('.pool-panels')).toContainText('48,000.00')
    await expect(page.locator('.pool-panels')).toContainText(orderNo)
  })
})

test('where a bank decides what a pool carries, operations bring its figure in, and the supplier may draw that much', async () => {
  const { portal } = world
  await aConfirmedInvoice(portal, { invoiceNo: 'BANK-1', amount: '50000.00' })
  await aPoolProduct(portal, 'DBS')
  await inPoolMode(portal, 'DBS_POOL_FACTORING')
  const panels = (page: Page) => page.locator('.pool-panels')
  await does('alder.maker', 'assign', async (page) => {
    await open(page, '/finance/dbsFinance')
    await press(page, 'Assign receivables')
    await page.locator('dialog[open]').last().getByRole('row', { name: 'BANK-1' }).getByRole('checkbox').check()
    await press(page, 'Add')
    await press(page, 'Assign 1')
    await expectRow(page, 'BANK-1')
    await expect(panels(page).getByRole('button', { name: 'Draw', exact: true })).toBeDisabled()
  })
  await does('staff.operations', 'bring the figure in', async (page) => {
    await open(page, '/finance/dbsFinance')
    await press(page, 'Figures of the bank')
    await fill(page, 'Amount the bank allows', '31000.00')
    await fill(page, 'As of', '2025/03/03')
    await press(page, 'Confirm')
    await expect(panels(page)).toContainText('31,000.00')
  })
  await does('alder.maker', 'see what may be drawn', async (page) => {
    await open(page, '/finance/dbsFinance')
    await expect(panels(page).getByRole('button', { name: 'Draw', exact: true })).toBeEnabled()
  })
})

test('as nights pass, supplier and funder read the same interest, month by month, and the supplier the account of its pools', async () => {
  const { portal } = world
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  await runEndOfDay(portal.app, { through: addDays(openingDay, 2) })
  // Three nights of 17.00 on 90,000 at 6.8 %.
  for (const userName of ['alder.maker', 'elm.maker'])
    await does(userName, 'read the interest', async (page) => {
      await open(page, '/finance/interest')
      await expectRow(page, orderNo, '51.00')
    })
  await inPoolMode(portal, 'OWN_POOL_FACTORING')
  await does('alder.maker', 'read the account', async (page) => {
    await open(page, '/finance/account')
    await expect(page.locator('.pool-panels')).toContainText('31,000.00')
  })
})
