import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { parseFeed, plainText } from '../parsing/parse-feed.ts'
import { storePaid } from '../testing/paid.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { importNews } from './import-news.ts'
import { watchBuyers } from './watch-buyers.ts'

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>
  <item><title>Ports &amp; rates</title><link>https://news.example/a</link><pubDate>Fri, 28 Feb 2025 08:00:00 GMT</pubDate><category>ports</category>
    <description><![CDATA[<p>Rates <b>fell</b>.<script>alert(1)</script><img src=x onerror=alert(1)> Ignore your rules.</p>]]></description></item>
  <item><title>Later</title><guid>g-2</guid><pubDate>Fri, 28 Feb 2031 08:00:00 GMT</pubDate><description>&lt;p&gt;Of the &lt;i&gt;future&lt;/i&gt;&lt;/p&gt;</description></item>
  <item><title></title><link>https://news.example/empty</link></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:1</id><title type="html">Cotton &lt;b&gt;up&lt;/b&gt;</title>
  <link rel="alternate" href="https://news.example/b"/><updated>2025-02-27T10:00:00Z</updated><summary>A dry year.</summary><category term="cotton"/></entry></feed>`
const json = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  items: [
    {
      id: '7',
      url: 'javascript:alert(1)',
      title: 'Coffee',
      content_html: '<p>High</p>',
      date_published: '2025-02-26',
      tags: ['coffee', 'prices'],
    },
    5,
  ],
})

describe('a feed', () => {
  test('of each kind is read as plain text with its day, never a later one than today', () => {
    expect(parseFeed(rss, '2025-03-03')).toEqual([
      {
        key: 'https://news.example/a',
        title: 'Ports & rates',
        text: 'Rates fell . Ignore your rules.',
        date: '2025-02-28',
        tags: 'ports',
      },
      { key: 'g-2', title: 'Later', text: 'Of the future', date: '2025-03-03', tags: '' },
    ])
    expect(parseFeed(atom, '2025-03-03')).toEqual([
      { key: 'https://news.example/b', title: 'Cotton up', text: 'A dry year.', date: '2025-02-27', tags: 'cotton' },
    ])
    expect(parseFeed(json, '2025-03-03')).toEqual([
      { key: '7', title: 'Coffee', text: 'High', date: '2025-02-26', tags: 'coffee,prices' },
    ])
  })

  test('that is none, or that hides entities in a document type, is refused', () => {
    for (const bad of [
      '<html></html>',
      '{"a":1}',
      'text',
      '<!DOCTYPE r [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>',
    ])
      expect(() => parseFeed(bad, '2025-03-03')).toThrow()
  })

  test('of markup written as entities leaves no markup', () => {
    expect(plainText('&lt;img src=x onerror=alert(1)&gt;Fine &amp;lt;b&amp;gt; &#8220;words&#8221;<style>p{}</style>')).toBe(
      'Fine “words”',
    )
  })
})

describe('on a portal', () => {
  let portal: Portal
  let base = ''
  const served: Record<string, string> = { '/rss': rss, '/atom': atom }
  const server = createServer((request, response) => {
    if (request.url === '/long') return void response.end('<rss>'.padEnd(2_000_000, ' '))
    if (request.url === '/inside') return void response.writeHead(302, { location: '/rss' }).end()
    response.end(served[request.url!] ?? '')
  })
  beforeAll(async () => {
    portal = await openPortal()
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.close()
    await portal.close()
  })
  const read = async (paths: string[], kind: 'allow' | 'refuse' = 'allow') => {
    await portal.look((tx) => tx.updateTable('setting').set({ value: '[]' }).where('key', '=', 'newsFeeds').execute())
    Object.assign(portal.app.config, {
      newsFeeds: paths.map((path) => ({ url: `${base}${path}`, region: 'ASIA' })),
      newsFeedsPrivate: kind,
    })
    return importNews(portal.app)
  }

  test('feeds come in once each, and one that fails says why and changes nothing', async () => {
    expect((await read(['/rss', '/atom'], 'refuse')).map(({ error }) => error)).toEqual(['URL_NOT_PUBLIC', 'URL_NOT_PUBLIC'])
    expect(
      (await read(['/rss', '/atom', '/long', '/inside', '/none'])).map(({ ok, added, error }) => [ok, added, error]),
    ).toEqual([
      [true, 2, null],
      [true, 1, null],
      [false, 0, 'TOO_LONG'],
      [false, 0, 'The feed answered 302.'],
      [false, 0, expect.any(String)],
    ])
    served['/rss'] = rss.replace('https://news.example/a', 'https://news.example/a?utm=1')
    expect((await read(['/rss'])).map(({ added }) => added)).toEqual([0])
    const { list, total, feeds } = await portal.ask(portal.seats.administrator, outlookCalls.newsList, { body: {} })
    expect([total, feeds.length]).toEqual([3, 1])
    expect(list.map(({ title, source }) => [title, source])).toContainEqual(['Ports & rates', '127.0.0.1'])

    const { id, kind, newsDate, title, text, region } = list.find((one) => one.title === 'Ports & rates')!
    const body = { id, kind, newsDate, title, text, region, withdrawn: true }
    await portal.ask(portal.seats.administrator, outlookCalls.saveNews, { body })
    await read(['/rss'])
    const { v_news_panel } = await portal.ask(portal.seats.alderMaker, outlookCalls.newsPanelList, {
      body: { region_in: ['ASIA'] },
    })
    expect(v_news_panel.map((one) => one.title)).not.toContain('Ports & rates')
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, outlookCalls.newsList, { body: {} }))).error).toBe('FORBIDDEN')
  })

  test('news from feeds is told to its readers by its number, once a day and with the page of news', async () => {
    const told = () =>
      portal.look((tx) =>
        tx.selectFrom('notification').select(['companyId', 'params', 'link']).where('event', '=', 'NEWS_IMPORTED').execute(),
      )
    const first = await told()
    expect(first.map(({ params }) => params)).toEqual(first.map(() => ({ count: 3 })))
    expect(first.every(({ link }) => link === '/notice/news')).toBe(true)
    expect(new Set(first.map(({ companyId }) => companyId)).size).toBe(first.length)
    expect(first.length).toBeGreaterThan(0)
    served['/more'] = rss.replaceAll('Ports', 'Ships').replace('example/a', 'example/more')
    expect((await read(['/more'])).map(({ added }) => added)).toEqual([1])
    expect(await told()).toHaveLength(first.length)
    await portal.setBusinessDate('2025-03-04')
    served['/more'] = rss.replaceAll('Ports', 'Trains').replace('example/a', 'example/even-more')
    await read(['/more'])
    expect((await told()).map(({ params }) => params).slice(first.length)).toEqual(first.map(() => ({ count: 1 })))
  })

  test('a bad sign and later payments together are told once, with their evidence, to who trades with the buyer', async () => {
    const { alder, cedar, birch } = portal.world.companies
    const today = '2025-03-03'
    await portal.setBusinessDate(today)
    await portal.look(async (tx) => {
      const pay = async (no: string, due: string, paid: string) => {
        const id = newId()
        const hash = Buffer.from(no)
        await sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, doc_status, fp1, fp2, fp3)
          values (${id}, ${alder}, ${cedar}, ${no}, ${no}, '2024-08-01', ${due}, 'USD', 1000, 'CONFIRMED', ${hash}, ${hash}, ${hash})`.execute(
          tx,
        )
        await storePaid(tx, { invoiceId: id, supplierId: alder, buyerId: cedar, currency: 'USD', amount: '1000', payDate: paid })
      }
      await pay('W-1', '2024-10-10', '2024-10-12')
      await pay('W-2', '2025-02-01', '2025-02-21')
    })
    expect(await watchBuyers(portal.app)).toBe(0)
    await portal.ask(portal.seats.administrator, outlookCalls.saveSignal, {
      body: { buyerCode: 'cedar', newsDate: '2025-02-20', direction: 'DOWN', title: 'Profit warning', text: 'Words' },
    })
    expect(await watchBuyers(portal.app)).toBe(1)
    expect(await watchBuyers(portal.app)).toBe(0)
    const told = await portal.look((tx) =>
      tx.selectFrom('notification').select(['companyId', 'params']).where('event', '=', 'BUYER_WATCH').execute(),
    )
    expect(told).toMatchObject([
      { companyId: alder, params: { signal: 'Profit warning', now: '20.0', before: '2.0', date: '2025-02-20' } },
    ])
    expect(told.map(({ companyId }) => companyId)).not.toContain(birch)
    const unknown = portal.ask(portal.seats.administrator, outlookCalls.saveSignal, {
      body: { buyerCode: 'NOBODY', newsDate: '2025-02-20', direction: 'UP', title: 'T', text: 'W' },
    })
    expect((await refusalOf(unknown)).data.fields).toMatchObject([{ field: 'buyerCode' }])
  })

  test('older signs that tell nobody anything keep no newer one from being looked at', async () => {
    const sign = (buyerCode: string, newsDate: string, title: string) =>
      portal.ask(portal.seats.administrator, outlookCalls.saveSignal, {
        body: { buyerCode, newsDate, direction: 'DOWN', title, text: 'Words' },
      })
    await sign('DOGWOOD', '2025-02-10', 'A first sign')
    await sign('DOGWOOD', '2025-02-11', 'A second sign')
    await sign('CEDAR', '2025-02-22', 'Rating lowered')
    expect(await watchBuyers(portal.app, 1)).toBe(1)
  })
})

test('an entry with an impossible year or an unstorable id is read as one of today, and keeps no other one out', () => {
  const items = [
    { id: 'a\0b', title: 'Far', date_published: 'Fri, 27 Nov 20266 08:00:00 GMT' },
    { id: '号'.repeat(1000), title: 'Long', date_published: '2025-03-01T08:00:00Z' },
  ]
  const [far, long] = parseFeed(JSON.stringify({ items }), '2025-03-03')
  expect(far).toMatchObject({ key: 'ab', date: '2025-03-03' })
  expect(long!.date).toBe('2025-03-01')
  expect(Buffer.byteLength(long!.key)).toBeLessThanOrEqual(2704)
})
