import { z } from 'zod'
import { byCode, ofCallersRecords, ofEverybody } from '../act.ts'
import { call } from '../call.ts'
import { DateText, Id, IdempotencyKey, requiredText, SecretText, text } from '../fields.ts'

const base = '/buyer-portal/api/rest'
/** The same in Chinese; left out or empty where it is not written in it. */
const inChinese = (most: number) =>
  text(most)
    .optional()
    .transform((words) => words?.trim() || null)
const Ids = z.array(z.string().max(60)).max(500)

export const News = z.object({
  id: z.string(),
  news_date: z.string(),
  title: z.string(),
  topics: z.string(),
  vtopic: z.array(z.string()),
  text: z.string(),
  region: z.string(),
  tags: z.string(),
  thumbnail: z.string().nullable(),
})
export type News = z.infer<typeof News>
const StaffNews = z.object({
  id: z.string(),
  kind: z.enum(['PANEL', 'ARTICLE']),
  newsDate: z.string(),
  title: z.string(),
  text: z.string(),
  topics: z.string(),
  region: z.string(),
  tags: z.string(),
  withdrawn: z.boolean(),
  source: z.string().nullable(),
  titleCn: z.string().nullable(),
  textCn: z.string().nullable(),
  topicsCn: z.string().nullable(),
  tagsCn: z.string().nullable(),
})
export type StaffNews = z.infer<typeof StaffNews>
/** How the reading of one feed last went. */
export const FeedState = z.object({
  url: z.string(),
  at: z.string(),
  ok: z.boolean(),
  added: z.number(),
  error: z.string().nullable(),
})
export type FeedState = z.infer<typeof FeedState>
export const Signal = z.object({
  id: z.string(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  news_date: z.string(),
  direction: z.enum(['UP', 'DOWN', 'NEUTRAL']),
  title: z.string(),
  text: z.string(),
  article_id: z.string().nullable(),
})
export type Signal = z.infer<typeof Signal>
/** How a buyer pays now against before: days late over the last 90 days and the 90 before, by amount within each currency, the currencies by their number of payments. */
export const Outlook = z.object({
  buyer_id: z.string(),
  buyer_code: z.string(),
  buyer_name: z.string(),
  days_late: z.string().nullable(),
  days_late_before: z.string().nullable(),
  on_time_pct: z.string().nullable(),
  trend: z.enum(['BETTER', 'SAME', 'WORSE', 'UNKNOWN']),
  /** A falling payment behaviour beside a bad signal. */
  watch: z.boolean(),
})
export type Outlook = z.infer<typeof Outlook>

/** The buyer portal: news, signals and tariffs, open to visitors with an exhibition token where they name no company. */
export const outlookCalls = {
  queryBuyersByA8SupplierIds: call({
    method: 'POST',
    path: `${base}/queryBuyersByA8SupplierIds`,
    access: { permission: 'buyer-outlook.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.supplierIds[]': { judged: 'the buyers of the caller answer, whatever suppliers are named' } },
    title: 'The buyers of the caller; whatever ids are sent, only its own',
    body: z.object({ supplierIds: Ids.default([]) }),
    answer: z.object({
      buyers: z.array(z.object({ id: z.string(), code: z.string(), name: z.string(), country: z.string(), region: z.string() })),
    }),
  }),
  queryOutlookByBuyerIds: call({
    method: 'POST',
    path: `${base}/queryOutlookByBuyerIds`,
    access: { permission: 'buyer-outlook.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.buyerIds[]': ofCallersRecords },
    title: 'How the caller’s buyers pay now and before, with a watch where a bad signal meets it',
    body: z.object({ buyerIds: Ids }),
    answer: z.object({ outlook: z.array(Outlook) }),
  }),
  queryTariffConfig: call({
    method: 'GET',
    path: `${base}/queryTariffConfig`,
    access: 'public',
    tells: 'common',
    credentials: ['session', 'exhibition'],
    scope: 'none',
    effect: 'read',
    title: 'Tariffs by region and product, the newest of each',
    answer: z.object({
      v_tariff_conf: z.array(
        z.object({
          region: z.string(),
          product: z.string(),
          rate: z.string(),
          effective_date: z.string(),
          note: z.string().nullable(),
        }),
      ),
    }),
  }),
  newsPanelList: call({
    method: 'POST',
    path: `${base}/marketInsights/newsPanelList`,
    access: 'public',
    tells: 'common',
    credentials: ['session', 'exhibition'],
    scope: 'none',
    effect: 'read',
    title: 'Market news of the regions asked for, the newest first',
    body: z.object({
      region_in: z.array(z.string().max(60)).max(300).default(['Global']),
      pageNum: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ v_news_panel: z.array(News), total: z.number() }),
  }),
  queryByBuyerIdListNew: call({
    method: 'POST',
    path: `${base}/newsSignals/queryByBuyerIdListNew`,
    access: { permission: 'buyer-outlook.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.buyerIdList[]': ofCallersRecords },
    title: 'Signals about the caller’s buyers, the newest first',
    body: z.object({ buyerIdList: Ids }),
    answer: z.object({ v_news_signal_group: z.array(Signal) }),
  }),
  queryAir8MarketInsightById: call({
    method: 'POST',
    path: `${base}/newsSignals/queryAir8MarketInsightById`,
    access: 'public',
    tells: 'common',
    credentials: ['session', 'exhibition'],
    scope: 'none',
    effect: 'read',
    names: { 'body.id': ofEverybody },
    title: 'One article',
    body: z.object({ id: z.string().max(60) }),
    answer: z.object({ portal_articles: z.array(News) }),
  }),
  internalInsert: call({
    method: 'POST',
    path: `${base}/internalInsert`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    act: { bindsNobody: 'a wish that somebody reads' },
    title: 'Ask the operator to take on a new customer',
    body: z.object({ name: requiredText(200), idempotencyKey: IdempotencyKey }),
    answer: z.object({ insert_portal_request_customer_one: z.object({ id: z.string() }) }),
  }),
  exhibitionLink: call({
    method: 'POST',
    path: '/{p}-financial-transaction/outlook/backend/exhibitionLink',
    access: { permission: 'system.i18n.edit' },
    scope: 'none',
    effect: 'write',
    act: { bindsNobody: 'a link to what is public' },
    title: 'Make a visitor’s link to the exhibition, good for a day',
    body: z.object({}),
    answer: z.object({ path: SecretText, expiresAt: z.string() }),
  }),
  newsList: call({
    method: 'POST',
    path: '/{p}-financial-transaction/outlook/backend/newsList',
    access: { permission: 'system.i18n.view' },
    scope: 'none',
    effect: 'read',
    title: 'Every piece of news with where it came from, the newest first, and how the feeds last went',
    body: z.object({
      pageNum: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ total: z.number(), list: z.array(StaffNews), feeds: z.array(FeedState) }),
  }),
  saveSignal: call({
    method: 'POST',
    path: '/{p}-financial-transaction/outlook/backend/saveSignal',
    access: { permission: 'system.i18n.edit' },
    scope: 'none',
    effect: 'write',
    names: { 'body.buyerCode': byCode },
    act: { bindsNobody: 'texts that are read' },
    title: 'Add what was heard of a buyer',
    body: z.object({
      buyerCode: requiredText(60),
      newsDate: DateText,
      direction: z.enum(['UP', 'DOWN', 'NEUTRAL']),
      title: requiredText(200),
      text: requiredText(8000),
      titleCn: inChinese(200),
      textCn: inChinese(8000),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  saveNews: call({
    method: 'POST',
    path: '/{p}-financial-transaction/outlook/backend/saveNews',
    access: { permission: 'system.i18n.edit' },
    scope: 'none',
    effect: 'write',
    names: { 'body.id': ofEverybody },
    act: { bindsNobody: 'texts that are read' },
    title: 'Publish a piece of news, or change one',
    body: z.object({
      id: Id.optional(),
      kind: z.enum(['PANEL', 'ARTICLE']).default('PANEL'),
      newsDate: DateText,
      title: requiredText(200),
      text: requiredText(8000),
      topics: text(200).default(''),
      region: requiredText(60),
      tags: text(200).default(''),
      titleCn: inChinese(200),
      textCn: inChinese(8000),
      topicsCn: inChinese(200),
      tagsCn: inChinese(200),
      withdrawn: z.boolean().default(false),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
}
