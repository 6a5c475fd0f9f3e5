import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { holdsForTime, own } from '../../trade/invoice/own-receivables.ts'

type Request = Pick<Context, 'tx'> & { actor: Actor }

// What a funder held once it may ask for still: of past days, and of what was paid meanwhile.
const heldOnce = sql`receivables_held() i where i.doc_status not in ('DRAFT', 'CANCELLED')`

// Each company is looked for among the caller's invoices; the sums know at once which have any.
const hasAny = (actor: Actor, currency: string | undefined) =>
  actor.staff || actor.companyRole === 'SUPPLIER' || actor.companyRole === 'BUYER'
    ? sql`c.id in (select buyer_id from (
        select s.buyer_id, s.invoiced from receivable_month s where ${own(actor, 's')} ${currency ? sql`and s.currency = ${currency}` : sql``}
        union all select s.buyer_id, s.invoiced from receivable_change s where ${own(actor, 's')} ${currency ? sql`and s.currency = ${currency}` : sql``}) s group by 1 having sum(invoiced) <> 0)`
    : holdsForTime(actor)
      ? sql`c.id in (select i.buyer_id from ${heldOnce} ${currency ? sql`and i.currency = ${currency}` : sql``})`
      : sql`exists (select 1 from invoice i where i.buyer_id = c.id and ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED') ${currency ? sql`and i.currency = ${currency}` : sql``})`

async function buyers({ tx, actor }: Request, currency?: string) {
  const { rows } = await sql<{ buyerCode: string; buyerName: string }>`
    select c.code as buyer_code, c.name as buyer_name from company c where ${hasAny(actor, currency)} order by c.name`.execute(tx)
  return rows
}

/** Buyers with any invoice in the currency asked for. */
export const queryBuyerList: Handler<typeof arCalls.queryBuyerList> = (request) => buyers(request, request.body.currency)
/** Buyers with any invoice. */
export const queryBuyerCodeList: Handler<typeof arCalls.queryBuyerCodeList> = (request) => buyers(request)

/** Currencies with any invoice. */
export const queryCurrencyList: Handler<typeof arCalls.queryCurrencyList> = async ({ tx, actor }) => {
  const invoices = holdsForTime(actor)
    ? heldOnce
    : sql`invoice i where ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED')`
  const { rows } = await sql<{
    currency: string
  }>`select i.currency from ${invoices} group by 1 order by count(*) desc, 1`.execute(tx)
  return rows.map((row) => row.currency)
}
