import type { BusinessType } from '@usance/domain/approval-flows'
import type { Access } from '@usance/wire/call'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { ordersPriced } from '../../books/servicing/orders-seen.ts'
import { paymentsSeen } from '../../books/servicing/payments-seen.ts'
import { rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import type { Actor } from '../../http/context.ts'

/** SQL: the ids of the records of a kind that a reader sees on their page. */
type Rule = (actor: Actor) => RawBuilder<unknown>

/** Whether the permissions of a reader open the page of a call. */
export const mayOpen = (access: Access, { permissions }: Pick<Actor, 'permissions'>): boolean =>
  typeof access === 'string' || [access.permission].flat().some((one) => permissions.has(one))

/** The records for a reader whose permissions open the page of the call; none for everybody else. */
const onPage =
  ({ access }: { access: Access }, records: Rule): Rule =>
  (actor) =>
    mayOpen(access, actor) ? records(actor) : sql`null::uuid`

const payments: Rule = (actor) => sql`select p.id from payment p where ${paymentsSeen(actor, 'p')}`
const repayments = onPage(repaymentCalls.detail, (actor) => sql`select r.id from repayment r where ${rowOfSeat(actor, 'r')}`)
const writeOffs = onPage(
  writeOffCalls.preview,
  (actor) => sql`select w.id from write_off w join ${ordersPriced(actor)} o on o.id = w.order_id`,
)

/**
 * The kinds of approvals of money that moves or is lost. Whoever takes no part in such an approval reads it by the rule of the page of its
 * record. Other kinds are read by the companies of the approval and by staff, or with the right that the decision declares.
 */
const approvalsSeen: Readonly<Partial<Record<BusinessType, Rule>>> = {
  PAYMENT: payments,
  RELEASE: payments,
  REFUND: payments,
  REPAYMENT: repayments,
  REPAYMENT_REVERSAL: repayments,
  WRITE_OFF: writeOffs,
}

/** The kinds of approvals that are read by the rule of the page of their record. */
export const kindsOfMoney = Object.keys(approvalsSeen) as BusinessType[]

/** SQL: whether the reader sees the record of an approval by the rule of its page, where its kind has one. */
export const recordSeen = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`case business_type ${sql.join(
    Object.entries(approvalsSeen).map(
      ([type, records]) => sql`when ${sql.lit(type)} then workflow_instance.business_id in (${records(actor)})`,
    ),
    sql` `,
  )} else true end`
