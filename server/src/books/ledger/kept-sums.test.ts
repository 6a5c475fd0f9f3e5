import type { Book } from '@usance/domain/ledger/accounts'
import { addDays } from '@usance/domain/local-date'
import { money } from '@usance/domain/money'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { foldBooks } from '../../jobs/fold-books.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { checkKeptSums } from './kept-sums.ts'
import { moveJournal, postAll, reverseJournal } from './post.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Booked = { orderId?: string; valueDate?: string; postedOn?: string; currency?: string; minor?: bigint; isTurned?: boolean }
/** A balanced journal in the books of a funder and its supplier. */
function entryOf({
  orderId = newId(),
  valueDate = openingDay,
  currency = 'USD',
  minor = 100n,
  isTurned = false,
  ...facts
}: Booked) {
  const { elm, alder } = portal.world.companies
  const dims = { order: orderId }
  const amount = money(minor, currency)
  const line = (book: Book, owner: string, account: string, isDebit: boolean) => {
    const side = isDebit === isTurned ? ('C' as const) : ('D' as const)
    return { book, owner, account, side, amount, dims }
  }
  const postings = [
    line('F', elm, '1200', true),
    line('F', elm, '4000', false),
    line('S', alder, '5000', true),
    line('S', alder, '2000', false),
  ]
  // The order of the lines is the order in which a transaction reaches their sums.
  if (isTurned) postings.reverse()
  const key = { eventType: 'ACCRUAL', sourceType: 'TEST', sourceId: newId(), seq: 0 }
  return { journal: { key, postings }, facts: { valueDate, postedOn: facts.postedOn ?? valueDate } }
}
const dayOf = (n: number) => addDays('2025-01-20', n % 60)
const bookedAgain = async (n: number, work: (journalId: string) => Promise<unknown>) => {
  const { rows } = await portal.look((tx) =>
    sql<{ id: string }>`select id from journal j where source_type = 'TEST' and reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id) order by key`.execute(tx),
  )
  const journal = rows[n % Math.max(1, rows.length)]
  if (journal) await work(journal.id)
}

/** What happens to the books over time. */
const happenings: Record<string, (n: number) => Promise<unknown>> = {
  'a journal is booked on its day': (n) =>
    portal.look((tx) => postAll(tx, [entryOf({ valueDate: dayOf(n), currency: n % 3 ? 'USD' : 'JPY', minor: BigInt(n + 1) })])),
  'one is booked days later': (n) =>
    portal.look((tx) =>
      postAll(tx, [entryOf({ valueDate: dayOf(n), postedOn: addDays(dayOf(n), n % 50), minor: BigInt(n + 1) })]),
    ),
  'many are booked by one statement': (n) =>
    portal.look((tx) =>
      postAll(
        tx,
        [0, 1, 2, 3].map((more) => entryOf({ valueDate: dayOf(n + more), postedOn: dayOf(n + 3), isTurned: more % 2 === 0 })),
      ),
    ),
  'one is taken back': (n) =>
    bookedAgain(n, (id) => portal.look((tx) => reverseJournal(tx, id, { postedOn: addDays(dayOf(n), 90) }))),
  'one moves to another day': (n) =>
    bookedAgain(n, (id) => portal.look((tx) => moveJournal(tx, id, { valueDate: dayOf(n), postedOn: addDays(dayOf(n), 90) }))),
  'a transaction is rolled back': (n) =>
    portal
      .look(async (tx) => {
        await postAll(tx, [entryOf({ minor: BigInt(n + 1) })])
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      }),
  'the changes are folded': () => foldBooks(portal.app),
}
class RolledBack extends Error {}

type Asked = { from: string; to: string; basis: 'KNOWN' | 'REPORTED' }
const linesShown = async (seat: Seat, body: Asked) => {
  const { statements, bookedLater } = await portal.ask(seat, ledgerCalls.trialBalance, { body })
  const lines = statements.flatMap(({ currency, trialBalance }) =>
    trialBalance.map(({ account, debit, credit, closing }) => [
      `${account} ${currency}`,
      ...[debit, credit, closing].map(Number),
    ]),
  )
  return { lines, entries: bookedLater?.entries ?? 0 }
}
/** The same of the postings alone. */
const linesAdded = (seat: Seat, { from, to, basis }: Asked) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ name: string; debit: string; credit: string; closing: string; opening: string }>`
      select * from (
        select p.book || p.account || ' ' || p.currency as name,
          coalesce(sum(p.amount) filter (where p.side = 'D' and p.value_date >= ${from}::date), 0) as debit,
          coalesce(sum(p.amount) filter (where p.side = 'C' and p.value_date >= ${from}::date), 0) as credit,
          sum(case p.side when 'D' then p.amount else -p.amount end) as closing
        from posting p join journal j on j.id = p.journal_id
        where p.owner_id = ${seat.companyId} and p.value_date <= ${to}::date and (${basis} = 'KNOWN' or j.posted_on <= ${to}::date)
        group by 1, p.book, p.account, p.currency order by p.currency, p.account) sums
      where debit <> 0 or credit <> 0 or closing <> 0`.execute(tx)
    const { rows: later } = await sql<{ entries: number }>`
      select count(distinct j.id)::int as entries from posting p join journal j on j.id = p.journal_id
      where p.owner_id = ${seat.companyId} and p.value_date <= ${to}::date and j.posted_on > ${to}::date`.execute(tx)
    const onNormal = (name: string, closing: number) => (/^(F4|S2)/.test(name) && closing !== 0 ? -closing : closing)
    return {
      lines: rows.map(({ name, debit, credit, closing }) => [
        name,
        Number(debit),
        Number(credit),
        onNormal(name, Number(closing)),
      ]),
      entries: later[0]!.entries,
    }
  })

describe('the kept sums of the books', () => {
  test('equal the postings after whatever happens, in any order, and so do the books of any period', async () => {
    const { elmMaker, alderMaker } = portal.seats
    const happening = fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(300))
    const period = fc.tuple(fc.nat(80), fc.nat(80), fc.constantFrom('KNOWN' as const, 'REPORTED' as const))
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 5, maxLength: 20 }),
        fc.array(period, { minLength: 2, maxLength: 4 }),
        async (story, periods) => {
          for (const [what, n] of story) await happenings[what]!(n)
          expect(await portal.look(checkKeptSums)).toEqual([])
          for (const [start, days, basis] of periods) {
            const asked = { from: addDays('2025-01-01', start), to: addDays('2025-01-01', start + days), basis }
            for (const seat of [elmMaker, alderMaker])
              expect(await linesShown(seat, asked)).toEqual(await linesAdded(seat, asked))
          }
        },
      ),
      { numRuns: 12, seed: 7 },
    )
  })

  test('are folded into one row of a day, and the changes are gone', async () => {
    const before = { from: openingDay, to: openingDay, basis: 'KNOWN' as const }
    await portal.look((tx) => postAll(tx, [entryOf({})]))
    await portal.look((tx) => postAll(tx, [entryOf({})]))
    const unfolded = await linesShown(portal.seats.elmMaker, before)
    const [, folded] = await Promise.all([foldBooks(portal.app), foldBooks(portal.app)])
    expect(folded).toBeGreaterThanOrEqual(0)
    expect(await linesShown(portal.seats.elmMaker, before)).toEqual(unfolded)
    const left = await portal.look((tx) => tx.selectFrom('bookChange').select('id').execute())
    expect(left).toEqual([])
    expect(await portal.look(checkKeptSums)).toEqual([])
  })

  test('let transactions that book the same accounts of a day pass each other, while the sums are folded', async () => {
    // Each books twice, and the other the other way round; neither has ended when the other one books and commits.
    await portal.look(async (tx) => {
      await postAll(tx, [entryOf({})])
      await portal.look(async (other) => {
        await postAll(other, [entryOf({ isTurned: true })])
        await postAll(other, [entryOf({})])
      })
      await foldBooks(portal.app)
      await postAll(tx, [entryOf({ isTurned: true })])
    })
    const many = Array.from({ length: 24 }, (_, n) =>
      portal.look(async (tx) => {
        await postAll(tx, [entryOf({ isTurned: n % 2 === 0 })])
        await postAll(tx, [entryOf({ isTurned: n % 2 === 1 })])
      }),
    )
    await Promise.all([...many, foldBooks(portal.app), foldBooks(portal.app)])
    expect(await portal.look(checkKeptSums)).toEqual([])
  })

  test('are seen by their owner alone, and changed by nobody but the postings', async () => {
    const { elm, alder } = portal.world.companies
    await foldBooks(portal.app)
    await portal.look((tx) => postAll(tx, [entryOf({})]))
    const ownersSeen = async (table: string, companyId: string) => {
      const { rows } = await inTransaction(portal.app.db, { kind: 'company', companyId }, 'read', (tx) =>
        sql<{ ownerId: string }>`select distinct owner_id from ${sql.table(table)}`.execute(tx),
      )
      return rows.map(({ ownerId }) => ownerId)
    }
    for (const table of ['book_day', 'book_change', 'book_sum'])
      for (const companyId of [elm, alder]) expect(await ownersSeen(table, companyId)).toEqual([companyId])
    for (const statement of [
      'update book_day set debit = 0',
      'delete from book_day',
      'update book_change set debit = 0',
      'delete from book_change',
      'insert into book_change (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines) select owner_id, book, account, currency, value_date, posted_on, debit, credit, lines from book_day',
      'select build_book_sums()',
    ])
      await expect(portal.look((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/)
  })

  test('are named by the check where they are not the postings, and are built anew from these', async () => {
    await foldBooks(portal.app)
    await portal.asOwner(async (db) => {
      await sql`update book_day set credit = credit + 1.5 where book = 'F' and account = '4000' and currency = 'USD'
        and value_date = (select max(value_date) from book_day where currency = 'USD') and posted_on = (select max(posted_on) from book_day d
        where d.currency = 'USD' and d.value_date = (select max(value_date) from book_day where currency = 'USD'))`.execute(db)
    })
    const found = await portal.look(checkKeptSums)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      invariant: 'JOURNALS_BALANCE',
      detail: 'The kept sums differ from the postings by USD 0.00 of debits, USD 1.50 of credits.',
    })
    await portal.asOwner((db) => sql`select build_book_sums()`.execute(db))
    expect(await portal.look(checkKeptSums)).toEqual([])
  })
})

test('the books of a period and their pack read no posting of an earlier day', async () => {
  const { elmMaker } = portal.seats
  const body = { from: '2025-06-01', to: '2025-06-30', basis: 'KNOWN' as const }
  await portal.look((tx) => postAll(tx, [entryOf({ minor: 500n }), entryOf({ valueDate: '2025-06-10', minor: 700n })]))
  const packOf = async () => {
    const { header, ...rest } = JSON.parse(String(await portal.ask(elmMaker, ledgerCalls.closePack, { body })))
    return { journals: rest.journals, trialBalance: rest.trialBalance }
  }
  const [shown, pack] = [await linesShown(elmMaker, body), await packOf()]
  expect(pack.journals).toHaveLength(1)
  expect(pack.trialBalance.some(({ opening }: { opening: string }) => Number(opening) !== 0)).toBe(true)
  await portal.asOwner((db) =>
    inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from posting where value_date < ${body.from}::date`.execute(tx)
    }),
  )
  expect(await linesShown(elmMaker, body)).toEqual(shown)
  expect(await packOf()).toEqual(pack)
})
