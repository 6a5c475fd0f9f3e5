import { writeOff } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { heldOf } from '@usance/domain/servicing/released'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { post, reverseJournal } from '../ledger/post.ts'
import { diluteLoss } from './dilute-loss.ts'
import { exposureOf, exposureParts, isNothingLost } from './exposure.ts'
import { type Financing, loadFinancings } from './load-order.ts'
import { moveOrder, storeStatus } from './move-order.ts'
import { owedBackOf } from './owed-back.ts'
import { owedByBuyer } from './owed-by.ts'
import { isRecovery } from './recoveries.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { keptFromLoss, reservesOf } from './reserves.ts'
import { unwind } from './unwind.ts'

/** The loss of a written-off order: its write-off, the day, and the receipts that were booked on it, as they were posted. */
export type TakenLoss = { writeOffId: string; on: LocalDate; recoveries: RepaymentRow[] }

/** A credit note that a loss bore, and what reserve and supplier bore of it by then. */
export type BorneNote = { id: string; total: M.Money }

/**
 * L11: books the loss of a locked, overdue order as of a day. The reserve bears what it can, also what was drafted for payment, and the
 * rest is lost. Claims end, since a loss is no claim. Returns false, and books nothing, where nothing is owed or the reserve covers more than all of it.
 */
export async function bookLoss(
  context: UseCaseContext,
  financing: Financing,
  { writeOffId, on }: Pick<TakenLoss, 'writeOffId' | 'on'>,
): Promise<boolean> {
  const { tx, today, actor } = context
  const { row, deal } = financing
  const { exposure, loss } = await exposureOf(tx, row, await owedByBuyer(tx, financing))
  if (isNothingLost({ exposure, loss })) return false
  await moveOrder(context, row, 'writeOff', { principalOutstanding: '0' })
  const back = (await owedBackOf(tx, [row.id])).get(row.id)
  // Within the tolerance it is a fee as others are, and no debt that the loss leaves.
  const owedBack = back && back.dueOn !== null ? back.open : M.zero(row.currency)
  const held = await keepBorne(tx, { writeOffId, orderId: row.id, on, currency: row.currency })
  const before = await tx
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('event', '=', 'WRITE_OFF')
    .where('sourceId', '=', writeOffId)
    .where('reversalOf', 'is', null)
    .executeTakeFirstOrThrow()
  const key = { eventType: 'WRITE_OFF', sourceType: 'WRITE_OFF', sourceId: writeOffId, seq: Number(before.n) }
  await post(tx, writeOff(key, deal, exposure, held), {
    valueDate: on,
    postedOn: today,
    orderId: row.id,
    by: actor.userId,
    // Marks that the supplier's book follows the loss; without the mark, the next start adds what the book lacks.
    memo: { mirrored: true },
  })
  await tx
    .updateTable('writeOff')
    .set({
      status: 'PASSED',
      loss: M.toDecimal(loss),
      parts: JSON.stringify(exposureParts(exposure)),
      writtenOffOn: on,
      owedBack: M.toDecimal(owedBack),
    })
    .where('id', '=', writeOffId)
    .execute()
  await tx
    .updateTable('recourseClaim')
    .set({ status: 'CANCELLED' })
    .where('orderId', '=', row.id)
    .where('status', '=', 'OPEN')
    .execute()
  return true
}

/** The supplier's existing reserve bears the loss: it is no longer free, invoice by invoice. Returns its sum. */
async function keepBorne(
  tx: Tx,
  { writeOffId, orderId, on, currency }: { writeOffId: string; orderId: string; on: LocalDate; currency: string },
): Promise<M.Money> {
  const borne = (await reservesOf(tx, [orderId]))
    .map((reserve) => ({ itemId: reserve.itemId, amount: M.subtract(heldOf(reserve), keptFromLoss(reserve)) }))
    .filter(({ amount }) => !M.isZero(amount))
  if (borne.length > 0)
    await tx
      .insertInto('discountRelease')
      .values(
        borne.map(({ itemId, amount }) => ({
          id: newId(),
          writeOffId,
          orderId,
          itemId,
          valueDate: on,
          client: '0',
          fund: '0',
          rebate: '0',
          rebateToPrincipal: M.toDecimal(amount),
        })),
      )
      .execute()
  return M.sum(
    borne.map(({ amount }) => amount),
    currency,
  )
}

/** The loss that stands on an order, with the receipts booked on it. */
export async function takenLoss(tx: Tx, orderId: string): Promise<TakenLoss> {
  const { id: writeOffId, writtenOffOn } = await tx
    .selectFrom('writeOff')
    .select(['id', 'writtenOffOn'])
    .where('orderId', '=', orderId)
    .where('status', '=', 'PASSED')
    .executeTakeFirstOrThrow()
  const recoveries = await tx
    .selectFrom('repayment as r')
    .selectAll('r')
    .where('r.orderId', '=', orderId)
    .where('r.status', '=', 'POSTED')
    .where(isRecovery('r'))
    .orderBy('r.postedAt')
    .orderBy('r.no')
    .execute()
  return { writeOffId, on: writtenOffOn!, recoveries }
}

/**
 * Takes the loss of a locked order back with everything booked on it since: the order runs again as on the day before, until
 * `takeLossAgain`. Returns the credit notes that the loss bore; nobody bears them meanwhile.
 */
export async function reopenLoss(
  context: UseCaseContext,
  orderId: string,
  { writeOffId, on, recoveries }: TakenLoss,
): Promise<BorneNote[]> {
  const { tx, today, actor } = context
  for (const recovery of [...recoveries].reverse()) await unwind(context, recovery)
  const { rows } = await sql<{ id: string }>`
    select j.id from journal j where j.order_id = ${orderId}
      and (j.event in ('WRITE_OFF', 'FEES_LOST', 'DILUTION') or (j.event = 'CORRECTION' and j.source_type = 'WRITE_OFF'))
      and j.created_at >= (select max(l.created_at) from journal l where l.order_id = ${orderId} and l.event = 'WRITE_OFF' and l.reversal_of is null)
      and j.reversal_of is null and not exists (select from journal m where m.reversal_of = j.id)
    order by j.created_at desc, j.id desc`.execute(tx)
  for (const { id } of rows) await reverseJournal(tx, id, { postedOn: today, by: actor.userId })
  await tx.updateTable('discountRelease').set({ reversed: true }).where('writeOffId', '=', writeOffId).execute()
  await tx
    .updateTable('recourseClaim')
    .set({ status: 'OPEN' })
    .where('orderId', '=', orderId)
    .where('status', '=', 'CANCELLED')
    .execute()
  const { row } = (await loadFinancings(tx, [orderId])).get(orderId)!
  await storeStatus(context, row, 'OVERDUE', 'reopenLoss')
  return unbearNotes(tx, row, on)
}

/** Credit notes whose journals went with a loss are borne as far as other journals say so. Returns them with what was borne before. */
async function unbearNotes(
  tx: Tx,
  { id, currency }: Pick<Financing['row'], 'id' | 'currency'>,
  on: LocalDate,
): Promise<BorneNote[]> {
  const { rows } = await sql<{ id: string; total: string; absorbed: string; charged: string }>`
    select a.id, a.absorbed_by_reserve + a.charged_to_supplier as total,
      coalesce(sum(p.amount) filter (where p.account = '2000'), 0) as absorbed,
      coalesce(sum(p.amount) filter (where p.account = '1300'), 0) as charged
    from invoice_adjustment a
    left join journal s on s.event = 'DILUTION' and s.source_type = 'ADJUSTMENT' and s.source_id = a.id::text and s.reversal_of is null
      and not exists (select from journal m where m.reversal_of = s.id)
    left join posting p on p.journal_id = s.id and p.book = 'F' and p.side = 'D' and p.account in ('2000', '1300')
    where exists (select from journal d where d.source_type = 'ADJUSTMENT' and d.source_id = a.id::text and d.order_id = ${id}
      and d.event = 'DILUTION' and d.value_date >= ${on} and exists (select from journal m where m.reversal_of = d.id))
    group by a.id order by a.passed_at, a.id`.execute(tx)
  for (const { id: noteId, absorbed: absorbedByReserve, charged: chargedToSupplier } of rows)
    await tx.updateTable('invoiceAdjustment').set({ absorbedByReserve, chargedToSupplier }).where('id', '=', noteId).execute()
  return rows.map((note) => ({ id: note.id, total: amountOf(note.total, currency) }))
}

/**
 * Takes a reopened loss anew, of what is left on its day. Credit notes since then are booked on it again as far as nobody has borne
 * them since. Where nothing is lost any more, the write-off is over. Returns whether there is a loss.
 */
export async function takeLossAgain(
  context: UseCaseContext,
  orderId: string,
  { loss, notes, cause }: { loss: TakenLoss; notes: readonly BorneNote[]; cause: string },
): Promise<boolean> {
  const { tx, today, actor } = context
  const before = await tx
    .selectFrom('writeOff')
    .select(['no', 'loss'])
    .where('id', '=', loss.writeOffId)
    .executeTakeFirstOrThrow()
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  const { row } = financing
  const isLost = await bookLoss(context, financing, loss)
  if (!isLost)
    await tx
      .updateTable('writeOff')
      .set({ status: 'TAKEN_BACK', loss: null, writtenOffOn: null })
      .where('id', '=', loss.writeOffId)
      .execute()
  const after = await tx.selectFrom('writeOff').select('loss').where('id', '=', loss.writeOffId).executeTakeFirstOrThrow()
  const text = (amount: string | null) => M.toDecimal(amountOf(amount ?? '0', row.currency))
  await audit(context, {
    event: 'FINANCE_ORDER_LOSS_RESTATED',
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    objectNo: row.orderNo,
    before: { amount: text(before.loss), currency: row.currency },
    after: { amount: text(after.loss), currency: row.currency },
  })
  if (isLost) {
    const written = (await loadFinancings(tx, [orderId])).get(orderId)!
    const split = await diluteLoss(tx, written, { sourceType: 'LOSS_RESTATED', sourceId: cause, today, by: actor.userId })
    await shareSplit(tx, notes, split)
  }
  return isLost
}

/** Tells of the credit notes since a loss what the receivable bears and what the supplier owes of them, of each up to its total. */
async function shareSplit(tx: Tx, notes: readonly BorneNote[], split: { absorbed: M.Money; claim: M.Money }): Promise<void> {
  let left = split
  for (const { id, total } of notes) {
    const borne = await tx
      .selectFrom('invoiceAdjustment')
      .select((eb) => eb('absorbedByReserve', '+', eb.ref('chargedToSupplier')).as('sum'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const open = M.atLeastZero(M.subtract(total, amountOf(borne.sum, total.currency)))
    const absorbed = M.min(left.absorbed, open)
    const claim = M.min(left.claim, M.subtract(open, absorbed))
    left = { absorbed: M.subtract(left.absorbed, absorbed), claim: M.subtract(left.claim, claim) }
    await tx
      .updateTable('invoiceAdjustment')
      .set((eb) => ({
        absorbedByReserve: eb('absorbedByReserve', '+', M.toDecimal(absorbed)),
        chargedToSupplier: eb('chargedToSupplier', '+', M.toDecimal(claim)),
      }))
      .where('id', '=', id)
      .execute()
  }
}
