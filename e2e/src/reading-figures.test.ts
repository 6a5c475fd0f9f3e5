import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import * as M from '@usance/domain/money'
import { readSheet } from '@usance/server/files/spreadsheet'
import { fetchRefRates } from '@usance/server/jobs/fetch-ref-rates'
import { aFundedOrder } from '@usance/server/testing/financing'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { chineseAtTheDesk, englishAtTheDesk, inEach } from './journey-settings.ts'
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
        const [file] = await Promise.all([page.waitForEvent('download'), press(page, text('table.export'))])
        const sheet = await readSheet(readFileSync(await file.path()))
        const taken = sheet.slice(1).map((row) => M.fromDecimal(row.at(-1)!, 'USD'))
        expect([sheet[0]!.at(-1), M.toDecimal(M.sum(taken, 'USD'))]).toEqual([text('dashboard.ar.outstanding'), '135000.75'])
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

/** A central bank's service: what it answers now, and how somebody asks it although the last hour was not over. */
let published: object | undefined
const bank = createServer((_, response) => {
  response.writeHead(published ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(published ?? {}))
})
async function askTheBank() {
  const { portal } = world
  if (!bank.listening) await new Promise<void>((ready) => bank.listen(0, '127.0.0.1', ready))
  portal.app.config.refRatesUrl = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/rates`
  await portal.asOwner((db) => db.deleteFrom('setting').where('key', '=', 'refRates').execute())
  await fetchRefRates(portal.app)
}
afterAll(() => bank.close())

/** The days whose fixing a setting brings, the day that is priced by the last of them, and what the year then costs. */
const fixings = {
  DZ: { percentRate: '4.41', effectiveDates: ['2025-03-05', '2025-03-06'], fundingDate: '2025/03/10', rate: '6.91' },
  PE: { percentRate: '4.52', effectiveDates: ['2025-03-12', '2025-03-13'], fundingDate: '2025/03/17', rate: '7.02' },
}

inEach(
  chineseAtTheDesk,
  'a benchmark that the central bank publishes is in the price; while it is away the last one is',
  async ({ text, mark, ...options }) => {
    const { percentRate, effectiveDates, fundingDate, rate } = fixings[mark as keyof typeof fixings]
    const priced = async (page: Page) => {
      await open(page, '/finance/finance-order/add')
      await choose(page, text('finance.buyer'), 'Cedar Retail Inc')
      await choose(page, text('finance.currency'), 'USD')
      const day = page.getByRole('textbox', { name: text('finance.fundingDate') })
      await day.fill(fundingDate)
      await day.press('Enter')
      await page.getByLabel(`${text('finance.choose')} FIG-1`).check()
      return page.getByRole('button', { name: `${text('finance.quantity.rate')}: ${text('explain.open')}`, exact: true })
    }
    published = undefined
    await askTheBank()
    await does(
      'staff.auditor',
      'read that the bank is away',
      async (page) => {
        await open(page, '/system/jobs')
        await expect(page.locator('main')).toContainText('503')
      },
      options,
    )
    await does(
      'alder.maker',
      'price without it',
      async (page) => {
        await expect(await priced(page)).not.toContainText(rate)
      },
      options,
    )
    published = {
      refRates: effectiveDates.toReversed().map((effectiveDate) => ({ type: 'SOFR', effectiveDate, percentRate })),
    }
    await askTheBank()
    await does(
      'staff.auditor',
      'read the fixing',
      async (page) => {
        await open(page, '/system/jobs')
        await expect(page.locator('main')).toContainText(text('staff.refRatesOk'))
        await open(page, '/system/rate')
        await expect(
          page.locator('.staff-table tbody tr').filter({ hasText: percentRate }).filter({ hasText: '127.0.0.1' }).first(),
        ).toBeVisible()
      },
      options,
    )
    await does(
      'alder.maker',
      'see it in the price',
      async (page) => {
        const figureOfRate = await priced(page)
        await expect(figureOfRate).toContainText(rate)
        await figureOfRate.click()
        await expect(page.locator('dialog[open]')).toContainText(percentRate)
      },
      options,
    )
  },
)
