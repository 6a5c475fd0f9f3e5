import { discountBetween } from '@usance/domain/late-funding'
import type { AccountName } from '@usance/domain/ledger/accounts'
import { accountOf } from '@usance/domain/ledger/accounts'
import {
  checkInterest,
  checkOrder,
  checkReceipt,
  checkRecovered,
  type InterestFigures,
  type LossFigures,
  type OrderFigures,
  type Violation,
} from '@usance/domain/ledger/invariants'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { costsIn, exposureTotal, lossBetween } from '@usance/domain/ledger/loss'
import * as M from '@usance/domain/money'
import { accruedOn } from '@usance/domain/servicing/accrued'
import { principalLeft } from '@usance/domain/servicing/life'
import { owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { heldOf } from '@usance/domain/servicing/released'
import { claimingStatuses } from '@usance/domain/states/repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { accruedThrough, unearnedFees } from '../servicing/earn-fees.ts'
import { lossOf } from '../servicing/exposure.ts'
import { type Financing, loadFinancings, positionOf } from '../servicing/load-order.ts'
import { paymentCounts } from '../servicing/payment-counts.ts'
import { debtsOf, ownedOfLoss } from '../servicing/recovery.ts'
import { reservesOf, shortOf } from '../servicing/reserves.ts'
import { checkBank, checkFromBank, checkOwners } from './check-bank.ts'
import { checkFeeBills } from './check-fees.ts'
import { checkSums } from './check-journals.ts'
import { checkLoansPaid } from './check-loans.ts'
import { checkBuyerReceipts, checkDirectPayments } from './check-payments.ts'
import { checkKeptSums } from './kept-sums.ts'

const perBatch = 200

/** Every law of the books that can be proved from the data, over all of it or over some orders. Answers what is broken.
 *  The transaction must see every company. */
export async function checkBooks(tx: Tx, orderIds?: readonly string[]): Promise<Violation[]> {
  const found = [
    ...(await checkSums(tx)),
    ...(await checkKeptSums(tx)),
    ...(await checkReceipts(tx)),
    ...(await checkOwners(tx)),
    ...(await checkBuyerReceipts(tx)),
    ...(await checkDirectPayments(tx)),
    ...(await checkLoansPaid(tx)),
    ...(await checkWaiting(tx)),
    ...(await checkReleases(tx)),
    ...(await checkHolders(tx)),
    ...(await checkFaces(tx)),
    ...(await checkBuyers(tx)),
    ...(await checkOverpaid(tx)),
    ...(await checkFeeBills(tx)),
    ...(await checkConversions(tx)),
    ...(await checkBank(tx)),
    ...(await checkFromBank(tx)),
  ]
  const ids =
    orderIds ??
    (await tx.selectFrom('financeOrder').select('id').where('fundingDate', 'is not', null).orderBy('id').execute()).map(
      (one) => one.id,
    )
  for (let at = 0; at < ids.length; at += perBatch) {
    const financings = await loadFinancings(tx, ids.slice(at, at + perBatch))
    for (const financing of financings.values()) found.push(...(await checkFinancing(tx, financing)))
  }
  return found
}

/** Law 4 for every repayment that stands, and for every receipt. */
async function checkReceipts(tx: Tx): Promise<Violation[]> {
  const repayments = await tx
    .selectFrom('repayment as r')
    .leftJoin('allocation as a', (join) =>
      join
        .onRef('a.repaymentId', '=', 'r.id')
        .on('a.reversed', '=', false)
        .on('a.source', 'in', ['RECEIPT', 'ARP', 'WAIVER', 'RESERVE']),
    )
    .select(({ fn }) => ['r.no', 'r.amount', 'r.surplus', 'r.currency', fn.sum<string>('a.amount').as('allocated')])
    .where('r.status', '=', 'POSTED')
    .where('r.orderId', 'is not', null)
    .groupBy(['r.id'])
    .execute()
  const receipts = await tx
    .selectFrom('collection as c')
    .leftJoin('repayment as r', (join) => join.onRef('r.collectionId', '=', 'c.id').on('r.status', 'in', claimingStatuses))
    .select(({ fn }) => ['c.no', 'c.amount', 'c.currency', fn.sum<string>('r.amount').as('matched')])
    .groupBy('c.id')
    .execute()
  const minor = (text: string | null, currency: string) => amountOf(text ?? '0', currency).minor
  return [
    ...repayments.flatMap((one) =>
      checkReceipt({
        receiptId: one.no,
        currency: one.currency,
        receipt: minor(one.amount, one.currency),
        allocated: [minor(one.allocated, one.currency)],
        unallocated: 0n,
      }),
    ),
    ...receipts.flatMap((one) => {
      const matched = minor(one.matched, one.currency)
      const receipt = minor(one.amount, one.currency)
      return checkReceipt({
        receiptId: one.no,
        currency: one.currency,
        receipt,
        allocated: [matched],
        unallocated: receipt - matched,
      })
    }),
  ]
}

/** Law 4 from the side of the books: what waits for its order is what came in, less what was matched or sent back. */
async function checkWaiting(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ funder: string; currency: string; booked: string; waits: string }>`
    select coalesce(b.owner_id, w.funder_id) as funder, coalesce(b.currency, w.currency) as currency,
           coalesce(b.booked, 0) as booked, coalesce(w.waits, 0) as waits
    from (select owner_id, currency, -sum(balance) as booked from ledger_balance
          where book = 'F' and account = '2900' and order_id = '00000000-0000-0000-0000-000000000000' group by 1, 2) b
    full join (select funder_id, currency, sum(amount) as waits from (
          select funder_id, currency, amount from collection
          union all select funder_id, currency, -amount from repayment where status = 'POSTED' and collection_id is not null
          union all select funder_id, currency, -amount from payment where type = 'RECEIPT_RETURN' and status = 'PAID') moved group by 1, 2) w
      on (w.funder_id, w.currency) = (b.owner_id, b.currency)
    where coalesce(b.booked, 0) <> coalesce(w.waits, 0) limit 20`.execute(tx)
  return rows.map((one) => ({
    invariant: 'RECEIPT_ALLOCATED',
    subject: `${one.funder} ${one.currency}`,
    detail: amountsIn(one.currency)`Books hold ${{ stored: one.booked }} of receipts, ${{ stored: one.waits }} wait.`,
  }))
}

/** Law 2 by invoice: a release pays the stated reserve of each invoice, and never more than is free of all of them. */
async function checkReleases(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; amount: string; lines: string }>`
    select p.no, p.currency, p.amount, coalesce(sum(l.amount), 0) as lines from payment p left join reserve_release l on l.payment_id = p.id
    where p.type = 'RELEASE' and ${paymentCounts('p')} group by p.id having coalesce(sum(l.amount), 0) <> p.amount limit 20`.execute(
    tx,
  )
  return rows.map(({ no, currency, amount, lines }) => ({
    invariant: 'FUNDS_IN_USE' as const,
    subject: no,
    detail: amountsIn(currency)`Releases ${{ stored: amount }}, ${{ stored: lines }} of invoices.`,
  }))
}

/** Law 5: no document is held by two orders, or by an order and a pool, and no live invoice is there twice. A drawing holds
 *  what its pool carries and no document of its own. */
async function checkHolders(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ doc: string; n: number }>`
    select coalesce(v.invoice_no, p.po_no) as doc, count(*)::int as n from (
      select coalesce(invoice_id, purchase_order_id) as id from finance_order_item
        where active and coalesce(invoice_id, purchase_order_id) is not null
      union all select invoice_id from pool_asset where released_at is null) held
      left join invoice v on v.id = held.id left join purchase_order p on p.id = held.id
    group by held.id, 1 having count(*) > 1 limit 20`.execute(tx)
  const { rows: twins } = await sql<{ no: string }>`
    select min(invoice_no) as no from invoice where doc_status <> 'CANCELLED' group by fp1 having count(*) > 1 limit 20`.execute(
    tx,
  )
  return [
    ...rows.map((one) => ({
      invariant: 'DOCUMENT_HELD_ONCE' as const,
      subject: one.doc,
      detail: amountsIn('')`Held by ${one.n} orders.`,
    })),
    ...twins.map((one) => ({ invariant: 'DOCUMENT_HELD_ONCE' as const, subject: one.no, detail: 'The invoice is there twice.' })),
  ]
}

/** The face of an order is that of the documents on it: its buyer is asked to confirm that and nothing beyond it. */
async function checkFaces(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; stated: string; face: string }>`
    select o.order_no as no, o.currency, o.face_amount as stated, i.face
    from finance_order o join (select order_id, sum(face) as face from finance_order_item group by 1) i on i.order_id = o.id
    where o.pool_id is null and o.face_amount <> i.face limit 20`.execute(tx)
  return rows.map(({ no, currency, stated, face }) => ({
    invariant: 'DOCUMENTS_OF_ORDER',
    subject: no,
    detail: amountsIn(currency)`Its face is ${{ stored: stated }}, that of its documents ${{ stored: face }}.`,
  }))
}

/** The payoff of the older order by a conversion agrees part by part: as allocated, as booked, and in its payment. */
async function checkConversions(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; component: string; allocated: string; booked: string }>`
    with conversion as (
      select r.id, r.no, r.currency, r.order_id, y.id as payment_id, r.amount,
             c.net_amount + coalesce((select sum(t.amount) from repayment t where t.top_up_of = c.id and t.status = 'POSTED'), 0)
               - y.amount as said
      from repayment r join finance_order c on c.arp_of_order_id = r.order_id and c.order_no = r.match_reason
      join payment y on y.order_id = c.id and y.type = 'FUNDING' and y.status = 'PAID'
      where r.payer_role = 'ARP' and r.status = 'POSTED'),
    allocated as (
      select c.id, a.component, sum(a.amount) as amount from conversion c
      join allocation a on a.repayment_id = c.id and not a.reversed group by 1, 2),
    booked as (
      -- Split anew behind a receipt of an earlier day: what is booked is the sum of all splits and of those taken off.
      select c.id, case p.account when '1150' then 'PRINCIPAL' when '1200' then 'INTEREST' when '1210' then 'PENALTY'
               when '1220' then 'FEE' else 'REFUND' end
               as component, sum(case p.side when 'C' then p.amount else -p.amount end) as amount
      from conversion c join journal j
        on (j.source_type = 'PAYMENT' and j.source_id = c.payment_id::text and j.event = 'FUNDING')
          or (j.source_type in ('REPAYMENT', 'PAYOFF') and j.source_id = c.id::text)
      join posting p on p.journal_id = j.id and p.order_id = c.order_id and p.book = 'F'
        and p.account in ('1150', '1200', '1210', '1220', '2200') group by 1, 2)
    select c.no, c.currency, coalesce(a.component, b.component) as component, coalesce(a.amount, 0) as allocated, coalesce(b.amount, 0) as booked
    from allocated a full join booked b on (b.id, b.component) = (a.id, a.component)
    join conversion c on c.id = coalesce(a.id, b.id) where coalesce(a.amount, 0) <> coalesce(b.amount, 0)
    union all select no, currency, 'PAYOFF', amount, said from conversion where amount <> said limit 20`.execute(tx)
  return rows.map(({ no, currency, component, allocated, booked }) => ({
    invariant: 'RECEIPT_ALLOCATED',
    subject: no,
    detail: amountsIn(
      currency,
    )`Its conversion takes ${{ stored: allocated }} of ${component}, but ${{ stored: booked }} is booked or paid.`,
  }))
}

/** Law 3 by buyer: what the books hold of each buyer of an order of several is never below zero. */
async function checkBuyers(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; code: string | null; owed: string }>`
    select o.order_no as no, o.currency, c.code, sum(case p.side when 'D' then p.amount else -p.amount end) as owed
    from finance_order o join posting p on p.order_id = o.id and p.book = 'F' and p.account = '1100' left join company c on c.id = p.counterparty_id
    where o.id in (select order_id from finance_order_part) group by o.id, c.id
    having sum(case p.side when 'D' then p.amount else -p.amount end) < 0 or c.id is null limit 20`.execute(tx)
  return rows.map(({ no, currency, code, owed }) => ({
    invariant: 'PRINCIPAL',
    subject: no,
    detail: amountsIn(currency)`${code ?? 'Nobody'} owes ${{ stored: owed }} of its receivable.`,
  }))
}

/**
 * Law 8 for buyers: a buyer's overpayment of its receivable is owed back, a buyer's debt to a funder is the funder's part of the
 * receivable, and that part is at most what is owed on the invoices.
 */
async function checkOverpaid(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; over: string; refunds: string }>`
    select o.order_no as no, o.currency, b.over, b.refunds from finance_order o join (
      select order_id, coalesce(sum(balance) filter (where book = 'B' and account = '2010'), 0) as over,
             -coalesce(sum(balance) filter (where book = 'F' and account = '2200'), 0) as refunds
      from ledger_balance where (book, account) in (('B', '2010'), ('F', '2200')) group by 1) b on b.order_id = o.id
    where o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE') and b.over > b.refunds limit 20`.execute(tx)
  const { rows: apart } = await sql<{ no: string; currency: string; owed: string; owned: string }>`
    select o.order_no as no, o.currency, b.owed, b.owned from finance_order o join (
      select order_id, -coalesce(sum(balance) filter (where book = 'B' and account = '2010'), 0) as owed,
             coalesce(sum(balance) filter (where book = 'F' and account = '1100'), 0) as owned
      from ledger_balance where (book, account) in (('B', '2010'), ('F', '1100')) group by 1) b on b.order_id = o.id
    where o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE') and o.status <> 'WRITTEN_OFF' and b.owed > b.owned limit 20`.execute(
    tx,
  )
  const { rows: bought } = await sql<{ no: string; currency: string; owned: string; owed: string }>`
    select o.order_no as no, o.currency, b.owned, i.owed from finance_order o join (
      select order_id, sum(balance) as owned from ledger_balance where book = 'F' and account = '1100' group by 1) b on b.order_id = o.id
    join (select x.order_id, sum(v.outstanding) as owed from finance_order_item x join invoice v on v.id = x.invoice_id group by 1) i
      on i.order_id = o.id
    where b.owned > i.owed limit 20`.execute(tx)
  return [
    ...bought.map((one) => ({
      invariant: 'BOOKS_AGREE' as const,
      subject: one.no,
      detail: amountsIn(
        one.currency,
      )`The funder owns ${{ stored: one.owned }} of its invoices, ${{ stored: one.owed }} is owed on them.`,
    })),
    ...rows.map((one) => ({
      invariant: 'BOOKS_AGREE' as const,
      subject: one.no,
      detail: amountsIn(
        one.currency,
      )`Its buyer has paid ${{ stored: one.over }} more than it owes, refunds due are ${{ stored: one.refunds }}.`,
    })),
    ...apart.map((one) => ({
      invariant: 'BOOKS_AGREE' as const,
      subject: one.no,
      detail: amountsIn(
        one.currency,
      )`Its buyer owes the funder ${{ stored: one.owed }}, the funder owns ${{ stored: one.owned }} of it.`,
    })),
  ]
}

async function checkFinancing(tx: Tx, financing: Financing): Promise<Violation[]> {
  const { row, life, kind } = financing
  const { currency } = row
  const told = amountsIn(currency)
  const minor = (text: string | null | undefined) => amountOf(text ?? '0', currency).minor
  const { rows: balances } = await sql<{ name: string; balance: string }>`
    select book || account as name, sum(balance) as balance from ledger_balance where order_id = ${row.id} group by 1`.execute(tx)
  const normal = Object.fromEntries(
    balances.map(({ name, balance }) => [name, accountOf(name).normalSide === 'D' ? minor(balance) : -minor(balance)]),
  )
  const open = life.items.filter((item) => !M.isZero(principalLeft(item))).map((item) => item.itemId)
  const reserves = await reservesOf(tx, [row.id])
  const { rows: sums } = await sql<{
    principal: string
    reserve: string
    rebates: string
    late: string
    released: string
    short: string | null
    written: string
    billed: string
  }>`
    select coalesce((select sum(amount) from allocation where order_id = ${row.id} and component = 'PRINCIPAL' and not reversed), 0) as principal,
           coalesce((select sum(amount) from allocation where order_id = ${row.id} and component = 'RESERVE' and not reversed), 0) as reserve,
           coalesce((select sum(rebate - rebate_to_principal) from discount_release where order_id = ${row.id} and not reversed), 0) as rebates,
           coalesce((select sum(rebate) from discount_release where order_id = ${row.id} and payment_id is not null and not reversed and item_id = ${anyOf(open)}), 0) as late,
           coalesce((select sum(amount) from payment where order_id = ${row.id} and type = 'RELEASE' and status = 'PAID'), 0) as released,
           ${shortOf(sql`${row.id}::uuid`)} as short,
           coalesce((select sum(open_amount) from fee_bill where order_id = ${row.id}), 0) as billed,
           coalesce((select sum(case p.side when 'C' then p.amount else -p.amount end) from posting p join journal j on j.id = p.journal_id
             where p.order_id = ${row.id} and p.book = 'F' and p.account in ('1100', '1150', '1300') and j.event in ('WRITE_OFF')), 0) as written`.execute(
    tx,
  )
  const totals = sums[0]!
  const funded = M.sum(
    life.items.map((item) => item.advance),
    currency,
  ).minor
  const on = await accruedThrough(tx, row.id)
  const owed = owedOn(await positionOf(tx, financing), on)
  const figures: OrderFigures = {
    orderId: row.orderNo,
    currency,
    kind,
    recourse: row.recourse,
    status: row.status,
    funded,
    principalPaid: minor(totals.principal),
    principalWrittenOff: 0n,
    reserveOfOpen: reserves.filter((one) => open.includes(one.itemId)).reduce((sum, one) => sum + heldOf(one).minor, 0n),
    lateInterest: minor(totals.late),
    releasableReserve: minor(totals.reserve) + minor(totals.rebates) - minor(totals.released) + minor(totals.short),
    dueTotal: owedTotal(owed, currency).minor,
    balances: normal,
  }
  const found =
    row.status === 'WRITTEN_OFF'
      ? checkRecovered(
          await lossFigures(
            tx,
            financing,
            normal,
            reserves.reduce((sum, one) => sum + heldOf(one).minor, 0n),
          ),
        )
      : checkOrder(figures)
  if (minor(row.principalOutstanding) !== figures.funded - figures.principalPaid && row.status !== 'WRITTEN_OFF')
    found.push({
      invariant: 'PRINCIPAL',
      subject: row.orderNo,
      detail: told`Shows ${minor(row.principalOutstanding)}, funded less paid is ${figures.funded - figures.principalPaid}.`,
    })
  if (minor(totals.billed) !== (normal.F1230 ?? 0n))
    found.push({
      invariant: 'BOOKS_AGREE',
      subject: row.orderNo,
      detail: told`Bills are open for ${minor(totals.billed)}, the funder expects ${normal.F1230 ?? 0n} of its buyer.`,
    })
  return [...found, ...(await checkAccruals(tx, financing, normal, on)), ...checkFees(financing, normal, on)]
}

/** Law 6 for fees: a fee for a period is income for the days that have passed, and unearned for the rest. */
const checkFees = (financing: Financing, balances: OrderFigures['balances'], on: string): Violation[] =>
  [...unearnedFees(financing, on)]
    .filter(([account, unearned]) => unearned !== (balances[account] ?? 0n))
    .map(([account, unearned]) => ({
      invariant: 'INTEREST_POSTED',
      subject: financing.row.orderNo,
      detail: amountsIn(financing.row.currency)`${account} holds ${balances[account] ?? 0n} of fees, ${unearned} is not earned.`,
    }))

/** The figures of a written-off order that the law of losses checks. */
async function lossFigures(tx: Tx, financing: Financing, balances: OrderFigures['balances'], held: bigint): Promise<LossFigures> {
  const { row, kind } = financing
  const { currency } = row
  const { rows } = await sql<{ recovered: string; fed: string }>`
    select coalesce(sum(a.amount) filter (where a.component = 'COST'), 0) as recovered,
      coalesce(sum(a.amount) filter (where a.component = 'RESERVE'), 0) as fed
    from allocation a where a.order_id = ${row.id} and not a.reversed and a.source = 'RECEIPT'
      and exists (select from journal j where j.source_type = 'REPAYMENT' and j.source_id = a.repayment_id::text and j.event = 'RECOVERY')`.execute(
    tx,
  )
  const lost = await lossOf(tx, row)
  const loss = exposureTotal(lost)
  const left = M.atLeastZero(M.money(balances.F5000 ?? 0n, currency))
  const { recovered, fed } = rows[0]!
  return {
    orderId: row.orderNo,
    currency,
    kind,
    recourse: row.recourse,
    balances,
    principal: amountOf(row.principalOutstanding, currency).minor,
    loss: loss.minor,
    recovered: amountOf(recovered, currency).minor,
    costsLeft: costsIn(lossBetween(lost, M.subtract(loss, left), loss)).minor,
    held,
    fed: amountOf(fed, currency).minor,
    owned: M.sum(
      (await ownedOfLoss(tx, financing)).map(({ amount }) => amount),
      currency,
    ).minor,
    owed: M.sum(
      (await debtsOf(tx, financing, { buyer: null, invoiceIds: [] })).map(({ debt }) => debt),
      currency,
    ).minor,
  }
}

/**
 * The discount of an order for the days its money was out, and the refund of the charge for a late payment. Money that went out late
 * is never charged more than was agreed: the least number of days may count more by the product's day count from another start.
 */
async function discountOf(tx: Tx, { row, life, terms }: Financing): Promise<InterestFigures['discount']> {
  const { discountMethod: method } = terms
  const rate = life.rates[0]?.rate
  if (terms.method !== 'IN_ADVANCE' || !method || !rate) return null
  const due = life.items.map(({ advance, fundedOn, interestTo, charged }) => {
    const { client } = discountBetween({
      advance,
      rate,
      method,
      dayCount: terms.dayCount,
      fundLeg: null,
      from: fundedOn,
      to: interestTo,
    })
    return fundedOn > row.requestedFundingDate ? M.min(client, charged.client) : client
  })
  const { rows } = await sql<{ late: string }>`
    select coalesce(sum(client), 0) as late from discount_release where order_id = ${row.id} and payment_id is not null and not reversed`.execute(
    tx,
  )
  return {
    due: due.reduce((all, { minor }) => all + minor, 0n),
    lateInterest: amountOf(rows[0]!.late, row.currency).minor,
  }
}

/** Law 6: what is posted is what accrued, and a discount is earned, unearned or given back. */
async function checkAccruals(tx: Tx, financing: Financing, balances: OrderFigures['balances'], on: string): Promise<Violation[]> {
  const { row, life } = financing
  const rows = await tx
    .selectFrom('interestAccrual')
    .select(({ fn }) => ['component', fn.sum<string>('posted').as('posted')])
    .where('orderId', '=', row.id)
    .where('reversed', '=', false)
    .groupBy('component')
    .execute()
  const posted = (component: string) =>
    amountOf(rows.find((one) => one.component === component)?.posted ?? '0', row.currency).minor
  let [interest, earned, charged, rebated, penalty] = [0n, 0n, 0n, 0n, 0n]
  for (const item of life.items) {
    const accrued = accruedOn(life, item, on)
    interest += accrued.interest.minor
    earned += accrued.earned.minor
    penalty += accrued.penalty.minor
    charged += item.charged.client.minor
    rebated += item.released.reduce((all, one) => all + one.client.minor, 0n)
  }
  const at = (name: AccountName) => balances[name] ?? 0n
  return [
    ...checkInterest({
      orderId: row.orderNo,
      currency: row.currency,
      posted: posted('INTEREST'),
      accruedRounded: interest + earned,
      charged,
      unearned: at('F2100') + at('F2110'),
      discount: await discountOf(tx, financing),
      rebated,
      earned,
    }),
    ...(posted('PENALTY') === penalty
      ? []
      : [
          {
            invariant: 'INTEREST_POSTED' as const,
            subject: row.orderNo,
            detail: amountsIn(row.currency)`Penalty posted ${posted('PENALTY')}, accrued ${penalty}.`,
          },
        ]),
  ]
}
