import { addDays } from '@usance/domain/local-date'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { news, signals, tariffs } from './outlook-texts.ts'

/** The outlook's content of the demo in both languages, dated back from its last day. */
export async function addOutlook(tx: Tx, today: string): Promise<void> {
  const id = new Map(
    (await tx.selectFrom('company').select(['id', 'code']).execute()).map((company) => [company.code, company.id]),
  )
  await tx
    .insertInto('newsItem')
    .values(
      news.map(({ ago, region, en, cn }) => ({
        id: newId(),
        kind: 'PANEL',
        newsDate: addDays(today, -ago),
        region,
        ...en,
        vtopic: [en.topics],
        titleCn: cn.title,
        topicsCn: cn.topics,
        textCn: cn.text,
        tagsCn: cn.tags,
      })),
    )
    .execute()
  for (const { buyer, ago, direction, en, cn } of signals) {
    const articleId = newId()
    const newsDate = addDays(today, -ago)
    const [title, text, article] = en
    const [titleCn, textCn, articleCn] = cn
    await tx
      .insertInto('newsItem')
      .values({
        id: articleId,
        kind: 'ARTICLE',
        newsDate,
        title,
        titleCn,
        topics: 'Company',
        topicsCn: '公司',
        text: article,
        textCn: articleCn,
        region: 'Global',
        tags: '',
      })
      .execute()
    await tx
      .insertInto('newsSignal')
      .values({ id: newId(), buyerId: id.get(buyer)!, newsDate, direction, title, titleCn, text, textCn, articleId })
      .execute()
  }
  await tx
    .insertInto('tariff')
    .values(
      tariffs.map(({ region, rate, en, cn }) => ({
        id: newId(),
        region,
        product: en[0],
        productCn: cn[0],
        rate,
        effectiveDate: addDays(today, -200),
        note: en[1],
        noteCn: cn[1],
      })),
    )
    .execute()
}
