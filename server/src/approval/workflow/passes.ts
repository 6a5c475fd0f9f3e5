import type { BusinessType } from '@usance/domain/approval-flows'
import type { Tx } from '../../database/database.ts'

/** Who passed steps of the approvals of an object, of which company, and for whom they did. The transaction sees every company. */
export const passesOf = (tx: Tx, { businessType, businessId }: { businessType: BusinessType; businessId: string }) =>
  tx
    .selectFrom('workflowInstance as i')
    .innerJoin('workflowHistory as h', 'h.instanceId', 'i.id')
    .select(['h.userId', 'h.onBehalfOfId', 'h.companyId'])
    .where('i.businessType', '=', businessType)
    .where('i.businessId', '=', businessId)
    .where('h.operation', '=', 'PASSED')
    .execute()
