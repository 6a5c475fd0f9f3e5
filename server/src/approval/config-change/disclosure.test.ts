import { readFileSync } from 'node:fs'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { undisclose } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => undisclose(portal, 'cedar'))

const relationship = () =>
  portal.look((tx) =>
    tx
      .selectFrom('relationship')
      .selectAll()
      .where('supplierId', '=', portal.world.companies.alder)
      .where('buyerId', '=', portal.world.companies.cedar)
      .executeTakeFirstOrThrow(),
  )
const propose = async (changed: { disclosed?: boolean; termDays?: number }) => {
  const { id: targetId, version, supplierId, buyerId, termDays, disclosed, confirmMode } = await relationship()
  const values = { supplierId, buyerId, termDays, disclosed, confirmMode, status: 'ENABLE' as const, ...changed }
  return portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'RELATIONSHIP', targetId, version, values },
  })
}

test('a relationship is disclosed to its buyer only when its supplier agrees, who reads what changes', async () => {
  const { risk, settlement, alderChecker } = portal.seats
  const { no } = await propose({ disclosed: true })
  await decideChange(portal, risk, no)
  await decideChange(portal, settlement, no)
  expect((await relationship()).disclosed).toBe(false)
  const change = await portal.ask(alderChecker, configChangeCalls.change, { body: { no } })
  expect(change).toMatchObject({ kind: 'RELATIONSHIP', before: { disclosed: false }, after: { values: { disclosed: true } } })
  await decideChange(portal, alderChecker, no)
  expect((await relationship()).disclosed).toBe(true)
})

test('a supplier that refuses keeps its buyer untold, and the buyer reads nothing of it', async () => {
  const { risk, settlement, alderChecker, cedarChecker } = portal.seats
  const { no } = await propose({ disclosed: true })
  for (const seat of [risk, settlement]) await decideChange(portal, seat, no)
  expect((await refusalOf(portal.ask(cedarChecker, configChangeCalls.change, { body: { no } }))).error).toBe('NOT_FOUND')
  await decideChange(portal, alderChecker, no, 'REFUSED')
  expect((await relationship()).disclosed).toBe(false)
})

test('other terms of a relationship, and one that becomes undisclosed, are passed by staff alone', async () => {
  const { risk, settlement } = portal.seats
  const pass = async (no: string) => {
    for (const seat of [risk, settlement]) await decideChange(portal, seat, no)
  }
  await pass((await propose({ termDays: 75 })).no)
  expect(await relationship()).toMatchObject({ termDays: 75, disclosed: false })
  await portal.look((tx) => tx.updateTable('relationship').set({ disclosed: true }).execute())
  await pass((await propose({ disclosed: false })).no)
  expect((await relationship()).disclosed).toBe(false)
})

test('a disclosure in approval at the upgrade asks its supplier before it passes', async () => {
  const { risk, settlement, alderChecker } = portal.seats
  const { no } = await propose({ disclosed: true })
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.scope', 'system', true)`.execute(tx)
      await sql`update workflow_instance set business_type = 'LIMIT', supplier_id = null, steps = steps - 2
      where business_no = ${no}`.execute(tx)
      await sql.raw(readFileSync(`${migrationsFolder()}/1328-suppliers-agree-to-disclosure.sql`, 'utf8')).execute(tx)
    }),
  )
  for (const seat of [risk, settlement]) await decideChange(portal, seat, no)
  expect((await relationship()).disclosed).toBe(false)
  const { status } = await portal.ask(alderChecker, workflowCalls.history, { body: { businessNo: no, ifQueryTask: 'YES' } })
  expect(status).toBe('IN_APPROVE')
  await decideChange(portal, alderChecker, no)
  expect((await relationship()).disclosed).toBe(true)
})
