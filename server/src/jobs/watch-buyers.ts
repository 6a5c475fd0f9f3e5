import type { Outlook } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { runningStatuses } from '../books/servicing/open-statuses.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { outlookOf } from '../insight/outlook/outlook-of.ts'
import { notify } from '../notify/notify.ts'

type Candidate = {
  companyId: string
  buyerId: string
  code: string
  name: string
  country: string
  signalId: string
  title: string
  titleCn: string | null
  newsDate: string
}

type Place = Pick<Candidate, 'newsDate' | 'signalId' | 'companyId'>
const none = '00000000-0000-0000-0000-000000000000'
const first: Place = { newsDate: '0001-01-01', signalId: none, companyId: none }

/**
 * Where a bad sign about a buyer and later payments meet, each company that sells to or finances that buyer is told, once
 * for each sign and with its evidence. How the buyer pays is measured on the company's own invoices alone. Signs are read a part at
 * a time up to the newest: those that tell nobody anything stay candidates for 90 days.
 */
export async function watchBuyers(app: App, atOnce = 2000): Promise<number> {
  const today = await businessDate(app)
  const known = new Map<string, Promise<Outlook | undefined>>()
  const outlookFor = ({ companyId, buyerId, code, name, country }: Candidate) => {
    const pair = `${companyId} ${buyerId}`
    const asked =
      known.get(pair) ??
      inTransaction(app.db, { kind: 'company', companyId }, 'read', async (tx) => {
        const [outlook] = await outlookOf({ tx, today }, [{ id: buyerId, code, name, country }])
        return outlook
      })
    known.set(pair, asked)
    return asked
  }
  let told = 0
  for (let after: Place | undefined = first; after; ) {
    const candidates: Candidate[] = await candidatesAfter(app, today, after, atOnce)
    for (const candidate of candidates) if (await tell(app, candidate, await outlookFor(candidate))) told++
    after = candidates.length < atOnce ? undefined : candidates.at(-1)
  }
  return told
}

/** The pairs of a company and a sign about its buyer that have no watch yet, the oldest first. */
function candidatesAfter(app: App, today: string, after: Place, atOnce: number): Promise<Candidate[]> {
  return inTransaction(
    app.db,
    { kind: 'system' },
    'read',
    async (tx) =>
      (
        await sql<Candidate>`
        select x.company_id, s.buyer_id, b.code, b.name, b.country, s.id as signal_id, s.title, s.title_cn, s.news_date
        from news_signal s join company b on b.id = s.buyer_id
        join (select buyer_id, supplier_id as company_id from relationship where status = 'ENABLE'
          union select i.buyer_id, o.funder_id from finance_order o join finance_order_item i on i.order_id = o.id
            where o.status in ${runningStatuses} and i.buyer_id is not null) x on x.buyer_id = s.buyer_id
        where s.direction = 'DOWN' and s.news_date > ${today}::date - 90 and s.news_date <= ${today}::date
          and not exists (select from buyer_watch w where w.company_id = x.company_id and w.signal_id = s.id)
          and (s.news_date, s.id, x.company_id) > (${after.newsDate}::date, ${after.signalId}::uuid, ${after.companyId}::uuid)
        order by s.news_date, s.id, x.company_id limit ${atOnce}`.execute(tx)
      ).rows,
  )
}

/** Tells the company of a buyer that pays later; whether it was told. */
async function tell(app: App, candidate: Candidate, outlook: Outlook | undefined): Promise<boolean> {
  const { companyId, buyerId, name, signalId, title, titleCn, newsDate } = candidate
  if (!outlook?.watch || outlook.days_late === null || outlook.days_late_before === null) return false
  const { days_late: now, days_late_before: before } = outlook
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const made = await tx
      .insertInto('buyerWatch')
      .values({ id: newId(), companyId, buyerId, signalId, daysLate: now, daysLateBefore: before })
      .onConflict((conflict) => conflict.columns(['companyId', 'signalId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return false
    await notify(tx, {
      event: 'BUYER_WATCH',
      companyIds: [companyId],
      params: { buyer: name, signal: title, signalCn: titleCn ?? title, date: newsDate, now, before },
      objectType: 'COMPANY',
      objectId: buyerId,
      link: '/buyer-outlook',
    })
    return true
  })
}
