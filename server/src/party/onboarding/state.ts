import { createHash } from 'node:crypto'
import { reviewDue } from '@usance/domain/states/kyc'
import type { OnboardingState } from '@usance/wire/onboarding/calls'
import { hashToken } from '../../auth/hash-token.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'
import { checksTold, outcomeOf } from './told-checks.ts'

/** Whether a caller may state for their company: the staff never for the operator's own, and who only reads does not. */
const mayState = (actor: Actor) => !actor.staff && actor.userRoles.some((role) => role !== 'Viewer')

/** The onboarding is the caller's company's, or that of the company an invitation names. Sees every company afterwards. */
export async function companyAsked(
  { tx, actor, now }: { tx: Tx; actor: Actor | null; now: Date },
  specialAccess: string | undefined,
  purpose: 'read' | 'state',
): Promise<string> {
  if (actor && (actor.staff || (purpose === 'state' && !mayState(actor)))) throw new Refused('FORBIDDEN')
  await elevate(tx)
  if (actor) return actor.companyId
  if (!specialAccess) throw new Refused('SESSION_EXPIRED')
  const invitation = await tx
    .selectFrom('onboardingInvitation')
    .select('companyId')
    .where('tokenHash', '=', hashToken(specialAccess))
    .where('expiresAt', '>', now.toISOString())
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!invitation) throw new Refused('LINK_USED_OR_EXPIRED')
  return invitation.companyId
}

/** Ends every invitation of a company: its statement was made, or a later link took their place. */
export async function endInvitations(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('onboardingInvitation')
    .set({ endedAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('endedAt', 'is', null)
    .execute()
}

/** What the viewer may read of it: names on watch lists and files of other companies stay with the staff. */
export async function stateOf(
  { tx, actor, today }: { tx: Tx; actor: Actor | null; today: string },
  companyId: string,
): Promise<OnboardingState> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'bizRegNo', 'country', 'address', 'kycStatus', 'kycExpiresOn'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  const { kycStatus, kycExpiresOn, ...facts } = company
  const row = await tx.selectFrom('companyOnboarding').selectAll().where('companyId', '=', companyId).executeTakeFirst()
  const documents = (row?.documents ?? []) as OnboardingState['documents']
  const checks = checksTold(actor, (row?.checks ?? []) as OnboardingState['checks'], documents.length)
  return {
    no: row?.no ?? null,
    version: row?.version ?? 0,
    company: facts,
    people: (row?.people ?? []) as OnboardingState['people'],
    documents: actor ? documents : [],
    checks,
    outcome: row?.outcome ? outcomeOf(checks) : null,
    checkedAt: row?.checkedAt ?? null,
    // Whom the staff admitted without a statement is admitted, and may still make one.
    status: row?.status ?? (kycStatus === 'PASSED' ? 'PASSED' : 'DRAFT'),
    comment: row?.comment ?? null,
    visitor: !actor,
    mayState: (!actor || mayState(actor)) && isOpen(row?.status, kycStatus, kycExpiresOn, today),
  }
}

/** A statement may be made before it is handed in, after it was sent back, and again when the yearly review is due. */
const isOpen = (status: string | undefined, kycStatus: string, expiresOn: string | null, today: string) =>
  status === 'PASSED' ? kycStatus === 'PASSED' && reviewDue(expiresOn, today) : !status || ['DRAFT', 'REJECTED'].includes(status)

/** Locks the company's onboarding and refuses when nothing may be stated now. Undefined before the first statement. */
export async function openOnboarding(tx: Tx, companyId: string, today: string) {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'nameLocal', 'bizRegNo', 'country', 'riskGrade', 'kycStatus', 'kycExpiresOn'])
    .where('id', '=', companyId)
    .where('isPlatform', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  const row = await tx
    .selectFrom('companyOnboarding')
    .selectAll()
    .where('companyId', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!isOpen(row?.status, company.kycStatus, company.kycExpiresOn, today)) throw new Refused('ILLEGAL_TRANSITION')
  return { company, row }
}

/** A hash of what the approvers judge. */
export async function onboardingHash(tx: Tx, companyId: string): Promise<string> {
  const row = await tx
    .selectFrom('companyOnboarding')
    .innerJoin('company as c', 'c.id', 'companyOnboarding.companyId')
    .select(['people', 'documents', 'checks', 'outcome'])
    .select(['c.name', 'c.nameLocal', 'c.bizRegNo', 'c.country', 'c.riskGrade'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}
