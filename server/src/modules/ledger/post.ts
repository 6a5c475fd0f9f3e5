import { type Journal, journalKeyText } from '@usance/domain/ledger/journal'
import { toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'

export type PostFacts = {
  /** The day the event took effect. */
  valueDate: string
  /** The business date on which it is written down. */
  postedOn: string
  orderId?: string | null
  invoiceId?: string | null
  memo?: Record<string, unknown>
  by?: string | null
}
export type Entry = { journal: Journal; facts: PostFacts }

/** Adds a journal to the books, in the caller's transaction; one with a key that is already there changes nothing. The
 *  transaction must see every company. Answers whether it was added. */
export const post = async (tx: Tx, journal: Journal, facts: PostFacts): Promise<boolean> =>
  (await postAll(tx, [{ journal, facts }])) === 1

/** Adds journals with two statements however many there are; answers how many were new. A journal without lines is none. */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<number> {
  const rows = entries.filter(({ journal }) => journal.postings.length > 0).map((entry) => ({ id: newId(), entry }))
  if (rows.length === 0) return 0
  const added = new Set<string>()
  for (let at = 0; at < rows.length; at += 500) {
    const inserted = await tx
      .insertInto('journal')
      .values(
        rows.slice(at, at + 500).map(({ id, entry: { journal, facts } }) => ({
          id,
          key: journalKeyText(journal.key),
          event: journal.key.eventType,
          orderId: facts.orderId ?? null,
          invoiceId: facts.invoiceId ?? null,
          sourceType: journal.key.sourceType,
          sourceId: journal.key.sourceId,
          valueDate: facts.valueDate,
          postedOn: facts.postedOn,
          memo: JSON.stringify(facts.memo ?? {}),
          createdBy: facts.by ?? null,
        })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) added.add(id)
  }
  const postings = rows
    .filter(({ id }) => added.has(id))
    .flatMap(({ id, entry: { journal, facts } }) =>
      journal.postings.map(({ book, owner, account, side, amount, dims }) => ({
        journalId: id,
        book,
        ownerId: owner,
        account,
        currency: amount.currency,
        side,
        amount: toDecimal(amount),
        orderId: dims.order || null,
        itemId: dims.item || null,
        counterpartyId: dims.counterparty || null,
        valueDate: facts.valueDate,
      })),
    )
  for (let at = 0; at < postings.length; at += 1000)
    await tx
      .insertInto('posting')
      .values(postings.slice(at, at + 1000))
      .execute()
  return added.size
}

/** L16: adds the mirror of a journal. One that has been reversed already stays as it is. */
export async function reverseJournal(
  tx: Tx,
  journalId: string,
  facts: Pick<PostFacts, 'postedOn' | 'by' | 'memo'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into journal (id, key, event, order_id, invoice_id, source_type, source_id, value_date, posted_on, reversal_of, memo, created_by)
    select ${newId()}, 'REVERSAL:JOURNAL:' || id || ':1', event, order_id, invoice_id, source_type, source_id, value_date,
           ${facts.postedOn}, id, ${JSON.stringify(facts.memo ?? {})}, ${facts.by ?? null}
    from journal where id = ${journalId} and reversal_of is null
    on conflict do nothing returning id`.execute(tx)
  const mirror = rows[0]
  if (!mirror) return false
  await sql`
    insert into posting (journal_id, book, owner_id, account, currency, side, amount, order_id, item_id, counterparty_id, value_date)
    select ${mirror.id}, book, owner_id, account, currency, case side when 'D' then 'C' else 'D' end, amount, order_id, item_id,
           counterparty_id, value_date
    from posting where journal_id = ${journalId} order by id`.execute(tx)
  return true
}

/** Journals of a source that still stand: neither mirrors nor mirrored. Newest first, as they are taken back. */
export const standingJournals = (tx: Tx, where: { sourceType: string; sourceId: string }) =>
  tx
    .selectFrom('journal as j')
    .select(['j.id', 'j.event', 'j.valueDate'])
    .where('j.sourceType', '=', where.sourceType)
    .where('j.sourceId', '=', where.sourceId)
    .where('j.reversalOf', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('journal as m').select('m.id').whereRef('m.reversalOf', '=', 'j.id'))),
    )
    .orderBy('j.createdAt', 'desc')
    .orderBy('j.id', 'desc')
    .execute()
