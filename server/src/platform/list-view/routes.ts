import { lists } from '@usance/wire/all-calls'
import { type AnyList, columnsFor, conditionNames } from '@usance/wire/list'
import { type ListView, listViewCalls, mostViews } from '@usance/wire/list-view/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockUser } from '../../database/lock-user.ts'
import { type Actor, type Handler, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'

type Conditions = ListView['conditions']
type Seat = Pick<Actor, 'userId' | 'companyId' | 'companyRole'>

/** A list that the caller may open. */
function openedList(actor: Actor, id: string): AnyList {
  const list = lists.find((one) => one.id === id)
  if (!list) throw new Refused('NOT_FOUND')
  if (!actor.permissions.has(`${list.permission}.view`)) throw new Refused('FORBIDDEN')
  return list
}

/** A director, and a person who manages the company's users, removes what people who may have left still share in the same seat. */
const tidiesUp = ({ permissions, userRoles }: Actor) => permissions.has('org.account.edit') || userRoles.includes('Director')

/** Whether the list has a condition for the caller's seat, an order by that column, or the page size. */
function declares(list: AnyList, { companyRole }: Actor): (name: string, value: string | string[]) => boolean {
  const columns = columnsFor(list, companyRole)
  const names = new Set(conditionNames({ columns }))
  return (name, value) => {
    if (name === 'size') return true
    if (name !== 'sort') return names.has(name)
    const column = String(value).replace(/^-/, '')
    return value === 'none' || (Object.hasOwn(columns, column) && columns[column]?.sort === true)
  }
}

/** What was saved, as far as the list still has it, and the rest in words. Stored values were checked when they were saved. */
function readable(list: AnyList, actor: Actor, stored: Conditions): Pick<ListView, 'conditions' | 'strange'> {
  const isDeclared = declares(list, actor)
  const all = Object.entries(stored)
  return {
    conditions: Object.fromEntries(all.filter(([name, value]) => isDeclared(name, value))),
    strange: Object.fromEntries(
      all.filter(([name, value]) => !isDeclared(name, value)).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
  }
}

function refuseStrange(list: AnyList, actor: Actor, conditions: Conditions): void {
  const isDeclared = declares(list, actor)
  const strange = Object.entries(conditions).find(([name, value]) => !isDeclared(name, value))
  if (strange) throw new Refused('FIELD_NOT_ALLOWED', { field: strange[0] })
}

const views: Handler<typeof listViewCalls.views> = async ({ tx, actor, params }) => {
  const list = openedList(actor, params.list)
  const rows = await tx
    .selectFrom('listView as v')
    .innerJoin('appUser as u', 'u.id', 'v.userId')
    .leftJoin('listViewDefault as d', (join) =>
      join
        .onRef('d.viewId', '=', 'v.id')
        .on('d.userId', '=', actor.userId)
        .on('d.companyId', '=', actor.companyId)
        .on('d.companyRole', '=', actor.companyRole),
    )
    .select(['v.id', 'v.name', 'v.userId', 'u.cname', 'v.conditions', 'v.columns', 'v.isShared', 'v.version', 'd.viewId'])
    .where('v.companyId', '=', actor.companyId)
    .where('v.companyRole', '=', actor.companyRole)
    .where('v.list', '=', list.id)
    .where((eb) => eb.or([eb('v.userId', '=', actor.userId), eb('v.isShared', '=', true)]))
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute()
  return rows.map(({ userId, cname, viewId, ...row }) => {
    const isOwn = userId === actor.userId
    return {
      ...row,
      ...readable(list, actor, row.conditions),
      owner: isOwn ? null : cname,
      isDefault: viewId !== null,
      mayRemove: isOwn || tidiesUp(actor),
    }
  })
}

/** Adds the audit row of what was done to a view. */
const record = (
  request: Parameters<typeof audit>[0],
  event: string,
  { id, name }: { id: string; name: string },
  changed: { before?: object; after?: object } = {},
) => audit(request, { event, objectType: 'LIST_VIEW', objectId: id, objectNo: name, ...changed })

const add: Handler<typeof listViewCalls.add> = async (request) => {
  const { tx, actor, body } = request
  const list = openedList(actor, body.list)
  refuseStrange(list, actor, body.conditions)
  const others = await ownViews(tx, actor, list.id)
  refuseTakenName(others, body.name)
  if (others.length >= mostViews) throw faultyField('name', 'KEPT_ENOUGH', { count: mostViews })
  const { userId, companyId, companyRole } = actor
  const { name, isShared } = body
  const id = newId()
  await tx
    .insertInto('listView')
    .values({ id, userId, companyId, companyRole, list: list.id, name, isShared, ...contentOf(body) })
    .execute()
  await record(
    request,
    'LIST_VIEW_ADDED',
    { id, name },
    {
      after: { list: list.id, conditions: body.conditions, isShared },
    },
  )
  return { id }
}

const replace: Handler<typeof listViewCalls.replace> = async (request) => {
  const { tx, actor, body } = request
  const view = await ownView(tx, actor, body.id)
  refuseStrange(openedList(actor, view.list), actor, body.conditions)
  if (view.version !== body.version) throw new Refused('STALE_VERSION')
  await tx
    .updateTable('listView')
    .set({ ...contentOf(body), version: view.version + 1, updatedAt: sql`app_now()` })
    .where('id', '=', view.id)
    .execute()
  await record(request, 'LIST_VIEW_EDITED', view, {
    before: { conditions: view.conditions },
    after: { conditions: body.conditions },
  })
  return { id: view.id }
}

const rename: Handler<typeof listViewCalls.rename> = async (request) => {
  const { tx, actor, body } = request
  const view = await ownView(tx, actor, body.id)
  const others = await ownViews(tx, actor, view.list)
  refuseTakenName(
    others.filter(({ id }) => id !== view.id),
    body.name,
  )
  await tx.updateTable('listView').set({ name: body.name, updatedAt: sql`app_now()` }).where('id', '=', view.id).execute()
  await record(
    request,
    'LIST_VIEW_RENAMED',
    { id: view.id, name: body.name },
    {
      before: { name: view.name },
      after: { name: body.name },
    },
  )
  return { id: view.id }
}

const share: Handler<typeof listViewCalls.share> = async (request) => {
  const { tx, actor, body } = request
  const view = await ownView(tx, actor, body.id)
  if (view.isShared === body.isShared) return { id: view.id }
  await tx.updateTable('listView').set({ isShared: body.isShared, updatedAt: sql`app_now()` }).where('id', '=', view.id).execute()
  await record(request, body.isShared ? 'LIST_VIEW_SHARED' : 'LIST_VIEW_UNSHARED', view)
  return { id: view.id }
}

const remove: Handler<typeof listViewCalls.remove> = async (request) => {
  const { tx, actor, body } = request
  const view = await seenView(tx, actor, body.id)
  if (view.userId !== actor.userId && !tidiesUp(actor)) throw new Refused('FORBIDDEN')
  await tx.deleteFrom('listView').where('id', '=', view.id).execute()
  await record(request, 'LIST_VIEW_REMOVED', view, {
    before: { list: view.list, conditions: view.conditions, isShared: view.isShared, userId: view.userId },
  })
  return { id: view.id }
}

const makeDefault: Handler<typeof listViewCalls.makeDefault> = async ({ tx, actor, body }) => {
  const { id, list } = await seenView(tx, actor, body.id)
  const { userId, companyId, companyRole } = actor
  if (body.isDefault)
    await tx
      .insertInto('listViewDefault')
      .values({ userId, companyId, companyRole, list, viewId: id })
      .onConflict((c) => c.columns(['userId', 'companyId', 'companyRole', 'list']).doUpdateSet({ viewId: id }))
      .execute()
  else
    await tx
      .deleteFrom('listViewDefault')
      .where('viewId', '=', id)
      .where('userId', '=', userId)
      .where('companyId', '=', companyId)
      .where('companyRole', '=', companyRole)
      .execute()
  return { id }
}

const contentOf = ({ conditions, columns }: Pick<ListView, 'conditions' | 'columns'>) => ({
  conditions: JSON.stringify(conditions),
  columns: JSON.stringify(columns),
})

const ofSeat = (tx: Tx, { companyId, companyRole }: Seat) =>
  tx.selectFrom('listView').selectAll().where('companyId', '=', companyId).where('companyRole', '=', companyRole)

/** The caller's views of a list. Two that count or name them at the same moment wait for each other here. */
async function ownViews(tx: Tx, seat: Seat, list: string) {
  await lockUser(tx, seat.userId)
  return ofSeat(tx, seat).where('userId', '=', seat.userId).where('list', '=', list).execute()
}

async function ownView(tx: Tx, seat: Seat, id: string) {
  const view = await ofSeat(tx, seat).where('id', '=', id).where('userId', '=', seat.userId).forUpdate().executeTakeFirst()
  if (!view) throw new Refused('NOT_FOUND')
  return view
}

/** A view of the caller, or one that is shared with the caller's seat. */
async function seenView(tx: Tx, seat: Seat, id: string) {
  const view = await ofSeat(tx, seat)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('userId', '=', seat.userId), eb('isShared', '=', true)]))
    .forUpdate()
    .executeTakeFirst()
  if (!view) throw new Refused('NOT_FOUND')
  return view
}

function refuseTakenName(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw faultyField('name', 'ALREADY_EXISTS')
}

export const listViewRoutes = routes(listViewCalls, { views, add, replace, rename, share, remove, makeDefault })
