import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const insightRecords = {
  proofPaper: () => sql`select id from proof_file where removed_at is null`,
} satisfies RecordSources
