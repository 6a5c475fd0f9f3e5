import type { FeedState } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { feedStates, feedsKey } from '../insight/outlook/feed-states.ts'
import { tellImported } from '../insight/outlook/tell-news.ts'
import type { FeedItem } from '../parsing/parse-feed.ts'
import { getOutward } from '../webhook/outward.ts'

const everyMs = 30 * 60_000
const timeoutMs = 10_000
const mostBytes = 1_500_000

/**
 * Reads the feeds that are set, each at most every half hour. An entry known by its address or by its title of about the
 * same days comes in once; one that staff withdrew stays away. A feed that fails changes nothing and is told of.
 */
export async function importNews(app: App): Promise<FeedState[]> {
  const feeds = app.config.newsFeeds
  if (feeds.length === 0) return []
  const now = app.clock()
  const before = await inTransaction(app.db, { kind: 'system' }, 'read', feedStates)
  const due = feeds.filter(({ url }) => {
    const known = before.find((state) => state.url === url)
    return !known || now.getTime() - Date.parse(known.at) >= everyMs
  })
  if (due.length === 0) return before
  const today = await businessDate(app)
  const states = new Map(before.filter((state) => feeds.some(({ url }) => url === state.url)).map((state) => [state.url, state]))
  const brought = new Map<string, number>()
  for (const { url, region } of due) {
    let added = 0
    let error: string | null = null
    try {
      const answer = await getOutward(
        url,
        {
          accept:
            'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9',
        },
        { allowPrivate: app.config.newsFeedsPrivate === 'allow', timeoutMs, mostBytes },
      )
      if (answer.httpStatus === null) throw new Error(answer.answer)
      if (answer.httpStatus !== 200) throw new Error(`The feed answered ${answer.httpStatus}.`)
      const items = await app.parsers.ask('news', { bytes: Buffer.from(answer.answer) }, 'feed', { today })
      added = await inTransaction(app.db, { kind: 'system' }, 'write', (tx) => keep(tx, items, region, new URL(url).hostname))
    } catch (fault) {
      error = String((fault as Error).message).slice(0, 300)
    }
    brought.set(region, (brought.get(region) ?? 0) + added)
    states.set(url, { url, at: now.toISOString(), ok: error === null, added, error })
  }
  const value = JSON.stringify([...states.values()])
  await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    await tx
      .insertInto('setting')
      .values({ key: feedsKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    await tellImported(tx, brought, today)
  })
  return [...states.values()]
}

async function keep(tx: Tx, items: FeedItem[], region: string, source: string): Promise<number> {
  let added = 0
  for (const { key, title, text, date, tags } of items) {
    const { rows } = await sql`
      insert into news_item (id, kind, news_date, title, text, region, tags, source_url, source)
      select ${newId()}, 'PANEL', ${date}::date, ${title}, ${text}, ${region}, ${tags}, ${key}, ${source}
      where not exists (select from news_item n where n.title = ${title} and n.region = ${region} and n.news_date between ${date}::date - 3 and ${date}::date + 3)
      on conflict (source_url) do nothing returning id`.execute(tx)
    added += rows.length
  }
  return added
}
