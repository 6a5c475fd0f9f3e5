import { lockingStatuses } from '@usance/domain/states/finance-order'
import { isAdmitted } from '@usance/domain/states/kyc'
import { isDecision, mayAct } from '@usance/wire/act'
import { type companyCalls, confirmationWaiver } from '@usance/wire/company/calls'
import { sql } from 'kysely'
import { buyersWithoutConfirmation } from '../../approval/config-change/buyers-without-confirmation.ts'
import { putForward } from '../../approval/config-change/propose.ts'
import { endDelegations } from '../../approval/workflow/end-delegations.ts'
import { rejudgeSteps } from '../../approval/workflow/seats-ended.ts'
import { audit } from '../../audit/record.ts'
import { readByStaff } from '../../auth/partner.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor, Context, Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { heldRoles } from '../account/seats.ts'
import { endKeys } from '../api-key/end-keys.ts'
import { partnerName } from '../channel-partner/partner-change.ts'
import { filled, identityColumns, identityOf, whileKnown } from './company-change.ts'
import { checkIdentity } from './identity.ts'

/** One company with its roles, as staff and the company itself read it; to a partner others than those they introduced are missing. */
export async function companyDetail(tx: Tx, id: string, reader?: Actor) {
  const company = await tx
    .selectFrom('company as c')
    .leftJoin('appUser as bd', 'bd.id', 'c.bdUserId')
    .select(['c.id', 'c.code', 'c.name', 'c.nameLocal', 'c.bizRegNo', 'c.country', 'c.legalForm', 'c.address', 'c.taxNo'])
    .select(['c.directors', 'c.kycStatus', 'c.riskGrade', 'c.businessType', 'c.blockFlag', 'c.version'])
    .select(['bd.userName as bdUserName', 'bd.cname as bdName'])
    .where('c.id', '=', id)
    .$if(reader?.staff === true, (query) => query.where(readByStaff(reader!)))
    .executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  const roles = await tx
    .selectFrom('companyRole')
    .select(['role', 'status', 'detail'])
    .where('companyId', '=', id)
    .orderBy('role')
    .execute()
  return { ...company, roles }
}

/**
 * Puts forward who introduced a company, by a user name or none for nobody; a second person passes it. Nothing is put forward where
 * the name was left out or is that of the present partner.
 */
async function askForPartner(
  request: Context & { actor: Actor },
  companyId: string,
  userName: string | undefined,
): Promise<void> {
  const { tx } = request
  if (userName === undefined) return
  const { bdUserId } = await tx.selectFrom('company').select('bdUserId').where('id', '=', companyId).executeTakeFirstOrThrow()
  const wanted =
    userName === ''
      ? null
      : await tx.selectFrom('appUser').select('id').where(sql`lower(user_name)`, '=', userName.toLowerCase()).executeTakeFirst()
  if (wanted === undefined) throw faultyField('bdUserName', 'PARTY_UNKNOWN')
  const partnerId = wanted?.id ?? null
  if (partnerId === bdUserId) return
  if (partnerId) await partnerName(tx, partnerId, 'bdUserName')
  const waiting = await tx
    .selectFrom('configChange')
    .select('id')
    .where('kind', '=', 'PARTNER')
    .where('targetId', '=', companyId)
    .where('status', '=', 'IN_APPROVE')
    .executeTakeFirst()
  if (waiting) throw faultyField('bdUserName', 'PARTNER_CHANGE_WAITS')
  await putForward(request, { kind: 'PARTNER', targetId: companyId, values: { companyId, partnerId } })
}

type Profile = Partial<Pick<Parameters<typeof addCompany>[0]['body'], 'nameLocal' | 'legalForm' | 'address' | 'taxNo'>>

/** What is stored of the fields that may be empty: an emptied one holds nothing, one that was left out stays as it is. */
const storedOf = ({ nameLocal, legalForm, address, taxNo }: Profile) => ({
  nameLocal: filled(nameLocal),
  legalForm: filled(legalForm),
  address: filled(address),
  taxNo: filled(taxNo),
})

/** A new company. Its director seat is always among its roles, so that its users can be invited. */
export const addCompany: Handler<typeof companyCalls.add> = async (request) => {
  const { tx, actor, body } = request
  await elevate(tx)
  await checkIdentity(tx, body, null)
  const { roles, bdUserName, idempotencyKey: _, ...columns } = body
  const id = newId()
  const added = await tx
    .insertInto('company')
    .values({
      id,
      ...columns,
      ...storedOf(columns),
      directors: '[]',
      kycStatus: 'NONE',
      createdBy: actor.userId,
      updatedBy: actor.userId,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw faultyField('code', 'ALREADY_EXISTS')
  await tx
    .insertInto('companyRole')
    .values([...new Set([...roles, 'COMPANY'] as const)].map((role) => ({ id: newId(), companyId: id, role, detail: '{}' })))
    .execute()
  await audit(request, { event: 'COMPANY_ADDED', objectType: 'COMPANY', objectId: id, objectNo: body.code, after: body })
  await askForPartner(request, id, bdUserName || undefined)
  return { id, version: 1 }
}

type Given = Omit<Parameters<typeof editCompany>[0]['body'], 'id' | 'version' | 'roles' | 'bdUserName' | 'idempotencyKey'>
type Identity = Partial<Pick<Given, (typeof identityColumns)[number]>>

/**
 * What of an edit is saved at once and what a second person passes first (decision 132). The name, number, country and grade of an
 * admitted company, and the end of a stop on it, are put forward; a stop and a lower grade count at once. While an admission is being
 * decided, nothing of it changes.
 */
async function byWhoDecides(tx: Tx, given: Given, id: string): Promise<{ atOnce: Partial<Given>; forward?: Identity }> {
  const before = await identityOf(tx, id)
  // What was left out is not changed.
  const changed = identityColumns.filter((name) => given[name] !== undefined && filled(given[name]) !== before[name])
  if (changed.length === 0) return { atOnce: given }
  if (before.kycStatus === 'IN_APPROVE') throw faultyField(changed[0]!, 'KYC_UNDER_WAY')
  if (!isAdmitted(before.kycStatus, before.kycExpiresOn)) return { atOnce: given }
  const isCaution = (name: (typeof identityColumns)[number]) =>
    name === 'blockFlag' ? given.blockFlag : name === 'riskGrade' && given.riskGrade > (before.riskGrade ?? '')
  const held = changed.filter((name) => !isCaution(name))
  if (held.length === 0) return { atOnce: given }
  const isHeld = (name: string) => held.some((one) => one === name)
  const part = (take: (name: string) => boolean) => Object.fromEntries(Object.entries(given).filter(([name]) => take(name)))
  return { atOnce: part((name) => !isHeld(name)), forward: part(isHeld) }
}

const sides = { SUPPLIER: 'supplier_id', BUYER: 'buyer_id', FUNDER: 'funder_id' } as const

/**
 * Refuses to take away a role in which a company has business under way: orders that are not at an end, losses that have not come back,
 * documents that are owed, or payments without an outcome, among them one that failed and is sent again, and one that was cancelled while
 * the bank has it. Its people could neither decide nor pay.
 */
async function refuseRoleInUse(tx: Tx, companyId: string, wanted: readonly string[]): Promise<void> {
  const held = await heldRoles(tx, companyId)
  for (const [role, side] of Object.entries(sides)) {
    if (!held.includes(role) || wanted.includes(role)) continue
    const column = sql.ref(side)
    const { rows } = await sql`
      select 1 from finance_order where ${column} = ${companyId} and status = any(${lockingStatuses}::text[])
      union all select 1 from finance_order_part p join finance_order o on o.id = p.order_id
        where ${role} = 'BUYER' and p.buyer_id = ${companyId} and o.status = any(${lockingStatuses}::text[])
      union all select 1 from finance_order o join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0
        where o.${column} = ${companyId} and o.status = 'WRITTEN_OFF'
      union all select 1 from payment p where p.${column} = ${companyId} and p.status <> 'PAID'
        and (p.status in ('DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'FAILED') or bank_has(p.id))
      union all select 1 from invoice where ${role} <> 'FUNDER' and ${column} = ${companyId}
        and doc_status in ('SUBMITTED', 'CONFIRMED', 'DISPUTED') and pay_status <> 'PAID'
      limit 1`.execute(tx)
    if (rows.length > 0) throw faultyField('roles', 'ROLE_IN_USE', { role })
  }
}

/** What the staff keep about a company. A role taken away is switched off with the seats in it, never deleted. */
export const editCompany: Handler<typeof companyCalls.edit> = async (request) => {
  const { tx, app, actor, body } = request
  const before = await companyDetail(tx, body.id)
  if (before.id === actor.companyId) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await checkIdentity(tx, body, body.id)
  const { id, version, roles, bdUserName, idempotencyKey: _, ...given } = body
  const { atOnce: columns, forward } = await byWhoDecides(tx, given, id)
  const isNew = (name: 'bizRegNo' | 'country') => columns[name] !== undefined && columns[name] !== before[name]
  const changed = {
    ...(isNew('bizRegNo') ? { bizRegNo: columns.bizRegNo } : {}),
    ...(isNew('country') ? { country: columns.country } : {}),
  }
  const saved = await whileKnown({ tx, app }, { companyId: id, changed }, () =>
    tx
      .updateTable('company')
      .set({
        ...columns,
        ...storedOf(columns),
        version: version + 1,
        updatedBy: actor.userId,
        updatedAt: sql`app_now()`,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!saved) throw new Refused('STALE_VERSION')
  const wanted = [...roles, 'COMPANY'] as const
  await refuseRoleInUse(tx, id, wanted)
  for (const role of wanted)
    await tx
      .insertInto('companyRole')
      .values({ id: newId(), companyId: id, role, detail: '{}' })
      .onConflict((c) => c.columns(['companyId', 'role']).doUpdateSet({ status: 'ENABLE' }))
      .execute()
  await tx
    .updateTable('companyRole')
    .set({ status: 'DISABLE' })
    .where('companyId', '=', id)
    .where('role', 'not in', wanted)
    .execute()
  const taken = await tx
    .updateTable('userCompanyRole')
    .set({ status: 'DISABLE' })
    .where('companyId', '=', id)
    .where('status', '=', 'ENABLE')
    .where('role', 'not in', wanted)
    .returning(['userId', 'companyId', 'role', 'userRoles'])
    .execute()
  await endKeys(request, { companyId: id, besidesRoles: wanted }, 'SEAT_ENDED')
  await endDelegations(request, { companyId: id, seats: taken }, 'SEAT_ENDED')
  await rejudgeSteps(request, taken)
  await audit(request, {
    event: 'COMPANY_CHANGED',
    objectType: 'COMPANY',
    objectId: id,
    objectNo: before.code,
    before,
    after: { ...columns, roles },
  })
  await askForPartner(request, id, bdUserName)
  if (forward) await putForward(request, { kind: 'COMPANY', targetId: id, values: { companyId: id, ...forward } })
  return { id, version: version + 1 }
}

type Own = { id: string; version: number }
/** The caller's own company only, whoever calls: another id reads like a missing one. */
async function ownVersion(
  request: { tx: Tx; actor: { companyId: string; userId: string } },
  { id, version }: Own,
  columns: { address?: string; directors?: string } = {},
) {
  const { tx, actor } = request
  if (id !== actor.companyId) throw new Refused('NOT_FOUND')
  const saved = await tx
    .updateTable('company')
    .set({ ...columns, version: version + 1, updatedBy: actor.userId, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  return { id, version: version + 1 }
}

export const editDirector: Handler<typeof companyCalls.editDirector> = async (request) => {
  const { address, directors, id, version } = request.body
  const before = await request.tx
    .selectFrom('company')
    .select(['address', 'directors'])
    .where('id', '=', request.actor.companyId)
    .executeTakeFirst()
  const saved = await ownVersion(
    request,
    { id, version },
    { ...(address === undefined ? {} : { address }), directors: JSON.stringify(directors) },
  )
  await audit(request, { event: 'COMPANY_CHANGED', objectType: 'COMPANY', objectId: id, before, after: { address, directors } })
  return saved
}

/** The profile as a buyer. A person who decides for the company waives its confirmation, and no key does. */
export const editBuyer: Handler<typeof companyCalls.editBuyer> = async (request) => {
  const { tx, actor, body } = request
  const { companyId } = actor
  if (body.confirmMode === 'NONE' && !(await buyersWithoutConfirmation(tx, [companyId])).has(companyId)) {
    const isKeys = actor.apiKey !== undefined && isDecision(confirmationWaiver)
    if (isKeys || !mayAct(confirmationWaiver, actor)) throw faultyField('confirmMode', 'WAIVER_BY_DIRECTOR')
  }
  return editRole('BUYER')(request)
}

/** What a company says of itself in one of its roles; without that role there is nothing to say. */
export const editRole =
  (role: 'SUPPLIER' | 'BUYER' | 'FUNDER') => async (request: UseCaseContext & { body: Own & { idempotencyKey: string } }) => {
    const { id, version, idempotencyKey: _, ...detail } = request.body
    const saved = await ownVersion(request, { id, version })
    const held = await request.tx
      .updateTable('companyRole')
      .set({ detail: sql<string>`detail || ${JSON.stringify(detail)}::jsonb` })
      .where('companyId', '=', id)
      .where('role', '=', role)
      .where('status', '=', 'ENABLE')
      .returning('id')
      .executeTakeFirst()
    if (!held) throw new Refused('NOT_FOUND')
    await audit(request, { event: 'COMPANY_CHANGED', objectType: 'COMPANY', objectId: id, after: { role, ...detail } })
    return saved
  }
