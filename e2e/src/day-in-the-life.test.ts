import type { Page } from '@playwright/test'
import { introduce } from '@usance/server/testing/introduce'
import { aConfirmedInvoice, passAll } from '@usance/server/testing/trade'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
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

/** The paths of an ordinary day that the great journeys do not take: second thoughts, corrections, and reading the figures. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)
let waiting: { id: string; orderNo: string }

beforeAll(async () => {
  world = await openJourneyWorld()
  const { portal } = world
  const [sent, financed, asked] = await Promise.all(
    [
      ['DAY-1', '10000.00'],
      ['DAY-2', '40000.00'],
      ['DAY-3', '20000.00'],
    ].map(([invoiceNo, amount]) => aConfirmedInvoice(portal, { invoiceNo: invoiceNo!, amount: amount! })),
  )
  expect(sent).toBeDefined()
  await carryOn(portal, await anOrder(portal, financed!), 'cedarChecker')
  waiting = await anOrder(portal, asked!)
})
afterAll(() => world?.close())

/** Opens the approval whose row shows `words`, its number or a part of its title, by the link of its number. */
const showDecision = async (page: Page, words: string) => {
  await open(page, '/approval')
  const row = await expectRow(page, words)
  await row.getByRole('link').first().click()
  await settled(page)
}
/** Decides on the approval that is open; the next one that waits opens, or the list when there is none. */
const decideAndLeave = async (page: Page, decision: string) => {
  const { pathname } = new URL(page.url())
  await press(page, decision)
  await page.waitForURL((url) => url.pathname !== pathname)
}
/** An action of a row that stands behind its three dots. */
const fromMenu = async (page: Page, row: ReturnType<Page['locator']>, name: string) => {
  const direct = row.getByRole('button', { name, exact: true })
  if ((await direct.count()) > 0) return direct.first().click()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a supplier enters an invoice by hand, asks for less where goods came back, and reads what is owed', async () => {
  await does('alder.maker', 'a new invoice', async (page) => {
    await open(page, '/trading/invoice/add')
    await choose(page, 'Buyer', 'Cedar Retail Inc')
    await fill(page, 'Invoice number', 'DAY-4')
    await fill(page, 'Issue date', '2025/02/25')
    await fill(page, 'Due date', '2025/05/25')
    await fill(page, 'Amount', '1234.56')
    await press(page, 'Save draft')
    await page.waitForURL('**/trading/invoice')
    const row = await expectRow(page, 'DAY-4', '1,234.56', 'Draft')
    await row.locator('input[type=checkbox]').check()
    await press(page, 'Submit 1')
    await expectRow(page, 'DAY-4', 'Submitted')
  })
  await does('alder.maker', 'a credit note', async (page) => {
    await fromMenu(page, await expectRow(page, 'DAY-1'), 'Adjust')
    await page.locator('dialog[open]').getByLabel('Reference number').waitFor()
    await fill(page, 'Reference number', 'CN-9')
    await fill(page, 'Date', '2025/03/01')
    await fill(page, 'Amount', '300')
    await press(page, 'Submit')
    await expectNotice(page, 'Adjustment sent for approval')
  })
})

test('a buyer returns what is not its own, passes the credit note, and finds each figure in its rows', async () => {
  await does('cedar.checker', 'return an invoice', async (page) => {
    await open(page, '/confirmation/invoiceConfirmation')
    await fromMenu(page, await expectRow(page, 'DAY-4'), 'Return')
    await choose(page, 'Reason', 'Other')
    await fill(page, 'Reason Other', 'Billed to the wrong store.')
    await press(page, 'Return')
    await expect(page.locator('.table tbody tr').filter({ hasText: 'DAY-4' }).filter({ hasText: 'Submitted' })).toHaveCount(0)
  })
  await does('cedar.checker', 'pass the credit note', async (page) => {
    await showDecision(page, 'DAY-1 · CN-9')
    await decideAndLeave(page, 'Pass')
  })
  await does('cedar.checker', 'open a figure', async (page) => {
    await open(page, '/dashboard/ar')
    const figure = page.locator('button.figure').filter({ hasText: 'Owed by buyers' })
    await expect(figure.locator('.figure-value')).toContainText('69,700.00')
    await figure.click()
    const rows = page.locator('dialog[open] .table tbody tr')
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'DAY-1' })).toContainText('9,700.00')
    await press(page, 'Close')
    await page.getByRole('button', { name: /^Ageing: / }).click()
    await expect(page.locator('.chart-table')).toContainText('69,700.00')
  })
  const { portal } = world
  const { outstanding } = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, {
    query: {
      id: (
        await portal.look((tx) =>
          tx.selectFrom('invoice').select('id').where('invoiceNo', '=', 'DAY-1').executeTakeFirstOrThrow(),
        )
      ).id,
    },
  })
  expect(outstanding).toBe('9700.00')
})

test('operations send an order back with a reason, and its maker reads it', async () => {
  const { alderChecker } = world.portal.seats
  const { taskId, currentNode } = await world.portal.ask(alderChecker, workflowCalls.history, {
    body: { businessNo: waiting.orderNo, ifQueryTask: 'YES' },
  })
  await world.portal.ask(alderChecker, workflowCalls.approve, {
    body: {
      businessNo: waiting.orderNo,
      taskId: taskId!,
      nodeName: currentNode!,
      reviewType: 'PASSED',
      approvalComments: 'Checked',
    },
  })
  await does('staff.operations', 'deny it', async (page) => {
    await showDecision(page, waiting.orderNo)
    await page.locator('.decision-comment').fill('The delivery note is missing.')
    await decideAndLeave(page, 'Deny')
  })
  await does('alder.maker', 'read why', async (page) => {
    await open(page, `/finance/finance-order/${waiting.id}/detail`)
    await expect(page.locator('main')).toContainText('The delivery note is missing.')
  })
})

test('a funder reads its figures down to the ledger and takes an order’s file home', async () => {
  await does('elm.checker', 'account overview', async (page) => {
    await open(page, '/account-overview')
    await page.locator('button.figure').filter({ hasText: 'Used' }).click()
    await expect(page.locator('dialog[open] .table tfoot')).toContainText('36,000.00')
    await press(page, 'Close')
    await expect(page.locator('.report-ties').first()).toContainText('ties to the ledger')
    await expect(page.locator('.report-ties.is-off')).toHaveCount(0)
  })
  await does('elm.checker', 'order file', async (page) => {
    await open(page, '/proof/e_one')
    const row = page.locator('.table tbody tr').first()
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'ZIP' }).click()])
    expect(file.suggestedFilename()).toMatch(/^FO.*\.zip$/)
  })
})

test('staff agree a commission by approval, and the partner sees what it earns', async () => {
  const { portal } = world
  await introduce(portal)
  let no = ''
  await does('staff.operations', 'agree a rate', async (page) => {
    await open(page, '/system/commission')
    await press(page, 'Agree a rate')
    await choose(page, 'Channel partner', 'staff.bd')
    await fill(page, 'Commission', '12.5')
    await fill(page, 'Effective date', '2025/03/03')
    await press(page, 'Send for approval')
    const row = page.locator('.staff-table tbody tr').filter({ hasText: 'In approval' })
    no = (await row.getByRole('link').first().innerText()).trim()
  })
  await passAll(portal, no, 'PRODUCT')
  await does('staff.bd', 'read the commission', async (page) => {
    await open(page, '/channel-partner')
    const row = await expectRow(page, 'staff.bd', '12.50%')
    await row.getByRole('link', { name: 'staff.bd' }).click()
    await page.waitForURL('**/details/**')
    await settled(page)
    await expect(page.locator('.table tbody tr')).toHaveCount(1)
    await expect(page.locator('.table tfoot')).toContainText('36,000.00')
  })
})
