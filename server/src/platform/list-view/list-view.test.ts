import { randomUUID } from 'node:crypto'
import { accountList } from '@usance/wire/account/calls'
import { systemCompanyList } from '@usance/wire/company/calls'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { type ListView, listViewCalls, mostViews } from '@usance/wire/list-view/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

const columns = [
  { key: 'dueDate', checked: true, seq: 0 },
  { key: 'invoiceNo', checked: true, seq: 1 },
]
const conditions = { docStatus: ['CONFIRMED'], dueDateEnd: '2025-04-01', sort: '-amount', size: '50' }
const add = (seat: Seat, name: string, more: object = {}) =>
  portal.ask(seat, listViewCalls.add, { body: { list: invoiceList.id, name, conditions, columns, ...more } })
const viewsOf = (seat: Seat, list: string = invoiceList.id): Promise<ListView[]> =>
  portal.ask(seat, listViewCalls.views, { params: { list } })
const named = async (seat: Seat, name: string) => (await viewsOf(seat)).find((view) => view.name === name)

test('a view keeps conditions, order and columns, for its owner alone until it is shared', async () => {
  const { alderMaker, alderChecker } = portal.seats
  const { id } = await add(alderMaker, 'Confirmed, large first')
  expect(await named(alderMaker, 'Confirmed, large first')).toEqual({
    id,
    name: 'Confirmed, large first',
    owner: null,
    isShared: false,
    isDefault: false,
    mayRemove: true,
    conditions,
    strange: {},
    columns,
    version: 1,
  })
  expect(await viewsOf(alderMaker, confirmationList.id)).toEqual([])
  expect(await viewsOf(alderChecker)).toEqual([])
  await portal.ask(alderMaker, listViewCalls.share, { body: { id, isShared: true } })
  expect(await viewsOf(alderChecker)).toMatchObject([{ id, owner: 'alder.maker', isShared: true, mayRemove: false, conditions }])
  await portal.ask(alderMaker, listViewCalls.share, { body: { id, isShared: false } })
  expect(await viewsOf(alderChecker)).toEqual([])
})

test('no other company and no other seat sees or changes a shared view, nor does a colleague change it', async () => {
  const { alderMaker, alderChecker, alderDirector, birchMaker, cedarMaker, operations } = portal.seats
  const { id } = await add(alderMaker, 'Shared', { isShared: true })
  expect(await named(alderChecker, 'Shared')).toMatchObject({ id })
  for (const seat of [birchMaker, cedarMaker, operations]) expect(await viewsOf(seat)).toEqual([])
  const content = { conditions: {}, columns: [], version: 1 }
  for (const seat of [birchMaker, cedarMaker, operations, alderDirector, alderChecker]) {
    const writes = [
      () => portal.ask(seat, listViewCalls.replace, { body: { id, ...content } }),
      () => portal.ask(seat, listViewCalls.rename, { body: { id, name: 'Taken over' } }),
      () => portal.ask(seat, listViewCalls.share, { body: { id, isShared: false } }),
    ]
    // A colleague of the seat reads it, and may open the list with it.
    const readings = [
      () => portal.ask(seat, listViewCalls.remove, { body: { id } }),
      () => portal.ask(seat, listViewCalls.makeDefault, { body: { id, isDefault: true } }),
    ]
    for (const work of seat === alderChecker ? writes : [...writes, ...readings])
      expect((await refusalOf(work())).error).toBe('NOT_FOUND')
  }
  expect((await refusalOf(portal.ask(alderChecker, listViewCalls.remove, { body: { id } }))).error).toBe('FORBIDDEN')
  expect((await refusalOf(viewsOf(alderMaker, 'no-such-list'))).error).toBe('NOT_FOUND')
  // The seat of the company itself opens no list of invoices.
  expect((await refusalOf(viewsOf(alderDirector))).error).toBe('FORBIDDEN')
})

test('whoever manages the users of a company removes what others have shared, and nothing that is not', async () => {
  const { operations, administrator } = portal.seats
  const { id: list } = accountList
  const body = { list, conditions: {}, columns: [] }
  const kept = await portal.ask(operations, listViewCalls.add, { body: { ...body, name: 'Own' } })
  const { id } = await portal.ask(operations, listViewCalls.add, { body: { ...body, name: 'Of the team', isShared: true } })
  expect(await viewsOf(administrator, list)).toMatchObject([{ id, mayRemove: true }])
  await portal.ask(administrator, listViewCalls.remove, { body: { id } })
  expect((await viewsOf(operations, list)).map(({ name }) => name)).toEqual(['Own'])
  expect((await refusalOf(portal.ask(administrator, listViewCalls.remove, { body: { id: kept.id } }))).error).toBe('NOT_FOUND')
})

test('a partner sees, removes and opens a list with no view that staff share, and keeps own ones', async () => {
  const { operations, bd } = portal.seats
  const { id: list } = systemCompanyList
  const body = { list, conditions: {}, columns: [] }
  const { id } = await portal.ask(operations, listViewCalls.add, { body: { ...body, name: 'Buyers of others', isShared: true } })
  const own = await portal.ask(bd, listViewCalls.add, { body: { ...body, name: 'Mine' } })
  expect(await viewsOf(bd, list)).toMatchObject([{ id: own.id, owner: null }])
  const works = [
    () => portal.ask(bd, listViewCalls.makeDefault, { body: { id, isDefault: true } }),
    () => portal.ask(bd, listViewCalls.remove, { body: { id } }),
  ]
  for (const work of works) expect((await refusalOf(work())).error).toBe('NOT_FOUND')
  await portal.ask(bd, listViewCalls.rename, { body: { id: own.id, name: 'Introduced' } })
  await portal.ask(bd, listViewCalls.makeDefault, { body: { id: own.id, isDefault: true } })
  expect(await viewsOf(bd, list)).toMatchObject([{ name: 'Introduced', isDefault: true }])
  await portal.ask(bd, listViewCalls.remove, { body: { id: own.id } })
  expect(await viewsOf(bd, list)).toEqual([])
})

test('a name is given once to a list, whatever its letters, and is told beside its field', async () => {
  const { alderMaker, alderChecker } = portal.seats
  const { id } = await add(alderMaker, 'Due soon')
  const other = await add(alderMaker, 'Due later')
  const taken = { fields: [{ field: 'name', message: 'ALREADY_EXISTS' }] }
  expect((await refusalOf(add(alderMaker, ' due SOON '))).data).toMatchObject(taken)
  const rename = (to: string) => portal.ask(alderMaker, listViewCalls.rename, { body: { id: other.id, name: to } })
  expect((await refusalOf(rename('DUE SOON'))).data).toMatchObject(taken)
  expect((await refusalOf(rename('  '))).error).toBe('BAD_REQUEST')
  expect(await rename('due LATER')).toEqual({ id: other.id })
  expect(await add(alderChecker, 'Due soon')).not.toEqual({ id })
})

test('a view is replaced by its version, and a repeated save saves once', async () => {
  const { cedarMaker } = portal.seats
  const idempotencyKey = randomUUID()
  const { id } = await add(cedarMaker, 'To check', { idempotencyKey })
  expect(await add(cedarMaker, 'To check', { idempotencyKey })).toEqual({ id })
  const replace = (version: number) =>
    portal.ask(cedarMaker, listViewCalls.replace, { body: { id, conditions: { invoiceNo: 'A-1' }, columns: [], version } })
  await replace(1)
  expect(await viewsOf(cedarMaker)).toMatchObject([{ conditions: { invoiceNo: 'A-1' }, columns: [], version: 2 }])
  expect((await refusalOf(replace(1))).error).toBe('STALE_VERSION')
})

test('a condition that the list does not have is refused, and one that it no longer has is told', async () => {
  const { alderMaker } = portal.seats
  for (const strange of [{ colour: 'red' }, { sort: '-docStatus' }, { page: '2' }])
    expect((await refusalOf(add(alderMaker, 'Strange', { conditions: strange }))).error).toBe('FIELD_NOT_ALLOWED')
  const { id } = await add(alderMaker, 'Of before')
  const stored = JSON.stringify({ ...conditions, colour: ['red', 'blue'], sort: 'shade' })
  await portal.look((tx) => tx.updateTable('listView').set({ conditions: stored }).where('id', '=', id).execute())
  const { sort: _, ...left } = conditions
  expect(await named(alderMaker, 'Of before')).toMatchObject({
    conditions: left,
    strange: { colour: 'red, blue', sort: 'shade' },
  })
})

test('a list opens with one view of a person, which may be shared by somebody else and ends with it', async () => {
  const { elmMaker, elmChecker } = portal.seats
  const shared = await add(elmMaker, 'Of the desk', { isShared: true })
  const own = await add(elmChecker, 'Own')
  const defaults = async (seat: Seat) => (await viewsOf(seat)).filter((view) => view.isDefault).map(({ name }) => name)
  const choose = (id: string, isDefault: boolean) =>
    portal.ask(elmChecker, listViewCalls.makeDefault, { body: { id, isDefault } })
  await choose(own.id, true)
  await choose(shared.id, true)
  expect([await defaults(elmChecker), await defaults(elmMaker)]).toEqual([['Of the desk'], []])
  await choose(own.id, false)
  expect(await defaults(elmChecker)).toEqual(['Of the desk'])
  await portal.ask(elmMaker, listViewCalls.remove, { body: { id: shared.id } })
  expect(await viewsOf(elmChecker)).toMatchObject([{ name: 'Own', isDefault: false }])
})

test('one person keeps no more views of a list than a menu can hold, and each change is audited', async () => {
  const { firChecker } = portal.seats
  const ids: string[] = []
  for (let at = 0; at < mostViews; at++) ids.push((await add(firChecker, `View ${at}`)).id)
  expect((await refusalOf(add(firChecker, 'One more'))).data).toMatchObject({
    fields: [{ field: 'name', message: 'KEPT_ENOUGH', params: { count: mostViews } }],
  })
  await portal.ask(firChecker, listViewCalls.share, { body: { id: ids[0]!, isShared: true } })
  await portal.ask(firChecker, listViewCalls.remove, { body: { id: ids[0]! } })
  const events = await portal.look((tx) =>
    tx.selectFrom('auditLog').select('event').where('objectId', '=', ids[0]!).orderBy('id').execute(),
  )
  expect(events.map(({ event }) => event)).toEqual(['LIST_VIEW_ADDED', 'LIST_VIEW_SHARED', 'LIST_VIEW_REMOVED'])
})
