import { type PaymentStatus, paymentCan } from '@usance/domain/states/payment'
import { paymentCalls } from '@usance/wire/payment/calls'
import { financingPaymentList, paymentList, releaseRefundList } from '@usance/wire/payment/list'
import { type RawBuilder, sql } from 'kysely'
import { seeingAll } from '../../auth/seeing-all.ts'
import { bankHasOf, bankHasOtherOf } from '../../books/servicing/bank-has.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { paymentsSeen, paymentsTold } from '../../books/servicing/payments-seen.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { handledByCaller, onceSentByCaller } from '../../http/payment-senders.ts'
import { judgedSource, type ListContext, source } from '../../list/source.ts'
import { mayReturn } from './may-return.ts'
import { uninstructableAmong } from './uninstructable.ts'
import { unpayableAmong } from './unpayable.ts'

const payments = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom(paymentsTold(actor).as('p'))
    .leftJoin('company as payee', 'payee.id', 'p.payeeCompanyId')
    .leftJoin('company as funder', 'funder.id', 'p.funderId')
    .leftJoin(ordersSeen(actor).as('o'), 'o.id', 'p.orderId')
    .where(paymentsSeen(actor, 'p'))
    .select([
      'p.id',
      'p.no',
      'p.type',
      'o.orderNo',
      sql<string>`coalesce(payee.name, p.payee_name)`.as('payeeName'),
      'funder.name as funderName',
      'p.amount',
      'p.currency',
      'p.status',
      'p.dueDate',
      'p.valueDate',
      'p.bankRef',
      'p.createdAt',
      'p.orderId',
      mayPay('p').as('mayPay'),
      mayFail('p.id').as('mayFail'),
      mayComeBack('p').as('mayComeBack'),
    ])

/** SQL: whether the caller, as far as their permissions allow it, may record that a payment did not arrive. */
export const mayComeBack = (p: string): RawBuilder<boolean> => sql`(${mayReturn(p)} and not ${onceSentByCaller(`${p}.id`)})`

/** SQL: whether the caller, as far as their permissions allow it, may record that the bank has paid a payment. */
export const mayPay = (p: string): RawBuilder<boolean> => {
  const id = `${p}.id`
  return sql`(not ${handledByCaller(id)} and ${bankHasOtherOf(p)} is null and not ${heldWhere(id, sql`f.status <> 'TAKEN'`)})`
}

/** SQL: whether the caller, as far as their permissions allow it, may record that the bank did not pay; a report of the bank settles it. */
export const mayFail = (id: string): RawBuilder<boolean> =>
  sql`(not ${onceSentByCaller(id)} and not ${heldWhere(id, sql`(f.status <> 'TAKEN' or i.reported_at is not null)`)} and ${bankHasOf(id)} is null)`

/** SQL: whether a file `f` with some property holds a payment as its item `i`. */
export const heldWhere = (id: string, is: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${sql.ref(id)} and i.live and ${is})`

/** The act that instructs a payment of each type. */
const mayInstruct: Readonly<Record<string, string>> = paymentCalls.instruct.names['body.id'].permission

type Facts = {
  status: string
  type: string
  mayPay: boolean
  mayFail: boolean
  mayComeBack: boolean
  /** Its instruction, or the record of it as paid, would be refused (`barredAmong`). */
  isBarred: boolean
}

/** Whether a reader may record what became of payments. */
const mayRecord = ({ permissions }: Actor): boolean => permissions.has('payment.management.add')

/** What the caller may do with a payment now, as far as its status, its senders and approvers and their permissions say. */
export function paymentOperations(payment: Facts, { actor }: { actor: Actor }): string[] {
  const { status, type, mayComeBack } = payment
  const state = status as PaymentStatus
  const may = (permission: string) => actor.permissions.has(permission)
  return [
    'DETAIL',
    ...(paymentCan.submit(state) && !payment.isBarred && may(mayInstruct[type] ?? '') ? ['INSTRUCT'] : []),
    ...(paymentCan.pay(state) && payment.mayPay && !payment.isBarred && mayRecord(actor) ? ['PAID'] : []),
    ...(paymentCan.fail(state) && payment.mayFail && mayRecord(actor) ? ['FAIL'] : []),
    ...(paymentCan.return(state) && mayComeBack && mayRecord(actor) ? ['TAKE_BACK'] : []),
  ]
}

/**
 * The payments among some that cannot be instructed, or recorded as paid, now, as far as a reader may do either. The transaction sees
 * every company.
 */
export async function barredAmong(
  { tx, actor, today }: { tx: Tx; actor: Actor; today: string },
  ids: readonly string[],
): Promise<string[]> {
  const instructs = Object.values(mayInstruct).some((permission) => actor.permissions.has(permission))
  return [
    ...(mayRecord(actor) ? await unpayableAmong(tx, ids) : []),
    ...(instructs ? await uninstructableAmong({ tx, today }, ids) : []),
  ]
}

/** SQL: the payments among these ids that are barred for the reader. */
async function judgeBarred(tx: Tx, { actor, today }: ListContext, ids: readonly string[]): Promise<RawBuilder<unknown>> {
  const barred = ids.length > 0 ? await seeingAll(tx, actor, () => barredAmong({ tx, actor, today }, ids)) : []
  return sql`unnest(${barred}::uuid[])`
}
const isAmong = (barred: RawBuilder<unknown>) => sql<boolean>`p.id in (select ${barred})`.as('isBarred')

export const paymentSource = judgedSource(paymentList, {
  judge: judgeBarred,
  judged: [],
  rows: (tx: Tx, context: ListContext, barred: RawBuilder<unknown>) => payments(tx, context).select(isAmong(barred)),
  operations: paymentOperations,
})
export const financingPaymentSource = source(
  financingPaymentList,
  (tx: Tx, context: ListContext) => payments(tx, context).where('p.type', '=', 'FUNDING'),
  () => ['DETAIL'],
)
export const releaseRefundSource = judgedSource(releaseRefundList, {
  judge: judgeBarred,
  judged: [],
  rows: (tx: Tx, context: ListContext, barred: RawBuilder<unknown>) =>
    payments(tx, context)
      .where('p.type', 'in', ['RELEASE', 'REFUND', 'RECEIPT_RETURN'])
      .select([
        sql<string | null>`case when p.type = 'RECEIPT_RETURN' and p.status = 'PAID' then owed_back(p.id) end`.as('owedBack'),
        isAmong(barred),
      ]),
  operations: paymentOperations,
})
