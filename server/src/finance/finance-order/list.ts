import { type OrderFacts, operationsFor } from '@usance/domain/states/finance-order-operations'
import type { ActorKind } from '@usance/domain/states/machine'
import { writeOffAfterDays } from '@usance/domain/write-off'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { sql } from 'kysely'
import { conversionUnderWay } from '../../books/servicing/convert-order.ts'
import { buyerNames, ordersSeen, tradesInSeat } from '../../books/servicing/orders-seen.ts'
import { releaseUnderWay } from '../../books/servicing/releases-at-loss.ts'
import { reversalUnderWay } from '../../books/servicing/reversal-under-way.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { type ListContext, source } from '../../list/source.ts'
import { mayAskForWriteOff } from '../write-off/may-ask.ts'
import { isOnItsWay } from './one-conversion.ts'
import { ordersListed } from './orders-listed.ts'

const kinds: Record<string, ActorKind> = { SUPPLIER: 'S', BUYER: 'B', FUNDER: 'F', COMPANY: 'D' }
const staffKinds: Record<string, ActorKind> = {
  Settlement: 'T',
  Operations: 'O',
  Risk: 'R',
  BD: 'P',
  Administrator: 'A',
  Auditor: 'U',
}
/** Who somebody is to an order. Staff with several seats count by the first that acts on orders. */
const actorKind = (actor: Actor): ActorKind =>
  actor.staff
    ? (Object.entries(staffKinds).find(([role]) => actor.userRoles.includes(role))?.[1] ?? 'U')
    : (kinds[actor.companyRole] ?? 'D')

/** What decides an order's buttons, beside its own columns. */
export const factColumns = [
  sql<boolean>`not exists (select 1 from contract c where c.order_id = o.id and c.status in ('DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED'))`.as(
    'contractsSigned',
  ),
  sql<boolean>`exists (select 1 from payment p where p.order_id = o.id and p.type = 'FUNDING'
    and (p.status in ('INSTRUCTED', 'PAID') or (p.status in ('DRAFT', 'IN_APPROVE', 'FAILED') and bank_has(p.id))))`.as(
    'paymentInstructed',
  ),
  sql<boolean>`exists (select 1 from finance_order x where x.arp_of_order_id = o.id and ${isOnItsWay})`.as('conversionOpen'),
  sql<boolean>`o.principal_outstanding > 0`.as('owesPrincipal'),
  madeByCaller('financeOrder', 'o.id').as('madeByReader'),
  callerActedForAnother('o.id').as('actsForAnother'),
  sql<boolean>`exists (select 1 from workflow_instance i join workflow_task t on t.instance_id = i.id where i.business_id = o.id and i.business_type = 'FINANCE_ORDER' and i.status = 'IN_APPROVE' and t.status = 'OPEN' and t.company_id = app_company() and not (app_user() = any (i.maker_ids)))`.as(
    'hasOpenTask',
  ),
  // What bars a loss, as the request is refused by it: the funder, who alone is offered it, sees all of it.
  sql<boolean>`o.status = 'OVERDUE' and not exists (select 1 from write_off w where w.order_id = o.id and w.status in ('IN_APPROVE', 'PASSED'))
    and ${reversalUnderWay(sql`o.id`)} is null and ${conversionUnderWay(sql`o.id`)} is null and ${releaseUnderWay(sql`o.id`)} is null
    and (select d.business_date - max(i.maturity) >= ${sql.lit(writeOffAfterDays)}
          or (max(i.maturity) < d.business_date and exists (select 1 from recourse_claim c where c.order_id = o.id and c.status = 'OPEN' and c.due_date < d.business_date))
         from finance_order_item i, business_day d where i.order_id = o.id and d.id = 1 group by d.business_date)`.as(
    'writeOffDue',
  ),
] as const

/** The actions this user may take, among those that the permissions also grant. */
export function allowedOperations(row: OrderFacts & { actsForAnother: boolean }, actor: Actor): string[] {
  if (row.actsForAnother) return actor.permissions.has('finance.finance-order.detail') ? ['DETAIL'] : []
  const needs: Record<string, string> = {
    EDIT: 'edit',
    WITHDRAW: 'withdraw',
    UPDATE: 'update',
    ARP: 'arp',
    CONFIRM: 'confirm',
    DETAIL: 'detail',
    APPROVE: 'approve',
  }
  return operationsFor(row, actorKind(actor)).filter(
    (operation) =>
      (!needs[operation] || actor.permissions.has(`finance.finance-order.${needs[operation]}`)) &&
      (operation !== 'WRITE_OFF' || mayAskForWriteOff(actor)),
  )
}

/** The next day, today or later, on which a document of an order `o` matures that something is owed on. */
const nextMaturity = (actor: Actor) =>
  sql<string | null>`case when ${tradesInSeat(actor, 'o')} then (
    select min(i.maturity) from finance_order_item i, business_day d
    where i.order_id = o.id and i.principal_outstanding > 0 and d.id = 1 and i.maturity >= d.business_date) end`

const orders = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom(ordersSeen(actor).as('o'))
    .leftJoin('company as s', 's.id', 'o.supplierId')
    .leftJoin('company as b', 'b.id', 'o.buyerId')
    .leftJoin('company as f', 'f.id', 'o.funderId')
    .leftJoin('financingProduct as p', 'p.id', 'o.productId')
    .where(ordersListed(actor))
    .select([
      'o.id',
      'o.orderNo',
      'o.type',
      's.name as supplierName',
      buyerNames.as('buyerName'),
      'b.code as buyerCode',
      's.code as supplierCode',
      'f.code as funderCode',
      'o.productId as financingProductId',
      'p.baseRateType',
      'f.name as funderName',
      'o.currency',
      'o.financeAmount',
      'o.principalOutstanding',
      'o.status',
      'o.rate',
      'o.fundingDate',
      'o.maturity',
      'o.netAmount',
      'o.createdAt',
      'o.disclosed',
      'o.rightConfirmParty',
    ])
    .select(nextMaturity(actor).as('nextMaturity'))
    .select([...factColumns])

export const financeOrderSource = source(financeOrderList, orders, (row, { actor }) => allowedOperations(row, actor))
