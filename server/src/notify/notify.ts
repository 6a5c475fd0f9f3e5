import { isCurrency } from '@usance/domain/currencies'
import { readAmount, toDecimal } from '@usance/domain/money'
import type { EarlierEvent, PeopleEvent } from '@usance/wire/notification/events'
import { cutParams, moneyParams, type ParamsOf } from '@usance/wire/notification/params'
import { alongside, type Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

export type Notice<E extends string = string> = {
  /** OBJECT_EVENT, for example FINANCE_ORDER_FUNDED: the portal words it in the reader's language. */
  event: E
  /** The declared params of the event (wire/src/notification/params.ts); others are cut. */
  params: ParamsOf<E>
  objectType?: string
  objectId?: string
  link?: string
} & ReadersOf<E>

/**
 * Everybody of these companies, or the users named: as the event is declared. What is put together from parts goes to companies. What
 * concerns some people of a company alone names them as its readers; its webhooks hear of it all the same. Without any it goes to everybody.
 * What people are told of the matter of a company they read while they work there (`inCompany`); what concerns them wherever they work
 * is told without one.
 */
type ReadersOf<E extends string> = [E] extends [EarlierEvent]
  ? never
  : [E] extends [PeopleEvent]
    ? { userIds: string[]; inCompany: string | null; companyIds?: never; readers?: never }
    : { companyIds: (string | null | undefined)[]; readers?: readonly string[]; userIds?: never; inCompany?: never }

type Told = {
  params: ReturnType<typeof cutParams>
  objectId: string | null
  companyId: string | null
  userId: string | null
}
type Row = Told & { id: string; event: string; objectType: string | null; link: string | null }
const toldIn = new WeakMap<Tx, Told[]>()
/** What this transaction has told whom so far, for whoever would tell the same people of the same thing again. */
export const toldSoFar = (tx: Tx): readonly Told[] => toldIn.get(tx) ?? []

/** Leaves a notification for each reader and hands it to the outbox, in the same transaction as what it tells of. */
export const notify = <E extends string>(tx: Tx, notice: Notice<E>): Promise<void> => notifyAll(tx, [notice])

/** The same for many notices, with one statement. */
export async function notifyAll<E extends string>(tx: Tx, notices: readonly Notice<E>[]): Promise<void> {
  const all = notices.map((notice) => {
    const made = (reader: { companyId: string | null; userId: string | null }): Row => ({
      id: newId(),
      event: notice.event,
      ...reader,
      params: inScale(cutParams(notice.event, notice.params)),
      objectType: notice.objectType ?? null,
      objectId: notice.objectId ?? null,
      link: notice.link ?? null,
    })
    const companyIds = new Set((notice.companyIds ?? []).filter((id): id is string => !!id))
    const companies = [...companyIds].map((companyId) => made({ companyId, userId: null }))
    const of = notice.userIds ? [notice.inCompany ?? null] : [...companyIds]
    const people = of.flatMap((companyId) =>
      [...(notice.userIds ?? notice.readers ?? [])].map((userId) => made({ companyId, userId })),
    )
    const everybody = [...companies, ...people]
    return notice.readers?.length ? { read: people, heard: companies } : { read: everybody, heard: everybody }
  })
  const rows = all.flatMap(({ read }) => read)
  const heard = all.flatMap((one) => one.heard)
  if (rows.length === 0) return
  toldIn.set(tx, [...toldSoFar(tx), ...rows])
  const written = tx
    .with('notices', (db) =>
      db.insertInto('notification').values(rows.map((row) => ({ ...row, params: JSON.stringify(row.params) }))),
    )
    .insertInto('outbox')
    .values(heard.map((row) => ({ topic: 'notification', payload: JSON.stringify(outward(row)) })))
    .execute()
  await alongside(tx, written)
}

/** A notice as the outbox has it: what a person is told is not for the webhooks of the company. */
const outward = ({ id, event, companyId, userId, params, link }: Row) => ({
  id,
  event,
  companyId: userId === null ? companyId : null,
  userId,
  params,
  link,
})

/** Params with each amount in the scale of its currency, however the database keeps it. What is no amount of it stays as it was told. */
function inScale(params: ReturnType<typeof cutParams>): ReturnType<typeof cutParams> {
  const { currency } = params
  if (typeof currency !== 'string' || !isCurrency(currency)) return params
  return Object.fromEntries(
    Object.entries(params).map(([name, told]) => {
      const read = moneyParams.includes(name) && typeof told === 'string' ? readAmount(told, currency) : undefined
      return [name, read?.ok ? toDecimal(read.value) : told]
    }),
  )
}
