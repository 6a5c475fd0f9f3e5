import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { isAmong, isToldOfRefund, type OpenRefund, openRefunds, surplusTold } from '../../books/servicing/open-refunds.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { readsType } from '../../books/servicing/payments-seen.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { keptByPools } from '../../finance/pool/short.ts'
import type { Actor } from '../../http/context.ts'
import type { Asked, Found } from './cash-row.ts'

type Caller = { tx: Tx; actor: Actor; today: LocalDate }

/**
 * Surpluses of receipts that are in no payment yet: their funder expects to pay them, and whom they are owed to expects them, where it
 * was told of what it has paid (decision 147). They can be paid today, or once a pool that is short is repaid. Who does not read refunds
 * is told of none; a partner is told of those `among` the receipts that it sees. The transaction sees every company.
 */
export async function refundsExpected(
  { tx, actor, today }: Caller,
  { currency: asked, among }: Asked & { among: readonly string[] | undefined },
): Promise<Found[]> {
  const { companyId: me, staff } = actor
  if (!readsType(actor, 'REFUND')) return []
  const open = await openRefunds(tx, sql<boolean>`r.currency = ${asked} and ${isAmong(among)} and ${surplusTold(actor)}`)
  const found = open.filter((one) => isToldOfRefund(actor, one))
  const nameOf = await namesOf(
    tx,
    found.flatMap(({ funderId, payeeId }) => [funderId, payeeId ?? funderId]),
  )
  const payableOn = await payableFrom({ tx, today }, found)
  return found.map((refund): Found => {
    const { id, no, orderId, ofPool, payeeId, funderId, amount, currency } = refund
    const isLender = staff || funderId === me
    return {
      id: ofPool ? `${id}-POOL` : id,
      date: payableOn(refund),
      kind: 'REFUND',
      no,
      link: orderId && `/finance/finance-order/${orderId}/detail`,
      partyName: nameOf(isLender ? payeeId : funderId),
      direction: isLender ? 'OUT' : 'IN',
      done: false,
      amount: M.toDecimal(amount),
      currency,
    }
  })
}

/** The day on which each surplus can be paid. What a pool keeps is free once its drawings are repaid. */
async function payableFrom(
  { tx, today }: Omit<Caller, 'actor'>,
  refunds: readonly OpenRefund[],
): Promise<(refund: OpenRefund) => LocalDate> {
  const kept = await keptByPools({ tx, today }, refunds)
  const { rows } = await sql<{ id: string; last: LocalDate | null }>`
    select o.id, max(d.maturity) as last from finance_order o join finance_order d on d.pool_id = o.pool_id
    where o.id = ${anyOf([...kept.keys()])} and d.status in ${runningStatuses} group by o.id`.execute(tx)
  const last = new Map(rows.map((row) => [row.id, row.last]))
  return ({ ofPool, orderId }) => maxDate(today, (ofPool && orderId && last.get(orderId)) || today)
}

async function namesOf(tx: Tx, ids: readonly string[]): Promise<(id: string | null) => string | null> {
  const rows = await tx.selectFrom('company').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}
