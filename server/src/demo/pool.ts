import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { costCalls } from '@usance/wire/cost/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { inTransaction } from '../database/database.ts'
import { poolSupplier } from './pool-supplier.ts'
import { randomOf } from './random.ts'
import { orRefused, personOf } from './trading.ts'
import type { Day } from './year.ts'

const look = <T>(day: Day, query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  inTransaction(day.app.db, { kind: 'system' }, 'read', async (tx) => (await query.execute(tx)).rows)

/** The pool takes in what was confirmed, is drawn on every other week, and its drawings are repaid when they mature. */
export async function workOnPools(day: Day): Promise<void> {
  const { client, today, seed } = day
  const maker = personOf(poolSupplier, 0)
  const seen = await orRefused(client.ask(maker, poolCalls.pools, { body: { kind: 'OWN' } }))
  const product = seen?.products[0]
  if (!seen || !product) return
  const currency = product.currencies[0]!
  const free = await orRefused(client.ask(maker, poolCalls.assignable, { body: { productId: product.id, currency } }))
  if (free && free.length > 0)
    await orRefused(
      client.ask(maker, poolCalls.assign, {
        body: { productId: product.id, currency, invoiceIds: free.map((one) => one.id) } as never,
      }),
    )
  const pool = seen.pools[0]
  if (!pool) return
  await repayDrawings(day)
  const able = M.fromDecimal(pool.maxDrawing, currency)
  if (!randomOf(seed, 'draw', today).chance(0.1) || able.minor < 2_000_000n) return
  // Seven tenths of what is there, in whole thousands.
  const amount = M.toDecimal(M.money(((able.minor * 7n) / 10n / 100_000n) * 100_000n, currency))
  const wanted = { poolId: pool.id, amount, fundingDate: addDays(today, 2), maturity: addDays(today, 42) }
  const trial = await orRefused(client.ask(maker, poolCalls.trial, { body: wanted }))
  const { companyId } = await client.person(maker)
  const account = await look(
    day,
    sql<{ id: string }>`select id from bank_account where company_id = ${companyId} and purpose = 'PAYMENT' limit 1`,
  )
  if (trial && account[0])
    await orRefused(
      client.ask(maker, poolCalls.draw, {
        body: { ...wanted, pricingHash: trial.pricingHash, payeeBankAccountId: account[0].id } as never,
      }),
    )
}

/** A drawing that has matured is repaid by the supplier, interest included. */
async function repayDrawings(day: Day): Promise<void> {
  const { client, today } = day
  const due = await look(
    day,
    sql<{ id: string; orderNo: string; currency: string; accountId: string }>`
    select o.id, o.order_no, o.currency, (select a.id from bank_account a where a.company_id = o.funder_id and a.purpose in ('COLLECTION', 'BOTH') order by a.created_at limit 1) as account_id
    from finance_order o where o.pool_id is not null and o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and o.maturity <= ${today}::date
      and not exists (select from repayment r where r.order_id = o.id and r.status in ('DRAFT', 'IN_APPROVE', 'REJECTED')) order by o.order_no`,
  )
  for (const order of due) {
    const payoff = await orRefused(client.ask('settle', repaymentCalls.payoff, { body: { orderId: order.id } }))
    if (!payoff) continue
    const receipt = await orRefused(
      client.ask('settle', repaymentCalls.recordReceipt, {
        body: {
          bankAccountId: order.accountId,
          bankRef: `IN-${order.orderNo}-${today}`,
          valueDate: today,
          amount: payoff.total,
          currency: order.currency,
          payerName: poolSupplier,
          rawText: `Repayment ${order.orderNo}`,
        } as never,
      }),
    )
    if (receipt)
      await orRefused(
        client.ask('settle', repaymentCalls.match, {
          body: {
            collectionId: receipt.id,
            payerRole: 'SUPPLIER',
            fundSource: 'COLLECTION',
            reason: 'Order number in the reference',
            parts: [{ orderId: order.id, amount: payoff.total, invoiceIds: [] }],
          } as never,
        }),
      )
  }
}

/** A few days after the funding, one service fee in twelve is lowered by operations. */
export async function adjustFees(day: Day): Promise<void> {
  const fees = await look(
    day,
    sql<{ id: string; orderNo: string; amount: string; currency: string }>`
    select f.id, o.order_no, f.amount, o.currency from order_fee f join finance_order o on o.id = f.order_id
    where f.code = 'SERVICE' and f.charged and o.status = 'FUNDED' and o.funding_date = ${addDays(day.today, -3)}::date
      and not exists (select from fee_adjustment a where a.order_fee_id = f.id) order by o.order_no`,
  )
  for (const fee of fees) {
    const random = randomOf(day.seed, 'fee', fee.orderNo)
    if (!random.chance(1 / 12)) continue
    const delta = M.mulDiv(M.fromDecimal(fee.amount, fee.currency), BigInt(random.between(5, 20)), 100n, 'DOWN')
    if (M.isPositive(delta))
      await orRefused(
        day.client.ask('ops', costCalls.adjust, {
          body: { id: fee.id, delta: `-${M.toDecimal(delta)}`, reason: 'Volume discount agreed with the supplier.' } as never,
        }),
      )
  }
}
