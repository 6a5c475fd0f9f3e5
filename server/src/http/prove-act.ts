import { actOf, isNamed, makingEvents, mayAct, type Named, type Names, type RecordKind } from '@usance/wire/act'
import type { Call, Meaning } from '@usance/wire/call'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../app.ts'
import { type Tx, together } from '../database/database.ts'
import type { Actor } from './context.ts'
import { type Input, valuesAt } from './input-values.ts'
import { proveOneParty } from './one-party.ts'
import { introducedOneOf } from './own-interest.ts'
import { approversOf, formerSendersOf, sendersIn, sendersOf } from './payment-senders.ts'
import { type Records, records } from './records.ts'
import { Refused } from './refused.ts'

type Row = Record<'id', string> & Partial<Record<'status' | 'type' | 'supplier' | 'buyer' | 'funder' | 'company', string | null>>

/** The name of a kind in the audit log: financeOrder is FINANCE_ORDER. */
const objectTypeOf = (kind: RecordKind) => kind.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** Whether a request names a record that a caller must own or see. */
export const namesRecords = ({ names = {} }: Pick<Call, 'names'>, input: Input): boolean =>
  Object.entries(names).some(([path, named]) => isNamed(named) && valuesAt(input, path).length > 0)

/** Refuses a seat that the act is not declared for, by party or role, like a missing permission, whatever the input. */
export function authoriseSeat(call: Pick<Call, 'act'>, actor: Actor | null): void {
  const act = actOf(call)
  if (actor && act && !mayAct(act, actor)) throw new Refused('FORBIDDEN')
}

/** Refuses a caller without the permission that the input needs, where a call serves several acts. */
export function authoriseMeaning(call: Pick<Call, 'access'>, actor: Actor | null, input: Input): void {
  if (!actor) return
  const meant = typeof call.access === 'object' ? call.access.meant : undefined
  if (!meant) return
  const permission = meantBy(meant, actor, input)
  if (permission === undefined || !actor.permissions.has(permission)) throw new Refused('FORBIDDEN')
}

function meantBy(meant: Meaning, actor: Actor, input: Input): string | undefined {
  if ('byParty' in meant) return meant.byParty[actor.companyRole]
  const [value] = valuesAt(input, meant.at)
  if ('is' in meant) return meant.is[value ?? '']
  return value === undefined ? meant.missing : meant.given
}

/**
 * Checks the conditions that a call declares for the records it names: each belongs to the caller, is in a suitable state and of
 * a type the caller may act on, and was not made by the caller where a second person must act; and the caller has acted for no
 * other party in its matter; and nobody of the staff decides alone on a company that they introduced. Throws NOT_FOUND,
 * ILLEGAL_TRANSITION, FORBIDDEN, MAKER_CANNOT_APPROVE, OWN_INTEREST or ACTED_FOR_ANOTHER_PARTY. The handler still decides on the locked record; this check runs first for every call.
 */
export async function proveAct(app: App, tx: Tx, call: Pick<Call, 'names' | 'act'>, actor: Actor, input: Input): Promise<void> {
  const known = records.of(app)
  await together(
    proveNames(known, tx, call.names, actor, input),
    proveSecondPerson(tx, call, actor, input),
    proveInterest(known, tx, call, actor, input),
    proveOneParty(tx, call, actor, input),
  )
}

async function proveNames(known: Records, tx: Tx, names: Names = {}, actor: Actor, input: Input): Promise<void> {
  const asked = Object.entries(names).flatMap(([path, named]) => {
    const ids = [...new Set(valuesAt(input, path))]
    return ids.length > 0 && isNamed(named) ? [{ named, ids }] : []
  })
  await together(
    ...asked.map(({ named, ids }) =>
      named.kind === 'file' ? proveFiles(known, tx, named, actor, input, ids) : proveOne(known, tx, named, actor, ids),
    ),
  )
}

/** A file must belong to the caller's own company, for staff too, or already be a paper of the record that the request names. */
async function proveFiles({ sources }: Records, tx: Tx, named: Named, actor: Actor, input: Input, keys: string[]): Promise<void> {
  const records = named.keptOn ? valuesAt(input, named.keptOn) : []
  const { rows } = await sql<{ id: string }>`
    select id from (${sources.file(actor)}) r where id = any(${keys}::text[]) and company = ${actor.companyId}
    union select held from unnest(${records}::uuid[]) record, papers_held(record) held
    where held = any(${keys}::text[])`.execute(tx)
  if (rows.length !== keys.length) throw new Refused('NOT_FOUND')
}

async function proveOne({ sources, refuseBarred }: Records, tx: Tx, named: Named, actor: Actor, ids: string[]): Promise<void> {
  const { rows } = await sql<Row>`select * from (${sources[named.kind](actor)}) r where id = any(${ids}::uuid[])`.execute(tx)
  const own = named.of === 'seen' || actor.staff ? rows : rows.filter((row) => row[named.of as 'supplier'] === actor.companyId)
  if (new Set(own.map(({ id }) => id)).size !== ids.length) throw new Refused('NOT_FOUND')
  const areAllIn = (states: readonly string[] | undefined) => !states || own.every(({ status }) => states.includes(status ?? ''))
  if (!areAllIn(named.in)) throw new Refused('NOT_FOUND')
  const amiss = own.find(({ status }) => named.on && !named.on.includes(status ?? ''))
  if (amiss) throw new Refused(inState(named.otherwise, amiss.status ?? ''))
  if (named.unless) await refuseBarred(tx, named.unless, ids)
  const needed = own.flatMap(({ type }) => (type && named.permission?.[type]) ?? [])
  if (needed.some((permission) => !actor.permissions.has(permission))) throw new Refused('FORBIDDEN')
}

/** What is refused with in a state in which an act may not change a record. */
const inState = (otherwise: Named['otherwise'], state: string) =>
  (typeof otherwise === 'object' ? otherwise[state] : otherwise) ?? 'ILLEGAL_TRANSITION'

/**
 * Refuses whoever made the record, or sent the payment, where the act needs a second person. Asked before the handler, which waits for
 * the lock of a record, and again after it: whoever made the record meanwhile is no second person any more. No act makes what it judges.
 */
export async function proveSecondPerson(tx: Tx, call: Pick<Call, 'names' | 'act'>, actor: Actor, input: Input): Promise<void> {
  const oneself = actOf(call)?.notOneself
  if (oneself && valuesAt(input, oneself).includes(actor.userId)) throw new Refused('OWN_USER')
  const makers = await makersOf(tx, call, input)
  if (makers.includes(actor.userId)) throw new Refused('MAKER_CANNOT_APPROVE')
}

/** Refuses staff who introduced a company of the record on which they would decide alone; a missing record is proven elsewhere. */
async function proveInterest(
  { sources }: Records,
  tx: Tx,
  call: Pick<Call, 'names' | 'act'>,
  actor: Actor,
  input: Input,
): Promise<void> {
  const at = actOf(call)?.decidesOn
  if (!at || !actor.staff) return
  const named = call.names?.[at]
  if (!named || !isNamed(named)) throw new Error(`The act names no record at ${at}.`)
  const ids = valuesAt(input, at)
  if (ids.length === 0) return
  const companies = sql`array(select part.value::uuid from (${sources[named.kind](actor)}) r, jsonb_each_text(to_jsonb(r)) part
    where r.id = any(${ids}::uuid[]) and part.key in ('supplier', 'buyer', 'funder', 'company') and part.value is not null)`
  const { rows } = await sql<{ concerned: boolean }>`
    select ${introducedOneOf(sql`${actor.userId}::uuid`, companies)} as concerned`.execute(tx)
  if (rows[0]!.concerned) throw new Refused('OWN_INTEREST')
}

/** The users who made or corrected the record, or sent the payment, where the act needs a second person; empty where it does not. */
export async function makersOf(tx: Tx, call: Pick<Call, 'names' | 'act'>, input: Input): Promise<string[]> {
  const second = actOf(call)?.second
  if (!second || typeof second !== 'object') return []
  if ('notSenderIn' in second) return sendersIn(tx, valuesAt(input, second.notSenderIn))
  if ('notSenderOf' in second) {
    const ids = valuesAt(input, second.notSenderOf)
    const senders = second.ever ? formerSendersOf(tx, ids) : sendersOf(tx, ids)
    return (await together(senders, second.norApprover ? approversOf(tx, ids) : [])).flat()
  }
  const named = call.names?.[second.notMakerOf]
  const kind = named && isNamed(named) ? named.kind : undefined
  if (!kind) throw new Error(`The act names no record at ${second.notMakerOf}.`)
  return whoMade(tx, kind, valuesAt(input, second.notMakerOf))
}

/** The users who made or corrected records of a kind, by their audit events. */
export async function whoMade(tx: Tx, kind: RecordKind, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('auditLog')
    .select('userId')
    .distinct()
    .where('objectType', '=', objectTypeOf(kind))
    .where('objectId', 'in', ids)
    .where('event', 'in', [...eventsOf(kind)])
    .execute()
  return rows.flatMap(({ userId }) => userId ?? [])
}

function eventsOf(kind: RecordKind): readonly string[] {
  const events = makingEvents[kind]
  if (!events) throw new Error(`Nobody has said by which events a ${kind} is made.`)
  return events
}

/** SQL for a list: whether the caller has made or corrected the record whose id is in a column. */
export const madeByCaller = (kind: RecordKind, id: string): RawBuilder<boolean> =>
  sql`exists (select 1 from audit_log l where l.object_type = ${sql.lit(objectTypeOf(kind))} and l.object_id = ${sql.ref(id)}::text
    and l.event in (${sql.join(eventsOf(kind).map((event) => sql.lit(event)))}) and l.user_id = app_user())`
