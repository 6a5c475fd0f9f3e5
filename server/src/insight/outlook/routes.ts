import { randomBytes } from 'node:crypto'
import type { Answer } from '@usance/wire/call'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { type Context, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { mailGuided } from '../../notify/guided-mail.ts'
import { notify } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'
import { areas } from '../../reference/areas.ts'
import { feedStates } from './feed-states.ts'
import { outlookOf } from './outlook-of.ts'
import { ownBuyers } from './own-buyers.ts'
import { newsWords, signalWords, tariffWords } from './own-words.ts'
import { peopleReading, tellPublished } from './tell-news.ts'

const linkHours = 24
/** How many new customers a company may ask for in a day; each is told to the staff. */
const mostWishes = 20
const regionOf = (country: string) => areas.find(({ code }) => code === country)?.region ?? 'Global'

/** Whoever is signed in may read, and a visitor whose link is not older than a day. */
async function admit({ tx, actor, raw }: Context & { actor: unknown }): Promise<void> {
  if (actor) return
  const token = raw.request.headers.token
  const link =
    typeof token === 'string' &&
    (await tx
      .selectFrom('exhibitionLink')
      .select('expiresAt')
      .where('tokenHash', '=', hashToken(token))
      .where('expiresAt', '>', sql<string>`now()`)
      .executeTakeFirst())
  if (!link) throw new Refused('SESSION_EXPIRED')
}

const newsColumns = (language: Context['language']) =>
  sql`id, news_date::text as news_date, ${newsWords(language)}, ${
    language === 'zh-CN' ? sql`case when topics_cn is null then vtopic else array[topics_cn] end as vtopic` : sql`vtopic`
  }, region, thumbnail`
// The answers keep the snake case of the specification, which the database layer would turn into camel case.
const snake = <T>(row: Record<string, unknown>): T =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value])) as T

type Tariff = Answer<typeof outlookCalls.queryTariffConfig>['v_tariff_conf'][number]
type News = Answer<typeof outlookCalls.newsPanelList>['v_news_panel'][number]
type Signal = Answer<typeof outlookCalls.queryByBuyerIdListNew>['v_news_signal_group'][number]

export const outlookRoutes = routes(outlookCalls, {
  queryBuyersByA8SupplierIds: async (request) => ({
    buyers: (await ownBuyers(request)).map(({ id, code, name, country }) => ({
      id,
      code,
      name,
      country,
      region: regionOf(country),
    })),
  }),
  queryOutlookByBuyerIds: async (request) => {
    const mine = (await ownBuyers(request)).filter(({ id }) => request.body.buyerIds.includes(id))
    return { outlook: await outlookOf(request, mine) }
  },
  queryTariffConfig: async (request) => {
    await admit(request)
    const { rows } = await sql<Record<string, unknown>>`
      select t.region, ${tariffWords(request.language)}, t.rate, t.effective_date from (
        select distinct on (region, product) region, product, product_cn, rate::text as rate, effective_date::text as effective_date, note, note_cn
        from tariff where effective_date <= ${request.today}::date order by region, product, effective_date desc) t
      order by t.region, t.product`.execute(request.tx)
    return { v_tariff_conf: rows.map((row) => snake<Tariff>({ ...row, rate: String(row.rate).replace(/\.?0+$/, '') })) }
  },
  newsPanelList: async (request) => {
    const { region_in, pageNum, pageSize } = request.body
    // News of the world is the public part, which a notice link shows to anybody.
    if (region_in.some((region) => region !== 'Global')) await admit(request)
    const found = sql`from news_item where kind = 'PANEL' and not withdrawn and region = any(${region_in}::text[]) and news_date <= ${request.today}::date`
    const [news, total] = await Promise.all([
      sql<
        Record<string, unknown>
      >`select ${newsColumns(request.language)} ${found} order by news_date desc, id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
        request.tx,
      ),
      sql<{ n: number }>`select count(*)::int as n ${found}`.execute(request.tx),
    ])
    return { v_news_panel: news.rows.map((row) => snake<News>(row)), total: total.rows[0]!.n }
  },
  queryByBuyerIdListNew: async (request) => {
    const mine = (await ownBuyers(request)).map(({ id }) => id).filter((id) => request.body.buyerIdList.includes(id))
    if (mine.length === 0) return { v_news_signal_group: [] }
    const { rows } = await sql<Record<string, unknown>>`
      select s.id, s.buyer_id, c.name as buyer_name, s.news_date::text as news_date, s.direction, ${signalWords(request.language)}, s.article_id
      from news_signal s join company c on c.id = s.buyer_id where s.buyer_id = any(${mine}::uuid[]) and s.news_date <= ${request.today}::date order by s.news_date desc, s.id limit 200`.execute(
      request.tx,
    )
    return { v_news_signal_group: rows.map((row) => snake<Signal>(row)) }
  },
  queryAir8MarketInsightById: async (request) => {
    await admit(request)
    if (!/^[0-9a-f-]{36}$/.test(request.body.id)) return { portal_articles: [] }
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${newsColumns(request.language)} from news_item where id = ${request.body.id}::uuid and not withdrawn and news_date <= ${request.today}::date`.execute(
      request.tx,
    )
    return { portal_articles: rows.map((row) => snake<News>(row)) }
  },
  internalInsert: async (request) => {
    const { tx, actor, body, now } = request
    // Two at once wait for each other here, so that the count holds.
    await lockCompany(tx, actor.companyId)
    const { asked } = await tx
      .selectFrom('portalRequestCustomer')
      .select(({ fn }) => fn.countAll<string>().as('asked'))
      .where('companyId', '=', actor.companyId)
      .where('createdAt', '>', new Date(now.getTime() - 86_400_000).toISOString())
      .executeTakeFirstOrThrow()
    if (Number(asked) >= mostWishes) throw new Refused('TOO_MANY_REQUESTS', { limit: mostWishes })
    const id = newId()
    await tx
      .insertInto('portalRequestCustomer')
      .values({ id, companyId: actor.companyId, userId: actor.userId, name: body.name })
      .execute()
    await audit(request, { event: 'CUSTOMER_REQUESTED', objectType: 'COMPANY', objectId: id, after: { name: body.name } })
    // Told to those who can add it.
    await elevate(tx)
    await notify(tx, {
      event: 'CUSTOMER_REQUESTED',
      userIds: await staffOfRole(tx, 'Operations'),
      inCompany: await platformIdOf(tx),
      params: { customer: body.name, company: actor.companyName },
      link: '/system/company/add',
    })
    return { insert_portal_request_customer_one: { id } }
  },
  exhibitionLink: async (request) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(request.now.getTime() + linkHours * 3_600_000).toISOString()
    await request.tx
      .insertInto('exhibitionLink')
      .values({ tokenHash: hashToken(token), expiresAt, createdBy: request.actor.userId })
      .execute()
    await audit(request, { event: 'EXHIBITION_LINK_MADE', objectType: 'SETTING', after: { expiresAt } })
    return { path: `/buyer-outlook-exhibition?exhibitionToken=${token}`, expiresAt }
  },
  newsList: async ({ tx, body }) => {
    const [list, total, feeds] = await Promise.all([
      tx
        .selectFrom('newsItem')
        .select(['id', 'kind', 'newsDate', 'title', 'text', 'topics', 'region', 'tags', 'withdrawn', 'source'])
        .select(['titleCn', 'textCn', 'topicsCn', 'tagsCn'])
        .orderBy('newsDate', 'desc')
        .orderBy('id', 'desc')
        .limit(body.pageSize)
        .offset((body.pageNum - 1) * body.pageSize)
        .execute(),
      tx.selectFrom('newsItem').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
      feedStates(tx),
    ])
    return { total: total.n, list: list, feeds }
  },
  saveSignal: async (request) => {
    const { tx, body, actor } = request
    const buyer = await tx
      .selectFrom('company as c')
      .innerJoin('companyRole as r', 'r.companyId', 'c.id')
      .select(['c.id', 'c.code'])
      .where('r.role', '=', 'BUYER')
      .where(sql`upper(c.code)`, '=', body.buyerCode.toUpperCase())
      .executeTakeFirst()
    if (!buyer) throw faultyField('buyerCode', 'PARTY_UNKNOWN')
    const id = newId()
    const { newsDate, direction, title, text, titleCn, textCn } = body
    await tx
      .insertInto('newsSignal')
      .values({ id, buyerId: buyer.id, newsDate, direction, title, text, titleCn, textCn, createdBy: actor.userId })
      .execute()
    await audit(request, {
      event: 'SIGNAL_SAVED',
      objectType: 'COMPANY',
      objectId: buyer.id,
      objectNo: buyer.code,
      after: { title, direction },
    })
    return { id }
  },
  saveNews: async (request) => {
    const { tx, body } = request
    const { id, idempotencyKey: _, ...facts } = body
    const saved = id
      ? await tx.updateTable('newsItem').set(facts).where('id', '=', id).returning('id').executeTakeFirst()
      : await tx
          .insertInto('newsItem')
          .values({ id: newId(), ...facts })
          .returning('id')
          .executeTakeFirstOrThrow()
    if (!saved) throw new Refused('NOT_FOUND')
    // One of a later day is told to nobody: it is on no page yet.
    const isNew = !id && !body.withdrawn && body.newsDate <= request.today
    // An article is read from the signs of a buyer, and has no line on the page of news.
    const isListed = body.kind === 'PANEL'
    await audit(request, { event: 'NEWS_SAVED', objectType: 'SETTING', objectId: saved.id, after: { title: body.title } })
    if (isNew) {
      await elevate(tx)
      await mailGuided(request, {
        kind: 'news',
        userIds: await peopleReading(tx, body.region),
        path: isListed ? '/notice/news?news=1' : '/buyer-outlook?news=1',
        params: (language) =>
          language === 'zh-CN'
            ? { title: body.titleCn ?? body.title, text: body.textCn ?? body.text }
            : { title: body.title, text: body.text },
      })
      if (isListed) await tellPublished(tx, { ...facts, id: saved.id })
    }
    return { id: saved.id }
  },
})
