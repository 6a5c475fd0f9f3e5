import { createHash } from 'node:crypto'
import type { OnboardingState } from '@usance/wire/onboarding/calls'
import { hashToken } from '../../auth/hash-token.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'

/** Whose onboarding it is: the caller's company, or the one an invitation names. Sees every company afterwards. */
export async function companyAsked(tx: Tx, actor: Actor | null, specialAccess: string | undefined, now: Date): Promise<string> {
  await elevate(tx)
  if (actor) return actor.companyId
  if (!specialAccess) throw new Refused('SESSION_EXPIRED')
  const invitation = await tx
    .selectFrom('onboardingInvitation')
    .select('companyId')
    .where('tokenHash', '=', hashToken(specialAccess))
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  if (!invitation) throw new Refused('LINK_USED_OR_EXPIRED')
  return invitation.companyId
}

/** What the company sees: names on watch lists stay with the staff. */
export async function stateOf(tx: Tx, companyId: string, viewer: { visitor: boolean; staff: boolean }): Promise<OnboardingState> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'bizRegNo', 'country', 'address'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  const row = await tx.selectFrom('companyOnboarding').selectAll().where('companyId', '=', companyId).executeTakeFirst()
  const checks = ((row?.checks ?? []) as OnboardingState['checks']).map((check) =>
    check.provider === 'SANCTIONS' && !viewer.staff ? { ...check, evidence: [] } : check,
  )
  return {
    no: row?.no ?? null,
    company,
    people: (row?.people ?? []) as OnboardingState['people'],
    documents: viewer.visitor ? [] : ((row?.documents ?? []) as OnboardingState['documents']),
    checks,
    outcome: row?.outcome ?? null,
    checkedAt: row?.checkedAt ?? null,
    status: row?.status ?? 'DRAFT',
    comment: row?.comment ?? null,
    visitor: viewer.visitor,
  }
}

/** A hash of what the approvers judge. */
export async function onboardingHash(tx: Tx, companyId: string): Promise<string> {
  const row = await tx
    .selectFrom('companyOnboarding')
    .select(['people', 'documents', 'checks', 'outcome'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}
