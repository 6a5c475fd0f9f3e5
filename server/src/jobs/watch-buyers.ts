import { sql } from 'kysely'
import type { App } from '../app.ts'
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

/**
 * Where a bad sign about a buyer and later payments meet, each company that sells to or finances that buyer is told, once
 * for each sign and with its evidence. How the buyer pays is measured on the company's own invoices alone.
 */
export async function watchBuyers(app: App): Promise<number> {
  const today = await businessDate(app)
  const candidates = await inTransaction(
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
            where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and i.buyer_id is not null) x on x.buyer_id = s.buyer_id
        where s.direction = 'DOWN' and s.news_date > ${today}::date - 90 and s.news_date <= ${today}::date
          and not exists (select from buyer_watch w where w.company_id = x.company_id and w.signal_id = s.id)
        order by s.news_date, s.id limit 2000`.execute(tx)
      ).rows,
  )
  let told = 0
  for (const { companyId, buyerId, code, name, country, signalId, title, titleCn, newsDate } of candidates) {
    const [outlook] = await inTransaction(app.db, { kind: 'company', companyId }, 'read', (tx) =>
      outlookOf({ tx, today }, [{ id: buyerId, code, name, country }]),
    )
    if (!outlook?.watch || outlook.days_late === null || outlook.days_late_before === null) continue
    const { days_late: now, days_late_before: before } = outlook
    told += await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
      const made = await tx
        .insertInto('buyerWatch')
        .values({ id: newId(), companyId, buyerId, signalId, daysLate: now, daysLateBefore: before })
        .onConflict((conflict) => conflict.columns(['companyId', 'signalId']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return 0
      await notify(tx, {
        event: 'BUYER_WATCH',
        companyIds: [companyId],
        params: { buyer: name, signal: title, signalCn: titleCn ?? title, date: newsDate, now, before },
        objectType: 'COMPANY',
        objectId: buyerId,
        link: '/buyer-outlook',
      })
      return 1
    })
  }
  return told
}
