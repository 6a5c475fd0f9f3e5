import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, requiredText, wholeNumber } from '../fields.ts'

const base = '/{p}-auth-center/list-view'
const common = { method: 'POST', access: 'signed-in', tells: 'outcome', scope: 'company', effect: 'write' } as const
const act = { bindsNobody: 'how a list is shown; what it shows is asked with the rights of whoever looks' } as const
const names = { 'body.id': ofCallersRecords } as const
const idempotencyKey = IdempotencyKey.optional()

/** The most views of one person for one list. */
export const mostViews = 50
/** The most characters of the name of a view. */
export const viewNameLength = 60

/** What the address of the list says by name: conditions, order and page size. */
const Conditions = z.record(z.string().max(80), z.union([z.string().max(500), z.array(z.string().max(200)).max(200)]))
const Columns = z.array(z.object({ key: z.string().max(80), checked: z.boolean(), seq: z.number().int() })).max(100)

const ListView = z.object({
  id: z.string(),
  name: z.string(),
  /** Who saved it; nobody where it is the caller's own. */
  owner: z.string().nullable(),
  isShared: z.boolean(),
  /** The list opens with it for the caller. */
  isDefault: z.boolean(),
  mayRemove: z.boolean(),
  conditions: Conditions,
  /** What was saved and the list no longer has, by name. */
  strange: z.record(z.string(), z.string()),
  columns: Columns,
  version: z.number(),
})
export type ListView = z.infer<typeof ListView>

/** Saved views of lists: own ones, and those that people of the same company and seat have shared. */
export const listViewCalls = {
  views: call({
    method: 'GET',
    path: `${base}/{list}`,
    access: 'signed-in',
    tells: { byRight: 'views of a list, which ask for the permission to open that list' },
    isPersonal: true,
    scope: 'company',
    effect: 'read',
    title: "The caller's views of one list, and those shared with the caller's seat",
    params: z.object({ list: z.string().max(80) }),
    answer: z.array(ListView),
  }),
  add: call({
    ...common,
    path: `${base}/add`,
    byPeopleAlone: true,
    act,
    title: 'Save conditions, order and columns of a list under a name',
    body: z.object({
      list: z.string().max(80),
      name: requiredText(viewNameLength),
      conditions: Conditions,
      columns: Columns,
      isShared: z.boolean().default(false),
      idempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  replace: call({
    ...common,
    path: `${base}/replace`,
    byPeopleAlone: true,
    names,
    act,
    title: 'Replace what an own view holds',
    body: z.object({
      id: Id,
      conditions: Conditions,
      columns: Columns,
      version: wholeNumber(1, 1_000_000_000),
      idempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  rename: call({
    ...common,
    path: `${base}/rename`,
    byPeopleAlone: true,
    names,
    act,
    title: 'Give an own view another name',
    body: z.object({ id: Id, name: requiredText(viewNameLength), idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  share: call({
    ...common,
    path: `${base}/share`,
    byPeopleAlone: true,
    names,
    act,
    title: 'Share an own view with the people of the same company and seat, or no longer',
    body: z.object({ id: Id, isShared: z.boolean(), idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  remove: call({
    ...common,
    path: `${base}/remove`,
    byPeopleAlone: true,
    names,
    act,
    title: "Remove an own view, or a shared one of the same seat as its director or whoever manages the company's users from it",
    body: z.object({ id: Id, idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  makeDefault: call({
    ...common,
    path: `${base}/default`,
    byPeopleAlone: true,
    names,
    act,
    title: 'Open the list with this view from now on, or no longer',
    body: z.object({ id: Id, isDefault: z.boolean(), idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
}
