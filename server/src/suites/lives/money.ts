import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { endOfDayCalls } from '@usance/wire/end-of-day/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { toldApart } from '../../testing/financing.ts'
import { decide } from './approvals.ts'
import { crumbsLeft } from './laws.ts'
import { figure, type Town } from './town.ts'

export type Funded = {
  id: string
  currency: string
  funderId: string
  fundingDate: string
  status: string
  poolId: string | null
}
export const fundedOrders = (town: Town, statuses = ['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'WRITTEN_OFF']) =>
  town.rows<Funded>(
    sql`select id, currency, funder_id, funding_date, status, pool_id from finance_order where status in (${sql.join(statuses)}) order by order_no`,
  )
/** A share of an amount, on the grid of its currency. */
export const share = (amount: string, currency: string, hundredths: number) =>
  M.toDecimal(M.mulDiv(M.fromDecimal(amount, currency), BigInt(hundredths), 100n, 'DOWN'))

/** A sum less some minor units, as after bank charges. */
function lessCrumbs(amount: string, currency: string, minor: bigint): string {
  const whole = M.fromDecimal(amount, currency)
  return M.toDecimal(whole.minor > minor ? M.money(whole.minor - minor, currency) : whole)
}

/** Money comes in for one order or two, on time or some days back; it is matched, and mostly approved. */
export async function receive(town: Town): Promise<void> {
  const { roll, portal } = town
  const orders = await fundedOrders(town)
  if (orders.length === 0) return
  const order = roll.pick(orders)
  const other = roll.chance(0.25)
    ? orders.find((one) => one.funderId === order.funderId && one.currency === order.currency && one.id !== order.id)
    : undefined
  const { settlement } = portal.seats
  const { total } = await town.ask(settlement, repaymentCalls.payoff, { body: { orderId: order.id } })
  const owed = Number(total) > 0 ? total : '100'
  const part = roll.chance(0.35)
    ? lessCrumbs(owed, order.currency, roll.pick([0n, 0n, 1n, 2n, 900n]))
    : roll.chance(0.4)
      ? share(owed, order.currency, roll.between(101, 125))
      : share(owed, order.currency, roll.between(1, 99))
  if (Number(part) === 0) return
  const second = other ? figure(town, order.currency, 1, 5_000) : undefined
  const amount = M.toDecimal(
    M.sum(
      [part, ...(second ? [second] : [])].map((text) => M.fromDecimal(text, order.currency)),
      order.currency,
    ),
  )
  const back = addDays(town.day, -roll.pick([0, 0, 0, 1, 3, 9, 20]))
  const earliest = [order.fundingDate, ...(other ? [other.fundingDate] : [])].sort().at(-1)!
  const receipt = await town.ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: order.funderId === portal.world.companies.elm ? portal.world.accounts.elm : portal.world.accounts.fir,
      bankRef: `IN-${town.next()}`,
      valueDate: back < earliest ? earliest : back,
      amount,
      currency: order.currency,
      payerName: roll.pick(['Cedar Retail Inc', 'Cedar Retail Inc', 'Dogwood Stores GmbH']),
    },
  })
  const { repayments } = await town.ask(settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payerRole: roll.pick(['BUYER', 'BUYER', 'BUYER', 'SUPPLIER']),
      fundSource: roll.pick(['COLLECTION', 'COLLECTION', 'COLLECTION', 'INTEREST']),
      parts: [{ orderId: order.id, amount: part }, ...(other ? [{ orderId: other.id, amount: second! }] : [])],
    },
  })
  for (const one of repayments) {
    const verdict = roll.pick(['PASSED', 'PASSED', 'PASSED', 'PASSED', 'PASSED', 'PASSED', 'REJECTED', 'REFUSED'] as const)
    await decide(town, 'REPAYMENT', one.id, verdict)
    town.count('receipt')
    if (verdict !== 'REJECTED' || roll.chance(0.4)) continue
    const [now] = await town.rows<{ status: string }>(sql`select status from repayment where id = ${one.id}`)
    if (now!.status !== 'REJECTED') continue
    await town.ask(settlement, repaymentCalls.resubmit, {
      body: { id: one.id, amount: order.currency === 'JPY' ? '100' : '10.10' },
    })
    await decide(town, 'REPAYMENT', one.id)
  }
}

/**
 * A buyer pays its invoices, or a supplier its loan, short of or beyond the debt by the smallest amount. The payment is approved.
 * Orders of several buyers are left to `receive`.
 */
export async function payAlmost(town: Town, wanted?: 'SHORT' | 'OVER'): Promise<void> {
  const { roll } = town
  const open = await town.rows<{ id: string; currency: string; funderId: string; owes: string | null }>(sql`
    select o.id, o.currency, o.funder_id,
      case when o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE') then
        (select sum(v.outstanding) from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = o.id) end as owes
    from finance_order o where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and o.pool_id is null
      and not exists (select from finance_order_part p where p.order_id = o.id) order by o.order_no`)
  // Only an almost paid receivable is waived against the reserve, never a loan.
  const purchases = open.filter((one) => one.owes !== null)
  const orders = purchases.length > 0 && (wanted === 'SHORT' || roll.chance(0.7)) ? purchases : open
  if (orders.length === 0) return
  await payAlmostAll(town, roll.pick(orders), wanted ?? roll.pick(['SHORT', 'SHORT', 'OVER']))
}

type AlmostPaid = { id: string; currency: string; funderId: string; owes: string | null }

/** The buyer of a purchase, or the supplier of a loan, pays its debt less or plus the smallest amount. */
export async function payAlmostAll(
  town: Town,
  { id, currency, funderId, owes }: AlmostPaid,
  wanted: 'SHORT' | 'OVER',
): Promise<void> {
  const { settlement } = town.portal.seats
  const whole = M.fromDecimal(
    owes === null ? (await town.ask(settlement, repaymentCalls.payoff, { body: { orderId: id } })).total : owes,
    currency,
  )
  const least = M.money(1n, currency)
  const amount = wanted === 'OVER' ? M.add(whole, least) : M.subtract(whole, least)
  if (!M.isPositive(amount)) return
  await payOn(town, { id, currency, funderId }, M.toDecimal(amount), owes === null ? 'SUPPLIER' : 'BUYER')
  town.count('paid almost')
}

/** A receipt of today on one order, matched to it and approved. Returns the id of the repayment. */
export async function payOn(
  town: Town,
  order: Pick<Funded, 'id' | 'currency' | 'funderId'>,
  amount: string,
  payerRole: 'BUYER' | 'SUPPLIER',
  buyerCode?: string,
): Promise<string> {
  const { settlement } = town.portal.seats
  const { companies, accounts } = town.portal.world
  const receipt = await town.ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: order.funderId === companies.elm ? accounts.elm : accounts.fir,
      bankRef: `IN-${town.next()}`,
      valueDate: town.day,
      amount,
      currency: order.currency,
      payerName: buyerCode ?? 'Cedar Retail Inc',
    },
  })
  const { repayments } = await town.ask(settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payerRole,
      parts: [{ orderId: order.id, amount, ...(buyerCode ? { buyerCode } : {}) }],
    },
  })
  await decide(town, 'REPAYMENT', repayments[0]!.id)
  return repayments[0]!.id
}

/** A posted receipt comes back from the bank. */
export async function takeBack(town: Town): Promise<void> {
  const posted = await town.rows<{ id: string }>(
    sql`select id from repayment where status = 'POSTED' and payer_role not in ('ARP', 'WAIVER', 'RESERVE') order by no desc limit 8`,
  )
  if (posted.length === 0) return
  const { id } = town.roll.pick(posted)
  await town.ask(town.portal.seats.settlement, repaymentCalls.reverse, { body: { id, reason: 'Returned by the bank' } })
  await decide(town, 'REPAYMENT_REVERSAL', id, town.roll.chance(0.9) ? 'PASSED' : 'REJECTED')
  town.count('reversal')
}

/** Settlement pays out what is free: reserves, surpluses, and the platform's share. */
export async function payOut(town: Town): Promise<void> {
  const { roll, portal } = town
  const { settlement } = portal.seats
  const { releases, refunds, remittances } = await town.ask(settlement, paymentCalls.releasable, { body: {} })
  const free = releases.filter((one) => one.blockedBy === null)
  const kinds = [
    ...(free.length ? ['release'] : []),
    ...(refunds.length ? ['refund'] : []),
    ...(remittances.length && roll.chance(0.4) ? ['remit'] : []),
  ]
  if (kinds.length > 0) {
    const kind = roll.pick(kinds)
    if (kind === 'release') {
      const one = roll.pick(free)
      await town.ask(settlement, paymentCalls.addRelease, {
        body: {
          orderId: one.orderId,
          ...(roll.chance(0.8) ? { itemId: one.itemId } : {}),
          ...(roll.chance(0.3) ? { amount: share(one.amount, one.currency, 60) } : {}),
        },
      })
    } else if (kind === 'refund')
      await town.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: roll.pick(refunds).repaymentId } })
    else {
      const { funderId, currency } = roll.pick(remittances)
      await town.ask(settlement, paymentCalls.addRemittance, { body: { funderId, currency } })
    }
  }
  const [open] = await town.rows<{ id: string; type: string; status: string }>(
    sql`select id, type, status from payment where type <> 'FUNDING' and status in ('DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'FAILED') order by no desc limit 1`,
  )
  if (open) await payOne(town, open)
}

/** Takes a payment from where it stands to the bank: instructed, approved and paid, or not. */
export async function payOne(town: Town, open: { id: string; type: string; status: string }): Promise<void> {
  const { roll, portal } = town
  const { settlement, settlement3 } = portal.seats
  if (open.status === 'DRAFT' || open.status === 'FAILED')
    await town.ask(settlement, paymentCalls.instruct, { body: { id: open.id } })
  const flow = open.type === 'RELEASE' || open.type === 'REFUND' ? open.type : 'PAYMENT'
  if (open.status !== 'INSTRUCTED')
    await decide(town, flow, open.id, roll.pick(['PASSED', 'PASSED', 'PASSED', 'PASSED', 'REJECTED', 'REFUSED']))
  const [now] = await town.rows<{ status: string }>(sql`select status from payment where id = ${open.id}`)
  if (now!.status !== 'INSTRUCTED') return
  if (roll.chance(0.12)) await town.ask(settlement3, paymentCalls.fail, { body: { id: open.id, reason: 'Account closed' } })
  else {
    await town.ask(settlement3, paymentCalls.markPaid, {
      body: { id: open.id, valueDate: town.day, bankRef: `OUT-${town.next()}` },
    })
    town.count(open.type.toLowerCase())
  }
}

/** The bank sends a payment back, or somebody finds out that it was never made; the next round of paying sends it again. */
export async function sendPaymentBack(town: Town): Promise<void> {
  const { roll } = town
  const paid = await town.rows<{ id: string; valueDate: string }>(
    sql`select id, value_date from payment where status = 'PAID' order by no desc limit 8`,
  )
  if (paid.length === 0) return
  const { id, valueDate } = roll.pick(paid)
  await sendBack(town, id, roll.chance(0.5) ? town.day : valueDate)
}

/** A paid payment is recorded as one that did not arrive. */
export async function sendBack(town: Town, id: string, returnedOn: string): Promise<void> {
  await town.ask(town.portal.seats.settlement3, paymentCalls.takeBack, { body: { id, returnedOn, reason: 'Account closed' } })
  town.count('payment that did not arrive')
}

/** Operations correct a fee up or down. */
export async function adjustFee(town: Town): Promise<void> {
  const { roll, portal } = town
  const fees = await town.rows<{
    id: string
    currency: string
    amount: string
  }>(sql`select f.id, o.currency, f.amount from order_fee f
    join finance_order o on o.id = f.order_id where o.funding_date is not null and f.repayment_id is null order by o.order_no desc, f.code limit 20`)
  if (fees.length === 0) return
  const fee = roll.pick(fees)
  const amount = fee.currency === 'JPY' ? String(roll.between(1, 900)) : `${roll.between(0, 40)}.${roll.between(10, 99)}`
  const { id } = await town.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta: `${roll.chance(0.5) ? '-' : ''}${amount}`, reason: 'As agreed by phone' },
  })
  await decide(town, 'FEE_ADJUSTMENT', id, roll.pick(['PASSED', 'PASSED', 'PASSED', 'REJECTED', 'REFUSED']))
  town.count('fee adjustment')
}

/** The funder gives an overdue order up. */
export async function writeOff(town: Town): Promise<void> {
  const found = await town.rows<Funded>(sql`select id, currency, funder_id, funding_date, status, pool_id from finance_order
    where status = 'OVERDUE' order by maturity, order_no limit 3`)
  if (found.length === 0) return
  await giveUp(town, town.roll.pick(found), town.roll.chance(0.85) ? 'PASSED' : 'REFUSED')
}

/** The funder of an order asks for its write-off, and those who are asked decide. */
export async function giveUp(town: Town, order: Pick<Funded, 'id' | 'funderId'>, verdict: 'PASSED' | 'REFUSED'): Promise<void> {
  const { elm } = town.portal.world.companies
  const seat = order.funderId === elm ? town.portal.seats.elmMaker : town.portal.seats.firChecker
  const { id } = await town.ask(seat, writeOffCalls.request, { body: { orderId: order.id, reason: 'Insolvent' } })
  await decide(town, 'WRITE_OFF', id, verdict)
  town.count('write-off')
}

/** A receipt on a loss: its supplier pays a part, or one of its buyers pays a part of its debt, all of it, or too much. */
export async function recover(town: Town): Promise<void> {
  const { roll } = town
  const lost = await town.rows<Funded & { buyer: string; open: string }>(sql`
    select o.id, o.currency, o.funder_id, o.funding_date, o.status, o.pool_id, b.code as buyer, sum(v.outstanding)::text as open
    from finance_order o join finance_order_item i on i.order_id = o.id join invoice v on v.id = i.invoice_id join company b on b.id = v.buyer_id
    where o.status = 'WRITTEN_OFF' and v.outstanding > 0 group by o.id, b.code order by o.order_no, b.code`)
  if (lost.length === 0) return
  const order = roll.pick(lost)
  const payerRole = roll.pick(['BUYER', 'BUYER', 'SUPPLIER'] as const)
  const part = roll.pick(payerRole === 'BUYER' ? [30, 100, 100, 110] : [20, 50])
  const amount = share(order.open, order.currency, part)
  if (Number(amount) === 0) return
  await payOnLoss(town, order, amount, payerRole)
}

/** A receipt of one buyer of a written-off order, or of its supplier. */
export async function payOnLoss(
  town: Town,
  order: Pick<Funded, 'id' | 'currency' | 'funderId'> & { buyer: string },
  amount: string,
  payerRole: 'BUYER' | 'SUPPLIER',
): Promise<void> {
  const repayment = await payOn(town, order, amount, payerRole, order.buyer)
  town.count('recovery')
  const [reserve] = await town.rows<{ n: number }>(sql`
    select count(*)::int as n from allocation where repayment_id = ${repayment} and component = 'RESERVE' and not reversed`)
  if (reserve!.n > 0) town.count('reserve after a loss')
}

/** Closes days until a date, as settlement does it, and waits for the portal to be done. */
export async function closeDays(town: Town, days: number): Promise<void> {
  const { settlement, operations } = town.portal.seats
  const through = addDays(town.day, days - 1)
  await town.ask(settlement, endOfDayCalls.run, { body: { through } })
  for (let waited = 0; ; waited++) {
    const { businessDate, running, steps } = await town.ask(operations, endOfDayCalls.status, { body: {} })
    town.day = businessDate
    if (!running) {
      const failed = steps.filter((one) => one.state === 'FAILED')
      if (businessDate <= through) throw new Error(`The end of day stands still on ${businessDate}: ${JSON.stringify(failed)}`)
      break
    }
    if (waited > 3_000) throw new Error('The end of day never ends.')
    await new Promise((done) => setTimeout(done, 20))
  }
  const left = await crumbsLeft(town)
  if (left.length > 0) throw new Error(`After the close of ${addDays(town.day, -1)}: ${left.join(' ')}`)
  const [waived] = await town.rows<{ n: number }>(
    sql`select count(distinct repayment_id)::int as n from allocation where component = 'REMAINDER'`,
  )
  while ((town.done.get('waived remainder') ?? 0) < waived!.n) town.count('waived remainder')
  town.count('day')
}

/** A new fixing of the benchmark, or a holiday that nobody knew of. */
export async function changeMarket(town: Town): Promise<void> {
  const { roll, portal } = town
  const change = roll.chance(0.7)
    ? {
        kind: 'RATE',
        values: {
          fixings: [
            {
              type: 'SOFR',
              effectiveDate: addDays(town.day, -roll.between(0, 2)),
              percentRate: `${roll.between(3, 5)}.${roll.between(10, 99)}`,
            },
          ],
          source: 'A central bank',
        },
      }
    : {
        kind: 'HOLIDAY',
        values: {
          days: [
            {
              countryCode: roll.pick(['US', 'CN']),
              calendarDate: addDays(town.day, roll.between(-6, 30)),
              type: roll.pick(['J', 'J', 'NONE']),
              holidayNameEn: 'A day off',
            },
          ],
        },
      }
  const { id } = await town.ask(portal.seats.operations, configChangeCalls.propose, { body: change })
  await decide(town, change.kind === 'RATE' ? 'RATE' : 'CALENDAR', id)
  town.count(change.kind === 'RATE' ? 'fixing' : 'holiday')
}
