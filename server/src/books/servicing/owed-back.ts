import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type FeeEntry, type OwedBack, owedBackAfter } from '@usance/domain/servicing/released'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Financing } from './load-order.ts'
import { tolerancesOf } from './tolerance.ts'

/** Why a claim on the supplier is listed that the books hold as a cost of its order (decision 168). */
export const reserveOwedBack = 'RESERVE_SHORT'

/** SQL: what is open of the reserve that suppliers owe back, of the claims `c` for which a condition holds. */
export const openOwedBack = (which: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select coalesce(sum(c.amount - c.paid_amount), 0) from recourse_claim c
    where c.status = 'OPEN' and c.reason = ${sql.lit(reserveOwedBack)} and ${which})`

/**
 * The reserve that the suppliers of some orders owe back by the funder's books, through a day where one is given; nothing for an order
 * that never owed any. What is within the tolerance of its currency is due on no day of its own. The transaction sees every company.
 */
export async function owedBackOf(tx: Tx, orderIds: readonly string[], through?: LocalDate): Promise<Map<string, OwedBack>> {
  const { rows } = await sql<{ orderId: string; currency: string; on: LocalDate; kind: FeeEntry['kind']; amount: string }>`
    select j.order_id, p.currency, p.value_date as on, 
      case j.event when ${reserveOwedBack} then 'SHORT' when 'FEE_ADJUSTMENT' then 'CREDIT' else 'OTHER' end as kind,
      case p.side when 'D' then p.amount else -p.amount end as amount
    from journal j join posting p on p.journal_id = j.id
    where j.order_id = ${anyOf(orderIds)} and p.book = 'F' and p.account = '1220' and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id)
      and exists (select from journal s where s.order_id = j.order_id and s.event = ${reserveOwedBack})
      ${through ? sql`and p.value_date <= ${through}::date` : sql``}
    order by j.order_id, p.value_date, j.created_at, j.id, p.id`.execute(tx)
  const tolerances = await tolerancesOf(tx, [...new Set(rows.map((row) => row.currency))])
  return new Map(
    [...new Set(rows.map((row) => row.orderId))].map((orderId) => {
      const own = rows.filter((row) => row.orderId === orderId)
      const { currency } = own[0]!
      const entries = own.map((row) => ({ ...row, amount: amountOf(row.amount, currency) }))
      const owed = owedBackAfter(entries, currency)
      return [orderId, M.exceeds(owed.open, tolerances.get(currency)!.total) ? owed : { ...owed, dueOn: null }]
    }),
  )
}

/**
 * Lists the reserve that the supplier of an order owes back as a claim on it, equal to the books, with its day as the due date. So it
 * is held against payouts, limits and write-offs as every claim is. A loss ends it with the other claims. Returns what is owed.
 */
export async function keepOwedBack(tx: Tx, { row }: Financing): Promise<OwedBack | undefined> {
  if (row.status === 'WRITTEN_OFF') return undefined
  const owed = (await owedBackOf(tx, [row.id])).get(row.id)
  if (!owed || M.isZero(owed.charged)) {
    await tx
      .updateTable('recourseClaim')
      .set({ status: 'CANCELLED' })
      .where('orderId', '=', row.id)
      .where('reason', '=', reserveOwedBack)
      .where('status', '=', 'OPEN')
      .execute()
    return undefined
  }
  const { charged, open, dueOn } = owed
  const listed = await tx
    .selectFrom('recourseClaim')
    .select(['id', 'dueDate'])
    .where('orderId', '=', row.id)
    .where('reason', '=', reserveOwedBack)
    .forUpdate()
    .executeTakeFirst()
  const waived = M.min(M.subtract(charged, open), await waivedFees(tx, row))
  const facts = {
    amount: M.toDecimal(charged),
    paidAmount: M.toDecimal(M.subtract(charged, open)),
    waivedAmount: M.toDecimal(waived),
    status: statusOf(owed, waived),
  }
  if (listed)
    await tx
      .updateTable('recourseClaim')
      .set({ ...facts, dueDate: dueOn ?? listed.dueDate })
      .where('id', '=', listed.id)
      .execute()
  else if (dueOn)
    await tx
      .insertInto('recourseClaim')
      .values({
        id: newId(),
        orderId: row.id,
        supplierId: row.supplierId,
        funderId: row.funderId,
        currency: row.currency,
        dueDate: dueOn,
        reason: reserveOwedBack,
        ...facts,
      })
      .execute()
  return owed
}

/** What is left within the tolerance is no claim of its own: it is a fee that is due with the documents. */
const statusOf = ({ open, dueOn }: OwedBack, waived: M.Money): 'OPEN' | 'WAIVED' | 'CANCELLED' | 'PAID' =>
  dueOn ? 'OPEN' : M.isPositive(waived) ? 'WAIVED' : M.isPositive(open) ? 'CANCELLED' : 'PAID'

/** The fees of an order that were waived as a small remainder. */
async function waivedFees(tx: Tx, { id, currency }: Financing['row']): Promise<M.Money> {
  const row = await tx
    .selectFrom('allocation as a')
    .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
    .select(({ fn }) => fn.sum<string | null>('a.amount').as('amount'))
    .where('a.orderId', '=', id)
    .where('a.component', '=', 'FEE')
    .where('a.reversed', '=', false)
    .where('r.payerRole', '=', 'WAIVER')
    .executeTakeFirstOrThrow()
  return amountOf(row.amount ?? '0', currency)
}
