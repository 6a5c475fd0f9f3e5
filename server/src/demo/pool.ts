import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { costCalls } from '@usance/wire/cost/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { runningStatuses } from '../books/servicing/open-statuses.ts'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused, personOf } from './person.ts'
import { poolSupplier } from './pool-supplier.ts'
import { randomOf } from './random.ts'
import { repayInFull } from './repay-in-full.ts'

/** The pool takes in what was confirmed, is drawn on every other week, and its drawings are repaid when they mature. */
export async function workOnPools(day: Day): Promise<void> {
  const { client, today, seed } = day
  const maker = personOf(poolSupplier, 0)
  const seen = await orRefused(client.ask(maker, poolCalls.pools, { body: { kind: 'OWN' } }))
  const product = seen?.products[0]
  if (!seen || !product) return
  const currency = product.currencies[0]!
  const free = await orRefused(client.ask(maker, poolCalls.assignable, { body: { productId: product.id, currency } }))
  if (free && free.invoices.length > 0)
    await orRefused(
      client.ask(maker, poolCalls.assign, {
        body: { productId: product.id, currency, invoiceIds: free.invoices.map((one) => one.id) },
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
        body: { ...wanted, pricingHash: trial.pricingHash, payeeBankAccountId: account[0].id },
      }),
    )
}

/** A drawing that has matured is repaid by the supplier, interest included. */
const repayDrawings = (day: Day) =>
  repayInFull(day, sql`o.pool_id is not null and o.status in ${runningStatuses} and o.maturity <= ${day.today}::date`)

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
          body: { id: fee.id, delta: `-${M.toDecimal(delta)}`, reason: 'Volume discount agreed with the supplier.' },
        }),
      )
  }
}
