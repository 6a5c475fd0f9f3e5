import { type ArpPayoff, arpPayoff, type Standing, stillConvertible } from '@usance/domain/arp'
import type { LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { type ItemOwed, owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type Financing, positionAhead } from './load-order.ts'

export type Payoff = { principal: Money; interest: Money; penalty: Money; fees: Money; total: Money }
/** The invoices of a conversion. */
export type Shipped = { invoiceIds: readonly string[]; face: Money }

/**
 * The payoff by a conversion of purchase-order financing into the purchase of invoices on a day. It covers these invoices' share
 * of the principal, measured by what may still be converted, and all costs to date, with the fees due at settlement and without an early fee
 * (decisions 077, 190 and 237). Trial and payment both use it, so that they always agree. The transaction sees every company.
 */
export async function payoffOn(
  tx: Tx,
  parent: Financing,
  shipped: Shipped,
  on: LocalDate,
): Promise<{ payoff: Payoff; share: ArpPayoff; owed: ItemOwed[] }> {
  const { currency } = parent.row
  const owed = owedOn(await positionAhead(tx, parent), on)
  const sum = (part: 'principal' | 'interest' | 'penalty' | 'fees') =>
    M.sum(
      owed.map((one) => one[part]),
      currency,
    )
  const share = arpPayoff({
    principal: sum('principal'),
    segments: [],
    dayCount: parent.terms.dayCount,
    shipped: shipped.face,
    convertible: await convertible(tx, parent, shipped),
  })
  const [interest, penalty, fees] = [sum('interest'), sum('penalty'), sum('fees')]
  const total = M.sum([share.principal, interest, penalty, fees], currency)
  return { payoff: { principal: share.principal, interest, penalty, fees, total }, share: { ...share, payoff: total }, owed }
}

/**
 * The payoff by a conversion of the whole rest, from the debts on a day by `positionAhead`, as decimal text in the order's
 * currency; null for an order that cannot be converted.
 */
export function payoffByConversion({ row, terms }: Pick<Financing, 'row' | 'terms'>, owed: readonly ItemOwed[]): string | null {
  const isConvertible =
    row.type === 'PO_FINANCE' && terms.method === 'IN_ARREARS' && owed.some((one) => M.isPositive(one.principal))
  return isConvertible ? M.toDecimal(owedTotal(owed, row.currency)) : null
}

/** The invoices of a conversion and their face. */
export async function shippedBy(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<Shipped> {
  const items = await tx.selectFrom('financeOrderItem').select(['face', 'invoiceId']).where('orderId', '=', id).execute()
  return {
    invoiceIds: items.flatMap(({ invoiceId }) => invoiceId ?? []),
    face: M.sum(
      items.map((item) => amountOf(item.face, currency)),
      currency,
    ),
  }
}

type BilledRow = {
  orderId: string
  ordered: string
  standing: Standing | null
  amount: string | null
  confirmed: string | null
  paid: string | null
  leftOver: string | null
}

/**
 * What of a loan's purchase orders may still be converted (decisions 190 and 237). An invoice that was sold is open to no conversion; one of a
 * conversion that is on its way is. A conversion whose payoff is taken off, to be booked again behind an earlier receipt, has taken nothing yet.
 */
async function convertible(tx: Tx, { row }: Financing, shipped: Shipped): Promise<Money> {
  const { rows } = await sql<BilledRow>`
    with ordered as (select p.id, p.amount from finance_order_item i join purchase_order p on p.id = i.purchase_order_id where i.order_id = ${row.id}),
    conversion as (
      select o.id, o.funding_date is null or exists (select from repayment r where r.order_id = o.arp_of_order_id and r.payer_role = 'ARP' and r.match_reason = o.order_no
        and not exists (select from allocation a where a.repayment_id = r.id and not a.reversed)) as waits, o.funding_date
      from finance_order o where o.arp_of_order_id = ${row.id}),
    raised as (
      select v.*, exists (select from finance_order_item x join conversion c on c.id = x.order_id
          where x.invoice_id = v.id and c.waits and c.funding_date is not null) as again,
        case when v.id = any(${shipped.invoiceIds}::uuid[]) then 'SHIPPED'
        when v.finance_status = 'SETTLED'
          or exists (select from finance_order_item x where x.invoice_id = v.id and x.active
            and not exists (select from conversion c where c.id = x.order_id and c.waits))
          or exists (select from pool_asset x where x.invoice_id = v.id and x.released_at is null) then 'SOLD'
        when v.doc_status = 'SUBMITTED' or (v.doc_status <> 'CONFIRMED' and v.confirmed_amount is null) then 'CLAIMED'
        else 'OPEN' end as standing
      from invoice v where v.purchase_order_id in (select id from ordered) and v.doc_status not in ('DRAFT', 'CANCELLED'))
    select o.id as order_id, o.amount as ordered, case when v.again and v.standing <> 'SHIPPED' then 'OPEN' else v.standing end as standing, v.amount,
      case when v.again then v.amount else coalesce(v.confirmed_amount, v.amount) end as confirmed, case when v.again then 0 else v.paid_amount end as paid,
      case when v.again then v.amount when v.doc_status = 'CLOSED' then 0
        else confirmed_left(v.outstanding, v.confirmed_amount, v.adjusted_amount, v.debited_amount, v.paid_amount) end as left_over
    from ordered o left join raised v on v.purchase_order_id = o.id`.execute(tx)
  const money = (text: string | null) => amountOf(text ?? '0', row.currency)
  const orders = new Map(rows.map(({ orderId, ordered }) => [orderId, money(ordered)]))
  return M.sum(
    [...orders].map(([id, ordered]) => {
      const billed = rows.flatMap(({ orderId, standing, amount, confirmed, paid, leftOver }) =>
        orderId === id && standing
          ? [{ standing, amount: money(amount), confirmed: money(confirmed), paid: money(paid), left: money(leftOver) }]
          : [],
      )
      return stillConvertible(ordered, billed)
    }),
    row.currency,
  )
}
