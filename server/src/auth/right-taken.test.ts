import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf, shown } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Sets the roles that hold a permission, as a change that another process applies does. */
const grant = (permission: string, roles: string) =>
  portal.asOwner((db) =>
    db
      .updateTable('rolePermission')
      .set((eb) => ({ roles, version: eb('version', '+', 1) }))
      .where('permission', '=', permission)
      .execute(),
  )
const rolesOf = async (permission: string) =>
  (
    await portal.asOwner((db) =>
      db.selectFrom('rolePermission').select('roles').where('permission', '=', permission).executeTakeFirstOrThrow(),
    )
  ).roles

const permission = 'trading.invoice.view'
const list = (seat = portal.seats.alderMaker) => portal.ask(seat, listCalls(invoiceList).pageList, { body: {} })

test('a right that was taken away is refused by the next call, and one that was given back is held by it', async () => {
  const before = await rolesOf(permission)
  // Again and again: no moment after the last reading of the matrix is special.
  for (let turn = 0; turn < 5; turn++) {
    await list()
    await grant(permission, before.replace('S', ''))
    expect((await refusalOf(list())).error).toBe('FORBIDDEN')
    await grant(permission, before)
    await list()
  }
})

test('calls that are under way while a right is taken away leave nobody with it', async () => {
  const before = await rolesOf(permission)
  await list()
  const underWay = Array.from({ length: 20 }, () => list().catch(() => undefined))
  await grant(permission, before.replace('S', ''))
  const after = Array.from({ length: 20 }, () => refusalOf(list()))
  expect((await Promise.all(after)).map(({ error }) => error)).toEqual(after.map(() => 'FORBIDDEN'))
  await Promise.all(underWay)
  await grant(permission, before)
})

test('the key of a system loses a right with its maker, by the next call', async () => {
  const { alderMaker } = portal.seats
  const made = await portal.ask(alderMaker, apiKeyCalls.make, { body: { name: 'ERP', permissions: [permission], days: 30 } })
  const system = { ...alderMaker, token: shown(made.token) }
  const before = await rolesOf(permission)
  await list(system)
  await grant(permission, before.replace('S', ''))
  expect((await refusalOf(list(system))).error).toBe('FORBIDDEN')
  await grant(permission, before)
  await list(system)
})
