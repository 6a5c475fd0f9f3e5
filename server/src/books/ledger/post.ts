import { type Journal, type JournalKey, journalKeyText } from '@usance/domain/ledger/journal'
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

/** Adds journals with one statement however many there are; answers how many were new. A journal without lines is none. */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<number> {
  const rows = entries.filter(({ journal }) => journal.postings.length > 0).map((entry) => ({ id: newId(), entry }))
  if (rows.length === 0) return 0
  const journals = rows.map(({ id, entry: { journal, facts } }) => ({
    id,
    key: journalKeyText(journal.key),
    event: journal.key.eventType,
    order_id: facts.orderId ?? null,
    invoice_id: facts.invoiceId ?? null,
    source_type: journal.key.sourceType,
    source_id: journal.key.sourceId,
    value_date: facts.valueDate,
    posted_on: facts.postedOn,
    memo: facts.memo ?? {},
    created_by: facts.by ?? null,
  }))
  let place = 0
  const postings = rows.flatMap(({ id, entry: { journal, facts } }) =>
    journal.postings.map(({ book, owner, account, side, amount, dims }) => ({
      place: place++,
      journal_id: id,
      book,
      owner_id: owner,
      account,
      currency: amount.currency,
      side,
      amount: toDecimal(amount),
      order_id: dims.order || null,
      item_id: dims.item || null,
      counterparty_id: dims.counterparty || null,
      value_date: facts.valueDate,
    })),
  )
  const added = await sql<{ n: number }>`
    with added as (
      insert into journal (id, key, event, order_id, invoice_id, source_type, source_id, value_date, posted_on, memo, created_by)
      select * from json_to_recordset(${JSON.stringify(journals)}::json) as x (id uuid, key text, event text, order_id uuid, invoice_id uuid, source_type text, source_id text, value_date date, posted_on date, memo jsonb, created_by uuid)
      on conflict (key) do nothing returning id),
    lines as (
      insert into posting (journal_id, book, owner_id, account, currency, side, amount, order_id, item_id, counterparty_id, value_date)
      select x.journal_id, x.book, x.owner_id, x.account, x.currency, x.side, x.amount, x.order_id, x.item_id, x.counterparty_id, x.value_date
      from json_to_recordset(${JSON.stringify(postings)}::json) as x (place int, journal_id uuid, book text, owner_id uuid, account text, currency text, side text, amount numeric, order_id uuid, item_id uuid, counterparty_id uuid, value_date date)
      join added on added.id = x.journal_id order by x.place)
    select count(*)::int as n from added`.execute(tx)
  return added.rows[0]!.n
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

/** Moves a standing journal to another value date: its mirror on the old day, and the same lines on the new one. */
export async function moveJournal(
  tx: Tx,
  journalId: string,
  { valueDate, ...facts }: Pick<PostFacts, 'valueDate' | 'postedOn' | 'by'>,
): Promise<void> {
  if (!(await reverseJournal(tx, journalId, facts))) throw new Error(`Journal ${journalId} stands no more.`)
  const id = newId()
  await sql`
    insert into journal (id, key, event, order_id, invoice_id, source_type, source_id, value_date, posted_on, memo, created_by)
    select ${id}, 'MOVED:JOURNAL:' || id || ':1', event, order_id, invoice_id, source_type, source_id, ${valueDate}::date,
           ${facts.postedOn}, memo, ${facts.by ?? null}
    from journal where id = ${journalId}`.execute(tx)
  await sql`
    insert into posting (journal_id, book, owner_id, account, currency, side, amount, order_id, item_id, counterparty_id, value_date)
    select ${id}, book, owner_id, account, currency, side, amount, order_id, item_id, counterparty_id, ${valueDate}::date
    from posting where journal_id = ${journalId} order by id`.execute(tx)
}

/** How often an event of a source was booked, mirrored or not: the number that its next journal takes in its key. */
export async function bookedBefore(tx: Tx, of: Omit<JournalKey, 'seq'>): Promise<number> {
  const { n } = await tx
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('event', '=', of.eventType)
    .where('sourceType', '=', of.sourceType)
    .where('sourceId', '=', of.sourceId)
    .where('reversalOf', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
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
