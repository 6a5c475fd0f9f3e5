import { securedStatuses } from '@usance/domain/states/finance-order'
import { bankProofList, collectList, orderFileList, templetList } from '@usance/wire/report/list'
import { type RawBuilder, sql } from 'kysely'
import { buyerNames, ordersPriced, ordersSeen } from '../../books/servicing/orders-seen.ts'
import { paymentsTold } from '../../books/servicing/payments-seen.ts'
import { receiptTold } from '../../books/servicing/receipt-told.ts'
import { receiptOfSeat, rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { dayInZoneSql } from '../../calendar/day-in-zone.ts'
import { unconfirmedIn } from '../../finance/contract/pool-receivables.ts'
import { type Selected, source } from '../../list/source.ts'

/** Payments the bank has made and receipts it has booked, as far as the caller is a party to them. */
export const bankProofSource = source(
  bankProofList,
  (tx, { actor }) =>
    tx
      .selectFrom(
        sql<
          Selected<typeof bankProofList>
        >`(select p.id, p.no, 'OUT' as direction, p.type as purpose, p.bank_ref, p.value_date, p.amount, p.currency,
            payer.name as payer_name, coalesce(payee.name, p.payee_name) as payee_name, o.order_no, o.id as order_id
          from ${paymentsTold(actor)} p left join company payer on payer.id = p.funder_id left join company payee on payee.id = p.payee_company_id
          left join ${ordersSeen(actor)} o on o.id = p.order_id where p.status = 'PAID' and ${rowOfSeat(actor, 'p')}
          union all
          select c.id, c.no, 'IN', 'RECEIPT', c.bank_ref, c.value_date, c.amount, c.currency,
            coalesce(c.payer_name, payer.name), case when ${receiptTold(actor, 'c')} then payee.name end, first.order_no, first.id
          from collection c join company payee on payee.id = c.funder_id left join company payer on payer.id = c.payer_company_id
          left join lateral (select o.order_no, o.id from repayment r join ${ordersSeen(actor)} o on o.id = r.order_id
            where r.collection_id = c.id and r.status not in ('REVERSED', 'REFUSED') order by r.created_at limit 1) first on true
          where ${receiptOfSeat(actor, 'c')})`.as('x'),
      )
      .selectAll(),
  (_, { actor }) => (actor.permissions.has('proof.bank.view') ? ['DOWNLOAD'] : []),
)

/** The newest version of each template. */
export const templetSource = source(templetList, (tx, { app }) =>
  tx
    .selectFrom(
      sql<
        Selected<typeof templetList>
      >`(select distinct on (code) id, code, name, name_cn, version, array_to_string(signatories, ', ') as signatories,
          array_to_string(product_types, ', ') as product_types, status, ${dayInZoneSql(sql`created_at`, app.config.zoneMinutes)} as created_on
          from contract_template order by code, version desc)`.as('x'),
    )
    .selectAll(),
)

/** SQL: whether an order has a confirmation of right, or is to have one: what was refused, revoked or has expired has none any more. */
export const hasConfirmation = sql<boolean>`passed_at is not null and status not in ('REJECTED', 'REFUSED', 'REVOKED', 'EXPIRED')`

const secured = sql`(${sql.join(securedStatuses.map((one) => sql.lit(one)))})`

/**
 * SQL: whether the right of an order is confirmed. A drawing rests on what the debtors of its pool acknowledge, so that one of them who
 * disputes a receivable leaves its confirmation open until it has been paid.
 */
const isConfirmed = sql<boolean>`(right_confirmed_at is not null
  and not (status in ${secured} and ${unconfirmedIn('finance_order.pool_id')}))`

/**
 * SQL: the amount that a proof `x` of an order `o` states, as its paper does (decision 231): what is purchased of the invoices, of a
 * confirmation what is confirmed of them, of purchase orders and drawings their amount. A contract of one of several buyers is about that
 * buyer's documents.
 */
const statedOf = sql`coalesce((
  select sum(case i.doc_type when 'INVOICE' then case x.kind when 'CONFIRMATION' then i.eligible else i.apply_amount + i.reserve end when 'PO' then i.face end)
  from finance_order_item i where i.order_id = o.id and (x.buyer_id is null or i.buyer_id is null or i.buyer_id = x.buyer_id)), o.face_amount)`

/** One row for each proof an order has or still needs. */
export const collectSource = source(collectList, (tx, { app, actor }) => {
  const dayOf = (instant: RawBuilder<unknown>) => dayInZoneSql(instant, app.config.zoneMinutes)
  return tx
    .selectFrom(
      sql<
        Selected<typeof collectList>
      >`(select x.id, x.no, x.kind, x.order_id, x.contract_id, x.complete, x.proven_on, o.order_no, o.currency, ${statedOf} as amount,
            supplier.name as supplier_name, ${buyerNames} as buyer_name
          from (
            select c.id, c.no, case when t.code = 'NOA' then 'NOA' else 'ASSIGNMENT' end as kind, c.order_id, c.id as contract_id, c.buyer_id,
              case when c.status = 'SIGNED' then 'COMPLETE' else 'OPEN' end as complete, ${dayOf(sql`c.signed_at`)} as proven_on
            from contract c join contract_template t on t.id = c.template_id
            where c.order_id is not null and c.status not in ('VOID', 'DRAFT')
            union all
            select md5('confirmation' || id)::uuid, 'CF-' || order_no, 'CONFIRMATION', id, null, null,
              case when ${isConfirmed} then 'COMPLETE' else 'OPEN' end, case when ${isConfirmed} then ${dayOf(sql`right_confirmed_at`)} end
            from finance_order where ${hasConfirmation}
            union all
            select md5('registry' || id)::uuid, coalesce(registry_no, 'RG-' || order_no), 'REGISTRY', id, null, null,
              case when registry_at is not null then 'COMPLETE' else 'OPEN' end, ${dayOf(sql`registry_at`)}
            from finance_order where funding_date is not null) x
          join ${ordersSeen(actor)} o on o.id = x.order_id
          join company supplier on supplier.id = o.supplier_id
          left join company b on b.id = o.buyer_id)`.as('x'),
    )
    .selectAll()
})

/** Orders that have passed and whose price the caller reads, with how much their file holds. */
export const orderFileSource = source(
  orderFileList,
  (tx, { actor }) =>
    tx
      .selectFrom(ordersPriced(actor).as('o'))
      .innerJoin('company as supplier', 'supplier.id', 'o.supplierId')
      .innerJoin('company as funder', 'funder.id', 'o.funderId')
      .leftJoin('company as b', 'b.id', 'o.buyerId')
      .select([
        'o.id',
        'o.orderNo',
        'o.status',
        'supplier.name as supplierName',
        buyerNames.as('buyerName'),
        'funder.name as funderName',
        'o.financeAmount',
        'o.currency',
        'o.fundingDate',
        sql<number>`(select count(*)::int from contract c where c.order_id = o.id and c.status <> 'VOID')`.as('contracts'),
        sql<number>`(select count(*)::int from attachment a where a.removed_at is null and (a.owner_id = o.id
          or a.owner_id in (select coalesce(i.invoice_id, i.purchase_order_id) from finance_order_item i where i.order_id = o.id)))`.as(
          'attachments',
        ),
      ])
      .where('o.passedAt', 'is not', null),
  () => ['DOWNLOAD'],
)
