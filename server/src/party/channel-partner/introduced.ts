import { currencyScales } from '@usance/domain/currencies'
import { sql } from 'kysely'
import { isPartner } from '../../auth/partner.ts'
import type { Actor } from '../../http/context.ts'

/**
 * The operator's people see every partner, somebody of business development only themselves, a company who introduced it, now or
 * earlier.
 */
export const seenPartner = (actor: Actor) =>
  !actor.staff
    ? sql`partner.id in (select partner_id from company_partner where company_id = ${actor.companyId})`
    : isPartner(actor)
      ? sql`partner.id = ${actor.userId}`
      : sql`true`

const codesOf = (scale: number) => [...currencyScales].filter(([, own]) => own === scale).map(([code]) => code)
/** Decimals of the currency's minor unit, in SQL. */
const scale = sql`case when m.currency = any(${codesOf(0)}) then 0 when m.currency = any(${codesOf(3)}) then 3
  when m.currency = any(${codesOf(4)}) then 4 else 2 end`

/** The platform's fees before tax: handling, service and platform fees. The interest spread is no fee. */
const feeAccounts = ['4000', '4010', '4020']

/**
 * One row for each introduced order and month in which it was funded or the platform's book took a fee of it: `fee_base` and `commission`
 * before tax in the order's currency, and `financed` in the month in which its funding was booked, with a fee or without one (decision
 * 252); a funding that came back is taken off in the month of its return (decision 220). The partner on the day of a booking earns it, and
 * loses it with its funding; whatever else is mirrored is of the partner of the day of its mirror (decision 239). A booking counts in the
 * month of its day, whatever day it takes effect (migration 1227). The rate is the partner's, or else the common one, as in force on the
 * funding date; for a partner who came later, on their first day. Each row is rounded to the currency's minor unit, half away from zero,
 * so that rows add up.
 */
export const introduced = (actor: Actor, through: string) => (actor.staff ? earned(actor, through) : ownOrders(actor, through))

/**
 * What a company sees of it: its own funded orders as their supplier, in the same months. What it financed of other suppliers' is their
 * partners'. Fees and commission are the operator's business.
 */
const ownOrders = (actor: Actor, through: string) => sql`
  select o.id, o.order_no, o.currency, date_trunc('month', booked.day)::date as month,
    max(booked.value_date) as funding_date,
    supplier.id as supplier_id, supplier.name as supplier_name, partner.id as partner_id, partner.cname as partner_name,
    null::numeric as fee_base, null::numeric as rate_pct, null::numeric as commission, sum(booked.times * o.finance_amount) as financed
  from finance_order o join company supplier on supplier.id = o.supplier_id
  join fundings_booked(array(select own.id from finance_order own where own.supplier_id = ${actor.companyId})) booked on booked.order_id = o.id
  join app_user partner on partner.id = partner_on(${actor.companyId}::uuid, booked.earned_on)
  where booked.day <= ${through}::date and o.supplier_id = ${actor.companyId}
  group by o.id, 4, supplier.id, partner.id having sum(booked.times) <> 0`

const earned = (actor: Actor, through: string) => sql`
  select m.order_id as id, m.order_no, m.currency, m.month, m.funding_date, m.supplier_id, m.supplier_name,
    partner.id as partner_id, partner.cname as partner_name, m.fee_base, coalesce(k.rate_pct, 0) as rate_pct,
    round(m.fee_base * coalesce(k.rate_pct, 0) / 100, ${scale}) as commission, m.financed
  from partner_fees(${feeAccounts}::text[], ${isPartner(actor) ? actor.userId : null}::uuid, ${through}::date) m
  join app_user partner on partner.id = m.partner_id
  left join lateral (
    select rate_pct from partner_commission c
    where (c.partner_id = partner.id or c.partner_id is null) and c.effective_date <= greatest(m.funding_date, m.from_day)
    order by c.partner_id is null, c.effective_date desc limit 1) k on true
  where ${seenPartner(actor)}`
