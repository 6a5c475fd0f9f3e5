import { addYears } from '@usance/domain/local-date'
import { nextKycStatus } from '@usance/domain/states/kyc'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { NoFacts } from '../../approval/workflow/facts.ts'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { lockCompany } from '../../database/lock-company.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { onboardingHash } from './state.ts'

async function end(context: UseCaseContext, companyId: string, event: 'pass' | 'deny' | 'reject', comment: string | null) {
  const { tx, today } = context
  const company = await tx
    .selectFrom('company')
    .select('kycStatus')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const status = accepted(nextKycStatus(company.kycStatus, event))
  // No decision opens an admission again: the staff do, by an invitation.
  if (status === 'NONE') throw new Refused('ILLEGAL_TRANSITION')
  const moved = await tx
    .updateTable('companyOnboarding')
    .set({ status, comment })
    .where('companyId', '=', companyId)
    .where('status', '=', 'IN_APPROVE')
    .returning('no')
    .executeTakeFirst()
  if (!moved) throw new Refused('STALE_VERSION')
  await tx
    .updateTable('company')
    .set({ kycStatus: status, ...(status === 'PASSED' ? { kycExpiresOn: addYears(today, 1) } : {}) })
    .where('id', '=', companyId)
    .execute()
  await audit(context, {
    event: `KYC_${status}`,
    objectType: 'COMPANY',
    objectId: companyId,
    objectNo: moved.no,
    after: { status, comment },
  })
}

/** The company with its admission, both locked, the company first like everywhere. */
async function lockOnboarding(tx: Tx, companyId: string): Promise<void> {
  await lockCompany(tx, companyId)
  await tx.selectFrom('companyOnboarding').select('companyId').where('companyId', '=', companyId).forUpdate().execute()
}

/** What becomes of a company when the decision on its admission falls; a passed one is looked at again after a year. */
const kycDecision: Decision<NoFacts> = {
  concerned: (id) => sql`select ${id}::uuid`,
  facts: { without: 'The call of the admission tells what its checks found.' },
  lock: lockOnboarding,
  contentHash: onboardingHash,
  hasFailedCheck: async (tx, companyId) =>
    (await tx.selectFrom('companyOnboarding').select('outcome').where('companyId', '=', companyId).executeTakeFirst())
      ?.outcome === 'FAILED',
  passed: (context, { businessId }) => end(context, businessId, 'pass', null),
  rejected: (context, { businessId }, comment) => end(context, businessId, 'deny', comment),
  refused: (context, { businessId }, comment) => end(context, businessId, 'reject', comment),
}

export const onboardingApprovals = {
  KYC: kycDecision,
} satisfies Approvals
