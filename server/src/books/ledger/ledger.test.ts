import type { Violation } from '@usance/domain/ledger/invariants'
import { remitToPlatform } from '@usance/domain/ledger/templates'
import { money } from '@usance/domain/money'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../database/database.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { dealOf } from '../servicing/load-order.ts'
import { checkBooks } from './check-books.ts'
import { post, reverseJournal } from './post.ts'

let portal: Portal
let order: { orderId: string }
beforeAll(async () => {
  portal = await openPortal()
  order = await aFundedOrder(portal)
})
afterAll(() => portal.close())

const remit = () =>
  portal.look(async (tx) => {
    const row = await tx.selectFrom('financeOrder').selectAll().where('id', '=', order.orderId).executeTakeFirstOrThrow()
    const key = { eventType: 'FEE_REMIT', sourceType: 'TEST', sourceId: 'once', seq: 0 }
    const journal = remitToPlatform(key, dealOf(row, portal.world.companies.platform), money(100n, 'USD'))
    return post(tx, journal, { valueDate: openingDay, postedOn: openingDay, orderId: row.id })
  })
const due = () =>
  portal.look(async (tx) =>
    tx
      .selectFrom('ledgerBalance')
      .select('balance')
      .where('orderId', '=', order.orderId)
      .where('book', '=', 'F')
      .where('account', '=', '2300')
      .executeTakeFirstOrThrow(),
  )

test('a journal is posted once, also by several at the same moment, and taken back once', async () => {
  expect((await due()).balance).toBe('-375.0000')
  const added = await Promise.all([remit(), remit(), remit()])
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await remit()).toBe(false)
  expect((await due()).balance).toBe('-374.0000')
  const takeBack = () =>
    portal.look(async (tx) => {
      const journal = await tx
        .selectFrom('journal')
        .select('id')
        .where('sourceId', '=', 'once')
        .where('reversalOf', 'is', null)
        .executeTakeFirstOrThrow()
      return reverseJournal(tx, journal.id, { postedOn: openingDay })
    })
  expect((await Promise.all([takeBack(), takeBack()])).filter(Boolean)).toHaveLength(1)
  expect((await due()).balance).toBe('-375.0000')
  expect(await brokenLaws(portal)).toEqual([])
})

test('what is posted can neither be changed nor removed', async () => {
  for (const statement of [
    'update posting set amount = amount + 1',
    'delete from posting',
    "update journal set event = 'X'",
    'update ledger_balance set balance = 0',
  ])
    await expect(portal.look((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied|only ever added/)
})

test('a journal that does not balance is refused when its transaction commits', async () => {
  const lopsided = portal.look(async (tx) => {
    const id = crypto.randomUUID()
    await sql`insert into journal (id, key, event, source_type, source_id, value_date, posted_on)
      values (${id}, ${id}, 'TEST', 'TEST', 'lopsided', ${openingDay}, ${openingDay})`.execute(tx)
    await sql`insert into posting (journal_id, book, owner_id, account, currency, side, amount, value_date)
      values (${id}, 'F', ${portal.world.companies.elm}, '1000', 'USD', 'D', 1, ${openingDay})`.execute(tx)
  })
  await expect(lopsided).rejects.toThrow('does not balance')
})

class RolledBack extends Error {}
describe('the check of the books names', () => {
  /** The laws that a change breaks, made as an owner of the database can; the change is rolled back. */
  const broken = async (change: string) => {
    const found: Violation[] = []
    const inside = async (tx: Tx) => {
      await sql.raw(change).execute(tx)
      found.push(...(await checkBooks(tx)))
      throw new RolledBack()
    }
    await portal
      .asOwner((db) => inTransaction(db, { kind: 'system' }, 'write', inside))
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    // Each figure is an amount as people write it; what else has digits is an account.
    for (const { detail } of found)
      expect(detail.replace(/\bUSD -?\d{1,3}(,\d{3})*\.\d\d(?!\d)/g, '').replace(/\b[FPSB]\d{4}\b/g, '')).not.toMatch(/\d/)
    return [...new Set(found.map((one) => one.invariant))]
  }
  test('an order that shows another principal than its payments', async () =>
    expect(await broken(`update finance_order set principal_outstanding = 1 where id = '${order.orderId}'`)).toEqual([
      'PRINCIPAL',
    ]))
  test('an order that is called settled and still owes', async () =>
    expect(await broken(`update finance_order set status = 'SETTLED' where id = '${order.orderId}'`)).toEqual([
      'BOOKS_AGREE',
      'PRINCIPAL',
    ]))
  test('reserve paid out that nobody booked', async () => {
    const change = `insert into payment (id, no, type, order_id, funder_id, payee_company_id, amount, currency, status)
      select gen_random_uuid(), 'PAY-X', 'RELEASE', id, funder_id, supplier_id, 5, 'USD', 'PAID' from finance_order where id = '${order.orderId}'`
    expect(await broken(change)).toContain('FUNDS_IN_USE')
  })
  test('balances that are not their postings, and bank accounts that are not what moved', async () => {
    const change = `set local session_replication_role = replica;
      update ledger_balance set balance = balance + 1234567.5 where book = 'F' and account in ('1000', '1100', '2300', '2900')`
    expect(await broken(change)).toEqual(expect.arrayContaining(['JOURNALS_BALANCE', 'BANK_AGREES', 'BOOKS_AGREE']))
  })
  test('a discount that is neither earned nor unearned', async () => {
    const change = `update finance_order set funded_terms = replace(funded_terms::text, '1020.00', '1019.00')::jsonb where id = '${order.orderId}'`
    expect(await broken(change)).toContain('INTEREST_POSTED')
  })
  test('a fee for a period that is neither earned nor unearned', async () => {
    const change = `update finance_order set funded_terms = replace(funded_terms::text, '75.00', '74.00')::jsonb where id = '${order.orderId}'`
    expect(await broken(change)).toEqual(['INTEREST_POSTED'])
  })
})

test('the books of a long order come page by page in whole journals, and tell that there are more', async () => {
  const { orderId } = order
  await portal.look(async (tx) => {
    const row = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    for (let seq = 0; seq < 205; seq++) {
      const key = { eventType: 'FEE_REMIT', sourceType: 'TEST', sourceId: 'many', seq }
      const journal = remitToPlatform(key, dealOf(row, portal.world.companies.platform), money(1n, 'USD'))
      await post(tx, journal, { valueDate: openingDay, postedOn: openingDay, orderId })
    }
  })
  const pageOf = (page: number) => portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId, page } })
  const [first, second] = [await pageOf(1), await pageOf(2)]
  expect([first.journals.length, first.more, second.more]).toEqual([200, true, false])
  const all = [...first.journals, ...second.journals]
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.every(({ totals }) => totals.every(({ balanced }) => balanced))).toBe(true)
  expect(second.journals.map(({ event }) => event)).toContain('FUNDING')
})
