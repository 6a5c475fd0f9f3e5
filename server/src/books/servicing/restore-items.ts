import { reverse } from '@usance/domain/ledger/journal'
import { payBesideFunder } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { type Financing, funderBalances } from './load-order.ts'
import { dealWith } from './owed-by.ts'
import { itemDebts } from './reserves.ts'

/**
 * Raises the receivables of a purchase that were lowered for payments to the supplier which no longer stand: L6 in mirror image, the
 * claim first, as far as the supplier has not paid it, then the reserve. What the supplier has paid of the claim stays paid: that part
 * of the receivable is its own. The transaction sees every company and has locked the order.
 */
export async function restoreItems({ tx, today, actor }: UseCaseContext, financing: Financing): Promise<void> {
  const { row, deal } = financing
  const { id: orderId, currency } = row
  const lowered = await loweredBeside(tx, orderId, currency)
  if (lowered.length === 0) return
  const debts = new Map((await itemDebts(tx, orderId, currency)).map((one) => [one.itemId, one]))
  for (const { itemId, invoiceId, buyerId, outstanding, absorbed, claim } of lowered) {
    const { owes, takenBack } = debts.get(itemId)!
    const total = M.add(absorbed, claim)
    const unlowered = M.add(M.add(owes, takenBack), total)
    const stillLost = M.atLeastZero(M.subtract(unlowered, outstanding))
    const back = M.atLeastZero(M.subtract(total, stillLost))
    const openClaim = M.atLeastZero((await funderBalances(tx, orderId, currency))('1300'))
    const excess = M.min(M.min(back, claim), openClaim)
    const parts = { absorbed: M.min(M.subtract(back, excess), absorbed), excess }
    const key = { eventType: 'DILUTION', sourceType: 'RESTORED_ITEM', sourceId: itemId, seq: row.version }
    const own = buyerId ? dealWith(deal, buyerId) : deal
    const { postings } = reverse(payBesideFunder(key, own, parts), key)
    await post(tx, { key, postings }, { valueDate: today, postedOn: today, orderId, invoiceId, by: actor.userId })
  }
  await keepClaims(tx, financing, { on: today, reason: 'DILUTION' })
}

/** The items that a funding or a return of their receivables has lowered for payments to the supplier, and who bears that still. */
async function loweredBeside(tx: Tx, orderId: string, currency: string) {
  const { rows } = await sql<{
    itemId: string
    invoiceId: string
    buyerId: string | null
    outstanding: string
    absorbed: string
    claim: string
  }>`
    select i.id as item_id, i.invoice_id, i.buyer_id, v.outstanding, s.absorbed, s.claim
    from finance_order_item i join invoice v on v.id = i.invoice_id join lateral (
      select coalesce(sum(p.signed) filter (where p.account = '2000'), 0) as absorbed,
        coalesce(sum(p.signed) filter (where p.account = '1300'), 0) as claim
      from journal j join lateral (
        select account, case side when 'D' then amount else -amount end as signed from posting
        where journal_id = j.id and book = 'F') p on true
      where j.order_id = i.order_id and j.invoice_id = i.invoice_id and j.event = 'DILUTION'
        and j.source_type in ('PAYMENT', 'ORDER_ITEM', 'RESTORED_ITEM')) s on true
    where i.order_id = ${orderId} and s.absorbed + s.claim > 0 order by i.seq`.execute(tx)
  const of = (amount: string) => amountOf(amount, currency)
  return rows.map(({ outstanding, absorbed, claim, ...item }) => ({
    ...item,
    outstanding: of(outstanding),
    absorbed: of(absorbed),
    claim: of(claim),
  }))
}
