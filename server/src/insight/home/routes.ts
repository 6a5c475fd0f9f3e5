import { addDays, daysBetween } from '@usance/domain/local-date'
import { type FigureKind, homeCalls, type TodoKind } from '@usance/wire/home/calls'
import { soonDays } from '@usance/wire/home/todo-addresses'
import { type CompanyRole, companyRoles } from '@usance/wire/roles'
import { type RawBuilder, sql } from 'kysely'
import { openTasks } from '../../approval/workflow/list.ts'
import { leftOfReceipt } from '../../books/servicing/left-of.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { ordersPriced, ordersSeen } from '../../books/servicing/orders-seen.ts'
import { isOwnOn } from '../../books/servicing/side-of-seat.ts'
import { usedBy } from '../../books/servicing/used-by.ts'
import { dayInZone } from '../../calendar/day-in-zone.ts'
import type { Tx } from '../../database/database.ts'
import { toSign } from '../../finance/contract/to-sign.ts'
import { readyInvoices } from '../../finance/finance-order/ready-invoices.ts'
import { type Actor, routes, type UseCaseContext } from '../../http/context.ts'
import { asTrader } from '../../party/account/as-trader.ts'
import { setupOf } from './setup-of.ts'
import { mayEnd } from './todo-acts.ts'

type Line = { currency: string | null; amount: string | null; count: string }
type Sum = { currency: string; amount: string; count: number }

/** Sums by currency, the one with the most things first. Row-level security bounds what is summed. */
async function sums({ tx }: UseCaseContext, from: RawBuilder<unknown>): Promise<Sum[]> {
  const { rows } = await sql<Line>`select currency, sum(amount)::text as amount, count(*)::text as count
    from (${from}) as found group by currency order by count(*) desc, currency`.execute(tx)
  return rows.map((row) => ({ currency: row.currency ?? '', amount: row.amount ?? '0', count: Number(row.count) }))
}

/** What is still owed of the documents of an order `o` that mature between two days. */
const maturing = (from: string, to: string) => sql`(select sum(principal_outstanding) as principal_outstanding
  from finance_order_item where order_id = o.id and maturity between ${from} and ${to})`

/**
 * The currency in which waiting orders `o` are summed. It is null where a whole company sells some of them and finances others: the orders
 * are counted, and what the company borrowed is not added to what it lent (decision 296).
 */
const ofOneSide = ({ companyRole, companyId }: Pick<Actor, 'companyRole' | 'companyId'>): RawBuilder<unknown> => {
  const lent = sql`o.funder_id = ${companyId}`
  return companyRole === 'COMPANY'
    ? sql`case when bool_or(${lent}) over () = bool_and(${lent}) over () then o.currency end`
    : sql`o.currency`
}

/** What waits in each role, as rows of currency and amount. */
function todoQueries(
  { actor, today }: UseCaseContext,
  ready: RawBuilder<boolean> | undefined,
): Partial<Record<TodoKind, RawBuilder<unknown>>> {
  const me = actor.companyId
  const { companyRole: role, staff } = actor
  const may = (permission: string) => actor.permissions.has(permission)
  const soon = addDays(today, soonDays)
  const sells = role === 'SUPPLIER' || role === 'COMPANY'
  return {
    ...(staff
      ? {}
      : { CONTRACTS_TO_SIGN: sql`select null::text as currency, 0::numeric as amount from contract c where ${toSign(actor)}` }),
    ...(role === 'BUYER'
      ? {
          INVOICES_TO_CONFIRM: sql`select currency, amount from invoice where buyer_id = ${me} and doc_status = 'SUBMITTED'`,
          OVERDUE_INVOICES: sql`select currency, outstanding as amount from invoice
            where buyer_id = ${me} and outstanding > 0 and due_date < ${today} and doc_status = 'CONFIRMED'`,
        }
      : {}),
    // The product names the side that confirms the right.
    ...(role === 'BUYER' || role === 'SUPPLIER'
      ? {
          // What is confirmed is the debt, not what is advanced on it.
          RIGHTS_TO_CONFIRM: sql`select currency, face_amount as amount from ${ordersSeen(actor)} o
            where ${role === 'BUYER' ? sql`buyer_id` : sql`supplier_id`} = ${me} and status = 'PASSED' and right_confirm_party = ${role}`,
        }
      : {}),
    ...(sells
      ? {
          ...(ready ? { READY_TO_FINANCE: sql`select currency, outstanding as amount from invoice where ${ready}` } : {}),
          ORDERS_SENT_BACK: sql`select currency, finance_amount as amount from finance_order where supplier_id = ${me} and status = 'REJECTED'`,
          DRAFT_INVOICES: sql`select currency, amount from invoice where supplier_id = ${me} and doc_status = 'DRAFT'`,
          DISPUTED_INVOICES: sql`select currency, amount from invoice where supplier_id = ${me} and doc_status = 'DISPUTED'`,
          OVERDUE_INVOICES: sql`select currency, outstanding as amount from invoice
            where supplier_id = ${me} and outstanding > 0 and due_date < ${today} and doc_status = 'CONFIRMED'`,
        }
      : {}),
    ...(sells
      ? {
          PRICES_TO_ACCEPT: sql`select null::text as currency, 0::numeric as amount from pricing_offer
            where supplier_id = ${me} and status = 'OFFERED' and valid_until >= ${today}`,
        }
      : {}),
    ...(staff ? { DISPUTED_INVOICES: sql`select currency, amount from invoice where doc_status = 'DISPUTED'` } : {}),
    ...(staff
      ? {
          PAYMENTS_TO_SEND: sql`select currency, amount from payment where status = 'DRAFT'`,
          PAYMENTS_FAILED: sql`select currency, amount from payment where status = 'FAILED'`,
          // The person who entered an account cannot switch it on.
          ACCOUNTS_TO_SWITCH_ON: sql`select null::text as currency, 0::numeric as amount from bank_account
            where status = 'DISABLE' and approval = 'PASSED' and disabled_at is null and coalesce(cooling_until <= app_now(), true)
              and created_by is distinct from ${actor.userId}`,
          RECEIPTS_TO_MATCH: sql`select c.currency, ${leftOfReceipt} as amount from collection c where ${leftOfReceipt} > 0`,
        }
      : {}),
    // Buyers owe bills and funders collect them.
    ...(may('payment.fee-bill.view')
      ? {
          OVERDUE_BILLS: sql`select currency, open_amount as amount from fee_bill
            where open_amount > 0 and due_on < ${today} and ${staff ? sql`true` : sql`(${isOwnOn(actor, 'BUYER', 'buyer_id')} or ${isOwnOn(actor, 'FUNDER', 'funder_id')})`}`,
        }
      : {}),
    ...(may('finance.finance-order.view') && role !== 'BUYER'
      ? {
          OVERDUE_ORDERS: sql`select ${ofOneSide(actor)} as currency, ${usedBy('o')} as amount from ${ordersPriced(actor)} o where o.status = 'OVERDUE'`,
          MATURING_ORDERS: sql`select ${ofOneSide(actor)} as currency, i.principal_outstanding as amount from ${ordersPriced(actor)} o
            join lateral ${maturing(today, soon)} i on i.principal_outstanding > 0 where o.status in ('FUNDED','PARTIALLY_REPAID')`,
        }
      : {}),
  }
}

/** Where the company stands, in the words of its role; the seat of a whole company reads as its first trade (decision 108). */
function figureQueries({ actor, today }: UseCaseContext): Partial<Record<FigureKind, RawBuilder<unknown>>> {
  const me = actor.companyId
  const month = addDays(today, 30)
  const running = sql`select o.currency, i.principal_outstanding as amount from ${ordersPriced(actor)} o
    join lateral (select sum(principal_outstanding) as principal_outstanding from finance_order_item where order_id = o.id) i on true
    where o.status in ${runningStatuses}`
  const due = sql`select o.currency, i.principal_outstanding as amount from ${ordersPriced(actor)} o
    join lateral ${maturing(today, month)} i on i.principal_outstanding > 0 where o.status in ${runningStatuses}`
  const open = sql`doc_status = 'CONFIRMED' and outstanding > 0`
  if (actor.companyRole === 'BUYER')
    return {
      PAYABLES: sql`select currency, outstanding as amount from invoice where buyer_id = ${me} and ${open}`,
      DUE_30: sql`select currency, outstanding as amount from invoice where buyer_id = ${me} and ${open} and due_date between ${today} and ${month}`,
    }
  if (actor.companyRole === 'FUNDER' || actor.staff) return { LENT: running, DUE_30: due }
  return {
    RECEIVABLES: sql`select currency, outstanding as amount from invoice where supplier_id = ${me} and ${open}`,
    FINANCED: running,
    DUE_30: due,
  }
}

/** How many days the books are behind the calendar of the operator's zone, for those who may close them. */
function daysToClose({ actor, app, now, today }: UseCaseContext): number {
  const mayClose = ['system.rate.edit', 'payment.management.instruct'].some((permission) => actor.permissions.has(permission))
  const calendarDay = dayInZone(now, app.config.zoneMinutes)
  return actor.staff && mayClose && calendarDay > today ? daysBetween(today, calendarDay) : 0
}

const approvalsWaiting = async (tx: Tx, { actor, today }: Pick<UseCaseContext, 'actor' | 'today'>): Promise<number> =>
  actor.permissions.has('approval.view')
    ? Number(
        (
          await tx
            .selectFrom(openTasks(tx, { actor, today }).as('open'))
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    : 0

/** The approvals that wait for the caller in other seats of this company, by seat. API keys have no seats. */
async function approvalsElsewhere({ tx, app, actor, today }: UseCaseContext) {
  if (actor.apiKey) return []
  const seats = await tx
    .selectFrom('userCompanyRole')
    .select(['role', 'userRoles'])
    .where('userId', '=', actor.userId)
    .where('companyId', '=', actor.companyId)
    .where('status', '=', 'ENABLE')
    .where('role', '<>', actor.companyRole)
    .orderBy('role')
    .execute()
  const found: { role: CompanyRole; count: number }[] = []
  for (const { role, userRoles } of seats) {
    const companyRole = companyRoles.find((one) => one === role)
    if (!companyRole) continue
    const permissions = await app.matrix.permissionsOf(companyRole, userRoles)
    const count = await approvalsWaiting(tx, { actor: { ...actor, companyRole, userRoles, permissions }, today })
    if (count > 0) found.push({ role: companyRole, count })
  }
  return found
}

export const homeRoutes = routes(homeCalls, {
  summary: async (context) => {
    const approvals = await approvalsWaiting(context.tx, context)
    const todos: { kind: TodoKind; count: number; amounts: Sum[]; role?: CompanyRole }[] =
      approvals > 0 ? [{ kind: 'APPROVALS', count: approvals, amounts: [] }] : []
    for (const seat of await approvalsElsewhere(context)) todos.push({ kind: 'APPROVALS_OF_SEAT', amounts: [], ...seat })
    // Nobody but people moves the business date: they are told when the calendar is ahead of it.
    const days = daysToClose(context)
    if (days > 0) todos.push({ kind: 'DAYS_TO_CLOSE', count: days, amounts: [] })
    const ready = mayEnd('READY_TO_FINANCE', context.actor) ? await readyInvoices(context.tx, context) : undefined
    const queries = todoQueries(context, ready)
    const kinds = (Object.keys(queries) as TodoKind[]).filter((kind) => mayEnd(kind, context.actor))
    const found = new Map<TodoKind, Sum[]>()
    for (const kind of kinds) {
      const query = queries[kind]
      if (query) found.set(kind, await sums(context, query))
    }
    const figures: { kind: FigureKind; amounts: Sum[] }[] = []
    for (const [kind, query] of Object.entries(figureQueries(await asTrader(context))))
      figures.push({ kind: kind as FigureKind, amounts: await sums(context, query) })
    const setup = await setupOf(context)
    for (const kind of kinds) {
      const amounts = found.get(kind) ?? []
      const count = amounts.reduce((all, one) => all + one.count, 0)
      if (count > 0) todos.push({ kind, count, amounts: amounts.filter((one) => one.currency !== '') })
    }
    return { businessDate: context.today, todos, figures, setup }
  },
})
