import { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asksNoMore, elevate, inTransaction } from '../database/database.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const change = (statement: ReturnType<typeof sql>) => portal.asOwner((db) => statement.execute(db))
const buyers = (seat = portal.seats.alderViewer) => portal.ask(seat, arCalls.queryBuyerList, { body: { currency: 'USD' } })
const ageing = (seat = portal.seats.alderViewer) => portal.ask(seat, arCalls.queryDueBalance, { body: { currency: 'USD' } })

describe('a reading that begins before the database has said who is calling', () => {
  test('is answered for nobody whose session has ended meanwhile, and again once it goes on', async () => {
    const first = await ageing()
    expect(await ageing()).toEqual(first)
    await change(sql`update session set ended_at = now() where user_id = ${portal.seats.alderViewer.userId}`)
    expect(await refusalOf(ageing())).toMatchObject({ error: 'SESSION_EXPIRED' })
    expect(await refusalOf(buyers())).toMatchObject({ error: 'SESSION_EXPIRED' })
    await change(sql`update session set ended_at = null where user_id = ${portal.seats.alderViewer.userId}`)
    expect(await ageing()).toEqual(first)
  })

  test('is answered for nobody whose seat has been taken away meanwhile', async () => {
    const { userId } = portal.seats.alderViewer
    await ageing()
    await change(sql`update user_company_role set status = 'DISABLE' where user_id = ${userId}`)
    expect(await refusalOf(ageing())).toMatchObject({ error: 'SEAT_LOST' })
    await change(sql`update user_company_role set status = 'ENABLE' where user_id = ${userId}`)
    await ageing()
  })

  test('shows the rows of the company that the session has moved to, never those of the one before', async () => {
    const { alderViewer, birchMaker } = portal.seats
    const { alder, birch, cedar } = portal.world.companies
    await portal.look((tx) =>
      sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, doc_status, fp1, fp2, fp3)
        values (gen_random_uuid(), ${alder}, ${cedar}, 'E-1', 'E-1', '2025-01-02', '2025-02-02', 'USD', 111, 'CONFIRMED', '1', '2', '3')`.execute(
        tx,
      ),
    )
    expect(await ageing()).toMatchObject({ total: '111.00' })
    expect(await ageing()).toMatchObject({ total: '111.00' })
    await change(
      sql`insert into user_company_role (id, user_id, company_id, role, user_roles, status) select gen_random_uuid(), ${alderViewer.userId}, company_id, role, user_roles, status from user_company_role where user_id = ${birchMaker.userId} and company_id = ${birch}`,
    )
    await change(sql`update session set company_id = ${birch} where user_id = ${alderViewer.userId}`)
    expect(await ageing()).toMatchObject({ total: '0.00' })
    await change(sql`update session set company_id = ${alder} where user_id = ${alderViewer.userId}`)
    expect(await ageing()).toMatchObject({ total: '111.00' })
  })
})

test('a reading that asks on after it said it would not still sees the rows of its caller alone', async () => {
  const { alder, birch } = portal.world.companies
  const scope = { kind: 'company', companyId: alder, userId: portal.seats.alderViewer.userId } as const
  const seen = await inTransaction(portal.app.db, scope, 'read', async (tx) => {
    const count = async () =>
      (
        await sql<{ n: number; company: string }>`select count(*)::int as n, app_company()::text as company from invoice`.execute(
          tx,
        )
      ).rows[0]
    const first = count()
    asksNoMore(tx)
    const [second, third] = [count(), count()]
    return Promise.all([first, second, third, first.then(count)])
  })
  expect(seen).toEqual(Array(4).fill({ n: 1, company: alder }))
  expect(
    await inTransaction(portal.app.db, { ...scope, companyId: birch }, 'read', (tx) => sql`select from invoice`.execute(tx)),
  ).toMatchObject({ rows: [] })
})

/** The scopes that the pool's connections are in while nobody uses them: of a connection without an open transaction it is unset. */
const scopesLeft = async () => {
  const bare = sql<{ scope: string | null; isAlone: boolean }>`
    select nullif(current_setting('app.scope', true), '') as scope, now() = statement_timestamp() as is_alone, pg_sleep(0.02)`
  const answers = await Promise.all(Array.from({ length: 30 }, () => bare.execute(portal.app.db)))
  return answers.flatMap(({ rows }) => rows.filter(({ scope, isAlone }) => scope !== null || !isAlone))
}

test('a reading that elevates last and runs no further query leaves no transaction open', async () => {
  const { alder } = portal.world.companies
  for (let n = 0; n < 20; n++)
    await inTransaction(portal.app.db, { kind: 'company', companyId: alder }, 'read', async (tx) => {
      void sql`select count(*) from invoice`.execute(tx)
      asksNoMore(tx)
      await elevate(tx)
    })
  expect(await scopesLeft()).toEqual([])
})

test('a reading of which one part fails while another one asks on leaves no transaction open', async () => {
  const { alder } = portal.world.companies
  for (let n = 0; n < 20; n++) {
    const failed = inTransaction(portal.app.db, { kind: 'company', companyId: alder }, 'read', (tx) => {
      const count = () => sql`select count(*) from invoice`.execute(tx)
      const parts = Promise.all([count().then(count), sql`select pg_sleep(0.02), 1 / (random() * 0)::int`.execute(tx)])
      asksNoMore(tx)
      return parts
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
  }
  expect(await scopesLeft()).toEqual([])
})

test('a write that fails tells its first fault, whatever is refused after it', async () => {
  const failed = inTransaction(portal.app.db, { kind: 'none' }, 'write', async (tx) => {
    void sql`select 1 / (random() * 0)::int`.execute(tx).catch(() => {})
    // Of two equal statements the database has prepared neither, because the first one was refused.
    const equal = () => sql`select ${'equal'}::text as word, ${'in a failed transaction'}::text`.execute(tx)
    void equal().catch(() => {})
    void equal().catch(() => {})
    await equal()
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
})
