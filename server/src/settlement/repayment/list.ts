import * as M from '@usance/domain/money'
import { collectionMachine } from '@usance/domain/states/collection'
import { collectionList, repaymentDetailList, repaymentList } from '@usance/wire/repayment/list'
import { type RawBuilder, sql } from 'kysely'
import { sumsOfReceipt } from '../../books/servicing/left-of.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { ownLines, type PaidLine, shownAmount, shownSurplus } from '../../books/servicing/own-payments.ts'
import { notReversible } from '../../books/servicing/paid-out.ts'
import { mayBeSent, paymentCounts } from '../../books/servicing/payment-counts.ts'
import { receiptTold } from '../../books/servicing/receipt-told.ts'
import { receiptOfSeat, rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { type ListContext, source } from '../../list/source.ts'
import { maskedAccountOf, staffReadWhole } from '../../party/bank-account/account-number.ts'
import { reasonRead } from './reads-reason.ts'
import { isRefundOut, takenByBank } from './recall-receipt.ts'

/** The operations that the caller has on a repayment, by its status, what has happened since and the caller's permissions. */
export function repaymentOperations(
  { status, payerRole, notReversible }: { status: string; payerRole?: string; notReversible?: boolean },
  { actor }: { actor: Actor },
): string[] {
  const may = (permission: string) => actor.permissions.has(permission)
  return [
    'DETAIL',
    ...(status === 'REJECTED' && may('repayment.management.match') ? ['RESUBMIT'] : []),
    ...(status === 'POSTED' &&
    !notReversible &&
    !['ARP', 'WAIVER', 'RESERVE'].includes(payerRole ?? '') &&
    may('repayment.management.reverse')
      ? ['REVERSE']
      : []),
  ]
}

const hasLeft = ({ left, currency }: { left: string; currency: string }) => M.isPositive(amountOf(left, currency))

/** SQL: whether nobody has recorded of a receipt `c` that the bank took it back. */
const notRecalled = sql`not exists (select from payment p where p.collection_id = c.id
  and p.type = 'RECEIPT_RETURN' and p.status = 'PAID' and p.payee_bank_code = ${takenByBank})`

/** SQL: whether the bank took a receipt `c` that was sent back or refunded too, as the provider reports, and nobody has recorded it. */
const takenByProvider = sql<boolean>`(c.reversal_reported_at is not null and ${notRecalled})`

/** SQL: whether the bank may have taken a receipt `c` of which nothing is left: an order had refunded it before it was taken back. */
const mayBeTaken = sql<boolean>`(exists (select from payment p where p.collection_id = c.id and ${isRefundOut('p')})
  and ${notRecalled})`

export const collectionSource = source(
  collectionList,
  (tx: Tx, { actor }: ListContext) =>
    tx
      .selectFrom('collection as c')
      .leftJoin('company as f', 'f.id', 'c.funderId')
      .leftJoin('collection as same', 'same.id', 'c.maybeSameAs')
      .where(receiptOfSeat(actor, 'c'))
      .select([
        'c.id',
        'c.no',
        'c.bankRef',
        'c.valueDate',
        'c.amount',
        sumsOfReceipt(actor).matched.as('matched'),
        sumsOfReceipt(actor).left.as('left'),
        madeByCaller('collection', 'c.id').as('recordedByReader'),
        sql<boolean>`exists (select from payment p where p.collection_id = c.id and p.type = 'RECEIPT_RETURN' and ${mayBeSent('p')})`.as(
          'onItsWayBack',
        ),
        'c.currency',
        'c.payerName',
        sql<string | null>`case when ${receiptTold(actor, 'c')} then f.name end`.as('funderName'),
        'c.status',
        reasonRead(actor, 'c').as('matchReason'),
        sql<string | null>`same.no || ' · ' || same.value_date`.as('maybeSameAs'),
        'same.id as maybeSameAsId',
        // What was recorded as taken by the bank needs no more attention.
        sql<string | null>`case when c.status <> 'REFUNDED' or ${takenByProvider} then c.reversal_reported_at end`.as(
          'reversalReportedAt',
        ),
        takenByProvider.as('takenByProvider'),
        mayBeTaken.as('mayBeTaken'),
        'c.rawText',
        // Whose account it was need not be a company here: whole for who was paid and for the staff who match.
        sql<
          string | null
        >`case when ${staffReadWhole(actor, 'PAYING')} or c.funder_id = ${actor.companyId} or c.payer_company_id = ${actor.companyId}
          then c.payer_account else ${maskedAccountOf(sql.ref('c.payer_account'))} end`.as('payerAccount'),
        sql<
          string | null
        >`(select string_agg(p.no, ', ' order by p.no) from payment p where p.collection_id = c.id and p.type = 'RECEIPT_RETURN' and ${paymentCounts('p')})`.as(
          'returnNo',
        ),
        'c.createdAt',
      ]),
  (row, { actor }) => [
    'DETAIL',
    ...(collectionMachine.can.match(row.status) &&
    hasLeft(row) &&
    !row.reversalReportedAt &&
    actor.permissions.has('repayment.management.match')
      ? ['MATCH']
      : []),
    ...(collectionMachine.can.refund(row.status) &&
    hasLeft(row) &&
    !row.onItsWayBack &&
    !row.reversalReportedAt &&
    actor.permissions.has('payment.release-refund.add')
      ? ['RETURN']
      : []),
    ...(collectionMachine.can.recall(row.status) &&
    (hasLeft(row) || row.takenByProvider || row.mayBeTaken) &&
    !row.recordedByReader &&
    !row.onItsWayBack &&
    actor.permissions.has('repayment.management.reverse')
      ? ['RECALL']
      : []),
    ...(row.reversalReportedAt && !row.recordedByReader && actor.permissions.has('repayment.management.reverse')
      ? ['DISMISS']
      : []),
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
        shownAmount(actor).as('amount'),
        shownSurplus(actor).as('surplus'),
        'r.currency',
        'r.valueDate',
        'r.fundSource',
        sql<string>`case when r.payer_role = 'WAIVER' and r.status = 'POSTED' then 'WAIVED' else r.status end`.as('status'),
        'r.createdAt',
        'r.orderId',
        notReversible('r').as('notReversible'),
      ])
      .where(rowOfSeat(actor, 'r'))
      .$if(actor.companyRole === 'BUYER', (query) => query.where('r.buyerId', '=', actor.companyId)),
  repaymentOperations,
)

/** What repayments paid, as the caller reads it. The seat that a company had before any other reads both. */
function paidLines(actor: Actor): RawBuilder<PaidLine> {
  const split = sql<PaidLine>`(
    select a.id, a.repayment_id, a.order_id, a.item_id, i.doc_no, a.component, a.amount, a.source
    from allocation a left join finance_order_item i on i.id = a.item_id
    where not a.reversed and ${
      actor.companyRole === 'COMPANY'
        ? sql`not exists (
      select from repayment r where r.id = a.repayment_id and r.buyer_id = ${actor.companyId})`
        : sql`true`
    })`
  if (actor.companyRole === 'BUYER') return ownLines(actor)
  return actor.companyRole === 'COMPANY' ? sql`(select * from ${split} s union all select * from ${ownLines(actor)} n)` : split
}

export const repaymentDetailSource = source(repaymentDetailList, (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom(paidLines(actor).as('a'))
    .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
    .innerJoin(ordersSeen(actor).as('o'), 'o.id', 'a.orderId')
    .select([
      'a.id',
      'r.no',
      'o.orderNo',
      'a.docNo',
      'a.component',
      'a.amount',
      'r.currency',
      'r.valueDate',
      'a.source',
      'r.id as repaymentId',
    ]),
)
