import { approvalRecords } from './approval/records.ts'
import { refuseBarred } from './books/servicing/paid-out.ts'
import { financeRecords } from './finance/records.ts'
import type { Records } from './http/records.ts'
import { insightRecords } from './insight/records.ts'
import { partyRecords } from './party/records.ts'
import { platformRecords } from './platform/records.ts'
import { settlementRecords } from './settlement/records.ts'
import { tradeRecords } from './trade/records.ts'

/** The records that a request may name, and what bars an act on them: one line for each context. */
export const allRecords: Records = {
  sources: {
    ...insightRecords,
    ...settlementRecords,
    ...financeRecords,
    ...tradeRecords,
    ...partyRecords,
    ...approvalRecords,
    ...platformRecords,
  },
  refuseBarred,
}
