import { collectionList, repaymentDetailList, repaymentList } from '@usance/wire/repayment/list'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { type ListContext, source } from '../../list/source.ts'
import { ordersSeen } from '../finance-order/orders-seen.ts'
import { moneyRestsOn } from '../servicing/paid-out.ts'

/** What the caller may do with a repayment now: as far as its status, what was paid out of it and their permissions say. */
export function repaymentOperations(
  { status, payerRole, paidOut }: { status: string; payerRole?: string; paidOut?: boolean },
  { actor }: { actor: Actor },
): string[] {
  const may = (permission: string) => actor.permissions.has(permission)
  return [
    'DETAIL',
    ...(status === 'REJECTED' && may('repayment.management.match') ? ['RESUBMIT'] : []),
    ...(status === 'POSTED' &&
    !paidOut &&
    !['ARP', 'WAIVER', 'RESERVE'].includes(payerRole ?? '') &&
    may('repayment.management.reverse')
      ? ['REVERSE']
      : []),
  ]
}

/** What a repayment is shown as: one that nobody made is waived, not posted. */
export const shownStatus = ({ status, payerRole }: { status: string; payerRole: string | null }): string =>
  payerRole === 'WAIVER' && status === 'POSTED' ? 'WAIVED' : status

export const collectionSource = source(
  collectionList,
  (tx: Tx) =>
    tx
      .selectFrom('collection as c')
      .leftJoin('company as f', 'f.id', 'c.funderId')
      .select([
        'c.id',
        'c.no',
        'c.bankRef',
        'c.valueDate',
        'c.amount',
        sql<string>`coalesce((select sum(r.amount) from repayment r where r.collection_id = c.id and r.status not in ('REVERSED','REFUSED')), 0)`.as(
          'matched',
        ),
        'c.currency',
        'c.payerName',
        'f.name as funderName',
        'c.status',
        'c.matchReason',
        'c.rawText',
        'c.payerAccount',
        sql<
          string | null
        >`(select p.no from payment p where p.collection_id = c.id and p.type = 'RECEIPT_RETURN' and p.status <> 'CANCELLED')`.as(
          'returnNo',
        ),
        'c.createdAt',
      ]),
  (row, { actor }) => [
    'DETAIL',
    ...(['RECEIVED', 'UNIDENTIFIED', 'MATCHED'].includes(row.status) &&
    amountOf(row.matched, row.currency).minor < amountOf(row.amount, row.currency).minor &&
    actor.permissions.has('repayment.management.match')
      ? ['MATCH']
      : []),
    ...(row.status === 'UNIDENTIFIED' && !row.returnNo && actor.permissions.has('payment.release-refund.add') ? ['RETURN'] : []),
  ],
)

export const repaymentSource = source(
  repaymentList,
  (tx: Tx, { actor }: ListContext) =>
    tx
      .selectFrom('repayment as r')
      .leftJoin(ordersSeen(actor).as('o'), (join) =>
        join.on(({ eb, fn, ref }) => eb('o.id', '=', fn.coalesce(ref('r.orderId'), ref('r.topUpOf')))),
      )
      .leftJoin('company as s', 's.id', 'r.supplierId')
      .leftJoin('company as b', 'b.id', 'r.buyerId')
      .select([
        'r.id',
        'r.no',
        'o.orderNo',
        's.name as supplierName',
        'b.name as buyerName',
        'r.payerRole',
        'r.amount',
        'r.surplus',
        'r.currency',
        'r.valueDate',
        'r.fundSource',
        sql<string>`case when r.payer_role = 'WAIVER' and r.status = 'POSTED' then 'WAIVED' else r.status end`.as('status'),
        'r.createdAt',
        'r.orderId',
        moneyRestsOn('r').as('paidOut'),
      ]),
  repaymentOperations,
)

export const repaymentDetailSource = source(repaymentDetailList, (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom('allocation as a')
    .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
    .innerJoin(ordersSeen(actor).as('o'), 'o.id', 'a.orderId')
    .leftJoin('financeOrderItem as i', 'i.id', 'a.itemId')
    .select([
      'a.id',
      'r.no',
      'o.orderNo',
      'i.docNo',
      'a.component',
      'a.amount',
      'r.currency',
      'r.valueDate',
      'a.source',
      'r.id as repaymentId',
    ])
    .where('a.reversed', '=', false)
    // What the financing costs is not the buyer's business.
    .$if(actor.companyRole === 'BUYER', (query) => query.where('a.component', '=', 'PRINCIPAL')),
)
