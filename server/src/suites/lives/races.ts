import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { decide } from './approvals.ts'
import { closeDays, fundedOrders } from './money.ts'
import { freeInvoices, submit, wantedOrder } from './orders.ts'
import { refusalIn, type Town } from './town.ts'

/** Does several things at the same moment; being refused is an answer, anything else is a fault. Answers how many went through. */
async function atOnce(works: (() => Promise<unknown>)[]): Promise<number> {
  const outcomes = await Promise.allSettled(works.map((work) => work()))
  for (const one of outcomes) if (one.status === 'rejected' && !refusalIn(one.reason)) throw one.reason
  return outcomes.filter((one) => one.status === 'fulfilled').length
}
const mustBeOne = (won: number, what: string) => {
  if (won > 1) throw new Error(`${what} went through ${won} times at once.`)
}

/** The same receivable offered to two funders and to a pool at the same moment. */
export async function financeTwice(town: Town): Promise<void> {
  const wanted = await wantedOrder(town)
  if (!wanted) return
  const { request, supplierId } = wanted
  const { alder } = town.portal.world.companies
  const rival = request.currency === 'USD' || request.currency === 'EUR' ? town.products.rival! : request.financingProductId
  const invoiceIds = request.items.map((one) => one.docId)
  await atOnce([
    () => submit(town, supplierId, request),
    () => submit(town, supplierId, { ...request, financingProductId: rival }),
    ...(supplierId === alder && request.currency === 'USD'
      ? [
          () =>
            town.ask(town.portal.seats.alderMaker, poolCalls.assign, {
              body: { productId: town.products.pool, currency: 'USD', invoiceIds: invoiceIds.slice(0, 1) },
            }),
        ]
      : []),
  ])
  // Several may go through where one of them finds only what another has left: each invoice has one holder.
  const held = await town.rows<{ id: string }>(sql`
    select invoice_id as id from (
      select invoice_id from finance_order_item where active union all select invoice_id from pool_asset where released_at is null) holder
    where invoice_id = any(${invoiceIds}::uuid[]) group by invoice_id having count(*) > 1`)
  if (held.length > 0) throw new Error(`Held more than once: ${held.map(({ id }) => id).join(', ')}.`)
}

/** Two of settlement match the same receipt wholly, while the end of day runs. */
async function matchTwice(town: Town): Promise<void> {
  const orders = await fundedOrders(town, ['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE'])
  if (orders.length === 0) return
  const order = town.roll.pick(orders)
  const { settlement } = town.portal.seats
  const amount = order.currency === 'JPY' ? '20000' : '777.50'
  const { accounts, companies } = town.portal.world
  const record = (bankRef: string) =>
    town.ask(settlement, repaymentCalls.recordReceipt, {
      body: {
        bankAccountId: order.funderId === companies.elm ? accounts.elm : accounts.fir,
        bankRef,
        valueDate: town.day,
        amount,
        currency: order.currency,
        payerName: 'Cedar Retail Inc',
      },
    })
  const bankRef = `IN-${town.next()}`
  mustBeOne(await atOnce([() => record(bankRef), () => record(bankRef)]), `Recording ${bankRef}`)
  const [receipt] = await town.rows<{ id: string; same: string | null }>(
    sql`select id, maybe_same_as as same from collection where bank_ref = ${bankRef}`,
  )
  // The recorder matches too, so that the second person of settlement may approve.
  const { id: collectionId, same } = receipt!
  const match = () =>
    town.ask(settlement, repaymentCalls.match, {
      body: { collectionId, ...(same ? { notTheSameAs: same } : {}), parts: [{ orderId: order.id, amount }] },
    })
  mustBeOne(await atOnce([match, match]), `Matching ${bankRef}`)
}

/** Two repayments of one order are approved while its days close. */
async function repayWhileClosing(town: Town): Promise<void> {
  await matchTwice(town)
  const open = await town.rows<{ id: string }>(sql`select id from repayment where status = 'IN_APPROVE' order by no limit 3`)
  await Promise.all([
    atOnce(
      open.map(
        ({ id }) =>
          () =>
            decide(town, 'REPAYMENT', id),
      ),
    ),
    closeDays(town, 2),
  ])
}

/** A payment is recorded twice, and its order revoked or its failure recorded, at the same moment. */
async function payTwice(town: Town): Promise<void> {
  const [payment] = await town.rows<{ id: string }>(sql`select id from payment where status = 'INSTRUCTED' order by no limit 1`)
  if (!payment) return
  const { settlement2, settlement3 } = town.portal.seats
  const pay = () =>
    town.ask(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: town.day, bankRef: `OUT-${town.next()}` } })
  const won = await atOnce([
    pay,
    pay,
    () => town.ask(settlement2, paymentCalls.fail, { body: { id: payment.id, reason: 'Unknown account' } }),
  ])
  mustBeOne(won, 'Paying')
}

/** A reserve is drafted for release twice while a receipt behind it is taken back. */
async function releaseTwice(town: Town): Promise<void> {
  const { settlement, settlement2 } = town.portal.seats
  const { releases } = await town.ask(settlement, paymentCalls.releasable, { body: {} })
  const free = releases.filter((one) => one.blockedBy === null)
  if (free.length === 0) return
  const { orderId } = town.roll.pick(free)
  const [behind] = await town.rows<{ id: string }>(
    sql`select id from repayment where order_id = ${orderId} and status = 'POSTED' and payer_role not in ('ARP', 'WAIVER', 'RESERVE') order by no desc limit 1`,
  )
  const add = (seat: typeof settlement) => town.ask(seat, paymentCalls.addRelease, { body: { orderId } })
  await atOnce([
    () => add(settlement),
    () => add(settlement2),
    ...(behind
      ? [
          async () => {
            await town.ask(settlement, repaymentCalls.reverse, { body: { id: behind.id, reason: 'Returned' } })
            await decide(town, 'REPAYMENT_REVERSAL', behind.id)
          },
        ]
      : []),
  ])
}

/** Two drawings that together are too much, at the same moment, while the pool loses an invoice. */
async function drawTwice(town: Town): Promise<void> {
  const maker = town.portal.seats.alderMaker
  const { pools } = await town.ask(maker, poolCalls.pools, { body: { kind: 'OWN' } })
  const pool = pools.find((one) => Number(one.maxDrawing) >= 200)
  if (!pool) return
  const body = { poolId: pool.id, amount: pool.maxDrawing, fundingDate: town.day, maturity: addDays(town.day, 20) }
  const { pricingHash } = await town.ask(maker, poolCalls.trial, { body })
  const draw = () =>
    town.ask(maker, poolCalls.draw, { body: { ...body, pricingHash, payeeBankAccountId: town.portal.world.accounts.alder } })
  const [held] = await town.rows<{ id: string }>(
    sql`select id from pool_asset where pool_id = ${pool.id} and released_at is null and eligibility = 'ELIGIBLE' limit 1`,
  )
  const won = await atOnce([
    draw,
    draw,
    ...(held ? [() => town.ask(maker, poolCalls.withdraw, { body: { assetId: held.id } })] : []),
  ])
  mustBeOne(won, 'Drawing all of a pool')
}

const races = [financeTwice, financeTwice, matchTwice, repayWhileClosing, payTwice, releaseTwice, drawTwice]

/** Several people do what only one of them can, at the same moment. */
export async function race(town: Town): Promise<void> {
  const one = town.roll.pick(races)
  if (one === financeTwice && (await freeInvoices(town)).length === 0) return
  await one(town)
  town.count('race')
}
