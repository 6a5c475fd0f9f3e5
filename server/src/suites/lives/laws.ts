import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { crumbsOn, waivedRemaindersOn } from '@usance/domain/servicing/crumbs'
import { owedTotal } from '@usance/domain/servicing/plan-repayment'
import { outstandingStatuses } from '@usance/domain/states/finance-order'
import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { verifyAudit } from '../../audit/verify.ts'
import { checkBooks } from '../../books/ledger/check-books.ts'
import { loadFinancings, positionOf } from '../../books/servicing/load-order.ts'
import { lastDayOfGrace } from '../../books/servicing/orders-seen.ts'
import { ownLines, shownAmount } from '../../books/servicing/own-payments.ts'
import { toleranceOf } from '../../books/servicing/tolerance.ts'
import { lastPaidOn } from '../../books/servicing/waive-crumbs.ts'
import { amountOf } from '../../database/amount.ts'
import { checkPrices } from '../../finance/finance-order/keep-price.ts'
import { checkAdvances } from '../../insight/ar/advances.ts'
import { checkSums } from '../../insight/ar/sums.ts'
import { wrongFigures } from './dashboard.ts'
import type { Town } from './town.ts'

/** All that is broken after a step, as text: the books, the sums, the audit chain, pools, limits and the dashboard. */
export async function brokenIn(town: Town): Promise<string[]> {
  const { portal } = town
  const books = await portal.look(async (tx) => [
    ...(await checkBooks(tx)),
    ...(await checkSums(tx)),
    ...(await checkAdvances(tx)),
    ...(await checkPrices(tx, portal.app)).broken,
  ])
  const audit = await portal.look((tx) => verifyAudit(tx, portal.app))
  return [
    ...books.map((one) => `${one.invariant} ${one.subject}: ${one.detail}`),
    ...(audit.broken ? [`Audit chain: ${audit.broken}`] : []),
    ...(await brokenDocuments(town)),
    ...(await brokenFees(town)),
    ...(await brokenReadings(town)),
    ...(await brokenPools(town)),
    ...(await brokenLimits(town)),
    ...(await wrongFigures(town)),
  ]
}

/** The losses on an invoice `v` of which something has not come back. */
const lostOn = sql`(select from finance_order_item i join finance_order o on o.id = i.order_id
  join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0
  where i.invoice_id = v.id and o.status = 'WRITTEN_OFF') lost`

/** What a document shows must be what became of it. */
async function brokenDocuments(town: Town): Promise<string[]> {
  const wrong = await town.rows<{ what: string }>(sql`
    select 'Invoice ' || v.invoice_no || ' shows ' || v.finance_status || ' but is held ' || held.n || ' times' as what
      from invoice v, lateral (select (select count(*) from finance_order_item i where i.invoice_id = v.id and i.active)
        + (select count(*) from pool_asset a where a.invoice_id = v.id and a.released_at is null)
        + (select count(*) from ${lostOn} where v.outstanding > 0) as n) held
      where (v.finance_status in ('LOCKED', 'FINANCED', 'OVERDUE')) <> (held.n = 1)
    union all select 'Invoice ' || v.invoice_no || ' shows ' || v.pay_status || ', paid ' || v.paid_amount || ', outstanding ' || v.outstanding
      from invoice v where (v.pay_status = 'WRITTEN_OFF')
        <> (exists (select from ${lostOn}) and not (v.paid_amount > 0 and v.outstanding = 0)) and v.doc_status in ('CONFIRMED', 'CLOSED', 'DISPUTED')
    union all select 'Invoice ' || v.invoice_no || ' is shown late: owes ' || v.outstanding || ', its grace ends ' || ${lastDayOfGrace}
      from invoice v join finance_order_item i on i.invoice_id = v.id and i.active join finance_order o on o.id = i.order_id
      join business_day d on d.id = 1
      where v.finance_status = 'OVERDUE' and (v.outstanding = 0 or ${lastDayOfGrace} >= d.business_date)
    union all select 'Order ' || o.order_no || ' is ' || o.status || ', but owes principal of ' || i.doc_no || ' after its grace, which ended ' || ${lastDayOfGrace}
      from finance_order o join finance_order_item i on i.order_id = o.id and i.principal_outstanding > 0 join business_day d on d.id = 1
      where o.status in ('FUNDED', 'PARTIALLY_REPAID') and ${lastDayOfGrace} < d.business_date and o.funding_date < d.business_date
    union all select 'Invoice ' || v.invoice_no || ' paid ' || v.paid_amount || ' but payments are ' || coalesce(p.sum, 0)
      from invoice v left join lateral (select sum(amount) from invoice_payment p where p.invoice_id = v.id) p on true where v.paid_amount <> coalesce(p.sum, 0)
    union all select 'Invoice ' || v.invoice_no || ' reduced by ' || v.adjusted_amount || ' but adjustments are ' || coalesce(a.sum, 0)
      from invoice v left join lateral (select sum(case when type = 'DEBIT_NOTE' then -amount else amount end) from invoice_adjustment a
        where a.invoice_id = v.id and a.status = 'PASSED') a on true where v.adjusted_amount <> coalesce(a.sum, 0)
    union all select 'Invoice ' || v.invoice_no || ' raised by ' || v.debited_amount || ' but debit notes are ' || coalesce(a.sum, 0)
      from invoice v left join lateral (select sum(amount) from invoice_adjustment a
        where a.invoice_id = v.id and a.status = 'PASSED' and a.type = 'DEBIT_NOTE') a on true where v.debited_amount <> coalesce(a.sum, 0)
    union all select 'Invoice ' || v.invoice_no || ' owes ' || v.outstanding from invoice v where v.outstanding < 0
    union all select 'Order ' || o.order_no || ' is ' || o.status || ' but a live payment of it is ' || y.status from finance_order o
      join payment y on y.order_id = o.id and y.type = 'FUNDING'
      where (o.status in ('REVOKED', 'EXPIRED', 'REJECTED', 'REFUSED') and y.status in ('DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'PAID'))
         or (o.funding_date is not null) <> (y.status = 'PAID') and y.status in ('PAID', 'INSTRUCTED', 'IN_APPROVE', 'DRAFT')`)
  return wrong.map((one) => one.what)
}

/** On no day is less than nothing owed of the fees of an order: none is paid before it is charged. */
async function brokenFees(town: Town): Promise<string[]> {
  const wrong = await town.rows<{ what: string }>(sql`
    select 'Order ' || o.order_no || ' owed ' || x.owed || ' of fees in ' || x.account || ' on ' || x.value_date as what
    from (select order_id, account, value_date, sum(sum(case side when 'D' then amount else -amount end))
        over (partition by order_id, account order by value_date) as owed
      from posting where book = 'F' and account in ('1220', '1230') and order_id is not null group by 1, 2, 3) x
    join finance_order o on o.id = x.order_id where x.owed < 0`)
  return wrong.map((one) => one.what)
}

/** What a buyer reads of each of its own payments adds up to the payment. */
async function brokenReadings(town: Town): Promise<string[]> {
  const buyers = await town.rows<{ companyId: string }>(sql`select company_id from company_role where role = 'BUYER'`)
  const wrong: string[] = []
  for (const { companyId } of buyers) {
    const rows = await town.rows<{ what: string }>(sql`
      select 'Payment ' || r.no || ' of ' || ${shownAmount({ companyId, companyRole: 'BUYER' })} || ' reads ' || coalesce(sum(l.amount), 0) as what
      from repayment r left join ${ownLines({ companyId })} l on l.repayment_id = r.id
      where r.buyer_id = ${companyId} and r.status = 'POSTED' and r.payer_role in ('BUYER', 'WAIVER')
      group by r.id having coalesce(sum(l.amount), 0) <> ${shownAmount({ companyId, companyRole: 'BUYER' })}`)
    wrong.push(...rows.map((one) => one.what))
  }
  return wrong
}

/** A pool shows what the books hold of its drawings, and never lets more be drawn than it carries. */
async function brokenPools(town: Town): Promise<string[]> {
  const { pools } = await town.ask(town.portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
  const wrong: string[] = []
  for (const pool of pools) {
    const at = (key: string) => Number(pool.figures.find((one) => one.key === key)!.result)
    const [ledger] = await town.rows<{ drawn: string; accrued: string }>(sql`
      select coalesce(sum(b.balance) filter (where b.account = '1150'), 0) + (select coalesce(sum(finance_amount), 0) from finance_order w
          where w.pool_id = ${pool.id} and w.status in ('SUBMITTED','IN_APPROVE','PASSED','RIGHT_CONFIRMED','FUNDING')) as drawn,
        coalesce(sum(b.balance) filter (where b.account in ('1200','1210','1220')), 0) as accrued
      from ledger_balance b join finance_order o on o.id = b.order_id where b.book = 'F' and o.pool_id = ${pool.id}`)
    // A credit note beyond the confirmed part of an invoice reduces that invoice to zero and no other.
    const [gross] = await town.rows<{ gross: string }>(sql`
      select coalesce(sum(confirmed_left(v.outstanding, v.confirmed_amount, v.adjusted_amount, v.debited_amount, v.paid_amount)), 0) as gross
      from pool_asset a join invoice v on v.id = a.invoice_id where a.pool_id = ${pool.id} and a.released_at is null and v.doc_status = 'CONFIRMED'`)
    const expect = (what: string, holds: boolean) => {
      if (!holds)
        wrong.push(
          `Pool ${pool.code}: ${what} ${JSON.stringify(pool.figures.map((one) => [one.key, one.result]))} ${JSON.stringify({ ledger, gross })}`,
        )
    }
    expect('drawn', Math.abs(at('drawn') - Number(ledger!.drawn)) < 0.005)
    expect('accrued', Math.abs(at('accrued') - Number(ledger!.accrued)) < 0.005)
    expect('eligible', at('grossEligible') <= Number(gross!.gross) + 0.005)
    expect(
      'concentration',
      pool.buyers.every((one) => Number(one.counted) <= at('grossEligible') * 0.6 + 0.01),
    )
    expect('base', at('borrowingBase') <= at('netEligible') * 0.8 + 0.01)
    expect('availability', Math.abs(Number(pool.availability) - (at('borrowingBase') - at('drawn') - at('accrued'))) < 0.015)
    expect('max drawing', Number(pool.maxDrawing) <= Math.max(0, Number(pool.availability)) + 0.005)
  }
  return wrong
}

/** No limit is used beyond its amount: in this town none is ever lowered. */
async function brokenLimits(town: Town): Promise<string[]> {
  const over = await town.rows<{ what: string }>(sql`
    select l.type || ' ' || coalesce(c.code, '') || ' ' || l.amount || ' used ' || u.used as what
    from credit_limit l left join company c on c.id = coalesce(l.supplier_id, l.buyer_id)
    cross join lateral (
      select coalesce(sum((case when o.status in ('FUNDED','PARTIALLY_REPAID','OVERDUE') then i.principal_outstanding else i.apply_amount end)
        * case o.currency when 'USD' then 1 when 'EUR' then 1.05 when 'CNY' then 1/7.25 when 'JPY' then 1/149.35 when 'KWD' then 3.24 end), 0) as used
      from finance_order_item i join finance_order o on o.id = i.order_id
      where o.status in ('SUBMITTED','IN_APPROVE','PASSED','RIGHT_CONFIRMED','FUNDING','FUNDED','PARTIALLY_REPAID','OVERDUE') and o.funder_id = l.funder_id
        and (l.type = 'FUNDER' or (l.type = 'BUYER' and i.buyer_id = l.buyer_id) or (l.type = 'SUPPLIER_FACILITY' and i.supplier_id = l.supplier_id))) u
    where u.used > l.amount + 0.05`)
  return over.map((one) => `Limit ${one.what}`)
}

/**
 * After a close no order is overdue, or open without principal, over a remainder within its tolerance, and no buyer owes such a
 * remainder on a receivable whose financing is paid.
 */
export async function crumbsLeft({ portal, day }: Pick<Town, 'portal' | 'day'>): Promise<string[]> {
  const closed = addDays(day, -1)
  return portal.look(async (tx) => {
    const running = await tx
      .selectFrom('financeOrder')
      .select('id')
      .where('status', 'in', [...outstandingStatuses, 'SETTLED'])
      .where('fundingDate', '<=', closed)
      .execute()
    const left: string[] = []
    for (const financing of (
      await loadFinancings(
        tx,
        running.map((one) => one.id),
      )
    ).values()) {
      const { id, orderNo, currency } = financing.row
      const waived = await tx
        .selectFrom('repayment')
        .select(({ fn }) => fn.sum<string | null>('amount').as('amount'))
        .where('orderId', '=', id)
        .where('payerRole', '=', 'WAIVER')
        .where('status', '=', 'POSTED')
        .executeTakeFirstOrThrow()
      const position = await positionOf(tx, financing)
      const tolerance = await toleranceOf(tx, currency)
      const lastPaid = await lastPaidOn(tx, id, 'ORDER')
      const judge = { on: closed, lateOn: day, tolerance, waived: amountOf(waived.amount ?? '0', currency), lastPaid }
      const crumbs = financing.row.status === 'SETTLED' ? [] : crumbsOn(position, judge)
      if (crumbs.length > 0) left.push(`Order ${orderNo} is kept open by ${M.toDecimal(owedTotal(crumbs, currency))}.`)
      for (const { itemId, amount } of waivedRemaindersOn(position, judge)) {
        const invoiceId = financing.invoiceOf.get(itemId)
        const invoice = invoiceId
          ? await tx.selectFrom('invoice').select(['invoiceNo', 'outstanding']).where('id', '=', invoiceId).executeTakeFirst()
          : undefined
        // The supplier collects the part of an invoice beyond the funder's.
        if (invoice && M.equals(amountOf(invoice.outstanding ?? '0', currency), amount))
          left.push(`Of invoice ${invoice.invoiceNo} ${M.toDecimal(amount)} is owed for ever.`)
      }
    }
    return left
  })
}
