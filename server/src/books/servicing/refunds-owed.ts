import { type RawBuilder, sql } from 'kysely'
import { payerOwed } from './open-refunds.ts'

/** SQL: what of the fees of an order `o` goes back to a company by the credits that have passed, paid or not. */
export const creditedTo = (companyId: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select coalesce(sum(a.refunded), 0) from fee_adjustment a join order_fee f on f.id = a.order_fee_id
    where f.order_id = o.id and a.status = 'PASSED' and ${isCreditOf(companyId)})`

/** SQL: whether the credit of a fee `f` of an order `o` goes back to a company. */
const isCreditOf = (companyId: string | RawBuilder<unknown>) =>
  sql`${companyId} = case f.payer when 'BUYER' then coalesce(o.buyer_id, o.supplier_id) else o.supplier_id end`

/**
 * SQL: what of the refunds of an order `o` is owed to a company, drafted or not, until it is paid: surpluses of receipts and fees that
 * were credited; as it stood at the close of a day where one is given. The statement sees every company.
 */
export const refundsOwedTo = (companyId: string, through?: string): RawBuilder<string> => {
  const until = (column: string) => (through ? sql`and ${sql.ref(column)} <= ${through}::date` : sql``)
  return sql<string>`(select coalesce(sum(x.amount), 0) from (
    select case when ${payerOwed} = ${companyId} then r.surplus - r.for_supplier else 0 end
        + case when r.supplier_id = ${companyId} then r.for_supplier else 0 end as amount
      from repayment r left join collection c on c.id = r.collection_id
      where r.order_id = o.id and r.status = 'POSTED' and r.surplus > 0 ${until('r.value_date')}
    union all select a.refunded from fee_adjustment a join order_fee f on f.id = a.order_fee_id
      where f.order_id = o.id and a.status = 'PASSED' ${until('a.passed_on')}
        and ${isCreditOf(companyId)}
    union all select -p.amount from payment p
      where p.order_id = o.id and p.type = 'REFUND' and p.status = 'PAID' and p.payee_company_id = ${companyId} ${until('p.value_date')}) x)`
}
