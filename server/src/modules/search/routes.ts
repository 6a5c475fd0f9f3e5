import { type Found, searchCalls } from '@usance/wire/search/calls'
import { sql } from 'kysely'
import { routes } from '../../http/context.ts'

const each = 5
/** A search text as a LIKE pattern: what one types stands for itself. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** An amount the way lists show it: grouped, two decimals, none in yen, its currency behind it. */
const amountOf = (alias: string, column: string) => {
  const [amount, currency] = [sql.ref(`${alias}.${column}`), sql.ref(`${alias}.currency`)]
  return sql`to_char(${amount}, case when ${currency} = 'JPY' then 'FM999,999,999,999,990' else 'FM999,999,999,999,990.00' end) || ' ' || ${currency}`
}

export const searchRoutes = routes(searchCalls, {
  find: async ({ tx, actor, body }) => {
    const like = containing(body.text)
    const may = (permission: string) => actor.permissions.has(permission)
    const buyer = actor.companyRole === 'BUYER'
    const invoicePage = buyer
      ? sql`'/confirmation/invoiceConfirmation/' || i.id || '/detail'`
      : sql`'/trading/invoice/' || i.id || '/details'`
    const exact = body.text.toLowerCase()
    const parts = [
      may('trading.invoice.view') || may('confirmation.invoiceConfirmation.view')
        ? sql`(select 'INVOICE' as kind, i.id::text as id, i.invoice_no as no, b.name || ' · ' || ${amountOf('i', 'amount')} as text, i.doc_status as status, ${invoicePage} as link
            from invoice i join company b on b.id = ${buyer ? sql`i.supplier_id` : sql`i.buyer_id`} where i.invoice_no ilike ${like} order by lower(i.invoice_no) <> ${exact}, i.issue_date desc limit ${each})`
        : undefined,
      may('trading.purchase.view')
        ? sql`(select 'PURCHASE_ORDER', p.id::text, p.po_no, ${amountOf('p', 'amount')}, p.doc_status, '/trading/purchase/details/' || p.id
            from purchase_order p where p.po_no ilike ${like} order by lower(p.po_no) <> ${exact}, p.id desc limit ${each})`
        : undefined,
      may('finance.finance-order.view')
        ? sql`(select 'FINANCE_ORDER', o.id::text, o.order_no, s.name || ' · ' || ${amountOf('o', 'finance_amount')}, o.status, '/finance/finance-order/' || o.id || '/detail'
            from finance_order o join company s on s.id = o.supplier_id where o.order_no ilike ${like} or s.name ilike ${like} order by lower(o.order_no) <> ${exact}, o.id desc limit ${each})`
        : undefined,
      may('contract.info.view')
        ? sql`(select 'CONTRACT', c.id::text, c.no, '', c.status, '/contract/info?id=' || c.id from contract c where c.no ilike ${like} order by c.id desc limit ${each})`
        : undefined,
      may('payment.management.view')
        ? sql`(select 'PAYMENT', p.id::text, p.no, ${amountOf('p', 'amount')}, p.status, '/payment/management?no=' || p.no from payment p where p.no ilike ${like} order by p.id desc limit ${each})`
        : undefined,
      // A company is found by staff, and by those who share a document or a relationship with it.
      sql`(select 'COMPANY', c.id::text, c.name, coalesce(c.name_local || ' · ', '') || c.code, null, c.name from company c
            where not c.is_platform and (c.name ilike ${like} or c.name_local ilike ${like} or c.code ilike ${like})
              and (${actor.staff} or exists (select 1 from invoice i where c.id in (i.supplier_id, i.buyer_id, i.funder_id))
                or exists (select 1 from finance_order o where c.id in (o.supplier_id, o.buyer_id, o.funder_id)))
            order by lower(c.name) <> ${exact}, c.name limit ${each})`,
    ].filter((part) => part !== undefined)
    if (parts.length === 0) return []
    const { rows } = await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(tx)
    const companyPage =
      actor.staff || actor.companyRole === 'FUNDER'
        ? '/finance/finance-order?supplierName='
        : buyer
          ? '/confirmation/invoiceConfirmation?supplierName='
          : '/trading/invoice?buyerName='
    return rows.map((row) => (row.kind === 'COMPANY' ? { ...row, link: `${companyPage}${encodeURIComponent(row.link)}` } : row))
  },
})
