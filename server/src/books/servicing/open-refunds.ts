import * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { scopeOfSeat } from '../../auth/partner.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, mustSeeAll, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { overtakenOfReceipt } from './left-of.ts'
import { paymentCounts, takenBy } from './payment-counts.ts'
import { reversalUnderWay } from './reversal-under-way.ts'
import { isOfSeat, isOwnOn, isSideOfSeat } from './side-of-seat.ts'

/** SQL: whom the surplus of a repayment `r` of a receipt `c` goes back to; what is of a pool is its supplier's. */
export const payerOwed = sql<string | null>`coalesce(c.payer_company_id,
  case r.payer_role when 'BUYER' then coalesce(r.buyer_id, r.payer_buyer_id) else r.supplier_id end)`

/**
 * SQL of what keeps a surplus in the receipt: what is in payments of it, and what the bank has of the receipt beyond what is left of it, by a
 * refund that was cancelled with an earlier match (decision 233). Of several surpluses each waits for that.
 */
const kept = (ofPool: boolean) => sql`(${drafted(ofPool)} + ${overtakenOfReceipt})`

const drafted = (ofPool: boolean) => refunds(ofPool, takenBy('p'))

const refunds = (ofPool: boolean, amount: RawBuilder<string>) => sql`coalesce((select sum(${amount}) from payment p
  where p.repayment_id = r.id and p.type = 'REFUND' and p.of_pool = ${ofPool} and ${paymentCounts('p')}), 0)`

/** SQL: whether any of a surplus is in no payment: of the payer's part, or of the part of a pool's supplier. */
const waits = (ofPool: boolean) =>
  ofPool ? sql<boolean>`r.for_supplier > ${kept(true)}` : sql<boolean>`r.surplus - r.for_supplier > ${kept(false)}`

/** SQL: whether the amounts alone of the payments of a surplus leave any of it. Most surpluses are refunded, and are asked nothing more. */
const mayWait = sql<boolean>`(r.surplus - r.for_supplier > ${refunds(false, sql`p.amount`)} or r.for_supplier > ${refunds(true, sql`p.amount`)})`

/**
 * Surpluses that wait to be paid: to the payer what was nobody's debt, and to the supplier of a pool what its buyers have paid beyond
 * the drawing (`ofPool`). One receipt may have left both; what of them is in no payment, and which repayment of the order may be taken back
 * meanwhile (`reversing`). `where` narrows the repayments `r`. The transaction sees every company: what is drafted for one payee no other
 * sees. `most` takes those of so many receipts alone.
 */
export async function openRefunds(tx: Tx, where: RawBuilder<boolean> = sql`true`, most?: number) {
  mustSeeAll(tx)
  const rows = await surpluses(tx, where)
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute()
  return rows.flatMap(({ dueToPayer, dueOfPool, payerId, ...row }) =>
    [
      { ...row, ofPool: false, payeeId: payerId, amount: amountOf(dueToPayer, row.currency) },
      { ...row, ofPool: true, payeeId: row.supplierId, amount: amountOf(dueOfPool, row.currency) },
    ].filter((one) => M.isPositive(one.amount)),
  )
}
export type OpenRefund = Awaited<ReturnType<typeof openRefunds>>[number]

/**
 * SQL: whether of a repayment `r` of a receipt `c` something waits that its reader is told of: its funder is, and whom that part goes back to,
 * where it was told of what it has paid (decision 147), each in a seat that reads its side. `isToldOfRefund` says of which part. A receipt of
 * which only another's part waits is not among the first ones of a reader.
 */
export function surplusTold(reader: Actor): RawBuilder<boolean> {
  const { staff, companyId: me } = reader
  const parties = {
    SUPPLIER: sql.ref('r.supplier_id'),
    BUYER: sql`coalesce(r.buyer_id, r.payer_buyer_id)`,
    FUNDER: sql.ref('r.funder_id'),
  }
  const isMine = sql`((${payerOwed} = ${me} and ${isOfSeat(reader, parties)} and ${waits(false)})
    or (${isOwnOn(reader, 'SUPPLIER', 'r.supplier_id')} and ${waits(true)}))`
  return sql<boolean>`(${staff} or ${isOwnOn(reader, 'FUNDER', 'r.funder_id')}
    or (${isMine} and money_told(coalesce(r.order_id, r.top_up_of), r.funder_id, ${me})))`
}

/** Whether a reader is told of what waits of a surplus. */
export function isToldOfRefund(reader: Actor, { funderId, payeeId, supplierId, buyerId, payerBuyerId }: OpenRefund): boolean {
  const { staff, companyId: me } = reader
  if (staff) return true
  if (funderId === me) return isSideOfSeat(reader, 'FUNDER')
  if (payeeId !== me) return false
  if (supplierId === me) return isSideOfSeat(reader, 'SUPPLIER')
  // Who is no party of the deal has paid on none of its sides.
  return (buyerId ?? payerBuyerId) === me ? isSideOfSeat(reader, 'BUYER') : true
}

/** The receipts with a surplus that a partner sees; undefined for others, whom the parties of each receipt let read it. */
export async function surplusesSeen(tx: Tx, actor: Actor): Promise<string[] | undefined> {
  if (scopeOfSeat(actor) !== 'partner') return undefined
  const rows = await tx.selectFrom('repayment').select('id').where('surplus', '>', '0').execute()
  return rows.map(({ id }) => id)
}

/** SQL: whether a repayment `r` is among those that a reader sees, where they are listed. */
export const isAmong = (seen: readonly string[] | undefined): RawBuilder<boolean> =>
  seen ? sql<boolean>`r.id = ${anyOf(seen)}` : sql<boolean>`true`

const surpluses = (tx: Tx, where: RawBuilder<boolean>) =>
  tx
    .selectFrom('repayment as r')
    .leftJoin('collection as c', 'c.id', 'r.collectionId')
    .select([
      'r.id',
      'r.no',
      sql<string>`r.surplus - r.for_supplier - ${kept(false)}`.as('dueToPayer'),
      sql<string>`r.for_supplier - ${kept(true)}`.as('dueOfPool'),
      payerOwed.as('payerId'),
      'r.currency',
      'r.orderId',
      'r.supplierId',
      'r.buyerId',
      'r.payerBuyerId',
      'r.funderId',
      'r.collectionId',
      'c.payerName',
      reversalUnderWay(sql`r.order_id`).as('reversing'),
    ])
    .where('r.status', '=', 'POSTED')
    .where('r.surplus', '>', '0')
    .where(where)
    .where(mayWait)
    .where(sql<boolean>`(${waits(false)} or ${waits(true)})`)
    .orderBy('r.no')
