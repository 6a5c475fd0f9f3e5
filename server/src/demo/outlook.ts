import { addDays } from '@usance/domain/local-date'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

/** Days ago, region, title, topics, text, tags. All of it made up for the demo. */
const news: readonly [ago: number, region: string, title: string, topics: string, text: string, tags: string][] = [
  [
    2,
    'Global',
    'Container rates ease for a third week',
    'Shipping',
    'Spot rates on the main east–west lanes fell again as new vessels entered service. Shippers report free space at short notice.',
    'freight,containers',
  ],
  [
    5,
    'ASIA',
    'Textile exporters see longer order books',
    'Trade',
    'Home textile makers report orders reaching into the second quarter, with buyers splitting shipments to keep stocks low.',
    'textiles,orders',
  ],
  [
    9,
    'EUROPE',
    'Retail insolvencies stay above the long-term mean',
    'Credit',
    'Court filings by mid-sized retailers were one fifth above the ten-year mean. Credit insurers have lowered some limits.',
    'retail,insolvency,credit insurance',
  ],
  [
    14,
    'AMERICAS',
    'Housewares sales hold up before the holidays',
    'Demand',
    'Store sales of housewares rose a little on the year while margins narrowed. Large chains ask suppliers for 75-day terms.',
    'retail,payment terms',
  ],
  [
    21,
    'Global',
    'Cotton ends the month lower',
    'Commodities',
    'A good harvest weighed on prices. Spinners are covering needs only a few weeks ahead.',
    'cotton,prices',
  ],
  [
    30,
    'ASIA',
    'New e-invoicing rules from the new year',
    'Regulation',
    'Two more tax authorities will ask for structured invoices between companies. Paper copies will no longer suffice for refunds.',
    'e-invoice,tax',
  ],
  [
    38,
    'EUROPE',
    'Late payments directive back on the table',
    'Regulation',
    'Lawmakers resumed work on a cap on payment terms between companies, with exceptions for seasonal goods.',
    'payment terms,law',
  ],
  [
    47,
    'Global',
    'Coffee reaches a two-year high',
    'Commodities',
    'Drought in the highlands cut the outlook for the next crop. Roasters are drawing on stocks.',
    'coffee,prices',
  ],
]
const signals: readonly [buyer: string, ago: number, direction: 'UP' | 'DOWN' | 'NEUTRAL', title: string, text: string][] = [
  ['NORTHW', 12, 'UP', 'Credit line renewed', 'The chain renewed its revolving credit line for three years at a lower margin.'],
  [
    'DELACR',
    18,
    'DOWN',
    'Profit warning',
    'Maison Delacroix lowered its outlook after a weak autumn season and closes eleven stores.',
  ],
  [
    'FAMILY',
    25,
    'DOWN',
    'Suppliers report slower payment',
    'Trade references show the group paying two to three weeks later than a year ago.',
  ],
  ['HUAXIN', 33, 'NEUTRAL', 'New head of purchasing', 'The group appointed a new head of purchasing from within.'],
  ['AOYAMA', 40, 'UP', 'Rating raised', 'A local agency raised the trading house by one notch on lower debt.'],
]
const tariffs: readonly [region: string, product: string, rate: string, note: string][] = [
  ['AMERICAS', 'Home textiles', '11.9', 'Ad valorem on the entered value'],
  ['AMERICAS', 'Consumer electronics', '7.5', 'Ad valorem on the entered value'],
  ['AMERICAS', 'Green coffee', '0', 'Free'],
  ['EUROPE', 'Home textiles', '12', 'Third-country duty'],
  ['EUROPE', 'Machine parts', '1.7', 'Third-country duty'],
  ['ASIA', 'Machine parts', '3', 'Most favoured nation'],
  ['ASIA', 'Dates, fresh or dried', '15', 'Most favoured nation'],
]

/** The outlook's content of the demo, dated back from its last day. */
export async function addOutlook(tx: Tx, today: string): Promise<void> {
  const id = new Map(
    (await tx.selectFrom('company').select(['id', 'code']).execute()).map((company) => [company.code, company.id]),
  )
  await tx
    .insertInto('newsItem')
    .values(
      news.map(([ago, region, title, topics, text, tags]) => ({
        id: newId(),
        kind: 'PANEL',
        newsDate: addDays(today, -ago),
        title,
        topics,
        vtopic: [topics],
        text,
        region,
        tags,
      })),
    )
    .execute()
  for (const [buyer, ago, direction, title, text] of signals) {
    const articleId = newId()
    const newsDate = addDays(today, -ago)
    await tx
      .insertInto('newsItem')
      .values({ id: articleId, kind: 'ARTICLE', newsDate, title, topics: 'Company', text, region: 'Global', tags: '' })
      .execute()
    await tx
      .insertInto('newsSignal')
      .values({ id: newId(), buyerId: id.get(buyer)!, newsDate, direction, title, text, articleId })
      .execute()
  }
  await tx
    .insertInto('tariff')
    .values(
      tariffs.map(([region, product, rate, note]) => ({
        id: newId(),
        region,
        product,
        rate,
        effectiveDate: addDays(today, -200),
        note,
      })),
    )
    .execute()
}
