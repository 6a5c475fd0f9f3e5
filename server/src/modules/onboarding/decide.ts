import { addYears } from '@usance/domain/local-date'
import { audit } from '../../audit/record.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { Decision } from '../workflow/decisions.ts'
import { onboardingHash } from './state.ts'

async function end(
  context: UseCaseContext,
  companyId: string,
  status: 'PASSED' | 'REJECTED' | 'REFUSED',
  comment: string | null,
) {
  const { tx, today } = context
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

/** What becomes of a company when the decision on its admission falls; a passed one is looked at again after a year. */
export const kycDecision: Decision = {
  contentHash: onboardingHash,
  passed: (context, { businessId }) => end(context, businessId, 'PASSED', null),
  rejected: (context, { businessId }, comment) => end(context, businessId, 'REJECTED', comment),
  refused: (context, { businessId }, comment) => end(context, businessId, 'REFUSED', comment),
}
