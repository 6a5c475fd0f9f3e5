import { sql } from 'kysely'
import { alongside, type Tx } from '../../database/database.ts'

type Parties = { supplierId: string; funderId: string; buyerIds: readonly string[] }

/**
 * Notes who has a part in an order, and from when on each is told of it (`order_tells`, decision 302). Parties of an order that was never
 * submitted are told everything. A buyer that comes to one that was submitted is told of it from now on; of several buyers each reads its
 * own part. Who is no party any more is forgotten.
 */
export async function noteParties(tx: Tx, orderId: string, { supplierId, funderId, buyerIds }: Parties): Promise<void> {
  const isWhole = buyerIds.length < 2
  const parties = [
    { company: supplierId, side: 'SUPPLIER', whole: true },
    { company: funderId, side: 'FUNDER', whole: true },
    ...buyerIds.map((company) => ({ company, side: 'BUYER', whole: isWhole })),
  ]
  const noted = sql`
    with given as (
      select g.company, g.side, case when g.whole then case when o.submitted_at is null then '-infinity' else app_begun() end end as since
      from finance_order o cross join jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) as g (company uuid, side text, whole boolean)
      where o.id = ${orderId}
    ), gone as (
      delete from finance_order_party p where p.order_id = ${orderId}
        and not exists (select from given g where g.company = p.company_id and g.side = p.side)
    )
    insert into finance_order_party as p (order_id, company_id, side, since)
    select ${orderId}, company, side, since from given
    on conflict (order_id, company_id, side) do update set
      since = case when excluded.since is not null then coalesce(p.since, excluded.since) end`.execute(tx)
  await alongside(tx, noted)
}

/** Notes that an order is submitted with its present parties. */
export const tellParties = (tx: Tx, orderId: string) =>
  alongside(
    tx,
    tx
      .updateTable('financeOrderParty')
      .set({ toldAt: sql<string>`app_now()` })
      .where('orderId', '=', orderId)
      .where('toldAt', 'is', null)
      .execute(),
  )
