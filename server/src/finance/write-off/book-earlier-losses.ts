import type { Journal } from '@usance/domain/ledger/journal'
import { type Exposure, exposureTotal, lossBetween } from '@usance/domain/ledger/loss'
import { recover, writeOff } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { takenBackOf } from '@usance/domain/servicing/recovery'
import { sql } from 'kysely'
import { post } from '../../books/ledger/post.ts'
import { diluteLoss } from '../../books/servicing/dilute-loss.ts'
import { lossOf } from '../../books/servicing/exposure.ts'
import { type Financing, lockFinancing } from '../../books/servicing/load-order.ts'
import { dealWith } from '../../books/servicing/owed-by.ts'
import { expectedBy } from '../../books/servicing/recovery.ts'
import { amountOf } from '../../database/amount.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'

/**
 * Adds what the books of suppliers and buyers lack of losses that were booked before they followed them (decisions 089 and 098):
 * the loss itself, what came in on it, and credit notes since. Entries of today; what was written stays. Answers how many
 * orders it put right: none at the next start.
 */
export async function bookEarlierLosses(db: Db): Promise<number> {
  const found = await inTransaction(db, { kind: 'system' }, 'read', lackingOrders)
  let corrected = 0
  for (const orderId of found)
    await inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
      const financing = await lockFinancing(tx, orderId)
      if (financing && (await putRight(tx, financing))) corrected++
    })
  return corrected
}

/** Whether a journal neither is a mirror nor has one. */
const standing = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.reversal_of`)} is null and not exists (select from journal m where m.reversal_of = ${sql.ref(`${alias}.id`)}))`

async function lackingOrders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from finance_order o join journal w on w.order_id = o.id and w.event = 'WRITE_OFF' and ${standing('w')} where o.status = 'WRITTEN_OFF' and (
      not w.memo ? 'mirrored' and not exists (select from journal c where c.key = 'CORRECTION:WRITE_OFF:' || w.source_id || ':0')
      or exists (${unpostedNotes(sql`o.id`)})) order by o.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Credit notes that passed on an order after its loss and stand in no book. */
const unpostedNotes = (orderId: ReturnType<typeof sql>) => sql`
  select a.id, a.invoice_id from invoice_adjustment a join finance_order_item i on i.invoice_id = a.invoice_id
    join journal l on l.order_id = i.order_id and l.event = 'WRITE_OFF' and ${standing('l')}
  where i.order_id = ${orderId} and a.status = 'PASSED' and a.type <> 'DEBIT_NOTE' and a.passed_at >= l.created_at
    and not exists (select from journal d where d.source_type = 'ADJUSTMENT' and d.source_id = a.id::text)`

async function putRight(tx: Tx, financing: Financing): Promise<boolean> {
  const { id } = financing.row
  const { businessDate: today } = await tx
    .selectFrom('businessDay')
    .select('businessDate')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const loss = await tx
    .selectFrom('journal as l')
    .select(['l.sourceId', sql<boolean>`l.memo ? 'mirrored'`.as('isMirrored')])
    .where('l.orderId', '=', id)
    .where('l.event', '=', 'WRITE_OFF')
    .where(standing('l'))
    .executeTakeFirstOrThrow()
  let added = false
  if (!loss.isMirrored) {
    const lost = await lossOf(tx, financing.row)
    const taken = await mirrorLoss(tx, financing, { lost, writeOffId: loss.sourceId, today })
    added = (await mirrorRecoveries(tx, financing, { lost, today })) || taken
  }
  const { rows: notes } = await sql<{ id: string; invoiceId: string }>`${unpostedNotes(sql`${id}::uuid`)}`.execute(tx)
  for (const note of notes) {
    const cause = { sourceType: 'ADJUSTMENT', sourceId: note.id, invoiceId: note.invoiceId, today, by: null }
    const { absorbed, claim } = await diluteLoss(tx, financing, cause)
    if (M.isZero(absorbed) && M.isZero(claim)) continue
    added = true
    await tx
      .updateTable('invoiceAdjustment')
      .set({ absorbedByReserve: M.toDecimal(absorbed), chargedToSupplier: M.toDecimal(claim) })
      .where('id', '=', note.id)
      .execute()
  }
  return added
}

/** Of a journal what stands in the books of supplier and buyer; the funder's has its lines already. */
const outside = (journal: Journal): Journal => ({
  ...journal,
  postings: journal.postings.filter(({ book }) => book === 'S' || book === 'B'),
})

async function mirrorLoss(
  tx: Tx,
  { row, deal }: Financing,
  { lost, writeOffId, today }: { lost: Exposure; writeOffId: string; today: string },
): Promise<boolean> {
  const { held } = await tx
    .selectFrom('discountRelease')
    .select(({ fn }) => fn.sum<string | null>('rebateToPrincipal').as('held'))
    .where('writeOffId', '=', writeOffId)
    .executeTakeFirstOrThrow()
  const key = { eventType: 'CORRECTION', sourceType: 'WRITE_OFF', sourceId: writeOffId, seq: 0 }
  return post(tx, outside(writeOff(key, deal, lost, amountOf(held ?? '0', row.currency))), {
    valueDate: today,
    postedOn: today,
    orderId: row.id,
  })
}

/** What came in on a loss before its recoveries told what ended of the receivable, in the order in which it was posted. Its
 *  correction belongs to the receipt and goes with it. */
async function mirrorRecoveries(
  tx: Tx,
  financing: Financing,
  { lost, today }: { lost: Exposure; today: string },
): Promise<boolean> {
  const { row, kind } = financing
  const { rows } = await sql<{ repaymentId: string; payerRole: string; payerBuyerId: string | null; amount: string }>`
    select r.id as repayment_id, r.payer_role, r.payer_buyer_id, p.amount from journal j
    join repayment r on r.id::text = j.source_id join posting p on p.journal_id = j.id and p.book = 'F' and p.account = '5000'
    where j.order_id = ${row.id} and j.event = 'RECOVERY' and not j.memo ? 'ended' and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id) order by r.posted_at, r.no`.execute(tx)
  const none = M.zero(row.currency)
  let owned = await ownedWhenLost(tx, row)
  let [before, added] = [none, false]
  for (const { repaymentId, payerRole, payerBuyerId, amount } of rows) {
    const recovered = amountOf(amount, row.currency)
    const part = lossBetween(lost, before, M.add(before, recovered))
    const payer = payerRole === 'SUPPLIER' ? 'SUPPLIER' : 'BUYER'
    const left = M.subtract(exposureTotal(lost), before)
    const takenBack = payer === 'SUPPLIER' ? takenBackOf({ lost, left, owned }, part.principal) : []
    const paid = payer === 'SUPPLIER' ? takenBack : [{ buyer: payerBuyerId ?? row.buyerId, amount: recovered }]
    owned = owned.map(({ buyer, amount: all }) => {
      const gone = paid.filter((one) => one.buyer === buyer).map((one) => one.amount)
      return { buyer, amount: M.atLeastZero(M.subtract(all, M.sum(gone, row.currency))) }
    })
    const key = { eventType: 'CORRECTION', sourceType: 'REPAYMENT', sourceId: repaymentId, seq: 0 }
    const deal = payerBuyerId ? dealWith(financing.deal, payerBuyerId) : financing.deal
    const expected = await expectedBy(tx, row)
    const journal = recover(key, deal, { part, reserve: none, beyond: none, takenBack, payer, kind, expected })
    const ended = Object.fromEntries(takenBack.map((one) => [one.buyer, M.toDecimal(one.amount)]))
    added = (await post(tx, outside(journal), { valueDate: today, postedOn: today, orderId: row.id, memo: { ended } })) || added
    before = M.add(before, recovered)
  }
  return added
}

/** The funder's receivable when a loss was taken, by debtor. */
async function ownedWhenLost(tx: Tx, { id, currency }: Financing['row']): Promise<{ buyer: string; amount: M.Money }[]> {
  const { rows } = await sql<{ buyer: string; amount: string }>`
    select p.counterparty_id as buyer, sum(case p.side when 'C' then p.amount else -p.amount end) as amount
    from journal j join posting p on p.journal_id = j.id and p.book = 'F' and p.account = '1100'
    where j.order_id = ${id} and j.event = 'WRITE_OFF' and p.counterparty_id is not null group by 1 order by 1`.execute(tx)
  return rows.map(({ buyer, amount }) => ({ buyer, amount: amountOf(amount, currency) }))
}
