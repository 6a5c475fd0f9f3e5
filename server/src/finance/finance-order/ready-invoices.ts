import { sql } from 'kysely'
import { seeingAll } from '../../auth/seeing-all.ts'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import type { ReadyToFinance } from '../../trade/invoice/ready-to-finance.ts'
import { openOffers } from './open-offers.ts'

/** The invoices of a supplier that an open offer may finance now: home counts them, and the list that it leads to finds them. */
export const readyInvoices: ReadyToFinance = async (tx, { actor, today }) => {
  const nothing = sql<boolean>`false`
  if (actor.companyRole !== 'SUPPLIER' && actor.companyRole !== 'COMPANY') return nothing
  const offers = await seeingAll(tx, actor, () => openOffers(tx, { supplierId: actor.companyId, today }))
  if (offers.length === 0) return nothing
  const open = sql`unnest(${offers.map((one) => one.buyerId)}::uuid[], ${offers.map((one) => one.currency)}::text[],
    ${offers.map((one) => one.untold)}::boolean[], ${offers.map((one) => one.dueFrom)}::date[], ${offers.map((one) => one.dueTo)}::date[])
    as o(buyer_id, currency, untold, due_from, due_to)`
  return sql<boolean>`(invoice.supplier_id = ${actor.companyId} and invoice.doc_status = 'CONFIRMED' and invoice.finance_status = 'UNFINANCED'
    and invoice.outstanding > 0 and not ${carriesLoan(sql`invoice.purchase_order_id`)}
    and exists (select from ${open} where o.buyer_id = invoice.buyer_id and o.currency = invoice.currency
      and invoice.due_date between o.due_from and o.due_to and (invoice.buyer_visible or o.untold)))`
}
