import { outlookCalls } from '@usance/wire/outlook/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { trackingCalls } from '@usance/wire/tracking/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
let article = ''
beforeAll(async () => {
  portal = await openPortal()
  article = newId()
  const { cedar, dogwood } = portal.world.companies
  await portal.look(async (tx) => {
    const text = 'Words'
    await tx
      .insertInto('newsItem')
      .values([
        { id: article, kind: 'ARTICLE', newsDate: '2025-02-20', title: 'An article', text, region: 'Global' },
        {
          id: newId(),
          kind: 'PANEL',
          newsDate: '2025-02-21',
          title: 'Of the world',
          text,
          region: 'Global',
          vtopic: ['Trade'],
          tags: 'a,b',
        },
        { id: newId(), kind: 'PANEL', newsDate: '2025-02-22', title: 'Of Europe', text, region: 'EUROPE' },
        { id: newId(), kind: 'PANEL', newsDate: '2026-01-01', title: 'Of the future', text, region: 'Global' },
      ])
      .execute()
    for (const buyerId of [cedar, dogwood])
      await tx
        .insertInto('newsSignal')
        .values({ id: newId(), buyerId, newsDate: '2025-02-20', direction: 'DOWN', title: 'Slower', text, articleId: article })
        .execute()
  })
})
afterAll(() => portal.close())

test('a company asks for a bounded number of new customers in a day', async () => {
  const wish = (seat: Seat) => portal.ask(seat, outlookCalls.internalInsert, { body: { name: 'Grove Retail' } })
  const { birchMaker, alderMaker } = portal.seats
  for (let n = 0; n < 20; n++) await wish(birchMaker)
  expect((await refusalOf(wish(birchMaker))).error).toBe('TOO_MANY_REQUESTS')
  await wish(alderMaker)
})
const news = (seat: any, region_in: string[]) => portal.ask(seat, outlookCalls.newsPanelList, { body: { region_in } })

describe('the buyer outlook', () => {
  test('shows news of the regions asked for, none from the future, in the names of the specification', async () => {
    const { v_news_panel, total } = await news(portal.seats.alderViewer, ['Global'])
    expect(total).toBe(1)
    expect(v_news_panel[0]).toMatchObject({
      news_date: '2025-02-21',
      vtopic: ['Trade'],
      tags: 'a,b',
      region: 'Global',
      thumbnail: null,
    })
    expect((await news(portal.seats.alderViewer, ['Global', 'EUROPE'])).v_news_panel.map((one) => one.title)).toEqual([
      'Of Europe',
      'Of the world',
    ])
  })

  test('names only the caller’s own buyers and their signals, whatever ids are sent', async () => {
    const { cedar, dogwood } = portal.world.companies
    const { buyers } = await portal.ask(portal.seats.cedarChecker, outlookCalls.queryBuyersByA8SupplierIds, {
      body: { supplierIds: ['anything'] },
    })
    expect(buyers.map(({ id }) => id)).toEqual([cedar])
    const { v_news_signal_group } = await portal.ask(portal.seats.cedarChecker, outlookCalls.queryByBuyerIdListNew, {
      body: { buyerIdList: [cedar!, dogwood!] },
    })
    expect(v_news_signal_group.map((one) => one.buyer_id)).toEqual([cedar])
    const { outlook } = await portal.ask(portal.seats.alderViewer, outlookCalls.queryOutlookByBuyerIds, {
      body: { buyerIds: [cedar!] },
    })
    expect(outlook).toMatchObject([{ buyer_code: 'CEDAR', trend: 'UNKNOWN', watch: false }])
  })

  test('opens to a visitor with a link of the operator, for news and articles alone; the world’s news to anybody', async () => {
    expect((await news(null, ['Global'])).total).toBe(1)
    expect((await refusalOf(news(null, ['Global', 'EUROPE']))).error).toBe('SESSION_EXPIRED')
    const { path } = await portal.ask(portal.seats.administrator, outlookCalls.exhibitionLink, { body: {} })
    const visitor = { ...portal.seats.alderViewer!, token: new URL(path, 'http://x').searchParams.get('exhibitionToken')! }
    expect((await news(visitor, ['Global', 'EUROPE'])).total).toBe(2)
    const { portal_articles } = await portal.ask(visitor, outlookCalls.queryAir8MarketInsightById, { body: { id: article } })
    expect(portal_articles).toMatchObject([{ id: article, title: 'An article' }])
    expect((await refusalOf(portal.ask(visitor, outlookCalls.queryBuyersByA8SupplierIds, { body: {} }))).error).toBe(
      'SESSION_EXPIRED',
    )
  })

  test('is read in Chinese where the operator wrote it so, and as it is where not', async () => {
    const { alderViewer, administrator } = portal.seats
    const body = { newsDate: '2025-02-27', region: 'ASIA', title: 'Cotton falls', text: 'Words', topics: 'Trade', tags: 'cotton' }
    const { id } = await portal.ask(administrator, outlookCalls.saveNews, { body })
    const read = async (language: string) => {
      const path = '/buyer-portal/api/rest/marketInsights/newsPanelList'
      const answer = await portal.sendRaw(alderViewer, 'POST', path, { region_in: ['ASIA'] }, { 'x-language': language })
      return answer.json().data.v_news_panel[0]
    }
    expect(await read('zh-CN')).toMatchObject({ title: 'Cotton falls', tags: 'cotton' })
    const inChinese = { titleCn: '棉价下跌', textCn: '正文', topicsCn: '贸易', tagsCn: '' }
    await portal.ask(administrator, outlookCalls.saveNews, { body: { id, ...body, ...inChinese } })
    expect(await read('zh-CN')).toMatchObject({ title: '棉价下跌', text: '正文', vtopic: ['贸易'], tags: 'cotton' })
    expect(await read('en-US')).toMatchObject({ title: 'Cotton falls', text: 'Words', topics: 'Trade' })
  })
})

describe('news that is published', () => {
  const told = async () =>
    (
      await portal.look((tx) =>
        tx
          .selectFrom('notification as n')
          .innerJoin('company as c', 'c.id', 'n.companyId')
          .select(['c.code', 'n.params', 'n.link'])
          .where('n.event', '=', 'NEWS_PUBLISHED')
          .where(sql`n.params ->> 'title'`, 'in', ['Freight falls', 'Not shown'])
          .orderBy('c.code')
          .execute(),
      )
    ).map(({ code, params, link }) => ({ code, params, link }))
  test('is told once in the portal, with the page of news, to who reads its region; nothing that is not on that page', async () => {
    const { administrator } = portal.seats
    const body = { newsDate: '2025-02-27', region: 'Global', title: 'Freight falls', text: 'Words', titleCn: '运价下跌' }
    const { id } = await portal.ask(administrator, outlookCalls.saveNews, { body })
    const all = await told()
    expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining(['ALDER', 'CEDAR', 'ELM', 'USANCE']))
    expect(all[0]).toMatchObject({ params: { title: 'Freight falls', titleCn: '运价下跌' }, link: '/notice/news' })
    await portal.ask(administrator, outlookCalls.saveNews, { body: { id, ...body, text: 'Other words' } })
    for (const hidden of [
      { newsDate: '2026-01-01' },
      { kind: 'ARTICLE' as const },
      { withdrawn: true },
      { region: 'ANTARCTICA' },
    ])
      await portal.ask(administrator, outlookCalls.saveNews, { body: { ...body, title: 'Not shown', ...hidden } })
    expect((await told()).filter(({ code }) => code !== 'USANCE')).toEqual(all.filter(({ code }) => code !== 'USANCE'))
  })

  test('of a later day is neither mailed nor opened by its id before that day', async () => {
    const { administrator, alderMaker } = portal.seats
    const body = { newsDate: '2026-01-01', region: 'Global', title: 'Ports close', text: 'Words' }
    await portal.ask(alderMaker, sessionCalls.preferenceEdit, { body: { key: 'mail.news', value: 'on' } })
    const { id } = await portal.ask(administrator, outlookCalls.saveNews, { body })
    expect(await portal.ask(alderMaker, outlookCalls.queryAir8MarketInsightById, { body: { id } })).toEqual({
      portal_articles: [],
    })
    const mailed = () =>
      portal.look((tx) =>
        tx.selectFrom('mail').select('id').where('kind', '=', 'news').where('body', 'like', '%Words%').execute(),
      )
    expect(await mailed()).toEqual([])
    await portal.ask(administrator, outlookCalls.saveNews, { body: { ...body, title: 'Ports open', newsDate: '2025-02-27' } })
    expect(await mailed()).toHaveLength(1)
  })

  test('of a region is mailed to who reads that region, not to everybody who chose mails of news', async () => {
    const { administrator, alderMaker } = portal.seats
    for (const seat of [administrator, alderMaker])
      await portal.ask(seat, sessionCalls.preferenceEdit, { body: { key: 'mail.news', value: 'on' } })
    const mailed = (title: string) =>
      portal.look(async (tx) => {
        const { rows } = await sql<{ recipient: string }>`select recipient from mail where kind = 'news'
          and body like ${`%${title}%`} order by recipient`.execute(tx)
        return rows.map(({ recipient }) => recipient)
      })
    const save = (region: string, title: string) =>
      portal.ask(administrator, outlookCalls.saveNews, { body: { newsDate: '2025-02-27', region, title, text: title } })
    await save('ANTARCTICA', 'Penguins march')
    await save('Global', 'Whales sing')
    const [staff] = await mailed('Penguins march')
    expect(await mailed('Penguins march')).toEqual([staff])
    expect(await mailed('Whales sing')).toEqual(['alder.maker@usance.test', staff].sort())
  })
})

describe('what people do in the portal', () => {
  test('is recorded under who they are, whatever they say they are, and read by staff alone', async () => {
    const { insert_user_analysis_sessions } = await portal.ask(portal.seats.alderMaker, trackingCalls.startSession, {
      body: {
        objects: {
          email: 'somebody@else.example',
          anonymous: 'visitor-0001',
          device_info: { language: 'en-US' },
          ip_address: '9.9.9.9',
          country_code: 'XX',
          project_name: 'other',
        },
      },
    })
    // Of a visitor nothing is known but what the browser shows; where it stands is guessed from its clock.
    await portal.ask(null, trackingCalls.startSession, {
      body: { objects: { anonymous: 'visitor-0002', device_info: { timeZone: 'Asia/Ho_Chi_Minh' }, country_code: 'XX' } },
    })
    const countries = await portal.look((tx) =>
      tx.selectFrom('userAnalysisSession').select(['anonymous', 'countryCode']).orderBy('anonymous').execute(),
    )
    expect(countries).toEqual([
      { anonymous: 'visitor-0001', countryCode: 'CN' },
      { anonymous: 'visitor-0002', countryCode: 'VN' },
    ])
    const session_id = insert_user_analysis_sessions.returning[0]!.id
    const event = (action_type: string, details: object) => ({
      action_type,
      action_details: JSON.stringify(details),
      anonymous: 'visitor-0001',
      session_id,
      company_id: 'x',
      page_url: '/home',
    })
    const { insert_user_analysis_events } = await portal.ask(portal.seats.alderMaker, trackingCalls.trackAction, {
      body: {
        objects: [
          event('PAGE_VISIT', { time: 1, leaveTime: 5001, duration: 5000 }),
          event('ERROR', { message: 'Oops' }),
          event('ORDER_FORM', { step: 'OPENED', form: 'f1' }),
          event('ORDER_FORM', { step: 'PRICED', form: 'f1' }),
          event('ORDER_FORM', { step: 'PRICED', form: 'f1' }),
        ],
      },
    })
    const kept = await portal.look((tx) =>
      tx.selectFrom('userAnalysisEvent').select('id').where('sessionId', '=', session_id).orderBy('id').execute(),
    )
    expect(insert_user_analysis_events.returning).toEqual(kept.map(({ id }) => ({ id: String(id) })))
    expect(kept).toHaveLength(5)
    const stored = await portal.look((tx) =>
      tx.selectFrom('userAnalysisSession').selectAll().where('id', '=', session_id).executeTakeFirstOrThrow(),
    )
    expect(stored).toMatchObject({
      userId: portal.seats.alderMaker!.userId,
      projectName: 'usance',
      email: expect.not.stringContaining('else'),
    })
    expect(stored.ipAddress).not.toBe('9.9.9.9')
    const usage = await portal.ask(portal.seats.auditor, trackingCalls.usage, { body: {} })
    expect(usage).toEqual({
      sessions: 2,
      people: 2,
      funnel: [
        { step: 'OPENED', visits: 1, people: 1 },
        { step: 'PRICED', visits: 1, people: 1 },
        { step: 'SAVED', visits: 0, people: 0 },
        { step: 'SUBMITTED', visits: 0, people: 0 },
      ],
      pages: [{ page: '/home', visits: 1, people: 1, medianSeconds: 5 }],
      errors: [{ message: 'Oops', count: 1, people: 1, page: '/home' }],
      heldFrom: { ofUsers: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ofVisitors: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    })
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, trackingCalls.usage, { body: {} }))).error).toBe('FORBIDDEN')
  })
})
