import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { webhookDelivery } from '@usance/server/jobs/deliver-webhooks'
import { introduce } from '@usance/server/testing/introduce'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { chineseAtTheDesk, englishAtTheDesk, inEach } from './journey-settings.ts'
import { choose, expect, expectNotice, fill, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** Where the portal meets other systems and tells its operator of its own use: webhooks, automation, visits, own forms. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)

/** Another company's system: what it was sent, and what it answers now. */
const heard: { path: string; authorization: string | undefined; body: string }[] = []
let answer = 500
const other = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    heard.push({ path: request.url!, authorization: request.headers.authorization, body })
    response.writeHead(answer).end('noted')
  })
})

beforeAll(async () => {
  world = await openJourneyWorld()
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
  const { config } = world.portal.app
  config.webhookPrivate = 'allow'
  config.workflowWebhook = { url: `${address()}/enrich`, authorization: 'Bearer of-the-operator' }
  await aConfirmedInvoice(world.portal, { invoiceNo: 'USE-1', amount: '10000.00' })
  // A partner finds the companies that they introduced.
  const { portal } = world
  await introduce(portal)
})
afterAll(async () => {
  other.close()
  await world?.close()
})
/** Sends the messages that are due, and waits for each outcome. */
const deliver = async () => {
  const delivery = webhookDelivery(world.portal.app, (error) => {
    throw error
  })
  await delivery.round()
  await delivery.settled()
}
const address = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`

inEach(
  chineseAtTheDesk,
  'a director connects the company’s system, sees a message fail, and sends it again when the system is back',
  async ({ text, mark, ...options }) => {
    const url = `${address()}/hooks-${mark}`
    const sent = () => heard.filter(({ path }) => path === `/hooks-${mark}`)
    answer = 500
    await does(
      'alder.director',
      'connect and send again',
      async (page) => {
        await open(page, '/org/webhook')
        await press(page, text('integration.hook.add'))
        await fill(page, text('integration.hook.url'), url)
        await fill(page, text('integration.hook.description'), 'ERP')
        await press(page, text('integration.hook.all'))
        await page.locator('dialog[open] .dialog-foot .btn-solid').click()
        await expect(page.locator('.integration-secret')).toContainText('whsec_')
        await press(page, text('integration.kept'))

        const row = page.locator('.integration-table tbody tr').filter({ hasText: url })
        await row.getByRole('button', { name: text('integration.hook.test'), exact: true }).click()
        await expectNotice(page, text('integration.hook.tested'))
        await deliver()
        expect(sent()).toHaveLength(1)
        // It is tried again until its time is up; that time is shortened here.
        await world.portal.asOwner((db) =>
          db.updateTable('webhookDelivery').set({ status: 'FAILED' }).where('status', '=', 'PENDING').execute(),
        )
        answer = 204
        await row.getByRole('button', { name: text('integration.hook.log'), exact: true }).click()
        const log = page.locator('dialog[open]').last()
        await log.locator('.plain-rows li').first().getByRole('button').click()
        await expect(log).toContainText('HTTP 500')
        await press(page, text('integration.hook.replay'))
        await expectNotice(page, text('integration.hook.replayed'))
        await deliver()
        await expect(log).toContainText('HTTP 204')
        expect(sent()).toHaveLength(2)
        expect(sent()[1]!.body).toBe(sent()[0]!.body)
        await page.keyboard.press('Escape')

        // Paused, it hears nothing any more.
        await row.getByRole('button', { name: text('integration.hook.disable'), exact: true }).click()
        await expect(row.getByRole('button', { name: text('integration.hook.enable'), exact: true })).toBeVisible()
        await expect(row.getByRole('button', { name: text('integration.hook.test'), exact: true })).toHaveCount(0)
      },
      options,
    )
  },
)

inEach(
  englishAtTheDesk,
  'a question that staff add to a form is asked at once; who searches a company sets the operator’s automation off',
  async ({ text, mark, ...options }) => {
    const label = { 'en-US': `Main port ${mark}`, 'zh-CN': `主要港口 ${mark}` }
    await does(
      'staff.admin',
      'add a question',
      async (page) => {
        await open(page, '/system/dynamic-form')
        await page.getByLabel(text('dynamicForm.form'), { exact: true }).selectOption('FINANCING_INTENT')
        await press(page, text('dynamicForm.addField'))
        const field = page.locator('.field-card').last()
        await field.getByLabel(text('dynamicForm.name'), { exact: true }).fill(`port${mark}`)
        await field.getByLabel(text('dynamicForm.labelEn'), { exact: true }).fill(label['en-US'])
        await field.getByLabel(text('dynamicForm.labelZh'), { exact: true }).fill(label['zh-CN'])
        await press(page, text('common.save'))
        await expectNotice(page, text('dynamicForm.saved', { name: 'FINANCING_INTENT' }))
      },
      options,
    )
    await does(
      'alder.maker',
      'answer the question',
      async (page) => {
        await open(page, '/org/info/add-intent')
        await fill(page, text('org.buyerName'), `Larch Stores ${mark}`)
        await fill(page, text('org.yearlyAmount'), '250000')
        await fill(page, text('org.tenorDays'), '60')
        await fill(page, label[options.language], 'Ningbo')
        await page.locator('button[type=submit]').click()
        await page.waitForURL('**/org/info')
        await expect(page.locator('main')).toContainText(`Larch Stores ${mark}`)
      },
      options,
    )
    const before = heard.length
    await does(
      'staff.bd',
      'ask for a company',
      async (page) => {
        await open(page, '/org/info/add-intent')
        await fill(page, label[options.language], 'Ningbo')
        await page.getByLabel(text('org.company'), { exact: true }).first().fill('Alder')
        await expect(page.locator('.ant-select-item-option').filter({ hasText: 'Alder Textiles Ltd' })).toBeVisible()
        await expect.poll(() => heard.slice(before).filter(({ path }) => path.startsWith('/enrich')).length).toBeGreaterThan(0)
        const told = heard.slice(before).find(({ path }) => path.startsWith('/enrich'))!
        expect(told.path).toContain(`requestCompanyId=${world.portal.world.companies.platform}`)
        expect(told.authorization).toBe('Bearer of-the-operator')
        // The form was opened to be looked at, and is left so.
        await page.goto('/home')
      },
      options,
    )
  },
)

/** Time passes on the page without anybody waiting for it. */
const pass = (page: Page, milliseconds: number) => page.clock.fastForward(milliseconds)

inEach(
  chineseAtTheDesk,
  'what a supplier does in the order form shows in the operator’s figures; who declines is not counted any more',
  async ({ text, language, width, ...rest }) => {
    const options = { language, width: width!, ...rest }
    const stepOf = (page: Page, step: string) =>
      page
        .locator('.usage-funnel li')
        .filter({ hasText: text(`insight.step.${step}`) })
        .locator('strong')
    const read = async (page: Page) => {
      await open(page, '/system/usage')
      const [opened, priced] = await Promise.all(['OPENED', 'PRICED'].map((step) => stepOf(page, step).innerText()))
      return { opened: Number(opened), priced: Number(priced) }
    }
    const eventsOf = (path: string) => async () => {
      const rows = await world.portal.look((tx) =>
        tx.selectFrom('userAnalysisEvent').select('id').where('pageUrl', '=', path).execute(),
      )
      return rows.length
    }
    let figures = { opened: 0, priced: 0 }
    await does(
      'staff.auditor',
      'read the figures',
      async (page) => {
        figures = await read(page)
      },
      options,
    )
    const visited = await eventsOf('/finance/finance-order/add')()
    const supplier = await world.visit('alder.maker', options)
    const { page } = supplier
    await page.clock.install()
    await open(page, '/finance/finance-order/add')
    await choose(page, text('finance.buyer'), 'Cedar Retail Inc')
    await choose(page, text('finance.currency'), 'USD')
    await page.getByLabel(`${text('finance.choose')} USE-1`).check()
    await expect(page.locator('.price-net strong')).toContainText('9,886.67')
    await pass(page, 5000)
    await page.goto('/trading/invoice')
    await settled(page)
    await expect.poll(eventsOf('/finance/finance-order/add')).toBeGreaterThan(visited)
    await does(
      'staff.auditor',
      'see it counted',
      async (staff) => {
        expect(await read(staff)).toEqual({ opened: figures.opened + 1, priced: figures.priced + 1 })
        await expect(
          staff.locator('.staff-table tbody tr').filter({ hasText: '/finance/finance-order/add' }).first(),
        ).toBeVisible()
      },
      options,
    )

    // The profile is where one declines; from then on nothing leaves the browser, nor that of another day.
    await open(page, '/user-center')
    await page.getByRole('checkbox', { name: text('tracking.profile') }).uncheck()
    await expect(page.getByText(text('tracking.off'))).toBeVisible()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/user-analysis/')) sent.push(request.url())
    })
    await pass(page, 5000)
    await open(page, '/information')
    await pass(page, 5000)
    await open(page, '/user-center')
    await expect(page.getByRole('checkbox', { name: text('tracking.off') })).not.toBeChecked()
    expect(sent).toEqual([])
    expect(await eventsOf('/information')()).toBe(0)
    await page.getByRole('checkbox', { name: text('tracking.off') }).check()
    await expect(page.getByRole('checkbox', { name: text('tracking.profile') })).toBeChecked()
    expect(supplier.faults).toEqual([])
  },
)
