import type { Page } from '@playwright/test'
import * as M from '@usance/domain/money'
import { aFundedOrder } from '@usance/server/testing/financing'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { englishAtTheDesk, inEach } from './journey-settings.ts'
import { choose, expect, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** The pages that turn a company's own records into figures, answers and prices, walked at a desk and on a phone. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)

beforeAll(async () => {
  world = await openJourneyWorld()
  const { portal } = world
  const invoices = [
    { invoiceNo: 'FIG-1', amount: '10000.00' },
    { invoiceNo: 'FIG-2', amount: '20000.50', issueDate: '2025-01-10', dueDate: '2025-02-20' },
    { invoiceNo: 'FIG-3', amount: '5000.25', buyerCode: 'DOGWOOD', issueDate: '2025-02-01', dueDate: '2025-04-01' },
  ]
  for (const invoice of invoices) await aConfirmedInvoice(portal, invoice)
  await aFundedOrder(portal)
})
afterAll(() => world?.close())

/** The amounts of a column as they stand on screen, added up exactly. */
async function sumOf(page: Page, cells: string): Promise<string> {
  const texts = await page.locator(cells).allInnerTexts()
  const amounts = texts.map((text) => M.fromDecimal(text.replace(/[^\d.]/g, ''), 'USD'))
  return M.toDecimal(M.sum(amounts, 'USD')).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
const figure = (page: Page, label: string) => page.locator('button.figure').filter({ hasText: label })

inEach(
  englishAtTheDesk,
  'a supplier reads what is owed, down to the rows, for a buyer and for a day',
  async ({ text, ...options }) => {
    await does(
      'alder.viewer',
      'read the dashboard',
      async (page) => {
        await open(page, '/dashboard/ar')
        const owed = figure(page, text('dashboard.ar.owed'))
        const overdue = figure(page, text('dashboard.ar.overdue'))
        await expect(owed.locator('.figure-value')).toContainText('135,000.75')
        await expect(overdue.locator('.figure-value')).toContainText('20,000.50')

        // A figure is the sum of its rows.
        await owed.click()
        const rows = page.locator('dialog[open] .table tbody tr')
        await expect(rows).toHaveCount(4)
        expect(await sumOf(page, 'dialog[open] .table tbody tr td:last-child')).toBe('135,000.75')
        await press(page, text('common.close'))

        // Money stands in one order; its row leads to it and back.
        await figure(page, text('dashboard.ar.financing')).click()
        await expect(page.locator('dialog[open] .table tfoot')).toContainText('90,000.00')
        await press(page, text('common.close'))

        await choose(page, text('dashboard.ar.buyer'), 'Dogwood Stores GmbH')
        await expect(owed.locator('.figure-value')).toContainText('5,000.25')
        await choose(page, text('dashboard.ar.buyer'), text('dashboard.ar.allBuyers'))

        // The chart of ages is a table too, and adds up to the same.
        const title = text('dashboard.ar.ageing')
        const ages = page.locator('figure.chart').filter({ hasText: title }).first()
        await expect(ages.locator('canvas, svg').first()).toBeVisible()
        await page.getByRole('button', { name: `${title}: ${text('chart.table')}`, exact: true }).click()
        const cells = await ages.locator('tbody td:last-child').allInnerTexts()
        const amounts = cells.map((cell) => M.fromDecimal(cell.replace(/ \(.*|,/g, ''), 'USD'))
        expect(M.toDecimal(M.sum(amounts, 'USD'))).toBe('135000.75')
        await page.getByRole('button', { name: `${title}: ${text('chart.chart')}`, exact: true }).click()
        await expect(ages.locator('tbody')).toHaveCount(0)

        // On the last day of January only the oldest had been issued, and nothing was late.
        const day = page.getByRole('textbox', { name: text('dashboard.ar.asOf') })
        await day.fill('2025/01/31')
        await day.press('Enter')
        await expect(owed.locator('.figure-value')).toContainText('20,000.50')
        await expect(overdue.locator('.figure-value')).toContainText(/^0\.00/)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      },
      options,
    )
  },
)

inEach(
  englishAtTheDesk,
  'the assistant answers as it writes, leads to the rows, and prepares an order that nobody has submitted',
  async ({ text, language, ...rest }) => {
    const orders = () => world.portal.look((tx) => tx.selectFrom('financeOrder').select('id').execute())
    const before = await orders()
    const answer = (page: Page) => page.locator('.talk-line.is-assistant').last()
    await does(
      'alder.maker',
      'ask and follow',
      async (page) => {
        await open(page, '/chatbot')
        const [stream] = await Promise.all([
          page.waitForResponse('**/assistant/client/stream'),
          page.getByRole('button', { name: text('assistant.question1'), exact: true }).click(),
        ])
        expect(stream.headers()['content-type']).toContain('text/event-stream')
        await expect(answer(page)).toContainText('20,000.50')
        await answer(page).getByRole('link').first().click()
        await page.waitForURL((url) => url.pathname === '/dashboard/ar')
        await settled(page)
        await expect(figure(page, text('dashboard.ar.overdue')).locator('.figure-value')).toContainText('20,000.50')

        await open(page, '/chatbot')
        await page
          .getByLabel(text('assistant.ask'))
          .fill(language === 'zh-CN' ? '准备一个融资订单，发票 FIG-1' : 'Please prepare an order for FIG-1')
        await press(page, text('assistant.send'))
        await answer(page).getByRole('link').first().click()
        await page.waitForURL((url) => url.pathname === '/finance/finance-order/add')
        await settled(page)
        await expect(page.getByLabel(`${text('finance.choose')} FIG-1`)).toBeChecked()
        await expect(page.locator('.price-net strong')).toContainText('9,886.67')

        // What was asked is kept, can be read again, and be taken away.
        await open(page, '/chatbot')
        const past = page.getByRole('navigation', { name: text('assistant.past') })
        const title = text('assistant.question1')
        await past.getByRole('button', { name: title }).first().click()
        await expect(answer(page)).toContainText('20,000.50')
        const count = await past.locator('li').count()
        await past.getByRole('button', { name: `${text('assistant.forget')}: ${title}` }).click()
        await page.locator('dialog[open] .dialog-foot .btn-danger').click()
        await expect(past.locator('li')).toHaveCount(count - 1)
      },
      { language, ...rest },
    )
    expect(await orders()).toEqual(before)
  },
)
