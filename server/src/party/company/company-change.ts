import { isAdmitted, type KycStatus } from '@usance/domain/states/kyc'
import type { App } from '../../app.ts'
import type { Kind } from '../../approval/config-change/kind.ts'
import { type Tx, violatedIndex } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { Port } from '../../port.ts'
import { nearestTold, nearNames } from '../onboarding/watch-lists.ts'
import { checkIdentity } from './identity.ts'

/** What an admission was decided on: a change of it is a second person's to pass. */
export const identityColumns = ['name', 'nameLocal', 'bizRegNo', 'country', 'riskGrade', 'blockFlag'] as const

/** A value as it is stored: an emptied field holds nothing. */
export const filled = <V>(value: V): V | null => (value === '' ? null : value)

/**
 * What the operator's staff keep of the identity and the standing of a company. Throws NOT_FOUND for the operator itself and for an
 * unknown company.
 */
export async function identityOf(tx: Tx, companyId: string) {
  const company = await tx
    .selectFrom('company')
    .select([...identityColumns, 'code', 'kycStatus', 'kycExpiresOn'])
    .where('id', '=', companyId)
    .where('isPlatform', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  return company
}

/** What rests on the registrations of companies: what it does before one changes, and after, in a transaction that sees every company. */
export type RegistrationFollower = {
  before: (tx: Tx) => Promise<unknown>
  after: (tx: Tx, app: App, companyId: string) => Promise<void>
}
export const registrationFollower = new Port<RegistrationFollower>('registrationFollower')

type Changed = Partial<Pick<Record<(typeof identityColumns)[number], unknown>, 'bizRegNo' | 'country'>>

/**
 * Stores a change of a company by `store`, and keeps its invoices known to the control of duplicates under its new number or country.
 * Throws beside the number where that would make invoices of two companies the same.
 */
export async function whileKnown<Stored>(
  { tx, app }: Pick<UseCaseContext, 'tx' | 'app'>,
  { companyId, changed }: { companyId: string; changed: Changed },
  store: () => Promise<Stored>,
): Promise<Stored> {
  if (changed.bizRegNo === undefined && changed.country === undefined) return store()
  const follower = registrationFollower.of(app)
  await follower.before(tx)
  const stored = await store()
  try {
    await follower.after(tx, app, companyId)
  } catch (error) {
    throw violatedIndex(error) ? faultyField('bizRegNo', 'ALREADY_EXISTS') : error
  }
  return stored
}

/** Refuses a change of a field that is no longer what its approvers were shown, as after a caution that counted at once. */
function refuseStale(changed: object, now: Readonly<Record<string, unknown>>, shown: unknown): void {
  const before: Record<string, unknown> = typeof shown === 'object' && shown !== null ? { ...shown } : {}
  if (Object.keys(changed).some((field) => now[field] !== before[field])) throw new Refused('STALE_VERSION')
}

/** For each new name, the nearest entry of the watch lists, and how many more are near. A name that was emptied is left out. */
async function nearestOf(tx: Tx, names: readonly (string | null | undefined)[]): Promise<string[]> {
  const asked = names.flatMap((name) => (name ? [name] : []))
  const near = await nearNames(tx, asked)
  return asked.flatMap((name) =>
    nearestTold(
      near.filter((one) => one.asked === name),
      1,
    ),
  )
}

/**
 * The identity and the standing of an admitted company (decision 132). Only the fields that change are in it, so that a stop that was
 * put on meanwhile stays; of a field that was changed meanwhile it is stale.
 */
export const companyKind: Kind<'COMPANY'> = {
  permission: 'system.company.edit',
  page: '/system/company',
  businessType: () => 'LIMIT',
  async prepare(tx, { values: { companyId, ...changed }, targetId }) {
    if (targetId !== companyId) throw faultyField('companyId', 'PARTY_UNKNOWN')
    const { code: _, kycStatus, kycExpiresOn, ...before } = await identityOf(tx, companyId)
    if (kycStatus === 'IN_APPROVE') throw faultyField('companyId', 'KYC_UNDER_WAY')
    if (!isAdmitted(kycStatus, kycExpiresOn)) throw new Refused('ILLEGAL_TRANSITION')
    await checkIdentity(tx, { ...before, ...changed }, companyId)
    const waiting = await tx
      .selectFrom('configChange')
      .select('id')
      .where('kind', '=', 'COMPANY')
      .where('targetId', '=', companyId)
      .where('status', '=', 'IN_APPROVE')
      .executeTakeFirst()
    if (waiting) throw faultyField('name', 'COMPANY_CHANGE_WAITS')
    const near = await nearestOf(tx, [changed.name, changed.nameLocal])
    return {
      before: { companyId, ...before },
      title: [before.name, changed.name, ...near].filter((one) => one !== undefined).join(' · '),
      concerns: [companyId],
    }
  },
  async apply({ tx, now, app }: UseCaseContext, { values: { companyId, ...changed } }, shown) {
    const { kycStatus, ...before } = await identityOf(tx, companyId)
    // The admission judges the identity too; it is decided first.
    if ((kycStatus as KycStatus) === 'IN_APPROVE') throw new Refused('ILLEGAL_TRANSITION')
    refuseStale(changed, before, shown)
    // Another company may have got the number since it was put forward.
    await checkIdentity(tx, { ...before, ...changed }, companyId)
    await whileKnown({ tx, app }, { companyId, changed }, () =>
      tx
        .updateTable('company')
        .set((eb) => ({
          ...changed,
          nameLocal: filled(changed.nameLocal),
          version: eb('version', '+', 1),
          updatedAt: now.toISOString(),
        }))
        .where('id', '=', companyId)
        .execute(),
    )
  },
}
