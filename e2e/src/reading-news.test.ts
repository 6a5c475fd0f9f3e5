import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@usance/server/database/id'
import { importNews } from '@usance/server/jobs/import-news'
import { watchBuyers } from '@usance/server/jobs/watch-buyers'
import { storePaid } from '@usance/server/testing/paid'
import { afterAll, beforeAll } from 'vitest'
import { chineseAtTheDesk, englishAtTheDesk, inEach } from './journey-settings.ts'
import {
  choose,
  expect,
  expectNotice,
  fill,
  type JourneyWorld,
  nobody,
  open,
  openJourneyWorld,
  press,
  settled,
} from './journey-world.ts'

/** What the world tells and what the operator tells the world: outlook, exhibition, news, notices and answers. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)

/** A feed of somebody's, and an address where none is. */
const feed = createServer((request, response) => {
  if (request.url !== '/rss') return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(
    `<rss version="2.0"><channel><title>T</title><item><title>Cotton rises</title><link>https://news.example/cotton</link>
    <pubDate>Fri, 28 Feb 2025 08:00:00 GMT</pubDate><description>&lt;p&gt;A dry spring.&lt;/p&gt;</description></item></channel></rss>`,
  )
})

beforeAll(async () => {
  world = await openJourneyWorld()
  await new Promise<void>((ready) => feed.listen(0, '127.0.0.1', ready))
  const { portal } = world
  const { config } = portal.app
  const host = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`
  config.newsFeedsPrivate = 'allow'
  config.newsFeeds = ['/rss', '/gone'].map((path) => ({ url: host + path, region: 'Global' }))
  config.messagingLink = 'https://chat.example/usance'
  await importNews(portal.app)
  const { alder, cedar } = portal.world.companies
  await portal.look(async (tx) => {
    await tx
      .insertInto('tariff')
      .values({
        id: newId(),
        region: 'AMERICAS',
        product: 'Cotton shirts',
        productCn: '棉衬衫',
        rate: '16.5',
        effectiveDate: '2025-02-01',
      })
      .execute()
    // Cedar paid two days late in the autumn, and twenty this winter.
    for (const [invoiceNo, dueDate, payDate] of [
      ['PAID-1', '2024-10-10', '2024-10-12'],
      ['PAID-2', '2025-02-01', '2025-02-21'],
    ] as const) {
      const id = newId()
      const fp = Buffer.from(invoiceNo)
      const parties = { supplierId: alder, buyerId: cedar, currency: 'USD', amount: '1000' }
      await tx
        .insertInto('invoice')
        .values({
          id,
          ...parties,
          invoiceNo,
          normNo: invoiceNo,
          issueDate: '2024-08-01',
          dueDate,
          docStatus: 'CONFIRMED',
          fp1: fp,
          fp2: fp,
          fp3: fp,
        })
        .execute()
      await storePaid(tx, { invoiceId: id, ...parties, payDate })
    }
  })
})
afterAll(async () => {
  feed.close()
  await world?.close()
})

/** What is said of a buyer and of the world, in the words of a setting. */
const said = {
  signal: { 'en-US': 'Profit warning', 'zh-CN': '盈利预警' },
  news: { 'en-US': 'Harbour reopens', 'zh-CN': '港口重新开放' },
} as const

inEach(
  englishAtTheDesk,
  'what staff write reaches the supplier whose buyer it concerns, and a visitor as far as it may',
  async ({ text, mark, ...options }) => {
    const { language } = options
    const [signal, news] = [`${said.signal[language]} ${mark}`, `${said.news[language]} ${mark}`]
    let link = ''
    await does(
      'staff.admin',
      'write',
      async (page) => {
        await open(page, '/system/news')
        const feeds = page.locator('main section').filter({ hasText: text('insight.feeds') })
        await expect(feeds).toContainText(text('insight.feedOk', { added: 1 }))
        await expect(feeds).toContainText('404')

        await press(page, text('insight.addNews'))
        await fill(page, text('insight.date'), '2025/03/01')
        await fill(page, text('insight.newsTitle'), `${said.news['en-US']} ${mark}`)
        await fill(page, text('insight.text'), 'Ships are loaded again.')
        await page.locator('dialog[open] summary').click()
        await fill(page, text('insight.titleCn'), `${said.news['zh-CN']} ${mark}`)
        await fill(page, text('insight.textCn'), '恢复装船。')
        await press(page, text('common.save'))
        await expect(page.locator('main')).toContainText(`${said.news['en-US']} ${mark}`)

        await press(page, text('insight.addSignal'))
        await fill(page, text('insight.buyer'), 'CEDAR')
        await fill(page, text('insight.date'), '2025/02/20')
        await choose(page, text('insight.direction'), text('insight.directions.DOWN'))
        await fill(page, text('insight.newsTitle'), `${said.signal['en-US']} ${mark}`)
        await fill(page, text('insight.text'), 'Less is earned than hoped.')
        await page.locator('dialog[open] summary').click()
        await fill(page, text('insight.titleCn'), `${said.signal['zh-CN']} ${mark}`)
        await press(page, text('common.save'))
        await expect(page.locator('dialog[open]')).toHaveCount(0)

        await press(page, text('insight.makeLink'))
        link = await page.locator('.news-link input').inputValue()
      },
      options,
    )
    await watchBuyers(world.portal.app)

    await does(
      'alder.viewer',
      'read the outlook',
      async (page) => {
        await open(page, '/home')
        await page.locator('button.bell').click()
        await page.locator('.messages-short .message').filter({ hasText: signal }).click()
        await page.waitForURL((url) => url.pathname === '/buyer-outlook')
        await settled(page)
        const cedar = page.locator('.outlook-buyers > li').filter({ hasText: 'Cedar Retail Inc' })
        await expect(cedar.locator('.tag-attention')).toContainText(text('outlook.watch'))
        await expect(cedar).toContainText(text('outlook.trend.WORSE'))
        await expect(cedar).toContainText(text('outlook.days', { days: '20.0' }))
        const heard = cedar.locator('details').filter({ hasText: signal })
        await heard.locator('summary').click()
        await expect(heard).toContainText('Less is earned than hoped.')
        await expect(page.locator('.news-card').filter({ hasText: news })).toBeVisible()
        await expect(page.locator('.news-card').filter({ hasText: 'Cotton rises' })).toBeVisible()
        await expect(page.locator('tr').filter({ hasText: language === 'zh-CN' ? '棉衬衫' : 'Cotton shirts' })).toContainText(
          '16.50%',
        )

        await fill(page, text('outlook.customerName'), `Larch & Sons ${mark}`)
        await press(page, text('outlook.request'))
        await expectNotice(page, text('outlook.customerRequested'))
      },
      options,
    )
    await does(
      'staff.operations',
      'read what is asked for',
      async (page) => {
        await open(page, '/information')
        await page
          .locator('.message')
          .filter({ hasText: `Larch & Sons ${mark}` })
          .click()
        await page.waitForURL((url) => url.pathname === '/system/company/add')
        await settled(page)
      },
      options,
    )
    await does(
      nobody,
      'visit the exhibition',
      async (page) => {
        await open(page, link)
        await expect(page.locator('.news-card').filter({ hasText: news })).toBeVisible()
        await expect(page.locator('main')).toContainText('16.50%')
        await expect(page.locator('main')).not.toContainText('Cedar')
        // The link opens this page and no other.
        await page.goto('/buyer-outlook')
        await page.waitForURL((url) => url.pathname === '/login')
      },
      options,
    )
  },
)

inEach(
  chineseAtTheDesk,
  'help and notices that staff write are read by visitors with a link, and lead a customer on',
  async ({ text, mark, ...options }) => {
    const { language } = options
    const own = language === 'zh-CN' ? 'titleCn' : 'titleEn'
    await does(
      'staff.admin',
      'write notices',
      async (page) => {
        for (const path of ['/limite-time-event', '/notice/utilize']) {
          await open(page, path)
          await page
            .locator('.help-article')
            .getByRole('button', { name: text('help.edit') })
            .first()
            .click()
          for (const name of ['titleEn', 'titleCn']) await fill(page, text(`help.${name}`), `${path} ${name} ${mark}`)
          await press(page, text('common.save'))
          await expect(page.locator('.help-article').filter({ hasText: `${path} ${own} ${mark}` })).toBeVisible()
        }
        await open(page, '/faq/all/0/1')
        await press(page, text('help.add'))
        await choose(page, text('help.category'), text('help.subject.money'))
        for (const name of ['titleEn', 'titleCn', 'bodyEn', 'bodyCn'])
          await fill(page, text(`help.${name}`), `Value dates ${name} ${mark}`)
        await press(page, text('common.save'))
        await expect(page.locator('dialog[open]')).toHaveCount(0)
      },
      options,
    )
    await does(
      nobody,
      'read notices',
      async (page) => {
        for (const path of ['/limite-time-event', '/notice/utilize']) {
          await open(page, `${path}?notice=1`)
          await expect(page.locator('main')).toContainText(`${path} ${own} ${mark}`)
        }
        await open(page, '/notice/news?notice=1')
        await expect(page.locator('.news-card').filter({ hasText: 'Cotton rises' })).toBeVisible()
        // What is no notice asks who is there.
        await page.goto('/faq/all/0/1?notice=1')
        await page.waitForURL((url) => url.pathname === '/login')
      },
      options,
    )
    await does(
      'alder.viewer',
      'find an answer',
      async (page) => {
        await open(page, '/notice/utilize')
        await page.getByRole('link', { name: text('help.more') }).click()
        await settled(page)
        await page.getByRole('tab', { name: text('help.subject.money') }).click()
        await page.waitForURL('**/faq/money/**')
        await page.getByRole('searchbox', { name: text('help.search') }).fill(`Value dates ${own} ${mark}`)
        const answer = page.locator('details.faq')
        await expect(answer).toHaveCount(1)
        await answer.locator('summary').click()
        await expect(answer).toContainText(`Value dates ${own.replace('title', 'body')} ${mark}`)
        await answer.getByRole('link', { name: text('common.view') }).click()
        await page.waitForURL('**/faqs/**')
        await expect(page.locator('h1')).toContainText(`Value dates ${own} ${mark}`)
        await page.locator('.help-others a').first().click()
        await expect(page.locator('h1')).not.toContainText(`Value dates ${own} ${mark}`)

        // The button that stands in for the chat leads to the outlook, and from there to the chat.
        await open(page, '/notice/news')
        await page.getByRole('button', { name: text('shell.message') }).click()
        await page.waitForURL((url) => url.pathname === '/buyer-outlook')
        await settled(page)
        await page.context().route('https://chat.example/**', (route) => route.fulfill({ body: 'chat' }))
        const [chat] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name: text('shell.message') }).click(),
        ])
        await chat.waitForURL('https://chat.example/usance')
        await chat.close()
      },
      options,
    )
  },
)
