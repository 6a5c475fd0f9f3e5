import * as M from '@usance/domain/money'
import type { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { refuseOtherParties } from '../../http/one-party.ts'
import { Refused } from '../../http/refused.ts'
import { escapeLike } from '../../list/page.ts'
import { receiptOnInvoice } from '../../trade/invoice/matched-on.ts'
import { confirmedNow } from '../contract/pool-receivables.ts'
import { refuseFinanced } from '../finance-order/documents.ts'
import { freeOfPool } from '../finance-order/documents-with-bank.ts'
import { offeredProduct } from '../finance-order/price.ts'
import { loadPools, type PoolRow, poolState, shortWithout, storeEligibility, termsOfPool } from './figures.ts'

/** A pool locked against every other drawing and withdrawal until the transaction ends. */
export async function lockPool(tx: Tx, poolId: string): Promise<PoolRow> {
  await tx.selectFrom('pool').select('id').where('id', '=', poolId).forUpdate().executeTakeFirst()
  const pool = await loadPools(tx).where('p.id', '=', poolId).executeTakeFirst()
  if (!pool) throw new Refused('POOL_CLOSED')
  return pool
}

/** So many invoices that can be assigned are listed, and as many are assigned at once; others are searched for. */
const mostListed = 500

/**
 * The caller's confirmed invoices that `assign` would take into the pool of a product, those that are due first; refused like it where it
 * offers none.
 */
export const listAssignable: Handler<typeof poolCalls.assignable> = async ({ tx, actor, body, today }) => {
  await poolProduct({ tx, actor, today }, body.productId, body.currency)
  const rows = await tx
    .selectFrom('invoice as i')
    .innerJoin('company as b', 'b.id', 'i.buyerId')
    .select(['i.id', 'i.invoiceNo', 'b.name as buyerName', 'i.dueDate', 'i.outstanding'])
    .select(confirmedNow('i').as('confirmed'))
    .where('i.supplierId', '=', actor.companyId)
    .where('i.currency', '=', body.currency)
    .where('i.docStatus', '=', 'CONFIRMED')
    .where('i.financeStatus', '=', 'UNFINANCED')
    .where('i.dueDate', '>', today)
    .where((eb) => eb.not(carriesLoan(sql`i.purchase_order_id`)))
    .$if(body.search !== undefined, (query) => {
      const like = `%${escapeLike(body.search ?? '')}%`
      return query.where((eb) => eb.or([eb('i.invoiceNo', 'ilike', like), eb('b.name', 'ilike', like)]))
    })
    .orderBy('i.dueDate')
    .orderBy('i.invoiceNo')
    .limit(mostListed + 1)
    .execute()
  const money = (stored: string | null) => amountText(stored ?? '0', body.currency)
  return {
    more: rows.length > mostListed,
    invoices: rows
      .slice(0, mostListed)
      .map((row) => ({ ...row, outstanding: money(row.outstanding), confirmed: money(row.confirmed) })),
  }
}

/** A product on offer to the caller from which a pool in the currency can be opened. */
async function poolProduct(
  { tx, actor, today }: Pick<UseCaseContext, 'tx' | 'actor' | 'today'>,
  productId: string,
  currency: string,
) {
  const product = await offeredProduct(tx, actor.companyId, productId, today)
  if (product?.type !== 'POOL_FACTORING') throw new Refused('PRODUCT_NOT_AVAILABLE')
  if (!product.currencies.includes(currency)) throw new Refused('CURRENCY_MISMATCH')
  return product
}

/**
 * Returns the supplier's pool of a product on offer to it, and opens it at the first request with the terms of the product then (decision
 * 181). Concurrent requests share one pool.
 */
async function poolFor(context: UseCaseContext, productId: string, currency: string): Promise<PoolRow> {
  const { tx, actor } = context
  const product = await poolProduct(context, productId, currency)
  const supplier = await tx.selectFrom('company').select('code').where('id', '=', actor.companyId).executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('pool')
    .values({
      id: newId(),
      code: `POOL-${supplier.code}-${product.code}-${currency}`,
      productId,
      supplierId: actor.companyId,
      funderId: product.funderId,
      currency,
      ...termsOfPool(product),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } =
    made ??
    (await tx
      .selectFrom('pool')
      .select('id')
      .where('supplierId', '=', actor.companyId)
      .where('productId', '=', productId)
      .where('currency', '=', currency)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirstOrThrow(() => new Refused('POOL_CLOSED')))
  const pool = await lockPool(tx, id)
  return made || !(await isUnused(tx, id)) ? pool : openAgain(tx, pool, termsOfPool(product))
}

/** Whether a pool holds no receivable, and no drawing on it binds anybody or was lost. */
async function isUnused(tx: Tx, poolId: string): Promise<boolean> {
  const { rows } = await sql`
    select from pool p where p.id = ${poolId} and not exists (select from pool_asset a where a.pool_id = p.id and a.released_at is null)
      and not exists (select from finance_order o where o.pool_id = p.id
        and o.status not in ('DRAFT', 'REJECTED', 'REFUSED', 'REVOKED', 'EXPIRED', 'SETTLED'))`.execute(tx)
  return rows.length > 0
}

/** An unused pool is opened again with the terms that its product has now. */
async function openAgain(tx: Tx, pool: PoolRow, terms: ReturnType<typeof termsOfPool>): Promise<PoolRow> {
  await tx.updateTable('pool').set(terms).where('id', '=', pool.id).execute()
  return { ...pool, ...terms }
}

/** Assigns confirmed invoices that nobody holds. The same update that locks them for an order locks them for the pool. */
export const assignInvoices: Handler<typeof poolCalls.assign> = async (request) => {
  const { tx, actor, body, today } = request
  const ids = [...new Set(body.invoiceIds)].sort()
  const own = await tx
    .selectFrom('invoice')
    .select(['id', 'invoiceNo', 'currency'])
    .where('id', 'in', ids)
    .where('supplierId', '=', actor.companyId)
    .execute()
  if (own.length !== ids.length) throw new Refused('NOT_FOUND')
  if (own.some((one) => one.currency !== body.currency)) throw new Refused('CURRENCY_MISMATCH')
  await elevate(tx)
  const pool = await poolFor(request, body.productId, body.currency)
  await refuseOtherParties(tx, actor, [pool.id])
  for (const id of ids) {
    const taken = await tx
      .updateTable('invoice')
      .set({ financeStatus: 'LOCKED', funderId: pool.funderId, updatedAt: request.now.toISOString() })
      .where('id', '=', id)
      .where('docStatus', '=', 'CONFIRMED')
      .where('financeStatus', '=', 'UNFINANCED')
      .returning('purchaseOrderId')
      .executeTakeFirst()
    const docNo = own.find((one) => one.id === id)!.invoiceNo
    if (!taken) throw new Refused('INVOICE_LOCKED', { docNo })
    if (taken.purchaseOrderId) await refuseFinanced(tx, taken.purchaseOrderId, docNo)
    await tx.insertInto('poolAsset').values({ id: newId(), poolId: pool.id, invoiceId: id }).execute()
  }
  await storeEligibility(tx, await poolState(tx, pool, today), today)
  await audit(request, {
    event: 'POOL_ASSIGNED',
    objectType: 'POOL',
    objectId: pool.id,
    objectNo: pool.code,
    after: { invoices: own.map((one) => one.invoiceNo) },
  })
  return { poolId: pool.id, code: pool.code, assigned: ids.length }
}

/**
 * Gives an invoice back where the rest of its pool covers what is drawn, accrued and lost. What the invoice itself counts for today does
 * not matter: a reduction that waits or a dispute takes it out of the base for a while, and it remains the lender's security.
 * Nor does an invoice leave that a matched receipt is to pay. Throws POOL_NEEDED or REPAYMENT_WAITS.
 */
export const withdrawAsset: Handler<typeof poolCalls.withdraw> = async (request) => {
  const { tx, actor, body, today } = request
  const seen = await tx
    .selectFrom('poolAsset as a')
    .innerJoin('pool as p', 'p.id', 'a.poolId')
    .select(['a.id', 'a.poolId', 'a.invoiceId'])
    .where('a.id', '=', body.assetId)
    .where('p.supplierId', '=', actor.companyId)
    .executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const pool = await lockPool(tx, seen.poolId)
  const short = shortWithout(await poolState(tx, pool, today, { without: seen.id }))
  if (M.isPositive(short)) throw new Refused('POOL_NEEDED', { amount: M.toDecimal(short), currency: pool.currency })
  await freeOfPool(tx, seen.invoiceId, async () => {
    const isPaid = await refusePaid(tx, seen.invoiceId)
    // A paid invoice leaves as the close of the day would let it go: it is back once its payment is taken back.
    await releaseAsset(tx, seen.id, isPaid ? 'SETTLED' : 'UNFINANCED')
  })
  await audit(request, {
    event: 'POOL_WITHDRAWN',
    objectType: 'POOL',
    objectId: pool.id,
    objectNo: pool.code,
    after: { assetId: seen.id },
  })
  return { status: 'RELEASED' }
}

/**
 * Refuses to let an invoice go that a buyer's receipt is to pay, which waits: its money would pay other debts. Answers whether it is paid
 * in full. The transaction sees every company.
 */
async function refusePaid(tx: Tx, invoiceId: string): Promise<boolean> {
  const invoice = await tx
    .selectFrom('invoice')
    .select('docStatus')
    .where('id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { no } = await tx.selectNoFrom(receiptOnInvoice(sql`${invoiceId}::uuid`).as('no')).executeTakeFirstOrThrow()
  if (no) throw new Refused('REPAYMENT_WAITS', { no })
  return invoice.docStatus === 'CLOSED'
}

/**
 * Ends the assignment of a receivable; what its invoice shows from then on is said by the caller. The instant is that of the release and
 * not of the request, which may have waited for the pool while a drawing ended: a drawing that is opened again looks for what left since.
 */
export async function releaseAsset(tx: Tx, assetId: string, financeStatus: 'UNFINANCED' | 'SETTLED'): Promise<void> {
  const released = await tx
    .updateTable('poolAsset')
    .set({ releasedAt: sql`app_now()` })
    .where('id', '=', assetId)
    .where('releasedAt', 'is', null)
    .returning('invoiceId')
    .executeTakeFirst()
  if (!released) throw new Refused('STALE_VERSION')
  await tx
    .updateTable('invoice')
    .set({ financeStatus, ...(financeStatus === 'UNFINANCED' ? { funderId: null } : {}), updatedAt: sql`app_now()` })
    .where('id', '=', released.invoiceId)
    .where('financeStatus', '=', 'LOCKED')
    .execute()
}
