import { type BusinessType, businessTypes } from '@usance/domain/approval-flows'
import type { Access } from '@usance/wire/call'
import { costCalls } from '@usance/wire/cost/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { ordersPriced } from '../../books/servicing/orders-seen.ts'
import { paymentsSeen } from '../../books/servicing/payments-seen.ts'
import { isOfSeat, isOwnOn, rowOfSeat } from '../../books/servicing/side-of-seat.ts'
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
    mayOpen(access, actor) ? records(actor) : sql`select null::uuid`

const payments: Rule = (actor) => sql`select p.id from payment p where ${paymentsSeen(actor, 'p')}`
const repayments = onPage(repaymentCalls.detail, (actor) => sql`select r.id from repayment r where ${rowOfSeat(actor, 'r')}`)
const writeOffs = onPage(
  writeOffCalls.preview,
  (actor) => sql`select w.id from write_off w join ${ordersPriced(actor)} o on o.id = w.order_id`,
)

const paymentFiles = onPage(
  paymentFileCalls.detail,
  (actor) => sql`select f.id from payment_file f where ${isOfSeat(actor, { FUNDER: sql.ref('f.funder_id') })}`,
)
const pagesOfFees = onPage(
  costCalls.detail,
  (actor) => sql`select a.id from fee_adjustment a join ${ordersPriced(actor)} o on o.id = a.order_id`,
)
// A buyer has no page of fees. It reads the approval that names it, which is one of a fee that it is to pay more of.
const feeAdjustments: Rule = (actor) => sql`${pagesOfFees(actor)}
  union all select n.business_id from workflow_instance n where n.business_type = 'FEE_ADJUSTMENT' and ${isOwnOn(actor, 'BUYER', 'n.buyer_id')}`

// An approval names the parties that its flow asks: one that a buyer puts forward need not name it. Its record names both.
const ofAnotherSide =
  (table: 'invoice_adjustment' | 'direct_payment'): Rule =>
  (actor) =>
    sql`select r.id from ${sql.table(table)} r
      where not ${isOfSeat(actor, { SUPPLIER: sql.ref('r.supplier_id'), BUYER: sql.ref('r.buyer_id') })}`

/**
 * Who reads an approval of each kind without taking part in it:
 * - a rule: readers of the page of its record
 * - `right of its decision`: holders of the right that the decision declares (`viewRight`)
 * - `companies and staff`: the companies of the approval, and staff
 * - `exceptOf`: the same, except of records in which the reader's company stands on another side
 */
const approvalsSeen: Readonly<Record<BusinessType, Rule | { exceptOf: Rule } | 'right of its decision' | 'companies and staff'>> =
  {
    PAYMENT: payments,
    RELEASE: payments,
    REFUND: payments,
    PAYMENT_FILE: paymentFiles,
    REPAYMENT: repayments,
    REPAYMENT_REVERSAL: repayments,
    WRITE_OFF: writeOffs,
    FEE_ADJUSTMENT: feeAdjustments,
    USER: 'right of its decision',
    STAFF_USER: 'right of its decision',
    ROLE: 'right of its decision',
    WORKFLOW: 'right of its decision',
    LIMIT: 'right of its decision',
    BUYER_LIMIT: 'right of its decision',
    DISCLOSURE: 'right of its decision',
    PRODUCT: 'right of its decision',
    RATE: 'right of its decision',
    CALENDAR: 'right of its decision',
    CONTRACT_TEMPLATE: 'right of its decision',
    KYC: 'companies and staff',
    BANK_ACCOUNT: 'companies and staff',
    PO_ADJUSTMENT: 'companies and staff',
    INVOICE_ADJUSTMENT: { exceptOf: ofAnotherSide('invoice_adjustment') },
    DIRECT_PAYMENT: { exceptOf: ofAnotherSide('direct_payment') },
    DIRECT_PAYMENT_REVERSAL: { exceptOf: ofAnotherSide('direct_payment') },
    FINANCE_ORDER: 'companies and staff',
  }

/** The kinds of approvals that are read by the rule of the page of their record, each with that rule. */
const asTheirPage = businessTypes.flatMap((type) => {
  const records = approvalsSeen[type]
  return typeof records === 'function' ? [{ type, records }] : []
})
export const kindsAsTheirPage: readonly BusinessType[] = asTheirPage.map(({ type }) => type)
const bySide = businessTypes.flatMap((type) => {
  const seen = approvalsSeen[type]
  return typeof seen === 'object' ? [{ type, records: seen.exceptOf }] : []
})

/** SQL: whether the reader sees the record of an approval by the rule of its page or of its sides, where its kind has one. */
export const recordSeen = (actor: Actor): RawBuilder<boolean> => {
  const [id, when] = [sql.ref('workflow_instance.business_id'), (type: BusinessType) => sql`when ${sql.lit(type)} then`]
  const rules = [
    ...asTheirPage.map(({ type, records }) => sql`${when(type)} ${id} in (${records(actor)})`),
    ...bySide.map(({ type, records }) => sql`${when(type)} ${id} not in (${records(actor)})`),
  ]
  return sql<boolean>`case business_type ${sql.join(rules, sql` `)} else true end`
}
