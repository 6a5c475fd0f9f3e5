import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { notify, notifyAll } from '../../notify/notify.ts'
import { areas } from '../../reference/areas.ts'

const link = '/notice/news'
const world = 'Global'
const regionOf = (country: string) => areas.find(({ code }) => code === country)?.region ?? world

/** The companies in which somebody works whose page of news shows this region: the world to all, others to who has buyers there. */
async function readersOf(tx: Tx, region: string): Promise<string[]> {
  const countries = areas.filter(({ code }) => regionOf(code) === region).map(({ code }) => code)
  const { rows } = await sql<{ id: string }>`
    select c.id from company c
    where exists (select from user_company_role u where u.company_id = c.id and u.status = 'ENABLE')
      and (${region} = ${world} or c.id in (
        with buyers as (
          select b.id from company b where b.country = any(${countries}::text[])
            and b.id in (select company_id from company_role where role = 'BUYER'))
        select id from buyers
        union select supplier_id from relationship where buyer_id in (select id from buyers)
        union select o.funder_id from finance_order o join finance_order_item i on i.order_id = o.id
          where i.buyer_id in (select id from buyers)
        union select company_id from company_role where role = 'PLATFORM'))
    order by c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The people of those companies. */
export async function peopleReading(tx: Tx, region: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct user_id as id from user_company_role
    where status = 'ENABLE' and company_id = any(${await readersOf(tx, region)}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Tells its readers of a piece of news that staff have published. */
export async function tellPublished(
  tx: Tx,
  { id, region, title, titleCn }: { id: string; region: string; title: string; titleCn: string | null | undefined },
): Promise<void> {
  await notify(tx, {
    event: 'NEWS_PUBLISHED',
    companyIds: await readersOf(tx, region),
    params: { title, titleCn: titleCn ?? null },
    objectType: 'SETTING',
    objectId: id,
    link,
  })
}

/**
 * Tells how many pieces of news an import has brought to the regions of each reader: the first import of a day that brings any. Feeds
 * are read every half hour, and a message for each would bury all others.
 */
export async function tellImported(tx: Tx, added: ReadonlyMap<string, number>, today: string): Promise<void> {
  const brought = [...added].filter(([, count]) => count > 0)
  if (brought.length === 0) return
  const first = await sql`insert into setting (key, value) values ('newsTold', to_jsonb(${today}::text))
    on conflict (key) do update set value = excluded.value where setting.value <> excluded.value returning key`.execute(tx)
  if (first.rows.length === 0) return
  const counts = new Map<string, number>()
  for (const [region, count] of brought)
    for (const company of await readersOf(tx, region)) counts.set(company, (counts.get(company) ?? 0) + count)
  await notifyAll(
    tx,
    [...new Set(counts.values())].map((count) => ({
      event: 'NEWS_IMPORTED' as const,
      companyIds: [...counts].filter(([, own]) => own === count).map(([company]) => company),
      params: { count },
      link,
    })),
  )
}
