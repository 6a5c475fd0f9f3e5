import { type Found, searchCalls } from '@usance/wire/search/calls'
import { type RawBuilder, sql } from 'kysely'
import { readByStaff } from '../../auth/partner.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { paymentsSeen, paymentsTold } from '../../books/servicing/payments-seen.ts'
import { rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { amountText } from '../../database/amount.ts'
import { ordersListed } from '../../finance/finance-order/orders-listed.ts'
import { type Actor, routes } from '../../http/context.ts'
import { findsCompanies } from '../../party/company/companies-found.ts'
import { documentsSeen } from '../../trade/invoice/drafts.ts'
import { isFinanceTold } from '../../trade/invoice/finance-status-told.ts'

const each = 5
/** A search text as a LIKE pattern: what one types stands for itself. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

type FoundRow = Omit<Found, 'text'> & { about: string | null; amount: string | null; currency: string | null }

/** What is said of a found record: its party, and its amount the way lists show it, exact in its currency and grouped. */
function textOf({ about, amount, currency }: Pick<FoundRow, 'about' | 'amount' | 'currency'>): string {
  const [whole = '', part] = amount !== null && currency !== null ? amountText(amount, currency).split('.') : []
  const figure = [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...(part ? [part] : [])].join('.')
  return [about, whole && `${figure} ${currency}`].filter(Boolean).join(' · ')
}

/** Where a found company leads: its own page for staff and for its people, else the caller's list of what it has with it. */
function companyLink(actor: Actor, { id, no, link: side }: { id: string; no: string; link: string | null }): string {
  if (actor.permissions.has('system.company.view')) return `/system/company/${id}/detail`
  if (id === actor.companyId) return '/org/company/detail'
  const list =
    side === 'buyerName' && actor.companyRole !== 'FUNDER'
      ? '/trading/invoice'
      : side === 'supplierName' && actor.companyRole === 'BUYER'
        ? '/confirmation/invoiceConfirmation'
        : '/finance/finance-order'
  return `${list}?${side ?? 'supplierName'}=${encodeURIComponent(no)}`
}

/** The lists of payments, the one of all of them first. */
const paymentLists = [
  { permission: 'payment.management.view', page: '/payment/management', types: sql`true` },
  { permission: 'payment.financing.view', page: '/payment/financing', types: sql`p.type = 'FUNDING'` },
  { permission: 'payment.release-refund.view', page: '/payment/release-refund', types: sql`p.type <> 'FUNDING'` },
] as const

/** SQL: the first list of the reader's that shows a payment `p`. */
const paymentPage = ({ permissions }: Actor): RawBuilder<string> =>
  sql`case ${sql.join(
    paymentLists
      .filter(({ permission }) => permissions.has(permission))
      .map(({ page, types }) => sql`when ${types} then ${page}`),
    sql` `,
  )} end`

/** SQL: whether the reader's company shares a document that it was told of, or a relationship, with a company `c`. */
const tradesWithReader = (actor: Actor): RawBuilder<boolean> =>
  sql`(exists (select 1 from invoice i where c.id in (i.supplier_id, i.buyer_id)
      or (c.id = i.funder_id and ${isFinanceTold(actor, 'i.id', 'i.buyer_id')}))
    or exists (select 1 from relationship r where c.id in (r.supplier_id, r.buyer_id))
    or exists (select 1 from finance_order o where c.id in (o.supplier_id, o.buyer_id, o.funder_id)
      or c.id in (select p.buyer_id from finance_order_part p where p.order_id = o.id)))`

export const searchRoutes = routes(searchCalls, {
  find: async ({ tx, actor, body }) => {
    const like = containing(body.text)
    const may = (permission: string) => actor.permissions.has(permission)
    const buyer = actor.companyRole === 'BUYER'
    // A buyer works in the list of what it confirms, everybody else in the list of invoices.
    const [trades, confirms] = [may('trading.invoice.view'), may('confirmation.invoiceConfirmation.view')]
    const invoicePage =
      confirms && (buyer || !trades)
        ? sql`'/confirmation/invoiceConfirmation/' || i.id || '/detail'`
        : sql`'/trading/invoice/' || i.id || '/details'`
    const exact = body.text.toLowerCase()
    const parts = [
      trades || confirms
        ? sql`(select 'INVOICE', i.id::text, i.invoice_no, b.name, i.amount::text, i.currency, i.doc_status, ${invoicePage}
            from invoice i left join company b on b.id = ${buyer ? sql`i.supplier_id` : sql`i.buyer_id`}
            where i.invoice_no ilike ${like} and ${documentsSeen(actor, 'i')} and ${trades ? sql`true` : sql`i.doc_status <> 'DRAFT'`} order by lower(i.invoice_no) <> ${exact}, i.issue_date desc, i.invoice_no, i.id limit ${each})`
        : undefined,
      may('trading.purchase.view')
        ? sql`(select 'PURCHASE_ORDER', p.id::text, p.po_no, null, p.amount::text, p.currency, p.doc_status, '/trading/purchase/details/' || p.id
            from purchase_order p where p.po_no ilike ${like} and ${documentsSeen(actor, 'p')} order by lower(p.po_no) <> ${exact}, p.id desc limit ${each})`
        : undefined,
      may('finance.finance-order.view')
        ? sql`(select 'FINANCE_ORDER', o.id::text, o.order_no, s.name, o.finance_amount::text, o.currency, o.status, '/finance/finance-order/' || o.id || '/detail'
            from ${ordersSeen(actor)} o left join company s on s.id = o.supplier_id where (o.order_no ilike ${like} or s.name ilike ${like}) and ${ordersListed(actor)} order by lower(o.order_no) <> ${exact}, o.id desc limit ${each})`
        : undefined,
      may('contract.info.view')
        ? sql`(select 'CONTRACT', c.id::text, c.no, null, null, null, c.status, '/contract/info?id=' || c.id from contract c where c.no ilike ${like} and ${rowOfSeat(actor, 'c')} order by lower(c.no) <> ${exact}, c.id desc limit ${each})`
        : undefined,
      paymentLists.some(({ permission }) => may(permission))
        ? sql`(select 'PAYMENT', p.id::text, p.no, null, p.amount::text, p.currency, p.status, ${paymentPage(actor)} || '?no=' || p.no
            from ${paymentsTold(actor)} p where p.no ilike ${like} and ${paymentsSeen(actor, 'p')} order by lower(p.no) <> ${exact}, p.id desc limit ${each})`
        : undefined,
      // A company is found by staff as their list of companies shows it, and by those who share a document or a relationship with
      // it. What it is to the caller says which list it leads to.
      findsCompanies(actor)
        ? sql`(select 'COMPANY', c.id::text, c.name, coalesce(c.name_local || ' · ', '') || c.code, null, null, null,
            case when exists (select 1 from invoice i where i.supplier_id = c.id) or exists (select 1 from finance_order o where o.supplier_id = c.id)
                or exists (select 1 from relationship r where r.supplier_id = c.id) then 'supplierName'
              when exists (select 1 from invoice i where i.buyer_id = c.id) or exists (select 1 from relationship r where r.buyer_id = c.id) then 'buyerName'
              when exists (select 1 from finance_order o where o.funder_id = c.id) then 'funderName' end
          from company c
          where not c.is_platform and (c.name ilike ${like} or c.name_local ilike ${like} or c.code ilike ${like})
            and ${actor.staff ? readByStaff(actor) : tradesWithReader(actor)}
          order by lower(c.name) <> ${exact}, c.name limit ${each})`
        : undefined,
    ].filter((part) => part !== undefined)
    if (parts.length === 0) return []
    // Named once for all parts: which of them comes first depends on what the caller may see.
    const { rows } = await sql<FoundRow>`
      select * from (${sql.join(parts, sql` union all `)}) found (kind, id, no, about, amount, currency, status, link)`.execute(
      tx,
    )
    return rows.map(({ about, amount, currency, ...row }) => ({
      ...row,
      text: textOf({ about, amount, currency }),
      link: row.kind === 'COMPANY' ? companyLink(actor, row) : row.link,
    }))
  },
})
